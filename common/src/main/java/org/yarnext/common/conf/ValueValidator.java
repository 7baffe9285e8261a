// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.conf;

import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Validates a parsed configuration value against its bounds or pattern, and supplies the sentence
 * that refuses it.
 *
 * <p>Immutable and thread-safe.
 *
 * @param <T> the value's type
 */
final class ValueValidator<T> {
  private final Predicate<T> accepted;
  private final String boundsText;
  private final String refusal;

  private ValueValidator(Predicate<T> accepted, String boundsText, String refusal) {
    this.accepted = accepted;
    this.boundsText = boundsText;
    this.refusal = refusal;
  }

  /** Accepts every value; the text only documents what the type itself allows. */
  static <T> ValueValidator<T> any(String boundsText) {
    return new ValueValidator<>(value -> true, boundsText, "");
  }

  /** Accepts values from min to max, both included. */
  static <T> ValueValidator<T> range(Comparable<T> min, Comparable<T> max, String boundsText) {
    return new ValueValidator<>(
        value -> min.compareTo(value) <= 0 && max.compareTo(value) >= 0,
        boundsText,
        " is outside " + boundsText + ": choose a value inside it or remove it.");
  }

  /** Accepts values whose text matches the whole pattern. */
  static <T> ValueValidator<T> pattern(
      Pattern pattern, Function<T, String> format, String description) {
    return new ValueValidator<>(
        value -> pattern.matcher(format.apply(value)).matches(),
        description,
        " is not " + description + ": correct or remove it.");
  }

  boolean accepts(T value) {
    return accepted.test(value);
  }

  String boundsText() {
    return boundsText;
  }

  /** Returns the part of the refusal that follows {@code key=value}. */
  String refusal() {
    return refusal;
  }
}
