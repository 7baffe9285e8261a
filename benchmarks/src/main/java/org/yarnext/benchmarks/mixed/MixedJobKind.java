// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.mixed;

import java.util.Locale;

/** The kinds of jobs of the mixed workload. */
public enum MixedJobKind {
  /** A word count, whose maps need a processor for about a second. */
  SHORT_MAPREDUCE(3, 512),

  /** Maps and a reducer that spill when they have less memory than they ask for. */
  MEMORY_MAPREDUCE(4, 1536),

  /** A DAG whose first vertex spills likewise, and whose second one has short tasks. */
  MEMORY_TEZ(4, 1536),

  /** Distributed shell: short commands. */
  SHELL(40, 512);

  private final int tasks;

  /** What each task of the first phase asks for. */
  final int memoryMb;

  MixedJobKind(int tasks, int memoryMb) {
    this.tasks = tasks;
    this.memoryMb = memoryMb;
  }

  /** How many tasks the first phase has; at least 1. */
  int tasks(double scale) {
    return (int) Math.max(1, Math.round(tasks * scale));
  }

  /** Begins the names of all such jobs. */
  String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
