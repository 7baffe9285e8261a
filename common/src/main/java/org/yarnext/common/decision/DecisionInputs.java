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
