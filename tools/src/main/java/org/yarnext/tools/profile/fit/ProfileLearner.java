// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.profile.fit;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.commons.math3.stat.StatUtils;
import org.yarnext.elastic.policy.profile.Profiles;
import org.yarnext.elastic.policy.profile.TaskProfile;
import org.yarnext.elastic.profile.ProfileFile;
import org.yarnext.tools.history.record.TaskClassRun;
import org.yarnext.tools.history.record.TaskSizeSummary;
import org.yarnext.tools.profile.fit.ProfileChange.Kind;

/**
 * Decides, whenever runs of a class of tasks have finished, whether its profile stays. A profile
 * stays as long as it describes the last runs, since every change of it costs the trust that it has
 * earned in the scheduler. Immutable.
 *
 * <ul>
 *   <li>Drift: if the last {@link #RECENT_RUNS} runs took longer or shorter than the profile says
 *       by more than a bound, or if their tasks had other amounts of data, only these runs count
 *       from then on.
 *   <li>Ageing: otherwise the profile is fitted again once newer runs with at least two sizes have
 *       half of the weight. Runs of one size alone do not suffice, because they would be combined
 *       with runs of other sizes from another time.
 * </ul>
 */
public final class ProfileLearner {
  /** Number of last runs that decide whether a profile still holds. */
  static final int RECENT_RUNS = 3;

  /** Maximum number of remembered runs with the same requested memory. */
  static final int MAX_RUNS_OF_SIZE = 16;

  /** Maximum number of remembered sizes. */
  static final int MAX_SIZES = 8;

  /** Age, in half-lives, from which on a run is forgotten. */
  static final int MAX_HALF_LIVES = 8;

  private final FitRules rules;
  private final ClassFitter fitter;
  private final double maxDrift;

  /**
   * @param rules with a half-life
   * @param maxDrift maximum relative difference between the run times of the last runs and the
   *     profile; 0.3 is 30 percent
   */
  public ProfileLearner(FitRules rules, double maxDrift) {
    this.rules = rules;
    this.fitter = new ClassFitter(rules);
    this.maxDrift = maxDrift;
  }

  /**
   * Decides about the profile of a class of tasks.
   *
   * @param runs all runs that are remembered and those that have finished since, in any order
   * @param published the profile in use; null if there is none
   * @param fittedMs {@link ProfileChange#fittedMs} of the last decision about the class; 0 if there
   *     was none
   */
  public ProfileChange learn(
      TaskClassKey tasks, Collection<TaskClassRun> runs, TaskProfile published, long fittedMs) {
    List<TaskClassRun> kept = kept(runs);
    if (kept.isEmpty()) {
      return ProfileChange.none(kept, fittedMs);
    }
    if (published == null) {
      ClassFit fit = fitter.fit(tasks, kept);
      return fit.profile() == null
          ? ProfileChange.none(kept, fittedMs)
          : ProfileChange.of(Kind.MADE, kept, fit, null);
    }
    List<TaskClassRun> newer =
        kept.stream().filter(run -> run.endMs() > fittedMs).collect(Collectors.toList());
    double dataMb = dataMb(kept.subList(0, kept.size() - newer.size()));
    List<TaskClassRun> alike =
        newer.stream().filter(run -> isAlike(run, dataMb)).collect(Collectors.toList());
    List<TaskClassRun> recent = last(newer);
    if (recent.size() == RECENT_RUNS && recent.stream().noneMatch(run -> isAlike(run, dataMb))) {
      return outdated(tasks, recent, otherData(recent, dataMb));
    }
    recent = last(alike);
    if (recent.size() == RECENT_RUNS) {
      double ratio = ratio(recent, published, ComparableRuns.of(kept, rules).nonHeapMb());
      if (Math.max(ratio, 1 / ratio) - 1 > maxDrift) {
        return outdated(tasks, recent, otherTime(ratio));
      }
    }
    return isDue(kept, alike, published)
        ? renewed(tasks, kept, published, fittedMs)
        : ProfileChange.none(kept, fittedMs);
  }

  /** Returns the usable runs that are not too old or too many, in order of their ends. */
  private List<TaskClassRun> kept(Collection<TaskClassRun> runs) {
    List<TaskClassRun> newestFirst =
        runs.stream()
            .filter(run -> run.obstacle() == null && !run.sizes().isEmpty())
            .sorted(
                Comparator.comparingLong(TaskClassRun::endMs)
                    .thenComparing(TaskClassRun::key)
                    .reversed())
            .collect(Collectors.toList());
    List<TaskClassRun> kept = new ArrayList<>();
    Set<String> keys = new HashSet<>();
    Map<Long, Integer> bySize = new TreeMap<>();
    for (TaskClassRun run : newestFirst) {
      long size = run.requestedMb();
      int ofSize = bySize.getOrDefault(size, 0);
      boolean hasRoom = ofSize == 0 ? bySize.size() < MAX_SIZES : ofSize < MAX_RUNS_OF_SIZE;
      long ageMs = newestFirst.get(0).endMs() - run.endMs();
      if (hasRoom && rules.weight(ageMs) >= rules.weight(0) / (1 << MAX_HALF_LIVES)) {
        if (keys.add(run.key())) {
          bySize.put(size, ofSize + 1);
          kept.add(run);
        }
      }
    }
    Collections.reverse(kept);
    return kept;
  }

