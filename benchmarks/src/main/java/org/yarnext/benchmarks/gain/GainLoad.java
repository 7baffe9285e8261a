// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.gain;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.yarnext.benchmarks.experiment.GainOptions;
import org.yarnext.elastic.policy.model.ElasticityModel;
import org.yarnext.elastic.policy.model.FitQuality;
import org.yarnext.elastic.policy.profile.Profiles;
import org.yarnext.elastic.policy.profile.TaskProfile;
import org.yarnext.tools.simulate.workload.synthetic.YarnMeApplication;

/**
 * Jobs of sleeping tasks that compete for memory, as in section 5 of YARN-ME, and their profiles.
 * They are drawn from a seed, so that every system gets the same. Immutable.
 */
final class GainLoad {

  /** Maximum difference of a task's run time from the model, as a share. Run times are uniform. */
  private static final double SPREAD = 0.1;

  private final int jobs;
  private final GainOptions options;
  private final long seed;
  private final GainFramework framework;

  /**
   * The tasks of one phase of a job. A phase begins when the one before it has ended. Immutable.
   */
  static final class Phase {
    final int priority;

    /** Memory that each task requests, in MB. */
    final int memoryMb;

    final ElasticityModel model;

    /** Factor on the model's run time, for each task. */
    final List<Double> factors;

    private Phase(int priority, int memoryMb, ElasticityModel model, List<Double> factors) {
      this.priority = priority;
      this.memoryMb = memoryMb;
      this.model = model;
      this.factors = factors;
    }
  }

  /**
   * Creates the load.
   *
   * @param jobs number of jobs; if it exceeds the paper's list, the list repeats
   */
  GainLoad(int jobs, GainOptions options, long seed, GainFramework framework) {
    this.framework = framework;
    this.jobs = jobs;
    this.options = options;
    this.seed = seed;
  }

  int jobs() {
    return jobs;
  }

  private static YarnMeApplication application(int job) {
    return YarnMeApplication.ORDER.get(job % YarnMeApplication.ORDER.size());
  }

  String name(int job) {
    return application(job).name().toLowerCase(Locale.ROOT) + "-" + (job + 1);
  }

  /** Returns the arrival time of a job, in ms from the start. */
  long arrivalMs(int job) {
    return Math.round(
        1000 * options.arrivalSeconds * Math.max(0, job + 1 - YarnMeApplication.AT_ONCE));
  }

  /** Returns the phases of a job, in order. */
  List<Phase> phases(int job) {
    Random random = new Random(seed * 1_000_003 + job);
    YarnMeApplication application = application(job);
    List<Phase> result = new ArrayList<>();
    for (int p = 0; p < application.phases.size(); p++) {
      YarnMeApplication.Phase phase = application.phases.get(p);
      List<Double> factors = new ArrayList<>();
      for (int t = 0; t < tasks(phase); t++) {
        factors.add(1 - SPREAD + 2 * SPREAD * random.nextDouble());
      }
      result.add(
          new Phase(framework.priority(application, p), phase.memoryMb, model(phase), factors));
    }
    return result;
  }

  private int tasks(YarnMeApplication.Phase phase) {
    return (int) Math.max(1, Math.round(phase.tasks * options.scale));
  }

  private ElasticityModel model(YarnMeApplication.Phase phase) {
    double given = phase.reduces ? options.reducePenalty : options.mapPenalty;
    double penalty = given == 0 ? phase.penalty : given;
    return phase.reduces
        ? framework.reduce(phase.memoryMb, 1000 * options.reduceSeconds, penalty)
        : SleepModel.map(phase.memoryMb, 1000 * options.mapSeconds, penalty);
  }

  /** Returns the profiles of all jobs, for the ResourceManager. */
  Profiles profiles() {
    List<TaskProfile> profiles = new ArrayList<>();
    for (YarnMeApplication application : YarnMeApplication.values()) {
      for (int p = 0; p < application.phases.size(); p++) {
        profiles.add(
            new TaskProfile(
                application.name().toLowerCase(Locale.ROOT) + "-*",
                framework.name(),
                framework.taskClass(application, p),
                framework.priority(application, p),
                model(application.phases.get(p)),
                FitQuality.UNKNOWN));
      }
    }
    return new Profiles(profiles);
  }
}
