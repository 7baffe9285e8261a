// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.workload.synthetic;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.yarnext.tools.simulate.engine.RandomStreams;
import org.yarnext.tools.simulate.workload.SimJob;
import org.yarnext.tools.simulate.workload.SimStage;
import org.yarnext.tools.simulate.workload.SimTask;
import org.yarnext.tools.simulate.workload.Workload;

/**
 * Jobs of one parallel phase with equally many tasks, as Gridmix generated them for Mercury
 * (sections 7.2 to 7.4). The tasks of a job class run for half to one and a half times its mean.
 * All jobs arrive at the start, or one by one. Immutable.
 */
public final class GridmixWorkload {
  private static final int PRIORITY = 10;

  /** Number of different run times in a class; equal tasks share one object. */
  private static final int STEPS = 32;

  /** A kind of job. Immutable. */
  public static final class JobClass {
    final String name;
    final double share;
    final long meanMs;

    /**
     * @param share share of all jobs, 0 to 1
     * @param meanMs mean run time of the tasks; above 0
     */
    public JobClass(String name, double share, long meanMs) {
      if (!(share >= 0 && share <= 1) || meanMs <= 0) {
        throw new IllegalArgumentException(name + ": " + share + " of jobs, " + meanMs + " ms");
      }
      this.name = name;
      this.share = share;
      this.meanMs = meanMs;
    }

    /** Returns the share of all jobs, 0 to 1. */
    public double share() {
      return share;
    }

    /** Returns the mean run time of the tasks, in ms. */
    public long meanMs() {
      return meanMs;
    }
  }

  private final String queue;
  private final int jobs;
  private final int tasks;
  private final long taskMb;
  private final double intervalMs;
  private final List<JobClass> classes;

  private GridmixWorkload(
      String queue, int jobs, int tasks, long taskMb, double intervalMs, List<JobClass> classes) {
    this.queue = queue;
    this.jobs = jobs;
    this.tasks = tasks;
    this.taskMb = taskMb;
    this.intervalMs = intervalMs;
    this.classes = classes;
  }

  /**
   * Returns jobs that are all submitted at the start; a world may limit how many run.
   *
   * @param tasks tasks per job
   * @param taskMb memory of each task, which has one core
   * @param classes classes whose shares add up to 1
   */
  public static GridmixWorkload of(int jobs, int tasks, long taskMb, List<JobClass> classes) {
    double sum = classes.stream().mapToDouble(c -> c.share).sum();
    if (jobs < 1 || tasks < 1 || Math.abs(sum - 1) > 1e-6) {
      throw new IllegalArgumentException(
          jobs + " jobs of " + tasks + " tasks, shares that sum up to " + sum);
    }
    return new GridmixWorkload(
        "default", jobs, tasks, taskMb, 0, Collections.unmodifiableList(new ArrayList<>(classes)));
  }

  /** Returns a copy in another queue. */
  public GridmixWorkload in(String newQueue) {
    return new GridmixWorkload(newQueue, jobs, tasks, taskMb, intervalMs, classes);
  }

  /**
   * Returns a copy whose jobs arrive one by one.
   *
   * @param meanMs mean time between two arrivals, each between half and one and a half times as
   *     long; above 0
   */
  public GridmixWorkload every(double meanMs) {
    return new GridmixWorkload(queue, jobs, tasks, taskMb, meanMs, classes);
  }

  public Workload make(long seed) {
    return new Workload("gridmix", made(seed, 1));
  }

  /** Returns the workload of these jobs and others, whose ids follow. */
  public Workload with(GridmixWorkload others, long seed) {
    List<SimJob> both = made(seed, 1);
    both.addAll(others.made(seed, jobs + 1));
    return new Workload("gridmix", both);
  }

  private List<SimJob> made(long seed, int firstId) {
    RandomStreams streams = new RandomStreams(seed);
    Random kinds = streams.stream("classes-" + queue);
    Random arrivals = streams.stream("arrivals-" + queue);
    List<List<SimTask>> steps = new ArrayList<>();
    classes.forEach(c -> steps.add(steps(c)));
    List<SimJob> made = new ArrayList<>(jobs);
    double atMs = 0;
    for (int j = 0; j < jobs; j++) {
      atMs += intervalMs * (0.5 + arrivals.nextDouble());
      int which = draw(kinds);
      Random random = streams.stream("durations-" + queue, j);
      List<SimTask> drawn = new ArrayList<>(tasks);
      for (int t = 0; t < tasks; t++) {
        drawn.add(steps.get(which).get(random.nextInt(STEPS + 1)));
      }
      made.add(job(firstId + j, classes.get(which), Math.round(atMs), drawn));
    }
    return made;
  }

  private int draw(Random random) {
    double left = random.nextDouble();
    for (int c = 0; c < classes.size() - 1; c++) {
      left -= classes.get(c).share;
      if (left < 0) {
        return c;
      }
    }
    return classes.size() - 1;
  }

  private List<SimTask> steps(JobClass jobs) {
    List<SimTask> steps = new ArrayList<>();
    for (int s = 0; s <= STEPS; s++) {
      steps.add(new SimTask(taskMb, 1, Math.round(jobs.meanMs * (0.5 + (double) s / STEPS))));
    }
    return steps;
  }

  private SimJob job(int id, JobClass of, long submitMs, List<SimTask> drawn) {
    SimStage phase = new SimStage(of.name, PRIORITY, drawn, Collections.emptyMap(), null);
    return new SimJob(
        id, of.name, "TEZ", "user", queue, submitMs, Collections.singletonList(phase));
  }
}
