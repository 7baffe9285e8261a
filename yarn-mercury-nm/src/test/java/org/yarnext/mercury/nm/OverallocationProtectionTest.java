// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.util.Collections;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.junit.Test;
import org.yarnext.mercury.nm.scheduler.FakeContainer;
import org.yarnext.mercury.nm.scheduler.MercuryEvent;
import org.yarnext.mercury.policy.overallocation.MemorySnapshot;
import org.yarnext.mercury.policy.overallocation.NodePressure;

/** Guaranteed containers are protected from those beyond the allocation. */
public class OverallocationProtectionTest extends OverallocationTestBase {
  @Test
  public void nothingStartsWithoutMeasurementsOrInUsedRoom() {
    FakeContainer guaranteed = full();
    usage.clear();
    FakeContainer c = waiting(2 * MB);
    measured();
    assertEquals("never measured", 0, c.launches);
    use(guaranteed, 6 * MB);
    measured();
    assertEquals("it uses its room", 0, c.launches);
    use(guaranteed, 2 * MB);
    availableMb = MB;
    measured();
    assertEquals("memory is low", 0, c.launches);
    availableMb = 16 * MB;
    node.pass(6_000);
    measured();
    assertEquals("the measurement is old", 0, c.launches);
    use(guaranteed, 2 * MB);
    measured();
    assertEquals(1, c.launches);
  }

  private long count(String reason) {
    return node.source.snapshot().getOrDefault("Decision_" + reason + "_applied", 0).longValue();
  }

  private void assertNothingStarts(FakeContainer c, String reason) {
    long before = count(reason);
    measured();
    assertEquals(reason, 0, c.launches);
    assertEquals(reason, before + 1, count(reason));
  }

  @Test
  public void nothingStartsWhileTheMonitorIsStuckOrMeasuresNonsense() {
    full();
    FakeContainer c = waiting(2 * MB);
    String noData = "OVERALLOCATION_NO_DATA";
    hostAgeMs = 5_001;
    assertNothingStarts(c, noData);
    hostAgeMs = -1;
    assertNothingStarts(c, noData);
    hostAgeMs = 0;
    for (double each : new double[] {-1, Double.NaN}) {
      cpuShare = each;
      assertNothingStarts(c, noData);
    }
    cpuShare = 0.1;
    for (long each : new long[] {-1, 16 * MB + 1}) {
      availableMb = each;
      assertNothingStarts(c, noData);
    }
    availableMb = 16 * MB;
    for (MemorySnapshot each :
        new MemorySnapshot[] {
          new MemorySnapshot(0, 0), new MemorySnapshot(-1, -1), new MemorySnapshot(8, 9)
        }) {
      limit = each;
      assertNothingStarts(c, noData);
    }
    limit = new MemorySnapshot(16 * MB, 16 * MB);
    measured();
    assertEquals(1, c.launches);
    assertEquals(0, node.guard.counters().failures());
  }

  @Test
  public void nothingStopsWhileTheMonitorIsStuck() {
    full();
    FakeContainer c = waiting(2 * MB);
    measured();
    assertEquals(1, c.launches);
    availableMb = 0;
    hostAgeMs = 5_001;
    measured();
    assertEquals(0, c.schedulerKills.size());
    assertTrue(count("OVERALLOCATION_NO_DATA") > 0);
    hostAgeMs = 0;
    measured();
    assertEquals(1, c.schedulerKills.size());
  }

  /** It has lost least work. */
  @Test
  public void containerThatYarnHasNotMeasuredYetStopsForWhatItHolds() {
    FakeContainer guaranteed = full();
    FakeContainer old = waiting(2 * MB);
    measured();
    node.pass(20_000);
    use(guaranteed, MB);
    use(old, MB);
    FakeContainer young = waiting(2 * MB);
    measured();
    assertEquals(1, young.launches);
    heldMb.put(young.getContainerId(), MB);
    availableMb = MB;
    measured();
    assertEquals(1, young.schedulerKills.size());
    assertEquals(0, old.schedulerKills.size());
    measured();
    assertEquals("it is about to free enough", 0, old.schedulerKills.size());
  }

