/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.common.conf;

import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Validates a value that could be read, and words the refusal.
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
