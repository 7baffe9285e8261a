// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.estimates;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A run of a DAG with the estimates of its tasks. Immutable. */
final class MeasuredDag {
  final String title;

  /** Whether there was no history of earlier runs. */
  final boolean first;

  final List<EstimateRecord> records;

  MeasuredDag(String title, boolean first, List<EstimateRecord> records) {
    this.title = title;
    this.first = first;
    this.records = Collections.unmodifiableList(new ArrayList<>(records));
  }

  /** Returns a line about our estimates when tasks begin, to show progress. */
  String summary() {
    List<EstimateRecord> started =
        records.stream()
            .filter(r -> r.question == EstimateRecord.Question.STARTED)
            .collect(Collectors.toList());
    EstimateErrors ours = new EstimateErrors(started, 0);
    return String.format(
        Locale.ROOT,
        "%d tasks, off by %s in the median as they began",
        started.size(),
        ours.percent(50));
  }
}
