// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.workload.synthetic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.yarnext.tools.simulate.engine.RandomStreams;
import org.yarnext.tools.simulate.workload.SimCpuProfile;
import org.yarnext.tools.simulate.workload.SimJob;
import org.yarnext.tools.simulate.workload.SimStage;
import org.yarnext.tools.simulate.workload.SimTask;
import org.yarnext.tools.simulate.workload.Workload;

/**
 * The six jobs of MROrchestrator's section IV. The paper states their inputs (20 GB, 20 GB, 10
 * million points, 20 GB, 25 GB, 10 GB) and the resources that they use most: sort, grep and k-means
 * use CPU and disks, word count and the ranking of users CPU and memory, pi CPU.
 *
 * <p>The following is ours: maps of 64 MB, Hadoop's block size at that time; run times; and the CPU
 * use of tasks in parts: start (a JVM and its compiler, two threads), map, spill (sorting beside
 * the map), and for reducers copy, merge and reduce. Progress is as MapReduce reports it: two
 * thirds for the map and one for sorting and spilling, a third for each part of a reducer.
 * Immutable.
 */
public final class OrchestratorWorkload {
  /** Names of the jobs, in the paper's order. */
  public static final List<String> NAMES =
      Collections.unmodifiableList(
          Arrays.asList("Sort", "Wcount", "PiEst", "DistGrep", "Twitter", "Kmeans"));

  private static final int NODES = 24;
  private static final int K_MEANS_STEPS = 3;
  private static final double JITTER = 0.1;

  private final int nodes;
  private final long taskMb;
  private final double skew;
  private final double length;

  /** Characteristics of a kind of task. */
  private static final class Kind {
    private final int tasks;
    private final long ms;
    private final SimCpuProfile cpuProfile;

    private Kind(int tasks, long ms, SimCpuProfile cpuProfile) {
      this.tasks = tasks;
      this.ms = ms;
      this.cpuProfile = cpuProfile;
    }
  }

  /**
   * @param nodes number of nodes, which the number of tasks is proportional to; 24 in the paper
   * @param taskMb memory of each task's container
   * @param skew 0 for tasks that differ by at most a tenth; else the sigma of the log-normal size
   *     of reducers, while one map in twenty is 1 + 4 * skew times as large as others
   * @param length factor by which maps are longer and fewer
   */
  public OrchestratorWorkload(int nodes, long taskMb, double skew, double length) {
    this.nodes = nodes;
    this.taskMb = taskMb;
    this.skew = skew;
    this.length = length;
  }

  /** Makes the workload of all six jobs at once. */
  public Workload all(long seed) {
    List<SimJob> jobs = new ArrayList<>();
    NAMES.forEach(name -> jobs.add(job(name, jobs.size() + 1, seed)));
    return new Workload("six jobs", jobs);
  }

  /**
   * Makes the workload of one job.
   *
   * @param name one of {@link #NAMES}
   */
  public Workload alone(String name, long seed) {
    return new Workload(name, Collections.singletonList(job(name, 1, seed)));
  }

  private SimJob job(String name, int id, long seed) {
    Random random = new RandomStreams(seed).stream(name);
    List<SimStage> stages = new ArrayList<>();
    int steps = name.equals("Kmeans") ? K_MEANS_STEPS : 1;
    for (int step = 0; step < steps; step++) {
      stages.add(stage("map", stages.size(), map(name), true, random));
      stages.add(stage("reduce", stages.size(), reduce(name), false, random));
    }
    return new SimJob(id, name, "MAPREDUCE", "ann", "default", 0, stages);
  }

  private SimStage stage(String name, int index, Kind kind, boolean maps, Random random) {
    double scale = (double) nodes / NODES / (maps ? length : 1);
    int count = (int) Math.max(1, Math.round(kind.tasks * scale));
    List<SimTask> tasks = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      double ms = kind.ms * (maps ? length : 1) * factor(maps, random);
      tasks.add(new SimTask(taskMb, 1, Math.round(ms)));
    }
    Map<Integer, Double> before =
        index == 0 ? Collections.emptyMap() : Collections.singletonMap(index - 1, 1.0);
    return new SimStage(name, 20 - index, tasks, before, null).withCpuProfile(kind.cpuProfile);
  }

  private double factor(boolean maps, Random random) {
    double jitter = 1 + JITTER * (2 * random.nextDouble() - 1);
    double normal = random.nextGaussian();
    boolean heavy = random.nextInt(20) == 0;
    if (maps) {
      return jitter * (heavy ? 1 + 4 * skew : 1);
    }
    return jitter * Math.exp(skew * normal - skew * skew / 2);
  }

  private static Kind map(String name) {
    switch (name) {
      case "Sort":
        return new Kind(320, 18_000, map(0.1, 0.45, 0.5, 2, 0.7));
      case "Wcount":
        return new Kind(320, 35_000, map(0.05, 0.95, 0.25, 2, 0.9));
      case "PiEst":
        return new Kind(96, 40_000, map(0.05, 1, 0.01, 1, 1));
      case "DistGrep":
        return new Kind(320, 15_000, map(0.12, 0.7, 0.03, 1, 0.5));
      case "Twitter":
        return new Kind(400, 35_000, map(0.05, 0.85, 0.3, 2, 0.8));
      default:
        return new Kind(160, 25_000, map(0.08, 0.8, 0.05, 1, 0.6));
    }
  }

  private static Kind reduce(String name) {
    switch (name) {
      case "Sort":
        return new Kind(46, 90_000, reduce(0.35, 0.25, 0.2, 0.4, 0.5));
      case "Wcount":
        return new Kind(46, 30_000, reduce(0.4, 0.3, 0.15, 0.35, 0.8));
      case "Twitter":
        return new Kind(46, 80_000, reduce(0.3, 0.3, 0.2, 0.45, 0.85));
      case "Kmeans":
        return new Kind(46, 15_000, reduce(0.35, 0.2, 0.1, 0.4, 0.7));
      default:
        return new Kind(1, 8_000, reduce(0.4, 0.2, 0.1, 0.25, 0.5));
    }
  }

  private static SimCpuProfile map(
      double start, double busy, double spill, int spillThreads, double spillBusy) {
    return new SimCpuProfile()
        .part("start", start, 0, 2, 0.8)
        .part("map", 1 - start - spill, 2.0 / 3, 1, busy)
        .part("spill", spill, 1.0 / 3, spillThreads, spillBusy);
  }

  /** Returns the profile of a reducer; the rest of its time is its start. */
  private static SimCpuProfile reduce(
      double copy, double copyBusy, double merge, double reduce, double busy) {
    return new SimCpuProfile()
        .part("start", 1 - copy - merge - reduce, 0, 2, 0.8)
        .part("copy", copy, 1.0 / 3, 1, copyBusy)
        .part("merge", merge, 1.0 / 3, 2, 0.7)
        .part("reduce", reduce, 1.0 / 3, 1, busy);
  }
}
