// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.pool;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.yarnext.tools.simulate.workload.SimJob;
import org.yarnext.tools.simulate.workload.SimTask;
import org.yarnext.tools.simulate.world.JobProgress;

/** A job with its waiting tasks, ordered before jobs with more remaining work. */
final class PoolJob implements Comparable<PoolJob> {
  final SimJob job;
  final JobProgress progress;
  final List<Deque<SimTask>> waiting = new ArrayList<>();
  final long[] requestedMs;
  private double remaining;

  PoolJob(SimJob job) {
    this.job = job;
    this.progress = new JobProgress(job);
    this.requestedMs = new long[job.stages().size()];
    for (int s = 0; s < job.stages().size(); s++) {
      waiting.add(new ArrayDeque<>());
      for (SimTask task : job.stages().get(s).tasks()) {
        remaining += work(task);
      }
    }
  }

  private static double work(SimTask task) {
    return (double) task.durationMs() * task.memoryMb();
  }

  /** Queues the tasks without delays of stages that have become ready; returns these stages. */
  List<Integer> begin(long nowMs) {
    List<Integer> ready = progress.ready();
    for (int s : ready) {
      for (SimTask task : job.stages().get(s).tasks()) {
        if (task.delayMs() == 0) {
          waiting.get(s).add(task);
        }
      }
      requestedMs[s] = nowMs;
    }
    return ready;
  }

  boolean waits() {
    for (Deque<SimTask> stage : waiting) {
      if (!stage.isEmpty()) {
        return true;
      }
    }
    return false;
  }

  /** Records the end of a task. Must not be called while the job is in a sorted set. */
  void ended(int stage, SimTask task) {
    progress.ended(stage);
    remaining -= work(task);
  }

  @Override
  public int compareTo(PoolJob other) {
    int byWork = Double.compare(remaining, other.remaining);
    return byWork == 0 ? Integer.compare(job.id(), other.job.id()) : byWork;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PoolJob && ((PoolJob) other).job.id() == job.id();
  }

  @Override
  public int hashCode() {
    return job.id();
  }
}
