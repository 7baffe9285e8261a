// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerSchedulerEvent;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerSchedulerEventType;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;
import org.junit.Test;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.decision.DecisionRecorder;
import org.yarnext.mercury.nm.scheduler.FakeContainer;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.overallocation.OverallocationReason;
import org.yarnext.mercury.policy.overallocation.OverallocationStartPolicy;

/** Containers beyond the allocation, before the stock ContainerScheduler. */
public class OverallocationTest extends OverallocationTestBase {
  @Test
  public void containerStartsOnWhatIsNotUsed() {
    FakeContainer guaranteed = full();
    FakeContainer c = waiting(2 * MB);
    measured();
    assertEquals(1, c.launches);
    assertEquals("as if it were not there", ResourceVector.of(8 * MB, 4), node.used());
    assertEquals(1, node.metrics.overallocationStarts.value());
    assertEquals(0, node.metrics.held());
    assertTrue("it is looked after without events", node.metrics.isDue(NODE));
    node.finish(c);
    assertEquals(ResourceVector.of(8 * MB, 4), node.used());
    node.finish(guaranteed);
    assertEquals(ResourceVector.NONE, node.used());
    assertFalse(node.metrics.isDue(NODE));
    assertEquals(0, node.guard.counters().failures());
  }

  @Test
  public void serviceIsToldWhatIsOverallocated() {
    FakeContainer guaranteed = full();
    FakeContainer c = waiting(2 * MB);
    measured();
    assertEquals(Collections.singleton(c.getContainerId()), told);
    node.finish(guaranteed);
    c.update(ExecutionType.GUARANTEED);
    node.drain();
    assertEquals("promoted", Collections.emptySet(), told);
  }

  @Test
  public void onlyContainersOfAllowedQueuesStart() {
    full();
    isByQueue = true;
    FakeContainer c = waiting(2 * MB);
    FakeContainer allowed =
        node.create(
            ExecutionType.OPPORTUNISTIC,
            2 * MB,
            1,
            2,
            0,
            Collections.singleton(OverallocationStartPolicy.ALLOWED_TAG));
    resume(allowed);
    measured();
    assertEquals(0, c.launches);
    assertEquals(1, allowed.launches);
  }

  @Test
  public void containerWithOtherResourcesStartsInUnallocatedRoomOnly() {
    Configuration types = new Configuration(false);
    types.set(YarnConfiguration.RESOURCE_TYPES, "yarn.io/gpu");
    ResourceUtils.resetResourceTypes(types);
    try {
      final FakeContainer guaranteed = full();
      FakeContainer gpu = waiting(MB);
      gpu.update(
          ExecutionType.OPPORTUNISTIC,
          Resource.newInstance(MB, 1, Collections.singletonMap("yarn.io/gpu", 1L)));
      node.drain();
      FakeContainer other = waiting(MB);
      measured();
      assertEquals(0, gpu.launches);
      assertEquals("it blocks no other", 1, other.launches);
      node.finish(guaranteed);
      assertEquals(1, gpu.launches);
    } finally {
      ResourceUtils.resetResourceTypes();
      // Until they are read again, their number is that of before.
      ResourceUtils.getResourceTypes();
    }
  }

  @Test
  public void startsAreFewAndWithinTheShare() {
    full();
    FakeContainer[] c = new FakeContainer[6];
    for (int i = 0; i < c.length; i++) {
      c[i] = waiting(MB);
    }
    measured();
    assertEquals(2, started(c));
    measured();
    measured();
    assertEquals("half of the node is given", 4, started(c));
    Set<String> subjects = new HashSet<>();
    for (DecisionRecorder.Entry e : node.metrics.ring().recent(100)) {
      if (e.reason() == OverallocationReason.OVERALLOCATION_STARTED) {
        assertEquals("as stock sees it", 0L, e.inputs().get("freeMemoryMb"));
        subjects.add(e.subject());
      }
    }
    assertEquals("each by itself", 4, subjects.size());
    for (FakeContainer each : c) {
      assertEquals(each.launches > 0, subjects.contains(each.getContainerId().toString()));
    }
  }

