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
 * Many jobs of short tasks, as in section 7.2 of Mercury: 200 tasks a job, 1.2 s a task on average,
 * a fixed number of jobs at a time. Drawn from a seed, so that every system gets the same.
 */
public final class BenchLoad {
  public static final double MEAN_SECONDS = 1.2;

  /** Task durations are uniform, away from the mean by this share of it at most. */
  private static final double AWAY = 2.0 / 3;

  final int jobs;
  final int atOnce;
  final int tasks;
  final double meanSeconds;
  private final long seed;
  private final double spread;

  /** Jobs alike, which all have tasks of {@code meanSeconds} on average. */
  public BenchLoad(int jobs, int atOnce, int tasks, double meanSeconds, long seed) {
    this(jobs, atOnce, tasks, meanSeconds, seed, 1);
  }

  /** The load that a command line asks for. */
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
   * The same with jobs whose mean task durations differ, evenly on a logarithmic scale and in
   * random order; the mean of all stays.
   *
   * @param most the longest to the middle one, 1 or more
   */
  BenchLoad spread(double most) {
    return new BenchLoad(jobs, atOnce, tasks, meanSeconds, seed, most);
  }

  /** Of the tasks of each job. */
  private double[] means() {
    List<Double> factors = new ArrayList<>();
    for (int j = 0; j < jobs; j++) {
      factors.add(Math.pow(spread, jobs == 1 ? 0 : 2.0 * j / (jobs - 1) - 1));
    }
    double sum = factors.stream().mapToDouble(f -> f).sum();
    Collections.shuffle(factors, new Random(seed));
    return factors.stream().mapToDouble(f -> meanSeconds * f * jobs / sum).toArray();
  }

  /** The tasks of job {@code index}, from 0. */
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
