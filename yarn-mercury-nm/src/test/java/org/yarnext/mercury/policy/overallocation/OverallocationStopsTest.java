// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.overallocation;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.Test;
import org.yarnext.mercury.policy.ResourceVector;

/**
 * Stops beyond the allocation in seeded worlds, beside a simpler rule: continue the last fall for a
 * second.
 */
public class OverallocationStopsTest {
  private static final OverallocationSettings SETTINGS =
      new OverallocationSettings(0.8, 0.2, 0.5, 2, 60_000, 15_000, 0.15, 0.1);

  private static final int WORLDS = 150;
  private static final long NODE_MB = 64_000;
  private static final long CHECK_MS = 250;
  private static final long STEP_MS = 10;

  /** A container of a world in which memory spikes. */
  private static final class Process {
    private final String id;
    private final long sizeMb;
    private final long ageMs;
    private final double beforeMb;
    private final double afterMb;
    private long measuredMb;
    private long endMs = Long.MAX_VALUE;

    Process(String id, long sizeMb, long ageMs, double beforeMb, double afterMb) {
      this.id = id;
      this.sizeMb = sizeMb;
      this.ageMs = ageMs;
      this.beforeMb = beforeMb;
      this.afterMb = afterMb;
    }

    double usedMb(double grown, long nowMs) {
      return nowMs >= endMs ? 0 : beforeMb + grown * (afterMb - beforeMb);
    }

    RunningContainerUsage view(long nowMs) {
      return new RunningContainerUsage(
          id,
          ResourceVector.of(sizeMb, 1),
          ageMs,
          new MeasuredUsage(measuredMb, 100, measuredMb, 100, nowMs));
    }
  }

  /** The results of all worlds under one rule. */
  private static final class Tally {
    private double lost;
    private double belowMs;
    private int empty;

    @Override
    public String toString() {
      return String.format(Locale.ROOT, "lost %.4g, below %.4g ms, empty %d", lost, belowMs, empty);
    }
  }

  /** A node whose guaranteed containers grow, all of them or some, at any speed. */
  private static final class SpikeWorld {
    private final Random random;
    private final boolean isSimple;
    private final Tally tally;
    private final List<Process> guaranteed = new ArrayList<>();
    private final List<Process> beyond = new ArrayList<>();
    private final long hostMb;
    private final long lengthMs;
    private final long stopMs;
    private final long beginMs;
    private final MinAvailableMemoryEstimator bounds = new MinAvailableMemoryEstimator();
    private HostUsage last;
    private long learntMs = MemoryProtectionPolicy.STOP_TIME_MS;

    SpikeWorld(long seed, boolean growAll, boolean isSimple, Tally tally) {
      random = new Random(seed);
      this.isSimple = isSimple;
      this.tally = tally;
      double growthMb = 0;
      double usedMb = 0;
      for (int i = 0; i < 8; i++) {
        double before = NODE_MB / 8 * (0.3 + 0.2 * random.nextDouble());
        double share = growAll ? 1 : random.nextInt(3) == 0 ? random.nextDouble() : 0;
        double after = before + share * (NODE_MB / 8 - before);
        guaranteed.add(new Process("g" + i, NODE_MB / 8, 1_000_000, before, after));
        growthMb += after - before;
        usedMb += before;
      }
      double freeableMb = 0;
      for (int i = 8 + random.nextInt(16); i > 0; i--) {
        long sizeMb = 1_000 + 500 * random.nextInt(4);
        double used = sizeMb * (0.3 + 0.6 * random.nextDouble());
        beyond.add(new Process("b" + i, sizeMb, random.nextInt(600_000), used, used));
        usedMb += used;
        freeableMb += used;
      }
      // Without a stop, the spike ends above or below the watermark.
      double wantedMb = 0.1 * NODE_MB + freeableMb * (0.3 - 0.9 * random.nextDouble());
      hostMb = Math.round((usedMb + growthMb + wantedMb) / 0.99);
      lengthMs = 300 + (long) (random.nextDouble() * random.nextDouble() * 10_000);
      stopMs = 80 + random.nextInt(500);
      beginMs = 4_000 + random.nextInt(3_000);
    }

