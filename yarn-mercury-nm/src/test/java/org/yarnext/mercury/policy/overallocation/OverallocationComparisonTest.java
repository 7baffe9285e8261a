// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.overallocation;

import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.Test;
import org.yarnext.mercury.policy.ContainerView;
import org.yarnext.mercury.policy.JobKey;
import org.yarnext.mercury.policy.NodeView;
import org.yarnext.mercury.policy.ResourceVector;

/**
 * Stops and starts beyond the allocation in seeded worlds, beside simpler rules: continue the last
 * fall for a second, expect the peak of the whole window again, and add the whole margin to it.
 */
public class OverallocationComparisonTest {
  private static final OverallocationSettings SETTINGS =
      new OverallocationSettings(0.8, 0.2, 0.5, 2, 60_000, 15_000, 0.15, 0.1);

  private static final int WORLDS = 150;
  private static final long NODE_MB = 64_000;
  private static final long CHECK_MS = 250;
  private static final long STEP_MS = 10;

  // ---- stops ----------------------------------------------------------------------------------

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
    private double done;
    private double belowMs;
    private int empty;
    private double blockedMs;

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "lost %.4g, done %.4g, below %.4g ms, empty %d, blocked %.4g ms",
          lost,
          done,
          belowMs,
          empty,
          blockedMs);
    }
  }

  /** Lets the guaranteed containers of a node grow, all of them or some, at any speed. */
  private static void spike(long seed, boolean growAll, boolean isSimple, Tally tally) {
    Random random = new Random(seed);
    List<Process> guaranteed = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      double before = NODE_MB / 8 * (0.3 + 0.2 * random.nextDouble());
      double share = growAll ? 1 : random.nextInt(3) == 0 ? random.nextDouble() : 0;
      double after = before + share * (NODE_MB / 8 - before);
      guaranteed.add(new Process("g" + i, NODE_MB / 8, 1_000_000, before, after));
    }
    List<Process> beyond = new ArrayList<>();
    for (int i = 8 + random.nextInt(16); i > 0; i--) {
      long sizeMb = 1_000 + 500 * random.nextInt(4);
      double used = sizeMb * (0.3 + 0.6 * random.nextDouble());
      beyond.add(new Process("b" + i, sizeMb, random.nextInt(600_000), used, used));
    }
    double growthMb = 0;
    double usedMb = 0;
    for (Process each : guaranteed) {
      growthMb += each.afterMb - each.beforeMb;
      usedMb += each.beforeMb;
    }
    double freeableMb = 0;
    for (Process each : beyond) {
      usedMb += each.beforeMb;
      freeableMb += each.beforeMb;
    }
    // Without a stop, the spike ends above or below the watermark.
    double wantedMb = 0.1 * NODE_MB + freeableMb * (0.3 - 0.9 * random.nextDouble());
    long hostMb = Math.round((usedMb + growthMb + wantedMb) / 0.99);
    long lengthMs = 300 + (long) (random.nextDouble() * random.nextDouble() * 10_000);
    long stopMs = 80 + random.nextInt(500);
    long beginMs = 4_000 + random.nextInt(3_000);
    MinAvailableMemoryEstimator bounds = new MinAvailableMemoryEstimator();
    HostUsage last = null;
    long learntMs = MemoryProtectionPolicy.STOP_TIME_MS;
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
      if (t % CHECK_MS > 0) {
        continue;
      }
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
      long fallMb = last == null ? 0 : last.availableMemoryMb() - raw.availableMemoryMb();
      HostUsage host = raw.after(last);
      if (t % 1_000 == 0) {
        bounds.observe(host, running);
      }
      last = raw;
      List<String> stops =
          isSimple
              ? new MemoryProtectionPolicy(SETTINGS)
                  .decide(raw, candidates, endingMb - 4 * Math.max(0, fallMb), 0, t)
                  .value()
              : new MemoryProtectionPolicy(SETTINGS, learntMs)
                  .decide(host.notBelow(bounds.minMb(host)), candidates, endingMb, 0, t)
                  .value();
      for (Process each : beyond) {
        if (stops.contains(each.id)) {
          each.endMs = t + stopMs / 2 + random.nextInt((int) stopMs / 2);
          tally.lost += (double) each.ageMs * each.sizeMb;
          learntMs = stopMs;
        }
      }
    }
    tally.empty += minMb < 0.01 * hostMb ? 1 : 0;
  }

  private static Tally spikes(boolean growAll, boolean isSimple) {
    Tally tally = new Tally();
    for (int seed = 0; seed < WORLDS; seed++) {
      spike(seed, growAll, isSimple, tally);
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

  // ---- starts ---------------------------------------------------------------------------------

  /** The peak of a whole window. */
  private static final class SimpleWindow {
    private final List<long[]> samples = new ArrayList<>();

    void add(long memoryMb, long nowMs) {
      samples.add(new long[] {memoryMb, nowMs});
    }

    long peakMb(long nowMs) {
      samples.removeIf(each -> nowMs - each[1] > 300_000);
      return samples.stream().mapToLong(each -> each[0]).max().orElse(0);
    }
  }

  /** A container of a world of an hour. */
  private static final class LongProcess {
    private final long sizeMb;
    private final double usedMb;
    private final long startMs;
    private final long endMs;
    private final PeakUsageWindow window = new PeakUsageWindow(300_000);
    private final SimpleWindow simple = new SimpleWindow();
    private long spikesUntilMs;
    private MeasuredUsage measured;

    LongProcess(long sizeMb, double usedMb, long startMs, long endMs) {
      this.sizeMb = sizeMb;
      this.usedMb = usedMb;
      this.startMs = startMs;
      this.endMs = endMs;
    }

    double usedMb(long nowMs) {
      return nowMs < spikesUntilMs ? sizeMb : usedMb;
    }

    void measure(boolean isSimple, boolean knowsSteady, long nowMs) {
      long mb = (long) usedMb(nowMs);
      window.add(mb, 100, nowMs);
      simple.add(mb, nowMs);
      long peakMb = isSimple ? simple.peakMb(nowMs) : window.peakMemoryMb(nowMs);
      measured =
          new MeasuredUsage(mb, 100, peakMb, 100, nowMs)
              .steady(knowsSteady && window.isMemorySteady(nowMs));
    }

    RunningContainerUsage view(String id, long nowMs) {
      return new RunningContainerUsage(id, ResourceVector.of(sizeMb, 1), nowMs - startMs, measured);
    }
  }

  /** Runs a node for an hour whose guaranteed containers spike now and then. */
  private static void hour(long seed, boolean isSimple, boolean knowsSteady, Tally tally) {
    Random random = new Random(seed);
    ResourceVector node = ResourceVector.of(NODE_MB, 1_000);
    long hostMb = NODE_MB * 9 / 8;
    List<LongProcess> guaranteed = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      double used = NODE_MB / 8 * (0.3 + 0.2 * random.nextDouble());
      guaranteed.add(new LongProcess(NODE_MB / 8, used, -600_000, Long.MAX_VALUE));
    }
    // From every two minutes to twice an hour, of one container or of all.
    double spikesPerS = 1 / (120 + random.nextDouble() * 1_680);
    double allShare = random.nextDouble() / 2;
    Random tasks = new Random(seed + 1);
    StartRateLimiter rate = new StartRateLimiter();
    MemoryProtectionPolicy protection = new MemoryProtectionPolicy(SETTINGS);
    MinAvailableMemoryEstimator bounds = new MinAvailableMemoryEstimator();
    HostUsage last = null;
    List<ContainerView> waiting = new ArrayList<>();
    for (int i = 0; i < 64; i++) {
      ResourceVector size = ResourceVector.of(1_000, 1);
      waiting.add(ContainerView.queued("w" + i, JobKey.of(1, i), 0, size, 1_000, i));
    }
    List<LongProcess> beyond = new ArrayList<>();
    for (long t = 0; t < 3_600_000; t += 1_000) {
      if (random.nextDouble() < spikesPerS) {
        long untilMs = t + 3_000 + random.nextInt(15_000);
        boolean isAll = random.nextDouble() < allShare;
        int first = random.nextInt(8);
        for (int i = 0; i < 8; i++) {
          LongProcess each = guaranteed.get(i);
          each.spikesUntilMs = isAll || i == first ? untilMs : each.spikesUntilMs;
        }
      }
      for (LongProcess each : new ArrayList<>(beyond)) {
        if (each.endMs <= t) {
          tally.done += (double) (each.endMs - each.startMs) * each.sizeMb;
          beyond.remove(each);
        }
      }
      double usedMb = 0;
      List<RunningContainerUsage> running = new ArrayList<>();
      List<RunningContainerUsage> candidates = new ArrayList<>();
      for (int i = 0; i < 8 + beyond.size(); i++) {
        LongProcess each = i < 8 ? guaranteed.get(i) : beyond.get(i - 8);
        usedMb += each.usedMb(t);
        if (t % 3_000 == 0) {
          each.measure(isSimple, knowsSteady, t);
        }
        running.add(each.view("c" + i, t));
        if (i >= 8) {
          candidates.add(each.view("c" + i, t));
        }
      }
      tally.belowMs += hostMb - usedMb < 0.1 * hostMb ? 1_000 : 0;
      HostUsage raw = new HostUsage(hostMb, Math.max(0, Math.round(hostMb - usedMb)), 0.01, t);
      HostUsage host = raw.after(last);
      bounds.observe(host, running);
      host = host.notBelow(bounds.minMb(host));
      last = raw;
      List<String> stops = protection.decide(host, candidates, 0, 0, t).value();
      for (int i = beyond.size() - 1; i >= 0; i--) {
        if (stops.contains("c" + (i + 8))) {
          LongProcess stopped = beyond.remove(i);
          tally.lost += (double) (t - stopped.startMs) * stopped.sizeMb;
        }
      }
      if (!stops.isEmpty()) {
        rate.onPressure(SETTINGS, true, t);
        continue;
      }
      ResourceVector given = ResourceVector.of(1_000L * beyond.size(), beyond.size());
      NodeUsage usage =
          new NodeUsage(
              new NodeView(t, node, node, ResourceVector.NONE, 0),
              Collections.unmodifiableList(running),
              given,
              host);
      int starts =
          new OverallocationStartPolicy(SETTINGS)
              .choose(usage, waiting, any -> true, rate.nextRound(SETTINGS, t))
              .value()
              .size();
      rate.onStarted(starts);
      boolean isPaused = rate.isPaused(SETTINGS, t);
      tally.blockedMs += starts == 0 && !isPaused && hasRoomNow(usage) ? 1_000 : 0;
      for (int i = 0; i < starts; i++) {
        double used = 1_000 * (0.4 + 0.4 * tasks.nextDouble());
        beyond.add(new LongProcess(1_000, used, t, t + 10_000 + tasks.nextInt(80_000)));
      }
    }
  }

  /** Returns whether one would start if no peak were remembered. */
  private static boolean hasRoomNow(NodeUsage usage) {
    List<RunningContainerUsage> running = new ArrayList<>();
    for (RunningContainerUsage c : usage.running()) {
      MeasuredUsage m = c.measured();
      MeasuredUsage now =
          m == null
              ? null
              : new MeasuredUsage(m.memoryMb(), m.milliVcores(), 0, 0, usage.node().nowMs());
      running.add(new RunningContainerUsage(c.id(), c.size(), c.ageMs(), now));
    }
    NodeUsage forgetful = new NodeUsage(usage.node(), running, usage.overallocated(), usage.host());
    return new UnusedRoomPolicy(SETTINGS).room(forgetful).value().memoryMb() >= 1_000;
  }

  private static Tally hours(boolean isSimple, boolean knowsSteady) {
    Tally tally = new Tally();
    for (int seed = 0; seed < WORLDS / 5; seed++) {
      hour(seed, isSimple, knowsSteady, tally);
    }
    return tally;
  }

  @Test
  public void singleSpikesBlockStartsForAShorterTime() {
    Tally simple = hours(true, false);
    Tally now = hours(false, false);
    String both = simple + "; " + now;
    assertTrue(both, now.blockedMs < 0.7 * simple.blockedMs);
    assertTrue(both, now.done > 1.05 * simple.done);
    assertTrue(both, now.lost / now.done < simple.lost / simple.done + 0.01);
  }

  @Test
  public void lessMarginForSteadyContainersDoesMoreWorkAtNoMoreRisk() {
    Tally whole = hours(false, false);
    Tally half = hours(false, true);
    String both = whole + "; " + half;
    assertTrue(both, half.done > 1.08 * whole.done);
    assertTrue(both, half.lost / half.done < 1.05 * whole.lost / whole.done);
    assertTrue(both, half.belowMs <= 1.05 * whole.belowMs);
    assertTrue(both, half.empty <= whole.empty);
  }
}
