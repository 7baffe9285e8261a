// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Random traces (YARN-ME, section 6.1): arrivals uniform in 1,000 s; memory, tasks per job and run
 * times uniform in their ranges, or exponential with a mean a quarter into the range and drawn
 * again beyond its end.
 */
final class TraceFamily {
  static final int STEP_MB = 100;

  private final boolean uniform;
  private final int jobs;
  private final int maxMb;
  private final int maxTasks;
  private final int maxSeconds;

  TraceFamily(boolean uniform, int jobs, int maxMb, int maxTasks, int maxSeconds) {
    this.uniform = uniform;
    this.jobs = jobs;
    this.maxMb = maxMb;
    this.maxTasks = maxTasks;
    this.maxSeconds = maxSeconds;
  }

  List<TraceJob> trace(long seed) {
    Random random = new Random(seed);
    List<TraceJob> trace = new ArrayList<>();
    for (int i = 0; i < jobs; i++) {
      long arrivalMs = random.nextInt(1_000) * 1_000L;
      int tasks = (int) draw(random, 1, maxTasks);
      long memoryMb = draw(random, 1_000 / STEP_MB, maxMb / STEP_MB) * STEP_MB;
      long runMs = draw(random, 50, maxSeconds) * 1_000L;
      trace.add(new TraceJob(i, arrivalMs, tasks, memoryMb, runMs));
    }
    return trace;
  }

  private long draw(Random random, int min, int max) {
    if (uniform) {
      return min + random.nextInt(max - min + 1);
    }
    double drawn;
    do {
      drawn = -Math.log(1 - random.nextDouble()) * (max - min) / 4;
    } while (drawn > max - min);
    return Math.round(min + drawn);
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%s, up to %d tasks of %.1f GB and %d s",
        uniform ? "uniform" : "exponential",
        maxTasks,
        maxMb / 1e3,
        maxSeconds);
  }
}
