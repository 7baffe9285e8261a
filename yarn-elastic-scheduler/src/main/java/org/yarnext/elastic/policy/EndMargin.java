// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy;

/**
 * Computes the time by which a task with less memory must end: a margin before its job's expected
 * end.
 *
 * <p>The paper's Algorithm 1 has no such margin. The expected end is an estimate and may be too
 * late; a task that uses all the time until then would become its job's last task and delay the
 * job. Estimates of a more distant end err more, so the margin is a share of the time until then.
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
