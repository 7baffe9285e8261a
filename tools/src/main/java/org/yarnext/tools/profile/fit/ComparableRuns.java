// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.profile.fit;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.yarnext.elastic.policy.model.RunMeasurement;
import org.yarnext.tools.history.record.SparkSort;
import org.yarnext.tools.history.record.TaskClassRun;
import org.yarnext.tools.history.record.TaskSizeSummary;

/** Comparable runs of one class of tasks, by size, and why other runs are left out. Immutable. */
final class ComparableRuns {
  private final TreeMap<Long, List<MeasuredRun>> bySize;
  private final long nonHeapMb;
  private final List<String> omitted;

  private ComparableRuns(
      TreeMap<Long, List<MeasuredRun>> bySize, long nonHeapMb, List<String> omitted) {
    this.bySize = bySize;
    this.nonHeapMb = nonHeapMb;
    this.omitted = omitted;
  }

  /**
   * Compares runs with the largest one. Leaves out runs with other amounts of data or other shuffle
   * settings, and then sizes with too few runs.
   *
   * @param runs runs of one class without obstacles; not empty
   */
  static ComparableRuns of(List<TaskClassRun> runs, FitRules rules) {
    TaskClassRun largest =
        Collections.max(
            runs,
            Comparator.comparingLong(TaskClassRun::requestedMb)
                .thenComparingLong(TaskClassRun::heapMb));
    long nonHeapMb = Math.max(0, largest.requestedMb() - largest.heapMb());
    long newestMs = runs.stream().mapToLong(TaskClassRun::endMs).max().orElse(0);
    List<MeasuredRun> all = new ArrayList<>();
    for (TaskClassRun run : runs) {
      for (TaskSizeSummary tasks : run.sizes()) {
        all.add(new MeasuredRun(run, tasks, nonHeapMb, rules.weight(newestMs - run.endMs())));
      }
    }
    TreeMap<Long, List<MeasuredRun>> bySize = new TreeMap<>();
    List<String> omitted = new ArrayList<>();
    if (!all.isEmpty()) {
      MeasuredRun reference =
          middle(ofSize(all, all.stream().mapToLong(MeasuredRun::memoryMb).max().getAsLong()));
      for (MeasuredRun one : all) {
        String difference = difference(one, reference, rules);
        if (difference == null) {
          bySize.computeIfAbsent(one.memoryMb(), size -> new ArrayList<>()).add(one);
        } else {
          omitted.add(difference);
        }
      }
    }
    bySize
        .entrySet()
        .removeIf(
            size -> {
              boolean few = size.getValue().size() < rules.minimumRuns();
              if (few) {
                omitted.add(
                    "The size of "
                        + size.getKey()
                        + " MB is ignored: it has "
                        + size.getValue().size()
                        + " runs, fewer than --minimum-runs "
                        + rules.minimumRuns()
                        + ".");
              }
              return few;
            });
    return new ComparableRuns(bySize, nonHeapMb, omitted);
  }

  private static List<MeasuredRun> ofSize(List<MeasuredRun> all, long mb) {
    return all.stream().filter(one -> one.memoryMb() == mb).collect(Collectors.toList());
  }

  private static String difference(MeasuredRun one, MeasuredRun reference, FitRules rules) {
    if (!rules.areAlike(one.dataMb(), reference.dataMb())) {
      return String.format(
          Locale.ROOT,
          "%s is ignored: its tasks had %.4g MB each, those of %s %.4g MB;"
              + " --input-tolerance sets the allowed difference.",
          one.run().id(),
          one.dataMb(),
          reference.run().id(),
          reference.dataMb());
    }
    String than = " than that of " + reference.run().id() + ".";
    if (one.run().sort() != null) {
      return isAlike(one.run().sort(), reference.run().sort(), rules)
          ? null
          : one.run().id() + " is ignored: it divides its data and memory into other tasks" + than;
    }
    boolean alike = one.run().settings().toString().equals(reference.run().settings().toString());
    return alike || !one.run().merges()
        ? null
        : one.run().id() + " is ignored: its shuffle has other settings" + than;
  }

  private static boolean isAlike(SparkSort one, SparkSort reference, FitRules rules) {
    return one.tasksAtOnce() == reference.tasksAtOnce()
        && one.memoryFraction() == reference.memoryFraction()
        && rules.areAlike(one.tasks(), reference.tasks());
  }

  /** Returns the run with the median time by weight; the lower median if there are two. */
  static MeasuredRun middle(List<MeasuredRun> runs) {
    List<MeasuredRun> sorted = new ArrayList<>(runs);
    sorted.sort(Comparator.comparingDouble(MeasuredRun::ms));
    double half = runs.stream().mapToDouble(MeasuredRun::weight).sum() / 2;
    double sum = 0;
    for (MeasuredRun run : sorted) {
      sum += run.weight();
      if (sum >= half) {
        return run;
      }
    }
    return sorted.get(sorted.size() - 1); // by rounding
  }

  /** Returns the runs by size, ascending; may be empty. */
  TreeMap<Long, List<MeasuredRun>> bySize() {
    return bySize;
  }

  /** Returns the run with the median time among those of one size. */
  MeasuredRun middleOf(long mb) {
    return middle(bySize.get(mb));
  }

  /** Returns the part of a full-size container that is not heap, in MB; 0 or more. */
  long nonHeapMb() {
    return nonHeapMb;
  }

  /** Returns why runs were left out, a sentence each. */
  List<String> omitted() {
    return omitted;
  }

  /** Returns the measurements of all runs but two. */
  List<RunMeasurement> others(MeasuredRun one, MeasuredRun another) {
    List<RunMeasurement> others = new ArrayList<>();
    bySize.values().stream()
        .flatMap(List::stream)
        .filter(run -> run != one && run != another)
        .forEach(run -> others.add(run.point()));
    return others;
  }
}
