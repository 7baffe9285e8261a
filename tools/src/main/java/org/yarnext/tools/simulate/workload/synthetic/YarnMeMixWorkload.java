// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.workload.synthetic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.yarnext.elastic.policy.model.ElasticityModel;
import org.yarnext.elastic.policy.model.StepModel;
import org.yarnext.tools.simulate.engine.RandomStreams;
import org.yarnext.tools.simulate.workload.SimElasticity;
import org.yarnext.tools.simulate.workload.SimJob;
import org.yarnext.tools.simulate.workload.SimStage;
import org.yarnext.tools.simulate.workload.SimTask;
import org.yarnext.tools.simulate.workload.Workload;

/**
 * Mix of applications of YARN-ME's section 5, with the numbers, sizes and penalties of tasks in its
 * Table 1: five runs at once and then another every five minutes. The paper does not state the run
 * times of tasks; those here are ours, varied by up to a tenth. Maps and reducers of a job do not
 * overlap.
 */
public final class YarnMeMixWorkload {
  private static final int MAP_PRIORITY = 20;
  private static final int REDUCE_PRIORITY = 10;
  private static final long EVERY_MS = 300_000;
  private static final int AT_ONCE = 5;
  private static final double SPREAD = 0.1;

  /** A MapReduce job of an application: a line of Table 1. */
  private static final class Part {
    final int maps;
    final int reduces;
    final double mapPenalty;
    final double reducePenalty;
    final long mapMb;
    final long reduceMb;
    final long mapMs;
    final long reduceMs;

    Part(
        int maps,
        int reduces,
        double mapPenalty,
        double reducePenalty,
        long mapMb,
        long reduceMb,
        long mapMs,
        long reduceMs) {
      this.maps = maps;
      this.reduces = reduces;
      this.mapPenalty = mapPenalty;
      this.reducePenalty = reducePenalty;
      this.mapMb = mapMb;
      this.reduceMb = reduceMb;
      this.mapMs = mapMs;
      this.reduceMs = reduceMs;
    }
  }

  /** The applications of Table 1; each is a chain of MapReduce jobs. */
  private enum Application {
    PAGERANK(
        new Part(1381, 275, 1.3, 1.22, 1_700, 3_700, 40_000, 150_000),
        new Part(1925, 275, 1.25, 1.75, 1_500, 6_800, 40_000, 200_000)),
    WORDCOUNT(new Part(2130, 75, 1.35, 1.9, 1_700, 5_400, 45_000, 180_000)),
    RECOMMENDER(
        new Part(505, 100, 1.3, 2.6, 2_400, 2_800, 50_000, 150_000),
        new Part(505, 100, 1.3, 3.3, 2_400, 3_800, 50_000, 150_000));

    final List<Part> parts;

    Application(Part... parts) {
      this.parts = Arrays.asList(parts);
    }
  }

  private YarnMeMixWorkload() {}

  /**
   * Makes three runs of PageRank, three of the recommender and eight of WordCount.
   *
   * @param factor factor on our assumed run times; above 0
   */
  public static Workload make(long seed, double factor) {
    RandomStreams streams = new RandomStreams(seed);
    List<Application> first =
        new ArrayList<>(
            Arrays.asList(
                Application.PAGERANK,
                Application.RECOMMENDER,
                Application.WORDCOUNT,
                Application.WORDCOUNT,
                Application.WORDCOUNT));
    List<Application> later = new ArrayList<>();
    later.addAll(Collections.nCopies(2, Application.PAGERANK));
    later.addAll(Collections.nCopies(2, Application.RECOMMENDER));
    later.addAll(Collections.nCopies(5, Application.WORDCOUNT));
    Collections.shuffle(later, streams.stream("order"));
    first.addAll(later);
    List<SimJob> jobs = new ArrayList<>();
    for (int n = 0; n < first.size(); n++) {
      long submitMs = Math.max(0, n - AT_ONCE + 1) * EVERY_MS;
      jobs.add(job(n + 1, first.get(n), submitMs, factor, streams.stream("durations", n)));
    }
    return new Workload("yarn-me-mix", jobs);
  }

  private static SimJob job(
      int id, Application application, long submitMs, double factor, Random random) {
    List<SimStage> stages = new ArrayList<>();
    for (Part part : application.parts) {
      int before = stages.size() - 1;
      Map<Integer, Double> all =
          before < 0 ? Collections.emptyMap() : Collections.singletonMap(before, 1.0);
      // The priority separates the requests of the chain's jobs.
      int chained = stages.size() / 2;
      long mapMs = Math.round(part.mapMs * factor);
      long reduceMs = Math.round(part.reduceMs * factor);
      stages.add(
          stage(
              "map",
              MAP_PRIORITY - chained,
              part.maps,
              part.mapMb,
              mapMs,
              all,
              new StepModel(part.mapMb, mapMs, part.mapPenalty, 0),
              random));
      stages.add(
          stage(
              "reduce",
              REDUCE_PRIORITY - chained,
              part.reduces,
              part.reduceMb,
              reduceMs,
              Collections.singletonMap(stages.size() - 1, 1.0),
              new FixedPenaltyModel(part.reduceMb, reduceMs, part.reducePenalty),
              random));
    }
    String name = application.name().toLowerCase(Locale.ROOT);
    return new SimJob(id, name, "MAPREDUCE", "user", "default", submitMs, stages);
  }

  private static SimStage stage(
      String name,
      int priority,
      int count,
      long mb,
      long ms,
      Map<Integer, Double> before,
      ElasticityModel model,
      Random random) {
    List<SimTask> tasks = new ArrayList<>();
    for (int n = 0; n < count; n++) {
      double factor = 1 - SPREAD + 2 * SPREAD * random.nextDouble();
      tasks.add(new SimTask(mb, 1, Math.round(ms * factor)));
    }
    return new SimStage(name, priority, tasks, before, SimElasticity.known(model));
  }
}
