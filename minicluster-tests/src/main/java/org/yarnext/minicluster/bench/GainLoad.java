/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.minicluster.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.yarnext.elastic.policy.model.ElasticityModel;
import org.yarnext.elastic.policy.model.FitQuality;
import org.yarnext.elastic.policy.profile.Profiles;
import org.yarnext.elastic.policy.profile.TaskProfile;
import org.yarnext.minicluster.ShellTask;

/**
 * Jobs that compete for memory, as in section 5 of YARN-ME, with tasks that sleep, and their
 * profiles. Drawn from a seed, so that every system gets the same. Immutable.
 */
final class GainLoad {

  /** Of the applications; {@link org.yarnext.minicluster.ShellWorkload} submits as that. */
  private static final String FRAMEWORK = "SHELL";

  /** Run times of tasks are uniform within this share of the model's. */
  private static final double SPREAD = 0.1;

  private final int jobs;
  private final GainOptions options;
  private final long seed;

  /** {@code jobs}: how many; after the order of the paper has run out, it begins anew. */
  GainLoad(int jobs, GainOptions options, long seed) {
    this.jobs = jobs;
    this.options = options;
    this.seed = seed;
  }

  int jobs() {
    return jobs;
  }

  private static GainApplication application(int job) {
    return GainApplication.ORDER.get(job % GainApplication.ORDER.size());
  }

  String name(int job) {
    return application(job).name().toLowerCase(Locale.ROOT) + "-" + (job + 1);
  }

  /** When the job is submitted, in ms from the start. */
  long arrivalMs(int job) {
    return Math.round(
        1000 * options.arrivalSeconds * Math.max(0, job + 1 - GainApplication.AT_ONCE));
  }

  /** The tasks of each phase of a job. */
  List<List<ShellTask>> phases(int job) {
    Random random = new Random(seed * 1_000_003 + job);
    List<GainApplication.Phase> phases = application(job).phases;
    List<List<ShellTask>> result = new ArrayList<>();
    for (int p = 0; p < phases.size(); p++) {
      ElasticityModel model = model(phases.get(p));
      List<ShellTask> tasks = new ArrayList<>();
      for (int t = 0; t < tasks(phases.get(p)); t++) {
        double factor = 1 - SPREAD + 2 * SPREAD * random.nextDouble();
        tasks.add(
            ShellTask.guaranteed(SleepingTask.command(model, factor))
                .priority(priority(p))
                .size(phases.get(p).memoryMb, 1)
                .environment(
                    SleepingTask.OPTIONS, SleepingTask.heapOption(phases.get(p).memoryMb)));
      }
      result.add(tasks);
    }
    return result;
  }

  private int tasks(GainApplication.Phase phase) {
    return (int) Math.max(1, Math.round(phase.tasks * options.scale));
  }

  /** Different in each phase, since profiles are found by it. */
  private static int priority(int phase) {
    return 1 + phase;
  }

  private ElasticityModel model(GainApplication.Phase phase) {
    double given = phase.reduces ? options.reducePenalty : options.mapPenalty;
    double penalty = given == 0 ? phase.penalty : given;
    return phase.reduces
        ? SleepModel.reduce(phase.memoryMb, 1000 * options.reduceSeconds, penalty)
        : SleepModel.map(phase.memoryMb, 1000 * options.mapSeconds, penalty);
  }

  /** What the ResourceManager is told of all this. */
  Profiles profiles() {
    List<TaskProfile> profiles = new ArrayList<>();
    for (GainApplication application : GainApplication.values()) {
      for (int p = 0; p < application.phases.size(); p++) {
        profiles.add(
            new TaskProfile(
                application.name().toLowerCase(Locale.ROOT) + "-*",
                FRAMEWORK,
                (application.phases.get(p).reduces ? "reduce-" : "map-") + (p / 2 + 1),
                priority(p),
                model(application.phases.get(p)),
                FitQuality.UNKNOWN));
      }
    }
    return new Profiles(profiles);
  }
}
