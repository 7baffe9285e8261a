// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.requests;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads typed values from a snapshot, in which JSON may have changed the type of numbers, and
 * writes and checks its version. Errors name the field.
 */
final class SnapshotCodec {
  private SnapshotCodec() {}

  static Map<String, Object> version(int version) {
    Map<String, Object> snapshot = new LinkedHashMap<>();
    snapshot.put("version", version);
    return snapshot;
  }

  static void check(Map<String, ?> snapshot, int version) {
    Object found = snapshot.get("version");
    if (!(found instanceof Number) || ((Number) found).intValue() != version) {
      throw new IllegalArgumentException("No snapshot of version " + version + ": " + found);
    }
  }

  @SuppressWarnings("unchecked")
  static Map<String, Object> map(Map<String, ?> from, String field) {
    return (Map<String, Object>) typed(from.get(field), field, Map.class);
  }

  static List<?> list(Map<String, ?> from, String field) {
    return typed(from.get(field), field, List.class);
  }

  static boolean flag(Map<String, ?> from, String field) {
    return typed(from.get(field), field, Boolean.class);
  }

  static long number(Map<String, ?> from, String field) {
    return typed(from.get(field), field, Number.class).longValue();
  }

  static int count(Object value) {
    int n = typed(value, "count", Number.class).intValue();
    if (n < 0) {
      throw new IllegalArgumentException("A snapshot with a negative count: " + n);
    }
    return n;
  }

  static int toInt(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("A snapshot with no number where one is due: " + text, e);
    }
  }

  static <T> T typed(Object value, String field, Class<T> type) {
    if (!type.isInstance(value)) {
      throw new IllegalArgumentException("A snapshot with a wrong field " + field + ": " + value);
    }
    return type.cast(value);
  }
}
