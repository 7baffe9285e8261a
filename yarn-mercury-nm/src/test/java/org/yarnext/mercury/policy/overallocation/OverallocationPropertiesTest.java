// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.overallocation;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import com.pholser.junit.quickcheck.Property;
import com.pholser.junit.quickcheck.runner.JUnitQuickcheck;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.runner.RunWith;
import org.yarnext.common.decision.Decision;
import org.yarnext.mercury.policy.ContainerView;
import org.yarnext.mercury.policy.JobKey;
import org.yarnext.mercury.policy.NodeView;
import org.yarnext.mercury.policy.OverallocationView;
import org.yarnext.mercury.policy.ResourceVector;

/** Properties of over-allocation on any node. Each trial is made from its seed. */
@RunWith(JUnitQuickcheck.class)
public class OverallocationPropertiesTest {
  private static final int TRIALS = 500;
  private static final long NOW = 10_000_000;

  private final Random random = new Random();
  private OverallocationSettings settings;
  private ResourceVector total;
  private List<RunningContainerUsage> running;
  private HostUsage host;

  private long upTo(long bound) {
    return Math.floorMod(random.nextLong(), bound + 1);
  }

  private void world(long seed) {
    random.setSeed(seed);
    settings =
        new OverallocationSettings(
            0.1 + 0.9 * random.nextDouble(),
            random.nextDouble(),
            0.01 + 0.99 * random.nextDouble(),
            1 + random.nextInt(64),
            upTo(120_000),
            100 + upTo(60_000),
            0.1 + 0.2 * random.nextDouble(),
            0.1 * random.nextDouble());
    total = ResourceVector.of(1_024 + upTo(262_144), 1 + upTo(128));
    running = new ArrayList<>();
    for (int i = random.nextInt(60); i > 0; i--) {
      running.add(container("c" + i));
    }
    long hostMb = Math.max(1, total.memoryMb() / 2 + upTo(total.memoryMb()));
    host = new HostUsage(hostMb, upTo(hostMb), random.nextDouble(), NOW - upTo(50));
  }

  private RunningContainerUsage container(String id) {
    ResourceVector size = ResourceVector.of(1 + upTo(16_384), 1 + upTo(8));
    // Some use more than they were given.
    MeasuredUsage measured =
        random.nextInt(5) == 0
            ? null
            : new MeasuredUsage(
                upTo(size.memoryMb()),
                upTo(size.vcores() * 1000),
                upTo(size.memoryMb() * 5 / 4),
                upTo(size.vcores() * 1500),
                NOW - upTo(90_000) + 1_000);
    return new RunningContainerUsage(id, size, upTo(240_000), measured);
  }

  private NodeUsage node(ResourceVector overallocated, HostUsage of) {
    ResourceVector waiting =
        random.nextInt(3) == 0 ? ResourceVector.of(upTo(2_048), upTo(2)) : ResourceVector.NONE;
    return new NodeUsage(new NodeView(NOW, total, total, waiting, 0), running, overallocated, of);
  }