  private static int started(FakeContainer... containers) {
    int started = 0;
    for (FakeContainer c : containers) {
      started += c.launches;
    }
    return started;
  }

  @Test
  public void guaranteedContainerStartsAtOnce() {
    FakeContainer first = full();
    FakeContainer c = waiting(4 * MB);
    measured();
    assertEquals(1, c.launches);
    node.finish(first);
    FakeContainer second = guaranteed(8 * MB, 4);
    assertEquals(1, second.launches);
    assertTrue(c.runs());
    assertEquals(ResourceVector.of(8 * MB, 4), node.used());
  }

  @Test
  public void guaranteedContainerStopsOnlyWhatIsInItsWay() {
    guaranteed(4 * MB, 2);
    FakeContainer ordinary = node.opportunistic(4 * MB);
    node.pass(20_000);
    node.context.getContainers().values().forEach(c -> use((FakeContainer) c, MB));
    FakeContainer beyond = waiting(2 * MB);
    measured();
    assertEquals(1, beyond.launches);
    FakeContainer guaranteed = guaranteed(4 * MB, 2);
    assertEquals(1, ordinary.schedulerKills.size());
    assertEquals("it would free nothing", 0, beyond.schedulerKills.size());
    node.die(ordinary);
    assertEquals(1, guaranteed.launches);
  }

  @Test
  public void waitCountsWhatIsNotUsed() {
    FakeContainer guaranteed = full();
    assertEquals("nothing ran for so long", 20_000, reportedMs());
    measured();
    assertEquals(0, reportedMs());
    FakeContainer c = waiting(2 * MB);
    assertTrue("it starts at the next measurement", reportedMs() > 0);
    measured();
    assertEquals(1, c.launches);
    assertEquals("room for one more", 0, reportedMs());
    use(guaranteed, 6 * MB);
    measured();
    assertTrue("until it ends", reportedMs() > 0);
    node.finish(c);
    measured();
    node.pass(3_000);
    assertEquals("since it ended", 3_000, reportedMs());
    use(guaranteed, MB);
    measured();
    assertEquals(0, reportedMs());
    node.pass(5_000);
    assertEquals("the measurement is old", 8_000, reportedMs());
    assertEquals(0, node.guard.counters().failures());
  }

  @Test
  public void roomThatWasTooSmallForAContainerCountsAgainLater() {
    FakeContainer guaranteed = full();
    measured();
    assertEquals(0, reportedMs());
    FakeContainer large = waiting(6 * MB);
    measured();
    assertTrue("it waits here", reportedMs() > 0);
    large.sendKillEvent(-1, "");
    node.die(large);
    node.pass(4_000);
    measured();
    assertTrue("the next one would wait, too", reportedMs() > 0);
    node.pass(7_000);
    use(guaranteed, MB);
    measured();
    assertEquals(0, reportedMs());
  }

  @Test
  public void waitCountsNothingWhileStartsPause() {
    FakeContainer guaranteed = full();
    FakeContainer c = waiting(2 * MB);
    measured();
    node.pass(1_000);
    use(c, MB);
    availableMb = MB;
    measured();
    assertEquals(1, c.schedulerKills.size());
    availableMb = 16 * MB;
    node.die(c);
    node.pass(1_000);
    use(guaranteed, MB);
    measured();
    assertEquals(1_000, reportedMs());
    node.pass(9_000);
    use(guaranteed, MB);
    measured();
    assertEquals(0, reportedMs());
  }

  @Test
  public void waitIsMercurysInShadowAndForSomeQueuesOnly() {
    mode = FeatureMode.SHADOW;
    full();
    measured();
    assertEquals(20_000, reportedMs());
    mode = FeatureMode.ON;
    isByQueue = true;
    measured();
    assertEquals("another queue's container would wait", 20_000, reportedMs());
    isByQueue = false;
    measured();
    assertEquals(0, reportedMs());
    mode = FeatureMode.OFF;
    measured();
    assertEquals(20_000, reportedMs());
  }

