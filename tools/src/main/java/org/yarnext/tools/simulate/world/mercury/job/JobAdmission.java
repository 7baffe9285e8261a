// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.mercury.job;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import org.yarnext.tools.simulate.workload.SimJob;

/**
 * Limits the number of running jobs in each queue (Mercury section 7.2.1): submits the next job at
 * the moment when one ends.
 */
public final class JobAdmission {
  private final ToIntFunction<String> maxRunning;
  private final Consumer<SimJob> admit;
  private final Map<String, Deque<SimJob>> waiting = new HashMap<>();
  private final Map<String, Integer> running = new HashMap<>();

  /**
   * @param maxRunning returns the maximum number of running jobs of a queue; 0 for no limit
   * @param admit called once for each job
   */
  public JobAdmission(ToIntFunction<String> maxRunning, Consumer<SimJob> admit) {
    this.maxRunning = maxRunning;
    this.admit = admit;
  }

  /** Adds a submitted job. */
  public void arrived(SimJob job) {
    waiting.computeIfAbsent(job.queue(), queue -> new ArrayDeque<>()).add(job);
    next(job.queue());
  }

  /** Records the end of an admitted job. */
  public void ended(SimJob job) {
    running.merge(job.queue(), -1, Integer::sum);
    next(job.queue());
  }

  private void next(String queue) {
    int bound = maxRunning.applyAsInt(queue);
    Deque<SimJob> ofQueue = waiting.get(queue);
    while (!ofQueue.isEmpty() && (bound == 0 || running.getOrDefault(queue, 0) < bound)) {
      running.merge(queue, 1, Integer::sum);
      admit.accept(ofQueue.poll());
    }
  }
}