  private List<ContainerView> waiting(int count) {
    List<ContainerView> waiting = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ResourceVector size = ResourceVector.of(1 + upTo(8_192), 1 + upTo(4));
      waiting.add(ContainerView.queued("w" + i, JobKey.of(1, i), 0, size, 1_000, i));
    }
    return waiting;
  }

  @Property(trials = TRIALS, shrink = false)
  public void predictionIsNeverBelowThePeakNorBelowTheSizeOfAnUnknownOne(long seed) {
    world(seed);
    for (RunningContainerUsage c : running) {
      MeasuredUsage m = c.measured();
      long memoryMb = c.predictedMemoryMb(settings, NOW);
      long milliVcores = c.predictedMilliVcores(settings, NOW);
      boolean isKnown =
          m != null && m.isFresh(NOW, settings.staleAfterMs()) && c.ageMs() >= settings.warmUpMs();
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

  @Property(trials = TRIALS, shrink = false)
  public void windowKnowsThePeaksOfItsLengthAndForgetsOlderOnes(long seed) {
    random.setSeed(seed);
    long windowMs = 12 + upTo(600_000);
    PeakUsageWindow window = new PeakUsageWindow(windowMs);
    List<long[]> samples = new ArrayList<>();
    long now = upTo(1_000_000);
    for (int i = 0; i < 200; i++) {
      now += upTo(windowMs / 5);
      long[] sample = {now, upTo(10_000), upTo(10_000)};
      samples.add(sample);
      window.add(sample[1], sample[2], now);
      long end = now;
      long within =
          samples.stream()
              .filter(s -> s[0] >= end - windowMs)
              .mapToLong(s -> s[1])
              .max()
              .getAsLong();
      long within2 =
          samples.stream()
              .filter(s -> s[0] >= end - 2 * windowMs)
              .mapToLong(s -> s[1])
              .max()
              .getAsLong();
      assertTrue(window.peakMemoryMb(now) >= within);
      assertTrue(window.peakMemoryMb(now) <= within2);
    }
    assertEquals(0, window.peakMilliVcores(now + 3 * windowMs));
  }

  @Property(trials = TRIALS, shrink = false)
  public void roomIsWithinItsBoundsAndWhatIsExpectedToBeUsed(long seed) {
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
    assertTrue(memoryMb + room.memoryMb() <= settings.target() * host.totalMemoryMb());
    assertTrue(milliVcores + room.vcores() * 1000 <= settings.target() * total.vcores() * 1000);
    assertTrue(host.availableMemoryMb() >= settings.startWatermark() * host.totalMemoryMb());
  }

  @Property(trials = TRIALS, shrink = false)
  public void thereIsNoRoomWithoutDataOfTheHost(long seed) {
    world(seed);
    UnusedRoomPolicy policy = new UnusedRoomPolicy(settings);
    long total = host.totalMemoryMb();
    long stale = NOW - settings.staleAfterMs() - 1;
    HostUsage[] useless = {
      null,
      new HostUsage(total, total, 0, stale),
      new HostUsage(total, total, 0, NOW + 1),
      new HostUsage(total, total, -1, NOW),
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
  public void unmeasuredContainersLeaveNoMoreRoomThanTheirAllocation(long seed) {
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
  public void startsFitTheRoomInOrderAndWithinTheLimit(long seed) {
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
  public void waitCountsOnlyRoomInWhichSomethingWouldStart(long seed) {
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

  @Property(trials = TRIALS, shrink = false)
  public void stopsFreeEnoughAndNoneIsUnnecessary(long seed) {
    world(seed);
    HostUsage before =
        random.nextBoolean()
            ? null
            : new HostUsage(
                host.totalMemoryMb(),
                Math.min(host.totalMemoryMb(), host.availableMemoryMb() + upTo(2_000)),
                0,
                host.measuredAtMs() - 1 - upTo(2_000));
    host = new HostUsage(host.totalMemoryMb(), upTo(host.totalMemoryMb() / 5), 0, NOW);
    MemoryProtectionPolicy policy = new MemoryProtectionPolicy(settings);
    long endingMb = upTo(1_000);
    List<String> stops = policy.decide(before, host, running, endingMb, NOW).value();
    long needMb = policy.missingMb(before, host) - endingMb;
    assertEquals(stops.size(), new HashSet<>(stops).size());
    if (needMb <= 0) {
      assertTrue(stops.isEmpty());
      return;
    }
    long freedMb = 0;
    long allMb = 0;
    for (RunningContainerUsage c : running) {
      long mb = c.measured() == null ? 0 : c.measured().memoryMb();
      allMb += mb;
      freedMb += stops.contains(c.id()) ? mb : 0;
    }
    if (allMb < needMb) {
      assertEquals("all stop", running.size(), stops.size());
      return;
    }
    assertTrue(freedMb >= needMb);
    for (RunningContainerUsage c : running) {
      if (stops.contains(c.id())) {
        assertTrue(freedMb - c.measured().memoryMb() < needMb);
      }
    }
  }

  @Property(trials = TRIALS, shrink = false)
  public void nothingStopsOnStaleOrAbsurdMemory(long seed) {
    world(seed);
    long total = host.totalMemoryMb();
    MemoryProtectionPolicy policy = new MemoryProtectionPolicy(settings);
    HostUsage[] useless = {
      null,
      new HostUsage(total, 0, 0, NOW - settings.staleAfterMs() - 1),
      new HostUsage(total, 0, 0, NOW + 1),
      new HostUsage(total, -1, 0, NOW),
      new HostUsage(0, 0, 0, NOW)
    };
    for (HostUsage each : useless) {
      assertTrue(policy.decide(null, each, running, 0, NOW).value().isEmpty());
    }
  }

  @Property(trials = TRIALS, shrink = false)
  public void startsGrowSlowlyAndPauseAfterStops(long seed) {
    world(seed);
    StartRateLimiter limiter = new StartRateLimiter();
    long now = NOW;
    int before = settings.startsPerRound();
    long pausedUntil = Long.MIN_VALUE;
    for (int i = 0; i < 100; i++) {
      now += 1_000;
      int allowed = limiter.nextRound(settings, now);
      if (now < pausedUntil) {
        assertEquals(0, allowed);
        continue;
      }
      assertTrue(allowed >= settings.startsPerRound() && allowed <= StartRateLimiter.MAX_STARTS);
      assertTrue(allowed <= Math.max(settings.startsPerRound(), 2 * before));
      before = allowed;
      int starts = random.nextInt(allowed + 1);
      limiter.onStarted(starts);
      if (random.nextInt(20) == 0) {
        limiter.onPressure(settings, true, now);
        pausedUntil = now + settings.warmUpMs();
        before = settings.startsPerRound();
      }
    }
  }
}
