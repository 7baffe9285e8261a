// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.estimates;

import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.yarnext.benchmarks.estimates.EstimateRecord.Question;

/**
 * Table of the estimators' relative errors as text: over all DAGs by first and recurring runs, and
 * for each DAG. Each row is a kind of question. If the estimators answered different numbers of
 * questions, a second row shows those that all have answered.
 */
final class EstimatesTable {
  private final List<MeasuredDag> dags;
  private final String facts;

  EstimatesTable(List<MeasuredDag> dags, String facts) {
    this.dags = dags;
    this.facts = facts;
  }

  /** Returns the table as plain text for a terminal. */
  String text() {
    StringBuilder out = new StringBuilder(facts).append(String.format("%n"));
    out.append(
        String.format(
            "Relative error of estimated run times: number of estimates, median, 90th"
                + " percentile.%n"));
    block(out, "All DAGs, first run", dag -> dag.first);
    block(out, "All DAGs, recurring", dag -> !dag.first);
    block(out, "All DAGs, all runs", dag -> true);
    dags.stream()
        .map(dag -> dag.title)
        .distinct()
        .forEach(title -> block(out, title + ", all runs", dag -> dag.title.equals(title)));
    return out.toString();
  }

  private void block(StringBuilder out, String title, Predicate<MeasuredDag> which) {
    List<EstimateRecord> records =
        dags.stream()
            .filter(which)
            .flatMap(dag -> dag.records.stream())
            .collect(Collectors.toList());
    if (records.isEmpty()) {
      return;
    }
    out.append(String.format("%n%-44s%7s", title, "asked"));
    EstimateRecord.ESTIMATORS.forEach(
        estimator -> out.append(String.format("%14s%8s%8s", estimator, "median", "p90")));
    out.append(String.format("%n"));
    for (Question question : Question.values()) {
      for (boolean firstWave : new boolean[] {true, false}) {
        String label = (firstWave ? "  first wave, " : "  later, ") + question.text;
        rows(
            out,
            label,
            records.stream()
                .filter(r -> r.question == question && r.firstWave == firstWave)
                .collect(Collectors.toList()));
      }
    }
  }

  private static void rows(StringBuilder out, String label, List<EstimateRecord> records) {
    if (records.isEmpty()) {
      return;
    }
    row(out, label, records);
    List<EstimateRecord> common =
        records.stream().filter(EstimateRecord::allAnswered).collect(Collectors.toList());
    if (!common.isEmpty() && common.size() < records.size()) {
      row(out, "    of these, answered by all", common);
    }
  }

  private static void row(StringBuilder out, String label, List<EstimateRecord> records) {
    out.append(String.format(Locale.ROOT, "%-44s%7d", label, records.size()));
    for (int e = 0; e < EstimateRecord.ESTIMATORS.size(); e++) {
      EstimateErrors errors = new EstimateErrors(records, e);
      out.append(
          String.format(
              Locale.ROOT,
              "%14d%8s%8s",
              errors.answered(),
              errors.percent(50),
              errors.percent(90)));
    }
    out.append(String.format("%n"));
  }
}
