// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.policy.estimate;

/** Features of a task that are known before it runs, and influence its run time. Immutable. */
public final class TaskFeatures {
  /** An unknown task: no known input, and a reused container. */
  public static final TaskFeatures UNKNOWN = new TaskFeatures(AttemptRun.UNKNOWN, false);

  private final long bytes;
  private final boolean first;

  private TaskFeatures(long bytes, boolean first) {
    this.bytes = bytes < 0 ? AttemptRun.UNKNOWN : bytes;
    this.first = first;
  }

  /**
   * Creates features.
   *
   * @param bytes its input, or {@link AttemptRun#UNKNOWN}
   * @param first whether it is the first one of its container, see {@link WarmUpEstimator}
   */
  public static TaskFeatures of(long bytes, boolean first) {
    return new TaskFeatures(bytes, first);
  }

  /** Returns the input in bytes; {@link AttemptRun#UNKNOWN} if unknown. */
  public long bytes() {
    return bytes;
  }

  /** Returns whether it is the first one of its container. */
  public boolean first() {
    return first;
  }
}
