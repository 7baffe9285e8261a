// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.decision;

/** A policy that a daemon calls through a guard, and that an operator may replace by another. */
public interface GuardedPolicy {
  /**
   * Returns whether a call of this policy may block or take longer than a few milliseconds. Such a
   * policy is called on another thread with a deadline, and the first call that misses it trips the
   * guard. Any other is called on the daemon's own thread without a deadline, because the hand-off
   * would take longer than the call.
   *
   * @return always the same; true unless the policy knows better
   */
  default boolean mayBlock() {
    return true;
  }
}