    void run() {
      double minMb = Double.MAX_VALUE;
      for (long t = 0; t < beginMs + lengthMs + 3_000; t += STEP_MS) {
        double grown = Math.max(0, Math.min(1, (double) (t - beginMs) / lengthMs));
        double inUseMb = 0.01 * hostMb;
        for (Process each : guaranteed) {
          inUseMb += each.usedMb(grown, t);
        }
        for (Process each : beyond) {
          inUseMb += each.usedMb(grown, t);
        }
        minMb = Math.min(minMb, hostMb - inUseMb);
        tally.belowMs += hostMb - inUseMb < 0.1 * hostMb ? STEP_MS : 0;
        if (t % CHECK_MS == 0) {
          check(grown, inUseMb, t);
        }
      }
      tally.empty += minMb < 0.01 * hostMb ? 1 : 0;
    }

    /** Measures the containers and the host, and stops what the policy selects. */
    private void check(double grown, double inUseMb, long t) {
      List<RunningContainerUsage> running = new ArrayList<>();
      List<RunningContainerUsage> candidates = new ArrayList<>();
      long endingMb = 0;
      for (Process each : guaranteed) {
        each.measuredMb = t % 3_000 == 0 ? (long) each.usedMb(grown, t) : each.measuredMb;
        running.add(each.view(t));
      }
      for (Process each : beyond) {
        each.measuredMb = t % 3_000 == 0 ? (long) each.usedMb(grown, t) : each.measuredMb;
        if (each.endMs == Long.MAX_VALUE) {
          candidates.add(each.view(t));
        } else if (each.endMs > t) {
          endingMb += each.measuredMb;
          running.add(each.view(t));
        }
      }
      running.addAll(candidates);
      HostUsage raw = new HostUsage(hostMb, Math.max(0, Math.round(hostMb - inUseMb)), 0.5, t);
      List<String> stops = stops(raw, running, candidates, endingMb, t);
      for (Process each : beyond) {
        if (stops.contains(each.id)) {
          each.endMs = t + stopMs / 2 + random.nextInt((int) stopMs / 2);
          tally.lost += (double) each.ageMs * each.sizeMb;
          learntMs = stopMs;
        }
      }
    }

    private List<String> stops(
        HostUsage raw,
        List<RunningContainerUsage> running,
        List<RunningContainerUsage> candidates,
        long endingMb,
        long t) {
      long fallMb = last == null ? 0 : last.availableMemoryMb() - raw.availableMemoryMb();
      HostUsage host = raw.after(last);
      if (t % 1_000 == 0) {
        bounds.observe(host, running);
      }
      last = raw;
      return isSimple
          ? new MemoryProtectionPolicy(SETTINGS)
              .decide(raw, candidates, endingMb - 4 * Math.max(0, fallMb), 0, t)
              .value()
          : new MemoryProtectionPolicy(SETTINGS, learntMs)
              .decide(host.notBelow(bounds.minMb(host)), candidates, endingMb, 0, t)
              .value();
    }
  }

  private static Tally spikes(boolean growAll, boolean isSimple) {
    Tally tally = new Tally();
    for (int seed = 0; seed < WORLDS; seed++) {
      new SpikeWorld(seed, growAll, isSimple, tally).run();
    }
    tally.belowMs /= WORLDS;
    return tally;
  }

  @Test
  public void spikesOfAllContainersLoseLessWork() {
    compareSpikes(true, 0.65);
  }

  @Test
  public void spikesOfSomeContainersLoseLessWork() {
    compareSpikes(false, 0.65);
  }

  private static void compareSpikes(boolean growAll, double maxLost) {
    Tally simple = spikes(growAll, true);
    Tally now = spikes(growAll, false);
    String both = simple + "; " + now;
    assertTrue(both, now.lost < maxLost * simple.lost);
    assertTrue(both, now.belowMs < simple.belowMs + 250);
    assertTrue(both, now.empty <= simple.empty + WORLDS / 50);
  }

  /** At the next check, a stop takes as long as it does now. */
  @Test
  public void memoryIsFreedBeforeAStopAtTheNextCheckWouldBeTooLate() {
    HostUsage before = new HostUsage(10_000, 2_400, 0.5, 0);
    HostUsage host = new HostUsage(10_000, 1_600, 0.5, 1_000).after(before);
    // After a stop that begins now 1,000 MB are left, the watermark; after the next 200, of 500.
    assertEquals(300, new MemoryProtectionPolicy(SETTINGS).missingMb(host));
  }
}
