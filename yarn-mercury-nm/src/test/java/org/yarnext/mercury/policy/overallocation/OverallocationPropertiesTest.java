// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.overallocation;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import com.pholser.junit.quickcheck.Property;
import com.pholser.junit.quickcheck.When;
import com.pholser.junit.quickcheck.runner.JUnitQuickcheck;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.yarnext.common.decision.Decision;
import org.yarnext.mercury.policy.ContainerView;
import org.yarnext.mercury.policy.NodeView;
import org.yarnext.mercury.policy.OverallocationView;
import org.yarnext.mercury.policy.ResourceVector;

/** Properties of starts beyond the allocation on any node. */
@RunWith(JUnitQuickcheck.class)
public class OverallocationPropertiesTest extends OverallocationPropertiesTestBase {
  @Property(trials = TRIALS, shrink = false)
  public void predictionIsNeverBelowThePeakNorBelowTheSizeOfAnUnknownOne(
      @When(seed = 1) long seed) {
    world(seed);
    for (RunningContainerUsage c : running) {
      MeasuredUsage m = c.measured();
      long memoryMb = c.predictedMemoryMb(settings, NOW);
      long milliVcores = c.predictedMilliVcores(settings, NOW);
      boolean isKnown = m != null && m.isUsable(settings, NOW) && c.ageMs() >= settings.warmUpMs();
      if (m != null) {
        assertTrue(memoryMb >= m.peakMemoryMb() && milliVcores >= m.peakMilliVcores());
      }
      if (!isKnown) {
        assertTrue(memoryMb >= c.size().memoryMb());
        assertTrue(milliVcores >= c.size().vcores() * 1000);
      } else if (m.peakMemoryMb() <= c.size().memoryMb()) {
        assertTrue(memoryMb <= c.size().memoryMb());
      }
    }
  }

  @Test
  public void memoryIsSteadyAfterAWindowWithoutANewHighInItsLastHalf() {
    PeakUsageWindow window = new PeakUsageWindow(110_000); // twelve parts of 10 s
    for (long now = 0; now < 300_000; now += 3_000) {
      window.add(now >= 150_000 && now < 153_000 ? 900 : 100, 0, now);
      boolean isHigh = now >= 150_000 && now < 210_000;
      assertEquals(now + " ms", now >= 100_000 && !isHigh, window.isMemorySteady(now));
    }
    assertFalse("nothing was added for long", window.isMemorySteady(500_000));
  }

  @Test
  public void steadyContainerIsExpectedToGrowByHalfTheMargin() {
    OverallocationSettings usual =
        new OverallocationSettings(0.8, 0.2, 0.5, 2, 60_000, 15_000, 0.15, 0.1);
    MeasuredUsage measured = new MeasuredUsage(900, 100, 1_000, 200, 0);
    ResourceVector size = ResourceVector.of(4_000, 1);
    RunningContainerUsage grows = new RunningContainerUsage("c", size, 60_000, measured);
    RunningContainerUsage steady =
        new RunningContainerUsage("c", size, 60_000, measured.steady(true));
    assertEquals(1_200, grows.predictedMemoryMb(usual, 0));
    assertEquals(1_100, steady.predictedMemoryMb(usual, 0));
    assertEquals(240, steady.predictedMilliVcores(usual, 0));
  }

