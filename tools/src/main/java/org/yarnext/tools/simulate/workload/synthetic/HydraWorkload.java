// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.workload.synthetic;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.yarnext.tools.simulate.engine.RandomStreams;
import org.yarnext.tools.simulate.workload.ClusterTopology;
import org.yarnext.tools.simulate.workload.SimJob;
import org.yarnext.tools.simulate.workload.SimNode;
import org.yarnext.tools.simulate.workload.SimStage;
import org.yarnext.tools.simulate.workload.SimTask;
import org.yarnext.tools.simulate.workload.Workload;

/**
 * Jobs of many tenants whose data lie in some parts of a large cluster: most tasks prefer the host
 * of their data, the others run anywhere. Sizes, run times and the tenants' loads are log-normal,
 * since they span orders of magnitude in Hydra's section 2; its numbers are not public, so these
 * are ours. Immutable.
 */
public final class HydraWorkload {
  private static final int DATA_PRIORITY = 20;
  private static final int OTHER_PRIORITY = 10;
  private static final long TASK_MB = 4_096;

  /** One task without input data follows for this many tasks with data. */
  private static final int OTHER_SHARE = 5;

  /** Overhead of a container besides its task's run time, which counts for the load. */
  private static final long OVERHEAD_MS = 3_000;

  private static final double LEVEL = 1.25;
  private static final int LEVELS = 26;

  private final ClusterTopology topology;
  private final int areas;
  private final int tenants;
  private final double load;
  private final double skew;
  private final double meanMs;
  private final long runMs;

  /**
   * @param areas number of equal parts of the cluster that a tenant's data may be in
   * @param tenants number of queues, each with jobs
   * @param load offered load as a share of all cores
   * @param skew skew of the areas' popularity, 0 for none
   * @param meanMs approximate mean run time of tasks
   * @param runMs time until which jobs arrive
   */
  public HydraWorkload(
      ClusterTopology topology,
      int areas,
      int tenants,
      double load,
      double skew,
      double meanMs,
      long runMs) {
    if (areas < 1 || tenants < 1 || !(load > 0 && skew >= 0 && meanMs > 0)) {
      throw new IllegalArgumentException(
          areas + " areas, " + tenants + " tenants, load " + load + ", skew " + skew);
    }
    this.topology = topology;
    this.areas = Math.min(areas, topology.nodes().size());
    this.tenants = tenants;
    this.load = load;
    this.skew = skew;
    this.meanMs = meanMs;
    this.runMs = runMs;
  }

  /** Makes the workload; not empty. */
  public Workload make(long seed) {
    return new Generation(seed).jobs();
  }

  private final class Generation {
    private final RandomStreams streams;
    private final Random sizes;
    private final Random arrivals;
    private final double[] offers = new double[tenants];
    private final double[][] homes = new double[tenants][areas];
    private final SimTask[][] tasks = new SimTask[LEVELS][topology.nodes().size()];
    private final SimTask[] anywhere = new SimTask[LEVELS];

    Generation(long seed) {
      streams = new RandomStreams(seed);
      sizes = streams.stream("sizes");
      arrivals = streams.stream("arrivals");
      Random random = streams.stream("tenants");
      double[] popularity = new double[areas];
      for (int a = 0; a < areas; a++) {
        popularity[a] = Math.exp(skew * random.nextGaussian());
      }
      for (int t = 0; t < tenants; t++) {
        offers[t] = Math.exp(0.8 * random.nextGaussian());
        for (int k = 1 + random.nextInt(Math.max(1, areas / 2)); k > 0; k--) {
          homes[t][draw(popularity, random)] += 0.2 + random.nextDouble();
        }
      }
      for (int level = 0; level < LEVELS; level++) {
        anywhere[level] = new SimTask(TASK_MB, 1, ms(level));
      }
    }

    Workload jobs() {
      List<SimJob> jobs = new ArrayList<>();
      double coreMs = topology.vcores() * load;
      double atMs = 0;
      double median = Math.max(20, Math.min(400, topology.vcores() / 500));
      int maxTasks = (int) Math.max(10, topology.vcores() / 50);
      do {
        int size = (int) Math.min(maxTasks, Math.max(1, logNormal(median, 1.2)));
        int level = level(logNormal(meanMs * Math.exp(-0.3), 0.8));
        SimJob job = job(jobs.size() + 1, draw(offers, arrivals), size, level, Math.round(atMs));
        jobs.add(job);
        atMs += -Math.log(1 - arrivals.nextDouble()) * work(job) / coreMs;
      } while (atMs < runMs);
      return new Workload("hydra", jobs);
    }

    private SimJob job(int id, int tenant, int size, int level, long submitMs) {
      Random random = streams.stream("tasks", id);
      List<SimTask> data = new ArrayList<>(size);
      for (int t = 0; t < size; t++) {
        int area = draw(homes[tenant], random);
        int nodes = topology.nodes().size();
        int from = (int) ((long) area * nodes / areas);
        int end = (int) ((area + 1L) * nodes / areas);
        data.add(task(varied(level, random), from + random.nextInt(end - from)));
      }
      List<SimTask> others = new ArrayList<>();
      for (int t = 0; t < Math.max(1, size / OTHER_SHARE); t++) {
        others.add(anywhere[varied(level, random)]);
      }
      List<SimStage> stages = new ArrayList<>();
      stages.add(new SimStage("data", DATA_PRIORITY, data, Collections.emptyMap(), null));
      stages.add(
          new SimStage("anywhere", OTHER_PRIORITY, others, Collections.singletonMap(0, 1.0), null));
      return new SimJob(
          id,
          "t" + tenant,
          "TEZ",
          "user",
          String.format(Locale.ROOT, "t%03d", tenant),
          submitMs,
          stages);
    }

    /** Tasks with the same run time and host share one object. */
    private SimTask task(int level, int node) {
      if (tasks[level][node] == null) {
        SimNode on = topology.nodes().get(node);
        tasks[level][node] =
            new SimTask(TASK_MB, 1, ms(level), Collections.singletonList(on.host()));
      }
      return tasks[level][node];
    }

    private double work(SimJob job) {
      double ms = 0;
      for (SimStage stage : job.stages()) {
        for (SimTask task : stage.tasks()) {
          ms += task.durationMs() + OVERHEAD_MS;
        }
      }
      return ms;
    }

    private double logNormal(double median, double sigma) {
      return median * Math.exp(sigma * sizes.nextGaussian());
    }
  }

  private static long ms(int level) {
    return Math.round(1_000 * Math.pow(LEVEL, level));
  }

  private static int level(double ms) {
    long level = Math.round(Math.log(Math.max(1, ms / 1_000)) / Math.log(LEVEL));
    return (int) Math.min(LEVELS - 4, level);
  }

  /** Varies the run time of a job's task by up to three steps. */
  private static int varied(int level, Random random) {
    return Math.max(0, Math.min(LEVELS - 1, level + random.nextInt(7) - 3));
  }

  private static int draw(double[] weights, Random random) {
    double sum = 0;
    for (double weight : weights) {
      sum += weight;
    }
    double point = random.nextDouble() * sum;
    for (int i = 0; i < weights.length - 1; i++) {
      point -= weights[i];
      if (point < 0) {
        return i;
      }
    }
    return weights.length - 1;
  }
}
