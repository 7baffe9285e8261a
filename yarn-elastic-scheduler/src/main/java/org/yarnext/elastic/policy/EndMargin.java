/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
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
