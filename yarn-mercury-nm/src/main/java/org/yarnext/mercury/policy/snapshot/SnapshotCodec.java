// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.snapshot;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads typed values from a snapshot, in which JSON may have changed the type of numbers, and
 * writes and checks its version. Errors name the field.
 */
public final class SnapshotCodec {
  private SnapshotCodec() {}

  /** Creates a snapshot that has only its version. */
  public static Map<String, Object> version(int version) {
    Map<String, Object> snapshot = new LinkedHashMap<>();
    snapshot.put("version", version);
    return snapshot;
  }

  /** Checks the version; throws IllegalArgumentException if it is another one. */
  public static void check(Map<String, ?> snapshot, int version) {
    Object found = snapshot.get("version");
    if (!(found instanceof Number) || ((Number) found).intValue() != version) {
      throw new IllegalArgumentException("Not a snapshot of version " + version + ": " + found);
    }
  }

  @SuppressWarnings("unchecked")
  /** Returns a field that is a map. */
  public static Map<String, Object> map(Map<String, ?> from, String field) {
    return (Map<String, Object>) typed(from.get(field), field, Map.class);
  }

  /** Returns a field that is a list. */
  public static List<?> list(Map<String, ?> from, String field) {
    return typed(from.get(field), field, List.class);
  }

  /** Returns a field that is a boolean. */
  public static boolean flag(Map<String, ?> from, String field) {
    return typed(from.get(field), field, Boolean.class);
  }

  /** Returns a field that is a number. */
  public static long number(Map<String, ?> from, String field) {
    return typed(from.get(field), field, Number.class).longValue();
  }

  /** Returns a value that is a number of 0 or more. */
  public static int count(Object value) {
    int n = typed(value, "count", Number.class).intValue();
    if (n < 0) {
      throw new IllegalArgumentException("A snapshot with a negative count: " + n);
    }
    return n;
  }

  /** Parses a whole number, such as a key of a map. */
  public static int toInt(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("A snapshot without a required number: " + text, e);
    }
  }

  /** Returns a value of a type; {@code field} names it in the error. */
  public static <T> T typed(Object value, String field, Class<T> type) {
    if (!type.isInstance(value)) {
      throw new IllegalArgumentException("A snapshot with a wrong field " + field + ": " + value);
    }
    return type.cast(value);
  }
}
