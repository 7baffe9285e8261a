// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.workload.trace;

import java.util.concurrent.TimeUnit;

/** Limits of simulated traces; a number beyond them is wrong, or its run would never end. */
public final class TraceLimits {
  /** Maximum number of tasks of a trace. */
  public static final long MAX_TASKS = 5_000_000;

  /** Maximum number of jobs of a trace. */
  public static final long MAX_JOBS = 1_000_000;

  /** Maximum number of nodes. */
  public static final int MAX_NODES = 200_000;

  /** Maximum memory of a node or a container, in MB. */
  public static final long MAX_MB = 1L << 30;

  /** Maximum number of vcores of a node or a container. */
  public static final int MAX_VCORES = 1 << 20;

  /** Maximum amount of another resource. */
  static final long MAX_AMOUNT = 1L << 40;

  /** Maximum run time of a task, and maximum time from the first submission to the last, in ms. */
  public static final long MAX_MS = TimeUnit.DAYS.toMillis(366);

  /** Maximum time of day in a trace, in ms since 1970: about the year 287,000. */
  static final long MAX_DATE_MS = 9_000_000_000_000_000L;

  private TraceLimits() {}
}
