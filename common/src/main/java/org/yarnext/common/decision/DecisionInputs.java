// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.decision;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Holds the numbers that led to a decision, as an immutable chain so that adding one is O(1).
 *
 * <p>Immutable and thread-safe; {@code null} stands for the empty chain.
 */
final class DecisionInputs {
  private static final int BYTES = 80;

  private final DecisionInputs previous;
  private final String name;
  private final Object value;

  DecisionInputs(DecisionInputs previous, String name, Object value) {
    this.previous = previous;
    this.name = name;
    this.value = normal(value);
  }

  /** Returns the chain as a map in insertion order; a repeated name takes the later value. */
  static Map<String, Object> asMap(DecisionInputs last) {
    if (last == null) {
      return Collections.emptyMap();
    }
    Deque<DecisionInputs> oldestFirst = new ArrayDeque<>();
    for (DecisionInputs input = last; input != null; input = input.previous) {
      oldestFirst.push(input);
    }
    Map<String, Object> map = new LinkedHashMap<>();
    for (DecisionInputs input : oldestFirst) {
      map.put(input.name, input.value);
    }
    return Collections.unmodifiableMap(map);
  }

  /** Returns the inputs before this one; null if there are none. */
  DecisionInputs previous() {
    return previous;
  }

  Object value() {
    return value;
  }

  /** Returns an upper estimate of the memory that this input needs, in bytes. */
  int bytes() {
    return BYTES + (value instanceof String ? 2 * ((String) value).length() : 0);
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
