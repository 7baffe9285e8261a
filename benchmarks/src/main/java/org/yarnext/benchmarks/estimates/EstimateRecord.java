// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.estimates;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * The estimates of all estimators for one task at one moment, with the task's true run time.
 * Immutable.
 */
final class EstimateRecord {

  /** Names of the estimators, in the order of the answers. */
  static final List<String> ESTIMATORS =
      Collections.unmodifiableList(Arrays.asList("ours", "legacy", "exponential"));

  /** Occasions on which a run time is estimated. */
  enum Question {
    /**
     * When a task begins to run. Mercury's own question, which Tez's estimators are never asked.
     */
    STARTED("as a task begins"),
    /** Before an attempt is submitted. The speculator judges a new attempt by the answer. */
    NEW("before submission"),
    /** While an attempt is running. */
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

  /** Whether no task of the vertex had ended yet. */
  final boolean firstWave;

  final double truthMs;
  private final double[] answersMs;

  /**
   * Creates a record.
   *
   * @param answersMs an answer for each of {@link #ESTIMATORS}; NaN for none
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

  /** Returns whether an estimator gave an answer. */
  boolean answered(int estimator) {
    return !Double.isNaN(answersMs[estimator]);
  }

  boolean allAnswered() {
    return Arrays.stream(answersMs).noneMatch(Double::isNaN);
  }

  /**
   * Returns the error relative to the true run time: 0.1 for 10 percent, NaN without an answer. Run
   * times below 1 ms count as 1 ms.
   */
  double error(int estimator) {
    return Math.abs(answersMs[estimator] - truthMs) / Math.max(1, truthMs);
  }

  /** Returns the record as a line of a file, without a line separator. */
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
   * Parses a line that {@link #line} has written.
   *
   * @throws IllegalArgumentException if the number of fields is wrong
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