  @Test
  public void limitAroundAllContainersCountsAsTheHostDoes() {
    FakeContainer guaranteed = full();
    FakeContainer c = waiting(2 * MB);
    limit = new MemorySnapshot(8 * MB, MB);
    assertNothingStarts(c, "OVERALLOCATION_LOW_MEMORY");
    limit = new MemorySnapshot(8 * MB, 7 * MB);
    measured();
    assertEquals(1, c.launches);
    limit = new MemorySnapshot(8 * MB, 512);
    use(c, MB);
    measured();
    assertEquals(1, c.schedulerKills.size());
    assertTrue(guaranteed.runs());
  }

  @Test
  public void nothingStartsUnderPressureAndMemoryPressureStopsOneAtATime() {
    FakeContainer guaranteed = full();
    FakeContainer c = waiting(2 * MB);
    pressure = new NodePressure(0.11, 0, 0);
    assertNothingStarts(c, "OVERALLOCATION_MEMORY_PRESSURE");
    pressure = new NodePressure(0, 0, 0.81);
    assertNothingStarts(c, "OVERALLOCATION_CPU_PRESSURE");
    pressure = NodePressure.UNKNOWN;
    measured();
    assertEquals("pressure that is unknown is not looked at", 1, c.launches);
    node.pass(1_000);
    use(guaranteed, MB);
    FakeContainer younger = waiting(MB);
    measured();
    assertEquals(1, younger.launches);
    node.pass(1_000);
    use(c, MB);
    use(younger, MB);
    pressure = new NodePressure(1, 0.19, 1);
    measured();
    assertTrue("some may wait", c.runs() && younger.runs());
    pressure = new NodePressure(1, 0.21, 1);
    measured();
    assertEquals(1, younger.schedulerKills.size());
    assertTrue(younger.schedulerKills.get(0).contains("OVERALLOCATION_PRESSURE_RELIEVED"));
    node.die(younger);
    node.pass(9_000);
    measured();
    assertTrue("the average does not show the stop yet", c.runs());
    node.pass(1_000);
    measured();
    assertEquals(1, c.schedulerKills.size());
    assertTrue(guaranteed.runs());
  }

  @Test
  public void leastWorkIsLostWhenMemoryRunsShort() {
    final FakeContainer guaranteed = full();
    FakeContainer old = waiting(2 * MB);
    measured();
    node.pass(20_000);
    use(guaranteed, 2 * MB);
    use(old, MB);
    FakeContainer young = waiting(MB);
    measured();
    assertEquals(1, young.launches);
    node.pass(1_000);
    use(young, MB);
    use(guaranteed, 8 * MB);
    availableMb = MB;
    measured();
    assertEquals(1, young.schedulerKills.size());
    assertTrue(young.schedulerKills.get(0).contains("OVERALLOCATION_LEAST_WORK_LOST"));
    assertTrue(old.runs() && guaranteed.runs());
    node.pass(250);
    measured();
    assertTrue("what ends counts as freed", old.runs());
    node.die(young);
    node.pass(250);
    measured();
    assertFalse(old.runs());
    assertTrue(guaranteed.runs());
    assertEquals(2, node.metrics.overallocationStops.value());
  }

  @Test
  public void containerWhosePromotionIsOnItsWayIsNotStopped() {
    full();
    FakeContainer c = waiting(2 * MB);
    measured();
    assertEquals(1, c.launches);
    availableMb = 512;
    node.send(new MercuryEvent(MercuryEvent.Kind.USAGE));
    c.update(ExecutionType.GUARANTEED);
    node.drain();
    assertEquals(0, c.schedulerKills.size());
  }

  @Test
  public void afterARestartNothingStartsBeforeAllAreMeasured() {
    FakeContainer old = recovered(8 * MB);
    FakeContainer beyond = recovered(2 * MB);
    resume(beyond, old);
    assertEquals(Collections.singleton(beyond.getContainerId()), told);
    node.pass(20_000);
    FakeContainer c = waiting(MB);
    measured();
    assertEquals("neither is measured", 0, c.launches);
    use(old, 4 * MB);
    measured();
    assertEquals("the over-allocated one counts with its size", 0, c.launches);
    use(beyond, 256);
    measured();
    assertEquals(1, c.launches);
  }

