// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy;

/**
 * Computes by when a task with less memory must end: somewhat before its job is expected to.
 *
 * <p>Beyond the paper, whose Algorithm 1 has no margin. The expected end is an estimate; where it
 * is too late by more than is left over, the one task that used up the difference is its job's
 * last. The further away the end, the more it may err, so the margin is a share of the time until
 * then.
 */
public final class EndMargin {
  private EndMargin() {}

  /**
   * Returns the time by which a task must end, in ms.
   *
   * @param jobEndMs expected end of its job; an overdue job leaves no margin
   * @param nowMs on the same clock
   * @param percent of the time until then, 0 to 100
   */
  public static long endByMs(long jobEndMs, long nowMs, int percent) {
    double leftMs = Math.max(0, jobEndMs - nowMs);
    return jobEndMs - (long) (leftMs * percent / 100);
  }
}
