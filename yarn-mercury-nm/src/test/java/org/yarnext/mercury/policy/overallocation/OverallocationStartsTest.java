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
 * Starts beyond the allocation in seeded worlds, beside simpler rules: expect the peak of the whole
 * window again, and add the whole margin to it.
 */
public class OverallocationStartsTest {
  private static final OverallocationSettings SETTINGS =
      new OverallocationSettings(0.8, 0.2, 0.5, 2, 60_000, 15_000, 0.15, 0.1);

  private static final int WORLDS = 30;
  private static final long NODE_MB = 64_000;

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

  /** The results of all worlds under one rule. */
  private static final class Tally {
    private double lost;
    private double done;
    private double belowMs;
    private double blockedMs;

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "lost %.4g, done %.4g, below %.4g ms, blocked %.4g ms",
          lost,
          done,
          belowMs,
          blockedMs);
    }
  }

  /** A node whose guaranteed containers spike now and then in an hour. */
  private static final class HourWorld {
    private static final ResourceVector NODE = ResourceVector.of(NODE_MB, 1_000);
    private static final long HOST_MB = NODE_MB * 9 / 8;

    private final Random random;
    private final Random tasks;
    private final boolean isSimple;
    private final boolean knowsSteady;
    private final Tally tally;
    private final List<LongProcess> guaranteed = new ArrayList<>();
    private final List<LongProcess> beyond = new ArrayList<>();
    private final List<ContainerView> waiting = new ArrayList<>();
    private final double spikesPerS;
    private final double allShare;
    private final StartRateLimiter rate = new StartRateLimiter();
    private final MemoryProtectionPolicy protection = new MemoryProtectionPolicy(SETTINGS);
    private final MinAvailableMemoryEstimator bounds = new MinAvailableMemoryEstimator();
    private HostUsage last;

    HourWorld(long seed, boolean isSimple, boolean knowsSteady, Tally tally) {
      random = new Random(seed);
      tasks = new Random(seed + 1);
      this.isSimple = isSimple;
      this.knowsSteady = knowsSteady;
      this.tally = tally;
      for (int i = 0; i < 8; i++) {
        double used = NODE_MB / 8 * (0.3 + 0.2 * random.nextDouble());
        guaranteed.add(new LongProcess(NODE_MB / 8, used, -600_000, Long.MAX_VALUE));
      }
      // From every two minutes to twice an hour, of one container or of all.
      spikesPerS = 1 / (120 + random.nextDouble() * 1_680);
      allShare = random.nextDouble() / 2;
      for (int i = 0; i < 64; i++) {
        ResourceVector size = ResourceVector.of(1_000, 1);
        waiting.add(ContainerView.queued("w" + i, JobKey.of(1, i), 0, size, 1_000, i));
      }
    }

    void run() {
      for (long t = 0; t < 3_600_000; t += 1_000) {
        spike(t);
        end(t);
        List<RunningContainerUsage> running = measure(t);
        HostUsage host = host(running, t);
        if (stop(host, running, t)) {
          rate.onPressure(SETTINGS, true, t);
        } else {
          start(host, running, t);
        }
      }
    }

    private void spike(long t) {
      if (random.nextDouble() < spikesPerS) {
        long untilMs = t + 3_000 + random.nextInt(15_000);
        boolean isAll = random.nextDouble() < allShare;
        int first = random.nextInt(8);
        for (int i = 0; i < 8; i++) {
          LongProcess each = guaranteed.get(i);
          each.spikesUntilMs = isAll || i == first ? untilMs : each.spikesUntilMs;
        }
      }
    }

    private void end(long t) {
      for (LongProcess each : new ArrayList<>(beyond)) {
        if (each.endMs <= t) {
          tally.done += (double) (each.endMs - each.startMs) * each.sizeMb;
          beyond.remove(each);
        }
      }
    }

    /** Returns the usage of all containers, of guaranteed ones first. */
    private List<RunningContainerUsage> measure(long t) {
      List<RunningContainerUsage> running = new ArrayList<>();
      for (int i = 0; i < 8 + beyond.size(); i++) {
        LongProcess each = i < 8 ? guaranteed.get(i) : beyond.get(i - 8);
        if (t % 3_000 == 0) {
          each.measure(isSimple, knowsSteady, t);
        }
        running.add(each.view("c" + i, t));
      }
      return running;
    }

    private HostUsage host(List<RunningContainerUsage> running, long t) {
      double usedMb = 0;
      for (LongProcess each : guaranteed) {
        usedMb += each.usedMb(t);
      }
      for (LongProcess each : beyond) {
        usedMb += each.usedMb(t);
      }
      tally.belowMs += HOST_MB - usedMb < 0.1 * HOST_MB ? 1_000 : 0;
      HostUsage raw = new HostUsage(HOST_MB, Math.max(0, Math.round(HOST_MB - usedMb)), 0.01, t);
      HostUsage host = raw.after(last);
      bounds.observe(host, running);
      last = raw;
      return host.notBelow(bounds.minMb(host));
    }

    /** Returns whether something was stopped. */
    private boolean stop(HostUsage host, List<RunningContainerUsage> running, long t) {
      List<RunningContainerUsage> candidates = running.subList(8, running.size());
      List<String> stops = protection.decide(host, candidates, 0, 0, t).value();
      for (int i = beyond.size() - 1; i >= 0; i--) {
        if (stops.contains("c" + (i + 8))) {
          LongProcess stopped = beyond.remove(i);
          tally.lost += (double) (t - stopped.startMs) * stopped.sizeMb;
        }
      }
      return !stops.isEmpty();
    }

    private void start(HostUsage host, List<RunningContainerUsage> running, long t) {
      ResourceVector given = ResourceVector.of(1_000L * beyond.size(), beyond.size());
      NodeView node = new NodeView(t, NODE, NODE, ResourceVector.NONE, 0);
      NodeUsage usage = new NodeUsage(node, Collections.unmodifiableList(running), given, host);
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
    for (int seed = 0; seed < WORLDS; seed++) {
      new HourWorld(seed, isSimple, knowsSteady, tally).run();
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
  }
}
