// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.profile;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.yarnext.elastic.policy.profile.Profiles;
import org.yarnext.elastic.policy.profile.TaskProfile;
import org.yarnext.tools.history.record.TaskClassRun;
import org.yarnext.tools.profile.fit.ClassFit;
import org.yarnext.tools.profile.fit.ClassFitter;
import org.yarnext.tools.profile.fit.FitRules;
import org.yarnext.tools.profile.fit.JobPattern;
import org.yarnext.tools.profile.fit.TaskClassKey;

/**
 * Profiles learnt from finished runs by the default rules of {@code yarnext profile}, with the
 * reasons why task classes have none. Immutable.
 */
public final class LearntProfiles {
  private final Profiles given;
  private final List<ClassFit> fits;

  /**
   * @param runs runs in any order; a run that is in it twice counts once
   * @param given existing profiles; a learnt one replaces those for the same tasks
   */
  public LearntProfiles(Collection<TaskClassRun> runs, Profiles given) {
    this.given = given;
    Map<TaskClassKey, List<TaskClassRun>> byClass = new TreeMap<>();
    Set<String> seen = new HashSet<>();
    for (TaskClassRun run : runs) {
      if (seen.add(run.key())) {
        TaskClassKey tasks =
            new TaskClassKey(JobPattern.of(run.job()), run.framework(), run.taskClass());
        byClass.computeIfAbsent(tasks, t -> new ArrayList<>()).add(run);
      }
    }
    ClassFitter fitter =
        new ClassFitter(
            new FitRules(
                FitRules.MINIMUM_RUNS,
                FitRules.MAX_ERROR,
                FitRules.INPUT_TOLERANCE,
                Collections.emptyMap()));
    List<ClassFit> made = new ArrayList<>();
    byClass.forEach((tasks, ofClass) -> made.add(fitter.fit(tasks, ofClass)));
    fits = Collections.unmodifiableList(made);
  }

  /** Returns the given profiles and the learnt ones; may be empty. */
  public Profiles profiles() {
    List<TaskProfile> made =
        fits.stream().map(ClassFit::profile).filter(Objects::nonNull).collect(Collectors.toList());
    return made.isEmpty() ? given : ProfileMerge.merge(given, made);
  }

  /** Returns the number of given profiles. */
  public int given() {
    return given.all().size();
  }

  /** Returns the number of classes of tasks. */
  public int classes() {
    return fits.size();
  }

  /** Returns the table of the classes that have a profile, with its errors; may be empty. */
  public List<String> lines() {
    List<ClassFit> made =
        fits.stream().filter(fit -> fit.profile() != null).collect(Collectors.toList());
    return made.isEmpty() ? Collections.emptyList() : FitTable.lines(made);
  }

  /** Returns for each class without a profile the reason, by its name. */
  public Map<String, String> refusals() {
    Map<String, String> refusals = new TreeMap<>();
    for (ClassFit fit : fits) {
      if (fit.profile() == null) {
        refusals.put(fit.tasks().toString(), fit.remarks().get(0));
      }
    }
    return refusals;
  }
}
