// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.yarnext.tools.simulate.workload.SimJob;

/**
 * Tracks which stages of a job may request their tasks, from the tasks that have ended. Not
 * thread-safe.
 */
public final class JobProgress {
  private final SimJob job;
  private final boolean[] started;
  private final int[] done;
  private int left;

  public JobProgress(SimJob job) {
    this.job = job;
    this.started = new boolean[job.stages().size()];
    this.done = new int[job.stages().size()];
    this.left = job.tasks();
  }

  /** Returns the indices of the stages that have become ready since the last call. */
  public List<Integer> ready() {
    List<Integer> ready = new ArrayList<>();
    for (int s = 0; s < started.length; s++) {
      if (!started[s] && mayStart(s)) {
        started[s] = true;
        ready.add(s);
      }
    }
    return ready;
  }

  private boolean mayStart(int stage) {
    for (Map.Entry<Integer, Double> before : job.stages().get(stage).predecessors().entrySet()) {
      int tasks = job.stages().get(before.getKey()).tasks().size();
      // The share is a decimal fraction: 0.05 of 20 must be 1, despite rounding.
      if (done[before.getKey()] < Math.ceil(tasks * before.getValue() - 1e-9)) {
        return false;
      }
    }
    return true;
  }

  /** Records the end of a task. */
  public void ended(int stage) {
    done[stage]++;
    left--;
  }

  /** Returns whether all tasks have ended. */
  public boolean isFinished() {
    return left == 0;
  }
}