  private static List<TaskClassRun> last(List<TaskClassRun> runs) {
    return runs.subList(Math.max(0, runs.size() - RECENT_RUNS), runs.size());
  }

  /** Returns the data of a task of the runs that a profile was fitted to; NaN if unknown. */
  private double dataMb(List<TaskClassRun> fitted) {
    if (fitted.isEmpty()) {
      return Double.NaN;
    }
    ComparableRuns compared = ComparableRuns.of(fitted, rules);
    return compared.bySize().isEmpty()
        ? Double.NaN
        : compared.middleOf(compared.bySize().lastKey()).dataMb();
  }

  private boolean isAlike(TaskClassRun run, double dataMb) {
    return Double.isNaN(dataMb) || rules.areAlike(run.sizes().get(0).inputMb(), dataMb);
  }

  /** Returns the median of measured over predicted run time. */
  private static double ratio(List<TaskClassRun> runs, TaskProfile profile, long nonHeapMb) {
    double[] ratios = new double[runs.size()];
    for (int i = 0; i < ratios.length; i++) {
      double measuredMs = 0;
      double predictedMs = 0;
      for (TaskSizeSummary tasks : runs.get(i).sizes()) {
        MeasuredRun one = new MeasuredRun(runs.get(i), tasks, nonHeapMb, 1);
        measuredMs += tasks.tasks() * tasks.ms();
        predictedMs += tasks.tasks() * profile.model().runTimeMs(one.memoryMb());
      }
      ratios[i] = measuredMs / predictedMs; // 0 if they could not run by the profile
    }
    return StatUtils.percentile(ratios, 50);
  }

  private ProfileChange outdated(TaskClassKey tasks, List<TaskClassRun> recent, String reason) {
    ClassFit fit = fitter.fit(tasks, recent);
    Kind kind = fit.profile() == null ? Kind.OUTDATED : Kind.REPLACED;
    return ProfileChange.of(kind, recent, fit, reason);
  }

  private static String otherData(List<TaskClassRun> recent, double dataMb) {
    return String.format(
        Locale.ROOT,
        "the tasks of its last %d runs had %.4g MB each, those of the profile %.4g MB",
        RECENT_RUNS,
        recent.get(RECENT_RUNS - 1).sizes().get(0).inputMb(),
        dataMb);
  }

  private static String otherTime(double ratio) {
    return String.format(
        Locale.ROOT,
        "its last %d runs took %.2f times as long as the profile says",
        RECENT_RUNS,
        ratio);
  }

  private boolean isDue(List<TaskClassRun> kept, List<TaskClassRun> newer, TaskProfile published) {
    if (published.quality().runs() == 0) {
      return !newer.isEmpty(); // its error may become known
    }
    long sizes = newer.stream().mapToLong(TaskClassRun::requestedMb).distinct().count();
    boolean areSizesMixed = newer.stream().anyMatch(run -> run.sizes().size() > 1);
    return (sizes > 1 || areSizesMixed) && weight(newer, kept) >= weight(kept, kept) / 2;
  }

  private double weight(List<TaskClassRun> runs, List<TaskClassRun> kept) {
    long newestMs = kept.get(kept.size() - 1).endMs();
    return runs.stream().mapToDouble(run -> rules.weight(newestMs - run.endMs())).sum();
  }

  private ProfileChange renewed(
      TaskClassKey tasks, List<TaskClassRun> kept, TaskProfile published, long fittedMs) {
    ClassFit fit = fitter.fit(tasks, kept);
    TaskProfile made = fit.profile();
    boolean isBetter =
        made != null
            && (published.quality().runs() > 0 || made.quality().runs() > 0)
            && !isSame(made, published);
    return isBetter
        ? ProfileChange.of(Kind.RENEWED, kept, fit, null)
        : ProfileChange.none(kept, fittedMs);
  }

  private static boolean isSame(TaskProfile one, TaskProfile another) {
    return ProfileFile.isSame(
        new Profiles(Collections.singletonList(one)),
        new Profiles(Collections.singletonList(another)));
  }
}
