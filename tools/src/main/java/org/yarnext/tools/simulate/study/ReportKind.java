// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.study;

/** Kind of a study's report. */
public enum ReportKind {
  /** Average job times relative to a baseline. */
  JOB_TIMES,
  /** Tasks and jobs per second of clusters that are kept busy for a fixed time. */
  THROUGHPUT,
  /** Decisions of federations, and the locality of containers. */
  DECISIONS,
  /** Reduction of each single job's time. */
  SPEEDUPS
}
