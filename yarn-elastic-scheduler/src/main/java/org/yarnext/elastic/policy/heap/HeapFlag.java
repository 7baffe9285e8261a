// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.heap;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.yarnext.common.launch.JvmHeapParser;
import org.yarnext.common.launch.ShellToken;

/**
 * A JVM option that sets the size of the heap or of a part of it, with the position of its value in
 * the launch command or environment. Immutable.
 */
final class HeapFlag {
  /** Effect of the option. */
  enum Kind {
    /** Limits the heap. */
    MAX,
    /** Must not exceed the heap, or the JVM does not start. */
    WITHIN,
    /** Sets a part of the heap that must leave room for the rest. */
    YOUNG
  }

  private static final List<String> WITHIN =
      Collections.unmodifiableList(
          Arrays.asList(
              "-Xms", "-ms", "-XX:InitialHeapSize=", "-XX:MinHeapSize=", "-XX:SoftMaxHeapSize="));
  private static final List<String> YOUNG =
      Collections.unmodifiableList(Arrays.asList("-Xmn", "-XX:NewSize=", "-XX:MaxNewSize="));

  final Kind kind;

  /** Size in bytes; -1 if it cannot be read. */
  final long bytes;

  /** Name of the variable that contains it; null if it is in the command. */
  final String variable;

  /** Index of the command part that contains it. */
  final int part;

  final int start;
  final int end;

  private HeapFlag(Kind kind, ShellToken word, int prefix, String variable) {
    this.kind = kind;
    boolean together = prefix < word.text().length() && word.isTogether(prefix);
    this.bytes = together ? JvmHeapParser.bytes(word.text().substring(prefix)) : -1;
    this.variable = variable;
    this.part = together ? word.part(prefix) : -1;
    this.start = together ? word.place(prefix) : -1;
    this.end = start + word.text().length() - prefix;
  }

  /** Returns the option in a word; null if there is none. */
  static HeapFlag in(ShellToken word, String variable) {
    HeapFlag flag = in(word, variable, Kind.MAX, JvmHeapParser.MAX_HEAP);
    flag = flag == null ? in(word, variable, Kind.WITHIN, WITHIN) : flag;
    return flag == null ? in(word, variable, Kind.YOUNG, YOUNG) : flag;
  }

  private static HeapFlag in(ShellToken word, String variable, Kind kind, List<String> prefixes) {
    for (String prefix : prefixes) {
      if (word.text().startsWith(prefix)) {
        return new HeapFlag(kind, word, prefix.length(), variable);
      }
    }
    return null;
  }

  boolean isReadable() {
    return bytes > 0;
  }

  /** Returns the size it needs when the heap changes from {@code was} to {@code now} bytes. */
  long fitting(long was, long now) {
    if (kind != Kind.YOUNG) {
      return Math.min(bytes, now);
    }
    return Math.max(Math.min(bytes, (long) ((double) bytes / was * now)), Math.min(bytes, 1 << 20));
  }
}
