// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.workload.synthetic;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.yarnext.elastic.policy.model.ElasticityModel;
import org.yarnext.tools.simulate.engine.RandomStreams;
import org.yarnext.tools.simulate.workload.SimElasticity;
import org.yarnext.tools.simulate.workload.SimJob;
import org.yarnext.tools.simulate.workload.SimStage;
import org.yarnext.tools.simulate.workload.SimTask;
import org.yarnext.tools.simulate.workload.Workload;

/**
 * Adds a uniformly random error between true values and the scheduler's estimates (YARN-ME section
 * 6.2, Figure 7). Immutable.
 */
public final class EstimateErrorModel {
  /** The quantity with the error. */
  public enum Quantity {
    /** Each task truly runs longer than estimated, by the fraction. */
    DURATION,
    /** The tasks of each job truly need more memory than estimated and requested. */
    MEMORY,
    /** The estimated penalty of each job's tasks is larger than the true one. */
    PENALTY
  }

  private final Quantity of;
  private final double min;
  private final double max;

  /**
   * @param min minimum fraction, above -1
   * @param max maximum fraction, at least the minimum
   */
  public EstimateErrorModel(Quantity of, double min, double max) {
    if (!(min > -1) || !(max >= min)) {
      throw new IllegalArgumentException("fractions from " + min + " to " + max);
    }
    this.of = of;
    this.min = min;
    this.max = max;
  }

  /** Returns the workload with the error; jobs without elasticity are unchanged. */
  public Workload in(Workload workload, long seed) {
    RandomStreams streams = new RandomStreams(seed);
    List<SimJob> jobs = new ArrayList<>();
    for (SimJob job : workload.jobs()) {
      Random random = streams.stream("misestimation", job.id());
      double ofJob = fraction(random);
      List<SimStage> stages = new ArrayList<>();
      for (SimStage stage : job.stages()) {
        stages.add(stage.elasticity() == null ? stage : wrong(stage, ofJob, random));
      }
      jobs.add(
          new SimJob(
              job.id(),
              job.name(),
              job.framework(),
              job.user(),
              job.queue(),
              job.submitMs(),
              stages));
    }
    return new Workload(workload.name() + ", " + this, jobs);
  }

  private double fraction(Random random) {
    return min + (max - min) * random.nextDouble();
  }

  private SimStage wrong(SimStage stage, double ofJob, Random random) {
    SimElasticity right = stage.elasticity();
    switch (of) {
      case DURATION:
        List<SimTask> tasks = new ArrayList<>();
        for (SimTask task : stage.tasks()) {
          long ms = Math.max(1, Math.round(task.durationMs() * (1 + fraction(random))));
          tasks.add(new SimTask(task.memoryMb(), task.vcores(), ms, task.hosts()));
        }
        return copy(stage, tasks, right);
      case MEMORY:
        ElasticityModel larger = new ScaledElasticityModel(right.trueModel(), 1 + ofJob, 1);
        return copy(stage, stage.tasks(), new SimElasticity(larger, right.estimatedModel()));
      default:
        ElasticityModel slower =
            new ScaledElasticityModel(
                right.estimatedModel(), 1, excess(right.estimatedModel(), ofJob));
        return copy(stage, stage.tasks(), new SimElasticity(right.trueModel(), slower));
    }
  }

  /** Returns the factor on the lost time if the penalty is larger by a fraction. */
  private static double excess(ElasticityModel model, double fraction) {
    double penalty = model.runTimeMs(1) / model.runTimeMs(model.idealMemoryMb());
    return penalty <= 1 ? 1 : Math.max(0, penalty * (1 + fraction) - 1) / (penalty - 1);
  }

  private static SimStage copy(SimStage stage, List<SimTask> tasks, SimElasticity elasticity) {
    return new SimStage(stage.name(), stage.priority(), tasks, stage.predecessors(), elasticity);
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%s off by %.0f to %.0f %%",
        of.name().toLowerCase(Locale.ROOT),
        100 * min,
        100 * max);
  }
}
