// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.spark;

import java.util.Locale;
import org.yarnext.minicluster.jobs.SparkApplication;

/** Kinds of applications of the Spark mix. The module spark-3.5 has their main classes. */
enum SparkJobKind {
  /** A short query: tasks that read and filter a table, join it with another, and aggregate. */
  QUERY("RegionQuery", SparkApplication.HEAP_MB, SparkApplication.OVERHEAD_MB, 6, 3_000, 4, 1_500),

  /** Passes of k-means over cached points. */
  ITERATIVE("PointCentres", 1_024, 384, 8, 4_000, 8 * SparkData.PASSES, 1_500),

  /** A sort in which all data go through a shuffle. */
  SHUFFLE("RecordSort", 1_024, 384, 8, 5_000, SparkData.SORTED_FILES, 4_000);

  /**
   * Number of executors from which the declared time of an executor is computed: between the base
   * of an application and its number of tasks.
   */
  private static final int EXPECTED_EXECUTORS = 4;

  final String main;

  /** Heap of an executor, in MB. */
  final int heapMb;

  /** Memory of an executor outside its heap, in MB. */
  final int overheadMb;

  /** Number of input files, each of which a task reads. */
  final int files;

  /** Pause of a task that reads, with factor 1. */
  private final int readMs;

  /** Number of all later tasks that pause. */
  private final int laterTasks;

  /** Pause of each of them, with factor 1. */
  private final int laterMs;

  SparkJobKind(
      String main, int heapMb, int overheadMb, int files, int readMs, int laterTasks, int laterMs) {
    this.main = "org.yarnext.spark." + main;
    this.heapMb = heapMb;
    this.overheadMb = overheadMb;
    this.files = files;
    this.readMs = readMs;
    this.laterTasks = laterTasks;
    this.laterMs = laterMs;
  }

  /** Returns the prefix of the names of all jobs of this kind. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns whether a job of this name is of this kind. */
  boolean includes(String job) {
    return job.startsWith(label() + "-");
  }

  /** Returns the pause of a task that reads, in ms. */
  long readMs(double factor) {
    return Math.round(readMs * factor);
  }

  /** Returns the pause of a later task, in ms. */
  long laterMs(double factor) {
    return Math.round(laterMs * factor);
  }

  /** Returns how long an executor is expected to be busy, in ms. */
  long executorMs(double factor) {
    return (files * readMs(factor) + laterTasks * laterMs(factor)) / EXPECTED_EXECUTORS;
  }

  /** Returns whether executors can run with a smaller heap. */
  boolean isElastic() {
    return heapMb > SparkApplication.HEAP_MB;
  }
}
