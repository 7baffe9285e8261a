// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.decision;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Names and values that led to a decision, as an immutable linked list, so that adding one is O(1).
 * {@link #pack} makes the form in which they are kept.
 *
 * <p>Immutable and thread-safe; {@code null} is the empty chain.
 */
final class DecisionInputs {
  private static final int BYTES = 40;

  private final DecisionInputs previous;
  private final String name;
  private final Object value;

  DecisionInputs(DecisionInputs previous, String name, Object value) {
    this.previous = previous;
    this.name = name;
    this.value = normal(value);
  }

  /**
   * Returns packed inputs and those of a chain, oldest first, as an array of names and values in
   * turn: less than half the memory of the chain. Not to be changed.
   */
  static Object[] pack(Object[] first, DecisionInputs last) {
    if (last == null) {
      return first;
    }
    int count = 0;
    for (DecisionInputs input = last; input != null; input = input.previous) {
      count++;
    }
    Object[] packed = Arrays.copyOf(first, first.length + 2 * count);
    int at = packed.length;
    for (DecisionInputs input = last; input != null; input = input.previous) {
      packed[--at] = input.value;
      packed[--at] = input.name;
    }
    return packed;
  }

  /** Returns a checked copy of names and values in turn, in the form of {@link #pack}. */
  static Object[] packed(Object[] inputs) {
    if (inputs.length % 2 != 0) {
      throw new IllegalArgumentException("no value of " + inputs[inputs.length - 1]);
    }
    Object[] packed = new Object[inputs.length];
    for (int i = 0; i < packed.length; i += 2) {
      packed[i] = (String) Objects.requireNonNull(inputs[i], "name");
      packed[i + 1] = normal(inputs[i + 1]);
    }
    return packed;
  }

  /** Returns packed inputs as a map in insertion order; a repeated name takes the later value. */
  static Map<String, Object> asMap(Object[] packed) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < packed.length; i += 2) {
      map.put((String) packed[i], packed[i + 1]);
    }
    return Collections.unmodifiableMap(map);
  }

  /** Returns an upper estimate of the memory that packed inputs need, in bytes. */
  static int bytes(Object[] packed) {
    int bytes = 0;
    for (int i = 1; i < packed.length; i += 2) {
      Object value = packed[i];
      bytes += BYTES + (value instanceof String ? 2 * ((String) value).length() : 0);
    }
    return bytes;
  }

  /** Converts a value to Long, Double or String, so that nothing mutable or large is retained. */
  private static Object normal(Object value) {
    if (value instanceof Double || value instanceof Float) {
      return ((Number) value).doubleValue();
    }
    if (value instanceof Long
        || value instanceof Integer
        || value instanceof Short
        || value instanceof Byte) {
      return ((Number) value).longValue();
    }
    return String.valueOf(value);
  }
}