  @Test
  public void workOfBeforeARestartCounts() {
    FakeContainer within = recovered(8 * MB);
    FakeContainer old = recovered(MB);
    node.pass(600_000);
    FakeContainer young = recovered(MB);
    resume(young, old, within);
    assertEquals(2, told.size());
    node.pass(20_000);
    use(within, 4 * MB);
    use(old, 512);
    use(young, 512);
    availableMb = 16 * MB / 10 - 300;
    measured();
    assertEquals("both were launched at the restart", 1, young.schedulerKills.size());
    assertTrue(old.runs() && within.runs());
  }

  @Test
  public void nothingStartsWhileMemoryFalls() {
    full();
    FakeContainer c = waiting(2 * MB);
    availableMb = 8 * MB;
    beforeMb = 10 * MB;
    assertNothingStarts(c, "OVERALLOCATION_LOW_MEMORY");
    beforeMb = 8 * MB;
    measured();
    assertEquals(1, c.launches);
  }

  @Test
  public void guaranteedContainerThatIsLocalisedCountsWithAllThatItWillGet() {
    full();
    FakeContainer arriving =
        node.create(ExecutionType.GUARANTEED, 4 * MB, 1, 1, 0, Collections.emptySet());
    arriving.localizing();
    FakeContainer c = waiting(2 * MB);
    measured();
    assertEquals(0, c.launches);
    arriving.sendKillEvent(-1, "");
    measured();
    assertEquals("it will not need it", 1, c.launches);
  }

  /** Two containers beyond the allocation, of which the second is stopped. */
  private FakeContainer[] oneStopped() {
    FakeContainer guaranteed = full();
    FakeContainer old = waiting(2 * MB);
    measured();
    node.pass(20_000);
    use(guaranteed, 2 * MB);
    use(old, MB);
    FakeContainer young = waiting(MB);
    measured();
    node.pass(1_000);
    use(young, MB);
    availableMb = MB;
    measured();
    assertEquals(1, young.schedulerKills.size());
    assertTrue(old.runs());
    return new FakeContainer[] {old, young};
  }

  @Test
  public void memoryOfAnEndedContainerCountsAsFreedOnce() {
    FakeContainer[] both = oneStopped();
    both[1].cleanedUp();
    measured();
    assertTrue("the host was not measured since", both[0].runs());
    node.pass(250);
    measured();
    assertFalse("what it freed is available already", both[0].runs());
  }

  @Test
  public void memoryOfAContainerThatDoesNotEndCountsForFiveSecondsOnly() {
    FakeContainer[] both = oneStopped();
    node.pass(5_000);
    measured();
    assertTrue(both[0].runs());
    node.pass(1);
    measured();
    assertFalse(both[0].runs());
  }

  @Test
  public void memoryOfAContainerThatDoesNotEndCountsNoLongerIfTheClockIsSetBack() {
    FakeContainer[] both = oneStopped();
    node.pass(-3_600_000);
    measured();
    assertFalse(both[0].runs());
  }

  @Test
  public void timeThatStopsTakeIsLearnt() {
    FakeContainer[] both = oneStopped();
    assertEquals(750, toldStopMs);
    node.pass(3_000);
    node.die(both[1]);
    assertEquals(3_000, toldStopMs);
    availableMb = 3 * MB;
    beforeMb = availableMb + 150; // 600 MB a second
    node.pass(250);
    measured();
    assertFalse("1,638 MB would not stay for 3 s", both[0].runs());
  }

  @Test
  public void cleanUpAfterAStopIsNoPartOfItsTime() {
    FakeContainer[] both = oneStopped();
    node.pass(500);
    both[1].cleanedUp();
    measured();
    node.pass(4_000);
    node.die(both[1]);
    assertEquals("its process had ended", 500, toldStopMs);
  }

  @Test
  public void unreadableLimitStopsStartsButNotStops() {
    full();
    FakeContainer c = waiting(2 * MB);
    measured();
    assertEquals(1, c.launches);
    limit = MemorySnapshot.UNKNOWN;
    FakeContainer next = waiting(MB);
    assertNothingStarts(next, "OVERALLOCATION_NO_DATA");
    use(c, MB);
    availableMb = MB;
    measured();
    assertEquals(1, c.schedulerKills.size());
  }
}
