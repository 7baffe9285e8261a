// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.mixed;

import java.util.Locale;

/** Kinds of jobs of the mixed workload. */
public enum MixedJobKind {
  /** A word count whose maps need about a second of CPU time. */
  SHORT_MAPREDUCE(3, 512),

  /** Maps and a reducer that spill when they have less memory than they request. */
  MEMORY_MAPREDUCE(4, 1536),

  /**
   * A DAG whose first vertex spills if it has less memory than it requests, and whose second one
   * has short tasks.
   */
  MEMORY_TEZ(4, 1536),

  /** Distributed shell with short commands. */
  SHELL(24, 512);

  private final int tasks;

  /** Memory that each task of the first phase requests, in MB. */
  final int memoryMb;

  MixedJobKind(int tasks, int memoryMb) {
    this.tasks = tasks;
    this.memoryMb = memoryMb;
  }

  /** Returns the number of tasks of the first phase, at least 1. */
  int tasks(double scale) {
    return (int) Math.max(1, Math.round(tasks * scale));
  }

  /** Returns whether a job of this name is of this kind. */
  boolean includes(String job) {
    return job.startsWith(label() + "-");
  }

  /** Returns the prefix of the names of all jobs of this kind. */
  String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
