// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.policy.progress;

import java.util.ArrayList;
import java.util.List;

/**
 * Calibrates the progress that attempts report, for each tenth of progress: by how much ended
 * attempts of the vertex ran longer than their progress predicted, and how much that varied. The
 * progress of most tasks excludes starting, sorting and writing, so that its error is systematic.
 * Before that is learnt, time for the work after the input is added in proportion to progress: at
 * first, the start that is already over makes up for it. Bounded. Not thread-safe.
 */
public final class ProgressCalibration {
  /**
   * Initial spread, until it is learnt: e^0.6, nearly twice, at the beginning, and e^0.15 at the
   * end.
   */
  private static final double UNKNOWN_AT_FIRST = 0.6;

  static final double UNKNOWN_AT_LAST = 0.15;

  private final List<LogRatioStatistics> errors = new ArrayList<>();

  public ProgressCalibration() {
    for (int i = 0; i < AttemptProgress.TENTHS; i++) {
      errors.add(new LogRatioStatistics());
    }
  }

  /** Learns from a successful attempt. */
  public void learn(AttemptProgress reports, double ranMs) {
    if (!(ranMs > 0)) {
      return;
    }
    for (int tenth = 0; tenth < AttemptProgress.TENTHS; tenth++) {
      if (reports.reportedMs(tenth) > 0) {
        errors.get(tenth).add(ranMs / reports.reportedMs(tenth));
      }
    }
  }

  /** Returns the logarithm of the factor to correct by. */
  double correction(double progress) {
    LogRatioStatistics learnt = errors.get(AttemptProgress.tenth(progress));
    return learnt.isLearnt() ? learnt.middle() : UNKNOWN_AT_LAST * progress;
  }

  /** Returns the spread of the corrected logarithm. */
  double spread(double progress) {
    LogRatioStatistics learnt = errors.get(AttemptProgress.tenth(progress));
    return learnt.isLearnt()
        ? learnt.spread()
        : UNKNOWN_AT_LAST + (UNKNOWN_AT_FIRST - UNKNOWN_AT_LAST) * (1 - progress);
  }
}
