// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.steering.cpu;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.yarnext.tools.simulate.workload.SimJob;
import org.yarnext.tools.simulate.workload.SimTask;
import org.yarnext.tools.simulate.world.JobProgress;

/**
 * Simulated job with its waiting tasks, ordered before jobs with more running tasks. Not
 * thread-safe.
 */
public final class CpuJob implements Comparable<CpuJob> {
  private final SimJob job;
  private final JobProgress progress;
  private final List<Deque<SimTask>> waiting = new ArrayList<>();
  private final long[] requestedMs;
  private final int[] started;
  private int running;

  public CpuJob(SimJob job) {
    this.job = job;
    this.progress = new JobProgress(job);
    this.requestedMs = new long[job.stages().size()];
    this.started = new int[job.stages().size()];
    job.stages().forEach(stage -> waiting.add(new ArrayDeque<>()));
  }

  public SimJob job() {
    return job;
  }

  /** Requests the tasks of stages that have become ready; returns these stages. */
  public List<Integer> requestReadyStages(long nowMs) {
    List<Integer> ready = progress.ready();
    for (int stage : ready) {
      waiting.get(stage).addAll(job.stages().get(stage).tasks());
      requestedMs[stage] = nowMs;
    }
    return ready;
  }

  public long requestedMs(int stage) {
    return requestedMs[stage];
  }

  /** Returns the first stage with a waiting task; -1 if there is none. */
  public int stage() {
    for (int stage = 0; stage < waiting.size(); stage++) {
      if (!waiting.get(stage).isEmpty()) {
        return stage;
      }
    }
    return -1;
  }

  /** Returns the next task of a stage without removing it; the stage must have one. */
  public SimTask peek(int stage) {
    return waiting.get(stage).peek();
  }

  /** Takes the next task of a stage and returns its number in the stage. */
  public int start(int stage) {
    waiting.get(stage).remove();
    running++;
    return started[stage]++;
  }

  public void ended(int stage) {
    running--;
    progress.ended(stage);
  }

  @Override
  public int compareTo(CpuJob other) {
    int byRunning = Integer.compare(running, other.running);
    return byRunning == 0 ? Integer.compare(job.id(), other.job.id()) : byRunning;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CpuJob && ((CpuJob) other).job.id() == job.id();
  }

  @Override
  public int hashCode() {
    return job.id();
  }
}
