// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.advise;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.yarnext.tools.history.record.RecordedJob;

/**
 * Measured job times before and after a change, matched by job name, to compare with a prediction.
 * Immutable.
 */
final class MeasuredSpeedup {
  private final int names;
  private final int jobsBefore;
  private final int jobsAfter;
  private final double beforeMs;
  private final double afterMs;

  private MeasuredSpeedup(
      int names, int jobsBefore, int jobsAfter, double beforeMs, double afterMs) {
    this.names = names;
    this.jobsBefore = jobsBefore;
    this.jobsAfter = jobsAfter;
    this.beforeMs = beforeMs;
    this.afterMs = afterMs;
  }

  /** Compares jobs whose names are on both sides; each name counts once, by its average. */
  static MeasuredSpeedup of(Collection<RecordedJob> before, Collection<RecordedJob> after) {
    Map<String, List<Long>> old = byName(before);
    Map<String, List<Long>> changed = byName(after);
    old.keySet().retainAll(changed.keySet());
    changed.keySet().retainAll(old.keySet());
    return new MeasuredSpeedup(
        old.size(), count(old), count(changed), average(old), average(changed));
  }

  private static Map<String, List<Long>> byName(Collection<RecordedJob> jobs) {
    Map<String, List<Long>> byName = new TreeMap<>();
    for (RecordedJob job : jobs) {
      byName
          .computeIfAbsent(job.name(), name -> new ArrayList<>())
          .add(job.endMs() - job.submitMs());
    }
    return byName;
  }

  private static int count(Map<String, List<Long>> byName) {
    return byName.values().stream().mapToInt(List::size).sum();
  }

  private static double average(Map<String, List<Long>> byName) {
    return byName.values().stream()
        .mapToDouble(
            times -> times.stream().mapToLong(Long::longValue).average().orElse(Double.NaN))
        .average()
        .orElse(Double.NaN);
  }

  /** Returns the average time after relative to that before; NaN if no name is on both sides. */
  double ratio() {
    return afterMs / beforeMs;
  }

  /** Returns a sentence. */
  @Override
  public String toString() {
    return names == 0
        ? "No job of --after has the same name as a job of --history, so nothing was measured."
        : String.format(
            Locale.ROOT,
            "Measured: the average job took %.1f s before and %.1f s after, a ratio of %.2f (%d"
                + " names, %d jobs before and %d after).",
            beforeMs / 1e3,
            afterMs / 1e3,
            ratio(),
            names,
            jobsBefore,
            jobsAfter);
  }
}
