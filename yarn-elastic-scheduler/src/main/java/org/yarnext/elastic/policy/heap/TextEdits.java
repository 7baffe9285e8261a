// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.heap;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Collects replacements of text in a launch command and its environment, and applies them together.
 */
final class TextEdits {
  private static final class Edit {
    final int end;
    final String text;

    Edit(int end, String text) {
      this.end = end;
      this.text = text;
    }
  }

  /** Edits by part of the command and start position. */
  private final Map<Integer, TreeMap<Integer, Edit>> parts = new HashMap<>();

  /** Edits by variable and start position. */
  private final Map<String, TreeMap<Integer, Edit>> variables = new HashMap<>();

  /** Replaces the size of an option; repeating the same position has no effect. */
  void size(HeapFlag flag, long bytes) {
    Edit edit = new Edit(flag.end, sizeText(bytes));
    if (flag.variable == null) {
      parts.computeIfAbsent(flag.part, p -> new TreeMap<>()).put(flag.start, edit);
    } else {
      variables.computeIfAbsent(flag.variable, v -> new TreeMap<>()).put(flag.start, edit);
    }
  }

  /**
   * Returns a size as JVM options have it: in whole megabytes if possible, else in kilobytes,
   * rounded down.
   *
   * @param bytes 1024 or more
   */
  static String sizeText(long bytes) {
    return bytes % (1L << 20) == 0 ? (bytes >> 20) + "m" : (bytes >> 10) + "k";
  }

  /** Inserts text into a part of the command. */
  void insert(int part, int at, String text) {
    parts.computeIfAbsent(part, p -> new TreeMap<>()).put(at, new Edit(at, text));
  }

  List<String> commands(LaunchText launch) {
    List<String> edited = new ArrayList<>(launch.commands());
    parts.forEach((part, edits) -> edited.set(part, apply(edited.get(part), edits)));
    return edited;
  }

  Map<String, String> environment(LaunchText launch) {
    Map<String, String> edited = new LinkedHashMap<>(launch.environment());
    variables.forEach((name, edits) -> edited.put(name, apply(edited.get(name), edits)));
    return edited;
  }

  private static String apply(String text, TreeMap<Integer, Edit> edits) {
    StringBuilder edited = new StringBuilder();
    int copied = 0;
    for (Map.Entry<Integer, Edit> edit : edits.entrySet()) {
      edited.append(text, copied, edit.getKey()).append(edit.getValue().text);
      copied = edit.getValue().end;
    }
    return edited.append(text, copied, text.length()).toString();
  }
}
