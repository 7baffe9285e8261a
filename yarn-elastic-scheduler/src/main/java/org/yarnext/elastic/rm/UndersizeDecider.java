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
package org.yarnext.elastic.rm;

import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.yarnext.common.decision.Decision;
import org.yarnext.elastic.policy.trust.UndersizedEnd;

/**
 * Decides whether an ask that does not fit on a node is placed there with less memory (YARN-ME,
 * Algorithm 1 lines 7 to 10). Must be thread-safe: the CapacityScheduler may schedule on several
 * threads.
 */
public interface UndersizeDecider {
  /**
   * Whether such asks may be shrunk at all; false spares the decision. Called on the scheduling
   * thread: quick, and never waits.
   */
  default boolean concerns(AskedJob job, int priority) {
    return true;
  }

  /**
   * Whether {@link #decide} could wait for anything: it is then asked on a thread of its own, which
   * costs every decision some tens of microseconds.
   */
  default boolean mayWait() {
    return true;
  }

  /**
   * The memory to place the ask with.
   *
   * @return in MB: at least the least of the offer, less than asked and not more than is left; null
   *     for not at all. The decision itself is never null
   */
  Decision<Long> decide(Offer offer) throws Exception;

  /**
   * The number of what decisions rest upon: while it is the same, what an ask was refused, it is
   * refused again in the same room without being asked about. Below 0 to be asked each time.
   */
  default long estimate() {
    return -1;
  }

  /**
   * What a container of this size takes of its node's disks, in MB per second; positive infinity if
   * that is not known, so that nothing else that spills runs beside it. On the scheduling thread.
   */
  default double diskMbPerSecond(AskedJob job, int priority, long askedMb, long grantedMb) {
    return 0;
  }

  /**
   * An under-sized container ended; on any thread, quick.
   *
   * @param madeMs when it was made, in ms of the wall clock
   * @return why such tasks are given full size from now on, if that comes of this end; else null
   */
  default Decision<Boolean> ended(AskedJob job, int priority, UndersizedEnd end, long madeMs) {
    return null;
  }

  /**
   * A container ended, of whatever size; on any thread, quick.
   *
   * @param whole whether its task ended by itself
   * @param lastedMs how long it lasted by the ResourceManager's clock, in ms
   * @param madeMs when it was made, in ms of the wall clock
   */
  default void lasted(
      AskedJob job,
      int priority,
      long askedMb,
      long grantedMb,
      boolean whole,
      long lastedMs,
      long madeMs) {}

  /** An application is gone: what is remembered for it alone may be forgotten. Quick. */
  default void applicationEnded(ApplicationId id) {}
}
