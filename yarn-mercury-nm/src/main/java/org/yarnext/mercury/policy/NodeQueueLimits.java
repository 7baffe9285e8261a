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
package org.yarnext.mercury.policy;

/** Bounds of a node's opportunistic queue and of each action on it. Immutable. */
public final class NodeQueueLimits {
  private final int maxLength;
  private final long agingMs;
  private final double shedShare;
  private final long leastWaitLimitMs;
  private final long shedPatienceMs;
  private final long holdMs;

  /**
   * @param maxLength how many containers may wait
   * @param agingMs how long one may be overtaken, in ms
   * @param shedShare the largest part of the queue that one shedding step may drop, in (0, 1]; one
   *     container may always be dropped
   * @param leastWaitLimitMs a wait limit below this is raised to it, in ms
   */
  public NodeQueueLimits(int maxLength, long agingMs, double shedShare, long leastWaitLimitMs) {
    this(maxLength, agingMs, shedShare, leastWaitLimitMs, 0, Long.MAX_VALUE);
  }

  private NodeQueueLimits(
      int maxLength,
      long agingMs,
      double shedShare,
      long leastWaitLimitMs,
      long shedPatienceMs,
      long holdMs) {
    this.maxLength = maxLength;
    this.agingMs = agingMs;
    this.shedShare = shedShare;
    this.leastWaitLimitMs = leastWaitLimitMs;
    this.shedPatienceMs = shedPatienceMs;
    this.holdMs = holdMs;
  }

  /** The same with a {@link SheddingDelayPolicy} of {@code patienceMs}; without, it is 0. */
  public NodeQueueLimits withShedPatience(long patienceMs) {
    return new NodeQueueLimits(maxLength, agingMs, shedShare, leastWaitLimitMs, patienceMs, holdMs);
  }

  /** The same with {@link #holdMs}; without, there is no end to it. */
  public NodeQueueLimits withHold(long limitMs) {
    return new NodeQueueLimits(
        maxLength, agingMs, shedShare, leastWaitLimitMs, shedPatienceMs, limitMs);
  }

  public int maxLength() {
    return maxLength;
  }

  public long agingMs() {
    return agingMs;
  }

  public double shedShare() {
    return shedShare;
  }

  public long leastWaitLimitMs() {
    return leastWaitLimitMs;
  }

  public long shedPatienceMs() {
    return shedPatienceMs;
  }

  /**
   * How long a container may wait before what is merely expected of guaranteed ones holds it no
   * longer, in ms.
   */
  public long holdMs() {
    return holdMs;
  }
}