  @Test
  public void shadowCountsAndActsOnNothing() {
    mode = FeatureMode.SHADOW;
    final FakeContainer guaranteed = full();
    FakeContainer c = waiting(2 * MB);
    measured();
    measured();
    assertEquals(0, c.launches);
    assertEquals("once", 1, node.metrics.overallocationStarts.value());
    availableMb = 512;
    measured();
    measured();
    assertEquals("once", 1, node.metrics.overallocationStops.value());
    assertEquals(0, c.schedulerKills.size());
    node.finish(guaranteed);
    assertEquals(1, c.launches);
    assertEquals(ResourceVector.of(2 * MB, 1), node.used());
  }

  @Test
  public void offIsMercuryWithoutIt() {
    mode = FeatureMode.OFF;
    full();
    FakeContainer c = waiting(2 * MB);
    measured();
    assertEquals(0, c.launches);
    assertEquals(0, node.metrics.overallocationStarts.value());
  }

  @Test
  public void loweredModeKeepsWhatFitsAndStopsTheRest() {
    FakeContainer guaranteed = full();
    FakeContainer a = waiting(2 * MB);
    FakeContainer b = waiting(2 * MB);
    measured();
    assertEquals(2, started(a, b));
    node.finish(guaranteed);
    FakeContainer second = guaranteed(6 * MB, 2);
    assertEquals(1, second.launches);
    mode = FeatureMode.OFF;
    node.tick();
    node.drain();
    assertTrue(a.runs());
    assertEquals(1, b.schedulerKills.size());
    assertTrue(b.schedulerKills.get(0).contains("OVERALLOCATION_SWITCHED_OFF"));
    assertEquals(ResourceVector.of(8 * MB, 3), node.used());
    node.die(b);
    assertEquals(ResourceVector.of(8 * MB, 3), node.used());
    node.finish(a);
    assertEquals(ResourceVector.of(6 * MB, 2), node.used());
  }

  @Test
  public void promotedContainerBelongsToTheAllocation() {
    FakeContainer guaranteed = full();
    FakeContainer c = waiting(2 * MB);
    measured();
    node.finish(guaranteed);
    assertEquals(ResourceVector.NONE, node.used());
    c.update(ExecutionType.GUARANTEED);
    node.drain();
    assertEquals(ResourceVector.of(2 * MB, 1), node.used());
    node.finish(c);
    assertEquals(ResourceVector.NONE, node.used());
  }

  @Test
  public void containerThatIsPromotedInStocksQueueStartsAtOnce() {
    FakeContainer ordinary = node.opportunistic(8 * MB);
    node.pass(20_000);
    use(ordinary, MB);
    FakeContainer beyond = waiting(2 * MB);
    measured();
    assertEquals(1, beyond.launches);
    FakeContainer queued =
        node.create(ExecutionType.OPPORTUNISTIC, 2 * MB, 1, 1, 0, Collections.emptySet());
    // As after a failure of Mercury.
    node.stock.handle(
        new ContainerSchedulerEvent(queued, ContainerSchedulerEventType.SCHEDULE_CONTAINER));
    assertEquals(0, queued.launches);
    queued.update(ExecutionType.GUARANTEED);
    node.drain();
    assertEquals("the end of one beyond the allocation frees nothing", 1, queued.launches);
    assertTrue(ordinary.runs() && beyond.runs());
    for (FakeContainer each : new FakeContainer[] {ordinary, beyond, queued}) {
      node.finish(each);
    }
    assertEquals(ResourceVector.NONE, node.used());
  }

  @Test
  public void restartFindsTheNewestBeyondTheAllocation() {
    FakeContainer old = recovered(4 * MB);
    FakeContainer middle = recovered(4 * MB);
    FakeContainer newest = recovered(2 * MB);
    resume(newest, middle, old);
    assertEquals(3, started(old, middle, newest));
    assertEquals(ResourceVector.of(8 * MB, 8), node.used());
    FakeContainer guaranteed = guaranteed(4 * MB, 4);
    assertEquals(0, newest.schedulerKills.size());
    assertEquals(1, old.schedulerKills.size() + middle.schedulerKills.size());
    node.die(old.alive() ? middle : old);
    assertEquals(1, guaranteed.launches);
  }
}
