// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.decision;

import java.util.Map;
import java.util.Objects;

/**
 * Result of a policy with its reason and the numbers that led to it.
 *
 * <p>Immutable, and thread-safe if the value is.
 *
 * @param <T> type of the result
 */
public final class Decision<T> {
  private static final Object[] NO_INPUTS = {};

  private final T value;
  private final DecisionReason reason;

  /** The inputs given at once, names and values in turn; not changed. */
  private final Object[] first;

  /** The inputs that were added one at a time; null if there are none. */
  private final DecisionInputs others;

  private Decision(T value, DecisionReason reason, Object[] first, DecisionInputs others) {
    this.value = value;
    this.reason = reason;
    this.first = first;
    this.others = others;
  }

  /**
   * Creates a decision without inputs.
   *
   * @param value the decided value; may be null if the policy's contract gives null a meaning
   * @param reason not null
   */
  public static <T> Decision<T> of(T value, DecisionReason reason) {
    return new Decision<>(value, Objects.requireNonNull(reason, "reason"), NO_INPUTS, null);
  }

  /**
   * Creates a decision with inputs; takes less time and memory than to add them one by one.
   *
   * @param value as in {@link #of(Object, DecisionReason)}
   * @param inputs names and values in turn, each as in {@link #with}
   * @throws IllegalArgumentException if the last name has no value
   */
  public static <T> Decision<T> of(T value, DecisionReason reason, Object... inputs) {
    return new Decision<>(
        value, Objects.requireNonNull(reason, "reason"), DecisionInputs.packed(inputs), null);
  }

  /**
   * Returns a copy of this decision with one more input.
   *
   * @param name the input's name, with its unit, such as {@code waitMs}; not null. A repeated name
   *     keeps its first position and takes the later value
   * @param number whole numbers are stored as Long, fractions as Double, anything else as text
   */
  public Decision<T> with(String name, Object number) {
    Objects.requireNonNull(name, "name");
    return new Decision<>(value, reason, first, new DecisionInputs(others, name, number));
  }

  /** Returns the decided value. */
  public T value() {
    return value;
  }

  /** Returns the reason; never null. */
  public DecisionReason reason() {
    return reason;
  }

  /** Returns the inputs in insertion order, values being Long, Double or String; unmodifiable. */
  public Map<String, Object> inputs() {
    return DecisionInputs.asMap(packedInputs());
  }

  Object[] packedInputs() {
    return DecisionInputs.pack(first, others);
  }

  @Override
  public boolean equals(Object other) {
    if (!(other instanceof Decision)) {
      return false;
    }
    Decision<?> that = (Decision<?>) other;
    return Objects.equals(value, that.value)
        && reason.equals(that.reason)
        && inputs().equals(that.inputs());
  }

  @Override
  public int hashCode() {
    return Objects.hash(value, reason, inputs());
  }

  /** Returns the reason's code and the inputs, such as {@code SHED_WAIT_LIMIT{limitMs=1000}}. */
  @Override
  public String toString() {
    return reason.code() + inputs();
  }
}
