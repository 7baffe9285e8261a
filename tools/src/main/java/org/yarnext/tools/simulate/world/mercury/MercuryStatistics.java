// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.mercury;

import java.util.List;
import org.yarnext.tools.simulate.engine.ProgressListener;
import org.yarnext.tools.simulate.outcome.CounterNames;
import org.yarnext.tools.simulate.outcome.OutcomeRecorder;
import org.yarnext.tools.simulate.outcome.RunOutcome;
import org.yarnext.tools.simulate.workload.ClusterTopology;
import org.yarnext.tools.simulate.workload.SimJob;
import org.yarnext.tools.simulate.workload.Workload;

/** Records the starts and ends of containers, and reports the progress of the run. */
final class MercuryStatistics {
  private static final int TASKS_A_PROGRESS = 10_000;

  private final OutcomeRecorder recorder;
  private final ProgressListener progress;
  private final long allTasks;
  private final long limitMs;
  private final boolean isUsageModelled;
  private long opportunisticMs;

  /**
   * @param limitMs maximum virtual time of the run
   * @param isUsageModelled whether to count usage, lost work and waits
   */
  MercuryStatistics(
      Workload workload,
      ClusterTopology topology,
      ProgressListener progress,
      long limitMs,
      boolean isUsageModelled) {
    this.recorder = new OutcomeRecorder(workload, topology);
    this.progress = progress;
    this.allTasks = workload.tasks();
    this.limitMs = limitMs;
    this.isUsageModelled = isUsageModelled;
  }

  /** Records the present usage of all nodes' containers, for a second. */
  void sampled(List<SimulatedHost> hosts) {
    long mb = 0;
    long milliVcores = 0;
    long cpuShort = 0;
    long memoryShort = 0;
    for (SimulatedHost host : hosts) {
      mb += host.meter.usedMb();
      milliVcores += host.meter.usedMilliVcores();
      cpuShort += host.meter.isCpuShort() ? 1 : 0;
      memoryShort += host.meter.isMemoryShort() ? 1 : 0;
    }
    recorder.count(CounterNames.SAMPLED_S, 1);
    recorder.count(CounterNames.USED_MB_S, mb);
    recorder.count(CounterNames.USED_MILLIVCORE_S, milliVcores);
    recorder.count(CounterNames.CPU_SHORT_S, cpuShort);
    recorder.count(CounterNames.MEMORY_SHORT_S, memoryShort);
  }

  void admitted(SimJob job, long nowMs) {
    recorder.admitted(job, nowMs);
  }

  void requested(SimJob job, int stage, long nowMs) {
    recorder.requested(job, stage, nowMs);
  }

  /** Records the start of a container. */
  void started(SimulatedContainer c, long nowMs) {
    if (isUsageModelled && !c.opportunistic) {
      recorder.count(CounterNames.GUARANTEED_STARTED, 1);
      recorder.count(CounterNames.GUARANTEED_WAITED, nowMs > c.arrivedMs ? 1 : 0);
      recorder.count(CounterNames.GUARANTEED_WAIT_MS, nowMs - c.arrivedMs);
    }
    if (c.beyond) {
      recorder.count(CounterNames.BEYOND_STARTED, 1);
    }
    if (c.ofMaster()) {
      recorder.used(c.size.memoryMb(), vcores(c), nowMs);
      return;
    }
    recorder.started(
        c.master.job(),
        c.kind.stage(),
        nowMs - c.requestedMs,
        c.task.memoryMb(),
        c.size.memoryMb(),
        vcores(c),
        nowMs);
  }

  /**
   * Records the end of a container that ran.
   *
   * @param killed whether it was preempted
   */
  void ended(SimulatedContainer c, boolean killed, long nowMs) {
    if (c.ofMaster()) {
      recorder.used(-c.size.memoryMb(), -vcores(c), nowMs);
      return;
    }
    if (c.opportunistic) {
      opportunisticMs += vcores(c) * (nowMs - c.startedMs);
    }
    if (isUsageModelled && killed) {
      recorder.count(CounterNames.LOST_VCORE_MS, vcores(c) * (nowMs - c.startedMs));
    }
    if (c.beyond && killed) {
      recorder.count(CounterNames.BEYOND_STOPPED, 1);
    }
    SimJob job = c.master.job();
    if (killed) {
      recorder.killed(job, c.kind.stage(), c.size.memoryMb(), vcores(c), nowMs);
      return;
    }
    recorder.ended(job, c.kind.stage(), nowMs - c.startedMs, c.size.memoryMb(), vcores(c), nowMs);
    if (recorder.doneTasks() % TASKS_A_PROGRESS == 0) {
      long byTime = (long) (allTasks * ((double) nowMs / limitMs));
      progress.progress(Math.max(recorder.doneTasks(), byTime), allTasks, nowMs);
    }
  }

  private static int vcores(SimulatedContainer c) {
    return (int) c.size.vcores();
  }

  void count(String counter) {
    recorder.count(counter, 1);
  }

  /** Returns the outcome of the run. Called once, at its end. */
  RunOutcome outcome(long nowMs, long events) {
    recorder.used(0, 0, nowMs);
    recorder.count("events", events);
    recorder.count(CounterNames.OPPORTUNISTIC_VCORE_MS, opportunisticMs);
    recorder.count("virtual-ms", nowMs);
    return recorder.outcome();
  }
}
