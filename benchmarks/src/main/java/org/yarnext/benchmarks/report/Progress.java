// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.report;

import java.io.PrintStream;

/** Prints progress lines on the terminal. The last line may change while work continues. */
public final class Progress {

  private final PrintStream out;
  private final boolean terminal;
  private int width;

  public Progress(PrintStream out, boolean terminal) {
    this.out = out;
    this.terminal = terminal;
  }

  /** Returns progress on standard output. bin/yarnext passes whether that is a terminal. */
  public static Progress onStandardOutput() {
    return new Progress(System.out, Boolean.getBoolean("yarnext.terminal"));
  }

  /** Prints a permanent line. */
  public synchronized void say(String line) {
    clear();
    out.println(line);
  }

  /** Replaces the changing line. Does nothing where lines cannot be rewritten. */
  public synchronized void update(String line) {
    if (terminal) {
      clear();
      out.print(line);
      out.flush();
      width = line.length();
    }
  }

  private void clear() {
    if (width > 0) {
      StringBuilder blank = new StringBuilder("\r");
      for (int i = 0; i < width; i++) {
        blank.append(' ');
      }
      out.print(blank.append('\r'));
      width = 0;
    }
  }
}