  @Property(trials = TRIALS, shrink = false)
  public void windowKnowsRecentPeaksAndWhatWasReachedTwiceAndForgetsTheRest(
      @When(seed = 2) long seed) {
    random.setSeed(seed);
    long windowMs = 12 + upTo(600_000);
    long partMs = (windowMs + 10) / 11;
    PeakUsageWindow window = new PeakUsageWindow(windowMs);
    List<long[]> samples = new ArrayList<>();
    long now = upTo(1_000_000);
    for (int i = 0; i < 100; i++) {
      now += upTo(windowMs / 5);
      long[] sample = {now, upTo(10_000), upTo(10_000)};
      samples.add(sample);
      window.add(sample[1], sample[2], now);
      long peak = window.peakMemoryMb(now);
      long allowed = 0;
      for (long[] one : samples) {
        long ageMs = now - one[0];
        if (ageMs <= 3 * partMs) {
          assertTrue(peak >= one[1]);
        }
        allowed = ageMs <= 4 * partMs ? Math.max(allowed, one[1]) : allowed;
        for (long[] other : samples) {
          boolean isApart = Math.abs(one[0] - other[0]) >= 2 * partMs;
          boolean isWithin = Math.max(ageMs, now - other[0]) <= windowMs;
          if (isApart && isWithin) {
            assertTrue(peak >= Math.min(one[1], other[1]));
          }
          if (one != other && Math.max(ageMs, now - other[0]) <= 12 * partMs) {
            allowed = Math.max(allowed, Math.min(one[1], other[1]));
          }
        }
      }
      assertTrue(peak <= allowed);
    }
    assertEquals(0, window.peakMilliVcores(now + 3 * windowMs));
  }

  @Test
  public void singleSpikeCountsForAThirdOfTheWindowAndTwoForAllOfIt() {
    PeakUsageWindow single = new PeakUsageWindow(110_000); // twelve parts of 10 s
    PeakUsageWindow twice = new PeakUsageWindow(110_000);
    for (long now = 0; now <= 109_000; now += 1_000) {
      single.add(now == 9_000 || now == 10_000 ? 900 : 100, 0, now);
      twice.add(now == 9_000 || now == 30_000 ? 900 : 100, 0, now);
      assertEquals(now < 9_000 || now >= 50_000 ? 100 : 900, single.peakMemoryMb(now));
      assertEquals(now < 9_000 ? 100 : 900, twice.peakMemoryMb(now));
    }
  }

  @Property(trials = TRIALS, shrink = false)
  public void roomIsWithinItsBoundsAndWhatIsExpectedToBeUsed(@When(seed = 3) long seed) {
    world(seed);
    ResourceVector beyond = ResourceVector.of(upTo(total.memoryMb() / 2), upTo(total.vcores() / 2));
    NodeUsage usage = node(beyond, host);
    ResourceVector room = new UnusedRoomPolicy(settings).room(usage).value();
    assertTrue(ResourceVector.NONE.fitsIn(room));
    if (room.equals(ResourceVector.NONE)) {
      return;
    }
    assertTrue(room.plus(beyond).fitsIn(settings.maximum(total)));
    long memoryMb = usage.node().guaranteedWaiting().memoryMb();
    long milliVcores = usage.node().guaranteedWaiting().vcores() * 1000;
    for (RunningContainerUsage c : running) {
      memoryMb += c.predictedMemoryMb(settings, NOW);
      milliVcores += c.predictedMilliVcores(settings, NOW);
    }
    assertTrue(memoryMb + room.memoryMb() <= settings.target() * total.memoryMb());
    for (MemorySnapshot each : host.memory()) {
      assertTrue(memoryMb + room.memoryMb() <= settings.target() * each.totalMb());
      assertTrue(each.availableMb() >= settings.startWatermark() * each.totalMb());
    }
    assertTrue(milliVcores + room.vcores() * 1000 <= settings.target() * total.vcores() * 1000);
  }

