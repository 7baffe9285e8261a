// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.overallocation;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.pholser.junit.quickcheck.Property;
import com.pholser.junit.quickcheck.When;
import com.pholser.junit.quickcheck.runner.JUnitQuickcheck;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.runner.RunWith;
import org.yarnext.common.decision.Decision;
import org.yarnext.mercury.policy.ResourceVector;

/** Properties of what protects guaranteed containers from over-allocated ones on any node. */
@RunWith(JUnitQuickcheck.class)
public class MemoryProtectionPropertiesTest extends OverallocationPropertiesTestBase {
  @Property(trials = TRIALS, shrink = false)
  public void limitAroundAllContainersNeverAddsRoomNorSparesContainers(@When(seed = 1) long seed) {
    world(seed);
    UnusedRoomPolicy policy = new UnusedRoomPolicy(settings);
    HostUsage alone = with(host.memory().subList(0, 1), NodePressure.UNKNOWN);
    ResourceVector room = policy.room(node(ResourceVector.NONE, host)).value();
    world(seed); // so that the same guaranteed containers wait
    ResourceVector more = policy.room(node(ResourceVector.NONE, alone)).value();
    assertTrue(room.fitsIn(more));
    MemoryProtectionPolicy protection = new MemoryProtectionPolicy(settings);
    assertTrue(protection.missingMb(host) >= protection.missingMb(alone));
  }

  @Property(trials = TRIALS, shrink = false)
  public void pressureStopsOneContainerAtATimeAndTheOneThatLosesLeast(@When(seed = 2) long seed) {
    world(seed);
    MemoryProtectionPolicy policy =
        new MemoryProtectionPolicy(settings.withPressure(0.1, 0.2, 0.5));
    List<MemorySnapshot> plenty = new ArrayList<>();
    host.memory().forEach(each -> plenty.add(new MemorySnapshot(each.totalMb(), each.totalMb())));
    NodePressure pressure = new NodePressure(1, 0.21 + random.nextDouble() * 0.79, 1);
    HostUsage pressed = with(plenty, pressure);
    assertEquals(
        OverallocationReason.OVERALLOCATION_RELIEF_AWAITED,
        policy.decide(pressed, running, 0, upTo(9_999), NOW).reason());
    HostUsage calm = with(plenty, new NodePressure(1, 0.2, 1));
    assertEquals(
        OverallocationReason.OVERALLOCATION_MEMORY_SUFFICES,
        policy.decide(calm, running, 0, 10_000, NOW).reason());
    Decision<List<String>> stops = policy.decide(pressed, running, 0, 10_000, NOW);
    assertEquals(OverallocationReason.OVERALLOCATION_PRESSURE_RELIEVED, stops.reason());
    assertEquals(Math.min(1, running.size()), stops.value().size());
    double chosen = Double.MAX_VALUE;
    double least = Double.MAX_VALUE;
    for (RunningContainerUsage c : running) {
      long mb = c.measured() == null ? 0 : c.measured().memoryMb();
      double lost = mb == 0 ? Double.MAX_VALUE : (double) c.ageMs() * c.size().memoryMb() / mb;
      least = Math.min(least, lost);
      chosen = stops.value().contains(c.id()) ? lost : chosen;
    }
    assertEquals(least, chosen, 0);
  }

  @Property(trials = TRIALS, shrink = false)
  public void stopsFreeEnoughAndNoneIsUnnecessary(@When(seed = 3) long seed) {
    world(seed);
    HostUsage before =
        random.nextBoolean()
            ? null
            : new HostUsage(
                host.totalMemoryMb(),
                Math.min(host.totalMemoryMb(), host.availableMemoryMb() + upTo(2_000)),
                0,
                host.measuredAtMs() - 1 - upTo(2_000));
    List<MemorySnapshot> scarce = new ArrayList<>();
    for (MemorySnapshot each : host.memory()) {
      scarce.add(new MemorySnapshot(each.totalMb(), upTo(each.totalMb() / 5)));
    }
    host = with(scarce, NodePressure.UNKNOWN);
    host = host.after(before);
    MemoryProtectionPolicy policy = new MemoryProtectionPolicy(settings, upTo(5_000));
    long endingMb = upTo(1_000);
    List<String> stops = policy.decide(host, running, endingMb, upTo(20_000), NOW).value();
    long needMb = policy.missingMb(host) - endingMb;
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
  public void nothingStopsOnStaleOrAbsurdMemory(@When(seed = 4) long seed) {
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
      assertTrue(policy.decide(each, running, 0, 60_000, NOW).value().isEmpty());
      assertTrue(policy.fallback(each, running, NOW).value().isEmpty());
    }
  }

  @Property(trials = TRIALS, shrink = false)
  public void startsGrowSlowlyAndPauseAfterStops(@When(seed = 5) long seed) {
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
