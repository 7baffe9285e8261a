// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.jobs;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.yarnext.benchmarks.experiment.BenchOptions;
import org.yarnext.benchmarks.experiment.TaskDurations;
import org.yarnext.minicluster.shell.ShellTask;

/**
 * A load of jobs with short tasks, as in section 7.2 of Mercury: by default 200 tasks a job with a
 * mean of 1.2 s, and a fixed number of jobs at a time. It is drawn from a seed, so that every
 * system gets the same.
 */
public final class BenchLoad {
  public static final double MEAN_SECONDS = 1.2;

  /**
   * Maximum distance of a task's duration from the mean, as a share of it. Durations are uniform.
   */
  private static final double AWAY = 2.0 / 3;

  final int jobs;
  final int atOnce;
  final int tasks;
  final double meanSeconds;
  private final long seed;
  private final double spread;

  /** Creates jobs whose tasks all have the same mean duration. */
  public BenchLoad(int jobs, int atOnce, int tasks, double meanSeconds, long seed) {
    this(jobs, atOnce, tasks, meanSeconds, seed, 1);
  }

  /** Creates the load that a command line specifies. */
  public static BenchLoad of(BenchOptions options) {
    return new BenchLoad(options.jobs, options.atOnce, options.tasks, MEAN_SECONDS, options.seed)
        .spread(options.spread);
  }

  private BenchLoad(int jobs, int atOnce, int tasks, double meanSeconds, long seed, double spread) {
    this.jobs = jobs;
    this.atOnce = atOnce;
    this.tasks = tasks;
    this.meanSeconds = meanSeconds;
    this.seed = seed;
    this.spread = spread;
  }

  /**
   * Returns a copy whose jobs have different mean task durations, evenly spaced on a logarithmic
   * scale and in random order. The overall mean does not change.
   *
   * @param maxRatio ratio of the longest mean to the middle one, at least 1
   */
  BenchLoad spread(double maxRatio) {
    return new BenchLoad(jobs, atOnce, tasks, meanSeconds, seed, maxRatio);
  }

  /** Returns the mean task duration of each job, in seconds. */
  private double[] means() {
    List<Double> factors = new ArrayList<>();
    for (int j = 0; j < jobs; j++) {
      factors.add(Math.pow(spread, jobs == 1 ? 0 : 2.0 * j / (jobs - 1) - 1));
    }
    double sum = factors.stream().mapToDouble(f -> f).sum();
    Collections.shuffle(factors, new Random(seed));
    return factors.stream().mapToDouble(f -> meanSeconds * f * jobs / sum).toArray();
  }

  /** Returns the tasks of job {@code index}, from 0. */
  List<ShellTask> tasks(int index, ExecutionType type) {
    Random random = new Random(seed * 1_000_003 + index);
    double mean = means()[index];
    List<ShellTask> tasks = new ArrayList<>();
    for (int t = 0; t < this.tasks; t++) {
      String command = TaskDurations.sleep(mean, AWAY, random);
      tasks.add(
          type == ExecutionType.OPPORTUNISTIC
              ? ShellTask.opportunistic(command)
              : ShellTask.guaranteed(command));
    }
    return tasks;
  }
}