  @Property(trials = TRIALS, shrink = false)
  public void nothingStartsUnderPressure(@When(seed = 4) long seed) {
    world(seed);
    UnusedRoomPolicy policy = new UnusedRoomPolicy(settings.withPressure(0.1, 0.2, 0.5));
    Decision<ResourceVector> calm = policy.room(node(ResourceVector.NONE, host));
    double above = 0.1 + random.nextDouble() * 0.8 + 1e-6;
    Decision<ResourceVector> memory =
        policy.room(node(ResourceVector.NONE, with(host.memory(), new NodePressure(above, 0, 0))));
    Decision<ResourceVector> cpu =
        policy.room(
            node(ResourceVector.NONE, with(host.memory(), new NodePressure(0.1, 0.1, 0.51))));
    if (calm.reason() == OverallocationReason.OVERALLOCATION_LOW_MEMORY) {
      assertEquals(calm.reason(), memory.reason());
      return;
    }
    assertEquals(OverallocationReason.OVERALLOCATION_MEMORY_PRESSURE, memory.reason());
    assertEquals(ResourceVector.NONE, memory.value());
    assertEquals(OverallocationReason.OVERALLOCATION_CPU_PRESSURE, cpu.reason());
    assertEquals(ResourceVector.NONE, cpu.value());
    Decision<ResourceVector> ignored =
        new UnusedRoomPolicy(settings.withPressure(1, 1, 1))
            .room(node(ResourceVector.NONE, with(host.memory(), new NodePressure(1, 1, 1))));
    assertFalse(ignored.reason().toString().endsWith("PRESSURE"));
  }

  @Property(trials = TRIALS, shrink = false)
  public void thereIsNoRoomWithoutDataOfTheHost(@When(seed = 5) long seed) {
    world(seed);
    UnusedRoomPolicy policy = new UnusedRoomPolicy(settings);
    long total = host.totalMemoryMb();
    long stale = NOW - settings.staleAfterMs() - 1;
    HostUsage[] useless = {
      null,
      new HostUsage(total, total, 0, stale),
      new HostUsage(total, total, 0, NOW + 1),
      new HostUsage(total, total, -1, NOW),
      new HostUsage(total, total, Double.NaN, NOW),
      with(
          Arrays.asList(new MemorySnapshot(total, total), new MemorySnapshot(0, 0)),
          NodePressure.UNKNOWN),
      with(
          Arrays.asList(new MemorySnapshot(total, total), new MemorySnapshot(8, 9)),
          NodePressure.UNKNOWN),
      new HostUsage(0, 0, 0, NOW),
      new HostUsage(total, total + 1, 0, NOW),
      new HostUsage(total, -1, 0, NOW)
    };
    for (HostUsage each : useless) {
      Decision<ResourceVector> room = policy.room(node(ResourceVector.NONE, each));
      assertEquals(ResourceVector.NONE, room.value());
      assertEquals(OverallocationReason.OVERALLOCATION_NO_DATA, room.reason());
    }
  }

  @Property(trials = TRIALS, shrink = false)
  public void containersMeasuredToUseNonsenseCountWithAllThatTheyWereGiven(
      @When(seed = 6) long seed) {
    world(seed);
    long memoryMb = random.nextBoolean() ? -1 - upTo(100_000) : upTo(1_000);
    long milliVcores = memoryMb < 0 ? upTo(1_000) : -1 - upTo(100_000);
    MeasuredUsage nonsense = new MeasuredUsage(memoryMb, milliVcores, memoryMb, milliVcores, NOW);
    running.replaceAll(c -> new RunningContainerUsage(c.id(), c.size(), c.ageMs(), nonsense));
    for (RunningContainerUsage c : running) {
      assertTrue(c.predictedMemoryMb(settings, NOW) >= c.size().memoryMb());
      assertTrue(c.predictedMilliVcores(settings, NOW) >= c.size().vcores() * 1000);
      assertEquals(0, c.currentMemoryMb(settings, NOW));
      assertEquals(0, c.currentMilliVcores(settings, NOW));
    }
  }

  @Property(trials = TRIALS, shrink = false)
  public void containersMeasuredToUseMoreThanTheHostLeaveNoRoom(@When(seed = 7) long seed) {
    world(seed);
    long mb = host.totalMemoryMb() + 1 + upTo(1L << 40);
    running.add(
        new RunningContainerUsage(
            "more", ResourceVector.of(1, 1), 1_000_000, new MeasuredUsage(mb, 1, mb, 1, NOW)));
    assertEquals(
        ResourceVector.NONE,
        new UnusedRoomPolicy(settings).room(node(ResourceVector.NONE, host)).value());
  }

