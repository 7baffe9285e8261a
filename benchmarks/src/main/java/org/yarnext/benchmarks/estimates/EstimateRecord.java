// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.estimates;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** One question about a task's run time, what each estimator answered, and the truth. Immutable. */
final class EstimateRecord {

  /** In the order of the answers. */
  static final List<String> ESTIMATORS =
      Collections.unmodifiableList(Arrays.asList("ours", "legacy", "exponential"));

  /** When an estimate is asked for. */
  enum Question {
    /** As a task begins to run, for Mercury, which Tez's own estimators are never asked. */
    STARTED("as a task begins"),
    /** For an attempt that has not been submitted, by which the speculator judges a new one. */
    NEW("before submission"),
    /** Of an attempt that runs. */
    RUNNING("while it runs");

    final String text;

    Question(String text) {
      this.text = text;
    }
  }

  private static final String SEPARATOR = "\t";

  final String vertex;
  final String attempt;
  final Question question;

  /** Before any task of the vertex had ended. */
  final boolean firstWave;

  final double truthMs;
  private final double[] answersMs;

  /**
   * @param answersMs one for each of {@link #ESTIMATORS}; NaN for none
   */
  EstimateRecord(
      String vertex,
      String attempt,
      Question question,
      boolean firstWave,
      double truthMs,
      double... answersMs) {
    this.vertex = vertex;
    this.attempt = attempt;
    this.question = question;
    this.firstWave = firstWave;
    this.truthMs = truthMs;
    this.answersMs = answersMs.clone();
  }

  /** Whether an estimator said anything. */
  boolean answered(int estimator) {
    return !Double.isNaN(answersMs[estimator]);
  }

  boolean allAnswered() {
    return Arrays.stream(answersMs).noneMatch(Double::isNaN);
  }

  /** Relative to the truth: 0.1 for 10 %; NaN without an answer. A task takes 1 ms or more. */
  double error(int estimator) {
    return Math.abs(answersMs[estimator] - truthMs) / Math.max(1, truthMs);
  }

  /** As one line of a file, without its end. */
  String line() {
    List<String> fields = new ArrayList<>();
    fields.add(vertex);
    fields.add(attempt);
    fields.add(question.name());
    fields.add(Boolean.toString(firstWave));
    fields.add(Double.toString(truthMs));
    for (double answer : answersMs) {
      fields.add(Double.toString(answer));
    }
    return String.join(SEPARATOR, fields);
  }

  /**
   * Reads what {@link #line} wrote.
   *
   * @throws IllegalArgumentException if it is something else
   */
  static EstimateRecord parse(String line) {
    String[] fields = line.split(SEPARATOR, -1);
    int first = 5;
    if (fields.length != first + ESTIMATORS.size()) {
      throw new IllegalArgumentException("No estimates: " + line);
    }
    return new EstimateRecord(
        fields[0],
        fields[1],
        Question.valueOf(fields[2]),
        Boolean.parseBoolean(fields[3]),
        Double.parseDouble(fields[4]),
        Arrays.stream(fields, first, fields.length).mapToDouble(Double::parseDouble).toArray());
  }
}
