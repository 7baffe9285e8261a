// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.mercury;

import org.yarnext.tools.simulate.engine.ProgressListener;
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
  private long opportunisticMs;

  /**
   * @param limitMs maximum virtual time of the run
   */
  MercuryStatistics(
      Workload workload, ClusterTopology topology, ProgressListener progress, long limitMs) {
    this.recorder = new OutcomeRecorder(workload, topology);
    this.progress = progress;
    this.allTasks = workload.tasks();
    this.limitMs = limitMs;
  }

  void admitted(SimJob job, long nowMs) {
    recorder.admitted(job, nowMs);
  }

  void requested(SimJob job, int stage, long nowMs) {
    recorder.requested(job, stage, nowMs);
  }

  /** Records the start of a container. */
  void started(SimulatedContainer c, long nowMs) {
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
    recorder.count("opportunistic-vcore-ms", opportunisticMs);
    recorder.count("virtual-ms", nowMs);
    return recorder.outcome();
  }
}
