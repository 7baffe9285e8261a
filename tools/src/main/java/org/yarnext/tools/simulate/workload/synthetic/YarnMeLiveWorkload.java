// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.workload.synthetic;

import java.util.ArrayList;
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
 * Jobs of the live comparison of memory-bound jobs, with its default options: five jobs at once and
 * then one every ten seconds, maps of 8 s and reducers of 16 s, each varied by up to a tenth.
 */
public final class YarnMeLiveWorkload {
  private static final double MAP_MS = 8_000;
  private static final double REDUCE_MS = 16_000;
  private static final double SPREAD = 0.1;
  private static final long EVERY_MS = 10_000;

  private YarnMeLiveWorkload() {}

  public static Workload make(long seed) {
    RandomStreams streams = new RandomStreams(seed);
    List<SimJob> jobs = new ArrayList<>();
    for (YarnMeApplication application : YarnMeApplication.ORDER) {
      int id = jobs.size() + 1;
      long submitMs = EVERY_MS * Math.max(0, id - YarnMeApplication.AT_ONCE);
      jobs.add(job(id, application, submitMs, streams.stream("durations", id)));
    }
    return new Workload("yarn-me-live", jobs);
  }

  private static SimJob job(int id, YarnMeApplication application, long submitMs, Random random) {
    List<SimStage> stages = new ArrayList<>();
    for (YarnMeApplication.Phase phase : application.phases) {
      stages.add(stage(stages.size(), phase, random));
    }
    String name = application.name().toLowerCase(Locale.ROOT);
    return new SimJob(id, name, "SHELL", "user", "default", submitMs, stages);
  }

  private static SimStage stage(int index, YarnMeApplication.Phase phase, Random random) {
    double ms = phase.reduces ? REDUCE_MS : MAP_MS;
    List<SimTask> tasks = new ArrayList<>();
    for (int t = 0; t < phase.tasks; t++) {
      double factor = 1 - SPREAD + 2 * SPREAD * random.nextDouble();
      tasks.add(new SimTask(phase.memoryMb, 1, Math.round(ms * factor)));
    }
    Map<Integer, Double> before =
        index == 0 ? Collections.emptyMap() : Collections.singletonMap(index - 1, 1.0);
    ElasticityModel model =
        phase.reduces
            ? new FixedPenaltyModel(phase.memoryMb, ms, phase.penalty)
            : new StepModel(phase.memoryMb, ms, phase.penalty, 0);
    String name = phase.reduces ? "reduce" : "map";
    return new SimStage(name, 1 + index, tasks, before, SimElasticity.known(model));
  }
}
