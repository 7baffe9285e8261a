// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.split;

import org.yarnext.common.decision.Decision;

/**
 * A throttle that refuses allocate calls that would flood the ResourceManagers: too many requests,
 * too many containers, or too often (Hydra section 3.2, "protect RMs from an excessive number of
 * requests").
 *
 * <p>A refused call changes nothing, and an application that repeats it later is served. A token
 * bucket of lines; calls without lines, the mere heartbeats, always pass. One for each application
 * attempt; not thread-safe.
 */
public final class AllocateCallThrottle {
  private double tokens = -1;
  private long atMs;

  /**
   * @param lines how many the call has
   * @param containers the most that one of them asks for
   * @param nowMs of a clock that is always the same one, in ms; going back counts as standing
   * @return true if the call may pass; the decision's inputs say by how much it is too large
   */
  public Decision<Boolean> admit(int lines, int containers, AllocateCallLimits limits, long nowMs) {
    if (tokens < 0) {
      tokens = limits.burst();
      atMs = nowMs;
    }
    tokens =
        Math.min(
            limits.burst(), tokens + Math.max(0, nowMs - atMs) / 1000.0 * limits.linesPerSecond());
    atMs = Math.max(atMs, nowMs);
    if (lines > limits.linesPerCall()) {
      return Decision.of(false, SplitReason.ASKS_TOO_MANY_LINES)
          .with("lines", lines)
          .with("limit", limits.linesPerCall());
    }
    if (containers > limits.containersPerLine()) {
      return Decision.of(false, SplitReason.ASKS_TOO_MANY_CONTAINERS)
          .with("containers", containers)
          .with("limit", limits.containersPerLine());
    }
    if (lines > tokens) {
      return Decision.of(false, SplitReason.ASKS_TOO_OFTEN)
          .with("lines", lines)
          .with("linesPerSecond", limits.linesPerSecond())
          .with(
              "retryAfterMs", (long) Math.ceil((lines - tokens) / limits.linesPerSecond() * 1000));
    }
    tokens -= lines;
    return Decision.of(true, SplitReason.ASKS_PASS).with("lines", lines);
  }
}
