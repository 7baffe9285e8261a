// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.mixed;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.yarnext.benchmarks.gain.GainFramework;
import org.yarnext.benchmarks.gain.SleepModel;
import org.yarnext.elastic.policy.model.ElasticityModel;
import org.yarnext.elastic.policy.model.FitQuality;
import org.yarnext.elastic.policy.profile.Profiles;
import org.yarnext.elastic.policy.profile.TaskProfile;
import org.yarnext.minicluster.jobs.SleepDag;

/**
 * Arrival times and task run times of the mixed workload. They are drawn from a seed, so that every
 * system gets the same. Immutable.
 */
final class MixedPlan {
  /** Number of vertices of a DAG. */
  static final int VERTICES = 2;

  /** Memory that each short task of a DAG's second vertex requests. */
  static final int SHORT_TEZ_MB = 512;

  private static final List<MixedJobKind> TURNS =
      Arrays.asList(
          MixedJobKind.MEMORY_MAPREDUCE,
          MixedJobKind.SHELL,
          MixedJobKind.SHORT_MAPREDUCE,
          MixedJobKind.MEMORY_TEZ,
          MixedJobKind.SHELL);

  private static final double SPACING_MS = 6_000;

  /** Longer than the ten seconds below which hybrid policies make tasks opportunistic. */
  private static final double MEMORY_BOUND_MS = 25_000;

  private static final double PENALTY = 1.3;
  private static final double SHELL_S = 4;
  private static final double SHORT_TEZ_MS = 2_000;
  private static final int SHORT_TEZ_TASKS = 4;

  /** Maximum difference from the mean, as a share of it. Run times are uniform. */
  private static final double SPREAD = 0.1;

  private static final double SHELL_SPREAD = 0.5;

  /** Work of a short job's last map, relative to the others. */
  private static final double SKEW = 2;

  final List<Job> jobs;
  private final double scale;
  private final long seed;

  /** A job of the plan. Immutable. */
  static final class Job {
    final MixedJobKind kind;

    /** Number among the jobs of its kind, from 1. */
    final int number;

    /** Arrival time, from the start of the run. */
    final long arrivalMs;

    /** Factor on the run time or the work, for each task of the first phase. */
    final List<Double> factors;

    private Job(MixedJobKind kind, int number, long arrivalMs, List<Double> factors) {
      this.kind = kind;
      this.number = number;
      this.arrivalMs = arrivalMs;
      this.factors = Collections.unmodifiableList(factors);
    }

    String name() {
      return kind.label() + "-" + number;
    }
  }

  /**
   * Draws the jobs.
   *
   * @param count number of jobs
   * @param scale factor on the usual number of tasks
   */
  MixedPlan(int count, double scale, long seed) {
    this.scale = scale;
    this.seed = seed;
    List<Job> drawn = new ArrayList<>();
    int[] ofKind = new int[MixedJobKind.values().length];
    for (int j = 0; j < count; j++) {
      Random random = new Random(seed * 1_000_003 + j);
      MixedJobKind kind = TURNS.get(j % TURNS.size());
      long arrivalMs = Math.round(SPACING_MS * (j + random.nextDouble() / 2));
      drawn.add(new Job(kind, ++ofKind[kind.ordinal()], arrivalMs, factors(kind, random)));
    }
    this.jobs = Collections.unmodifiableList(drawn);
  }

  private List<Double> factors(MixedJobKind kind, Random random) {
    int tasks = kind.tasks(scale);
    double spread = kind == MixedJobKind.SHELL ? SHELL_SPREAD : SPREAD;
    List<Double> factors = new ArrayList<>();
    for (int t = 0; t < tasks; t++) {
      boolean isLast = kind == MixedJobKind.SHORT_MAPREDUCE && t == tasks - 1;
      factors.add((isLast ? SKEW : 1) * (1 - spread + 2 * spread * random.nextDouble()));
    }
    return factors;
  }

  /** Returns the duration of a shell command with the given factor. */
  static double shellSeconds(double factor) {
    return SHELL_S * factor;
  }

  /** Returns how long each task of a DAG's second vertex sleeps, in ms. */
  static List<Integer> shortTezMs(Job job) {
    List<Integer> sleeps = new ArrayList<>();
    for (int t = 0; t < Math.min(SHORT_TEZ_TASKS, job.factors.size()); t++) {
      sleeps.add((int) Math.round(SHORT_TEZ_MS * job.factors.get(t)));
    }
    return sleeps;
  }

  /** Returns the model of maps and of the tasks of a DAG's first vertex. */
  static ElasticityModel spillingTask() {
    return SleepModel.map(MixedJobKind.MEMORY_MAPREDUCE.memoryMb, MEMORY_BOUND_MS, PENALTY);
  }

  static ElasticityModel spillingReducer() {
    return SleepModel.reduce(MixedJobKind.MEMORY_MAPREDUCE.memoryMb, MEMORY_BOUND_MS, PENALTY);
  }

  /** Returns the profiles of the memory-bound jobs, for the ResourceManager. */
  static Profiles profiles() {
    String mapReduce = MixedJobKind.MEMORY_MAPREDUCE.label() + "-*";
    return new Profiles(
        Arrays.asList(
            profile(mapReduce, TaskProfile.MAPREDUCE, "map", 20, spillingTask()),
            profile(mapReduce, TaskProfile.MAPREDUCE, "reduce", 10, spillingReducer()),
            profile(
                MixedJobKind.MEMORY_TEZ.label() + "-*",
                GainFramework.TEZ.name(),
                SleepDag.stageName(0),
                GainFramework.tezPriority(0, VERTICES),
                spillingTask())));
  }

  private static TaskProfile profile(
      String jobs, String framework, String task, int priority, ElasticityModel model) {
    return new TaskProfile(jobs, framework, task, priority, model, FitQuality.UNKNOWN);
  }

  long seed() {
    return seed;
  }
}
