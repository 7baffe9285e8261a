// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.profile.fit;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.yarnext.elastic.policy.model.FitQuality;
import org.yarnext.elastic.policy.model.ModelFit;
import org.yarnext.elastic.policy.model.RefusedFitException;
import org.yarnext.elastic.policy.profile.TaskProfile;
import org.yarnext.elastic.profile.ProfileFile;
import org.yarnext.tools.history.record.TaskClassRun;

/**
 * Fits a profile to the measured runs of one class of tasks, or refuses them (YARN-ME, section 2: a
 * model from one well-sized and one under-sized run). Immutable.
 */
public final class ClassFitter {
  private final FitRules rules;

  public ClassFitter(FitRules rules) {
    this.rules = rules;
  }

  /**
   * Fits the profile of a class.
   *
   * @param runs all runs of the class; not empty
   */
  public ClassFit fit(TaskClassKey tasks, List<TaskClassRun> runs) {
    List<TaskClassRun> usable =
        runs.stream()
            .filter(run -> run.obstacle() == null && !run.sizes().isEmpty())
            .collect(Collectors.toList());
    List<String> remarks = new ArrayList<>();
    Set<String> obstacles = new TreeSet<>();
    runs.stream().filter(run -> run.obstacle() != null).forEach(r -> obstacles.add(r.obstacle()));
    if (usable.isEmpty()) {
      String why = obstacles.isEmpty() ? "Its tasks had no input." : obstacles.iterator().next();
      return ClassFit.refused(tasks, runs.size(), new ArrayList<>(), why, remarks);
    }
    obstacles.forEach(obstacle -> remarks.add("A run is ignored. " + obstacle));
    usable.stream()
        .map(TaskClassRun::doubt)
        .filter(Objects::nonNull)
        .distinct()
        .forEach(remarks::add);
    Set<Integer> priorities = new TreeSet<>();
    usable.forEach(run -> priorities.add(run.priority()));
    ComparableRuns measured = ComparableRuns.of(usable, rules);
    remarks.addAll(measured.omitted());
    List<Long> sizes = new ArrayList<>(measured.bySize().keySet());
    try {
      if (priorities.size() > 1) {
        throw new UnfitRunsException(
            "Its tasks have the priorities "
                + priorities
                + ", as those of different DAGs: give runs of one of them, or --exact-names.");
      }
      if (sizes.size() < 2) {
        throw new UnfitRunsException(tooFewSizes(measured));
      }
      ModelFit<?> fit =
          usable.get(0).merges()
              ? new MergingFit(measured).fit(remarks)
              : new SortingFit(measured, rules.idealMb(tasks.task())).fit(remarks);
      refusePoor(fit.quality());
      TaskProfile profile =
          new TaskProfile(
              tasks.jobs(),
              tasks.framework(),
              tasks.task(),
              priorities.iterator().next(),
              fit.model(),
              fit.quality());
      refuseUnreadable(profile);
      if (fit.quality().runs() == 0) {
        remarks.add(
            "The error of the model is unknown, because it was fitted to all runs: measure a third"
                + " run with a size between the two.");
      }
      return ClassFit.made(tasks, runs.size(), sizes, profile, remarks);
    } catch (UnfitRunsException | RefusedFitException | IllegalArgumentException e) {
      return ClassFit.refused(tasks, runs.size(), sizes, sentence(e.getMessage()), remarks);
    }
  }

  private static String tooFewSizes(ComparableRuns measured) {
    return measured.bySize().isEmpty()
        ? "It has no two runs that can be compared."
        : "All its runs that can be compared had "
            + measured.bySize().firstKey()
            + " MB: run it once more with less memory and less heap"
            + " (mapreduce.map.memory.mb, mapreduce.reduce.memory.mb, their java.opts,"
            + " tez.task.resource.memory.mb, spark.executor.memory), on the same data.";
  }

  private void refusePoor(FitQuality quality) throws UnfitRunsException {
    if (quality.runs() > 0 && quality.medianError() > rules.maxError()) {
      throw new UnfitRunsException(
          String.format(
              Locale.ROOT,
              "The median error of the model is %.0f %% over %d runs: measure more"
                  + " similar runs, or accept it with --max-error %.2f.",
              100 * quality.medianError(),
              quality.runs(),
              Math.ceil(100 * quality.medianError()) / 100));
    }
  }

  /** Refuses a profile that the scheduler would refuse, for it would then refuse the whole file. */
  private static void refuseUnreadable(TaskProfile profile) throws UnfitRunsException {
    List<String> problems = ProfileFile.problems(profile);
    if (!problems.isEmpty()) {
      throw new UnfitRunsException(
          "The scheduler would refuse its profile: " + String.join("; ", problems) + ".");
    }
  }

  private static String sentence(String message) {
    String text = Character.toUpperCase(message.charAt(0)) + message.substring(1);
    return text.endsWith(".") ? text : text + ".";
  }
}
