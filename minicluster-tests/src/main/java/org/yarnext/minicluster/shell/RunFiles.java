// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.shell;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Files of one attempt: its script, and the two files in which the script records when the command
 * began and ended.
 */
final class RunFiles {

  private static final long NANOS_PER_MS = 1_000_000L;
  private static final String START = ".start";

  private final Path script;
  private final Path start;
  private final Path end;
  private volatile long startMs;
  private volatile long endMs;

  RunFiles(Path dir, String name) {
    script = dir.resolve(name + ".sh");
    start = dir.resolve(name + START);
    end = dir.resolve(name + ".end");
  }

  /** Returns whether a file of an attempt is that of its beginning. */
  static boolean isStart(Path file) {
    return file.toString().endsWith(START);
  }

  /**
   * Writes the script. Returns the command that runs it, which needs no quoting in YARN's launch
   * script.
   */
  String write(String command) {
    String text =
        String.join(
            "\n",
            "date +%s%N > '" + start + "'",
            "( " + command,
            ")",
            "status=$?",
            "date +%s%N > '" + end + "'",
            "exit $status",
            "");
    try {
      Files.write(script, text.getBytes(UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return "/bin/bash '" + script + "' 1><LOG_DIR>/stdout 2><LOG_DIR>/stderr";
  }

  long startMs() {
    if (startMs == 0) {
      startMs = read(start);
    }
    return startMs;
  }

  long endMs() {
    if (endMs == 0) {
      endMs = read(end);
    }
    return endMs;
  }

  private static long read(Path file) {
    try {
      String text = new String(Files.readAllBytes(file), UTF_8);
      // A file without a final newline may be incomplete.
      return text.endsWith("\n") ? Long.parseLong(text.trim()) / NANOS_PER_MS : 0;
    } catch (NoSuchFileException e) {
      return 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