  @Property(trials = TRIALS, shrink = false)
  public void unmeasuredContainersLeaveNoMoreRoomThanTheirAllocation(@When(seed = 8) long seed) {
    world(seed);
    running.replaceAll(c -> new RunningContainerUsage(c.id(), c.size(), c.ageMs(), null));
    ResourceVector given = ResourceVector.NONE;
    for (RunningContainerUsage c : running) {
      given = given.plus(c.size());
    }
    ResourceVector room =
        new UnusedRoomPolicy(settings).room(node(ResourceVector.NONE, host)).value();
    ResourceVector unallocated = total.minus(given);
    assertTrue(room.equals(ResourceVector.NONE) || room.fitsIn(unallocated));
  }

  @Property(trials = TRIALS, shrink = false)
  public void startsFitTheRoomInOrderAndWithinTheLimit(@When(seed = 9) long seed) {
    world(seed);
    host = new HostUsage(total.memoryMb() * 2, total.memoryMb() * 2, 0, NOW);
    running.removeIf(c -> random.nextInt(4) > 0);
    List<ContainerView> waiting = waiting(random.nextInt(30));
    int maxStarts = random.nextInt(10);
    NodeUsage usage = node(ResourceVector.NONE, host);
    ResourceVector room = new UnusedRoomPolicy(settings).room(usage).value();
    OverallocationStartPolicy policy = new OverallocationStartPolicy(settings);
    List<String> starts =
        policy.choose(usage, waiting, c -> !c.id().endsWith("3"), maxStarts).value();
    assertTrue(starts.size() <= maxStarts);
    assertEquals(starts.size(), new HashSet<>(starts).size());
    Map<String, ContainerView> byId = new HashMap<>();
    waiting.forEach(c -> byId.put(c.id(), c));
    ResourceVector sum = ResourceVector.NONE;
    for (String id : starts) {
      assertFalse(id.endsWith("3"));
      sum = sum.plus(byId.get(id).resources());
    }
    assertTrue(sum.fitsIn(room));
    // None that could have started there waits before one that does.
    int next = 0;
    for (ContainerView c : waiting) {
      boolean qualifies = !c.id().endsWith("3") && c.resources().fitsIn(settings.maximum(total));
      if (next < starts.size() && qualifies) {
        assertEquals(starts.get(next++), c.id());
      }
    }
  }

  @Property(trials = TRIALS, shrink = false)
  public void waitCountsOnlyRoomInWhichSomethingWouldStart(@When(seed = 10) long seed) {
    world(seed);
    running.removeIf(c -> random.nextInt(4) > 0);
    host = new HostUsage(total.memoryMb() * 2, total.memoryMb() * 2, 0, NOW - upTo(2_000));
    NodeUsage usage = node(ResourceVector.NONE, host);
    List<ContainerView> beyond = waiting(random.nextInt(3));
    boolean isOpen = random.nextInt(4) > 0;
    boolean isPaused = random.nextInt(4) == 0;
    ResourceVector next = ResourceVector.of(upTo(8_192), upTo(2));
    Decision<OverallocationView> report =
        new RoomReportPolicy(settings).decide(usage, beyond, next, isOpen, isPaused);
    Decision<ResourceVector> room = new UnusedRoomPolicy(settings).room(usage);
    ResourceVector counted = report.value().room();
    assertEquals(beyond, report.value().running());
    if (counted.equals(ResourceVector.NONE)) {
      assertFalse(report.reason() == OverallocationReason.OVERALLOCATION_ROOM);
      return;
    }
    assertTrue(isOpen && !isPaused);
    assertEquals(OverallocationReason.OVERALLOCATION_ROOM, report.reason());
    assertEquals(room.value(), counted);
    assertTrue(next.fitsIn(counted));
    NodeView node = usage.node().with(report.value());
    long staleMs = host.measuredAtMs() + settings.staleAfterMs();
    assertEquals(report.value(), node.at(staleMs - 1).overallocation());
    assertEquals(OverallocationView.NONE, node.at(staleMs).overallocation());
  }
}
