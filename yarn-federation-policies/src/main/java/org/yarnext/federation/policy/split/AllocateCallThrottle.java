// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.split;

import org.yarnext.common.decision.Decision;

/**
 * Refuses allocate calls that would flood the ResourceManagers: too many requests, too many
 * containers, or too often (Hydra section 3.2, "protect RMs from an excessive number of requests").
 *
 * <p>A refused call changes nothing, and succeeds if the application repeats it later. The throttle
 * is a token bucket of lines; calls without lines, plain heartbeats, always pass. There is one
 * instance for each application attempt. Not thread-safe.
 */
public final class AllocateCallThrottle {
  private double tokens = -1;
  private long atMs;

  /**
   * Decides whether a call may pass, and takes its lines from the bucket if so.
   *
   * @param lines number of lines in the call
   * @param containers largest number of containers in one line
   * @param nowMs time in ms, always of the same clock; a time before the last one counts as the
   *     last one
   * @return true if the call may pass; otherwise the decision's inputs name the limit exceeded
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
      return Decision.of(false, SplitReason.REQUESTS_TOO_MANY)
          .with("lines", lines)
          .with("limit", limits.linesPerCall());
    }
    if (containers > limits.containersPerLine()) {
      return Decision.of(false, SplitReason.REQUESTS_TOO_MANY_CONTAINERS)
          .with("containers", containers)
          .with("limit", limits.containersPerLine());
    }
    if (lines > tokens) {
      return Decision.of(false, SplitReason.REQUESTS_TOO_FREQUENT)
          .with("lines", lines)
          .with("linesPerSecond", limits.linesPerSecond())
          .with(
              "retryAfterMs", (long) Math.ceil((lines - tokens) / limits.linesPerSecond() * 1000));
    }
    tokens -= lines;
    return Decision.of(true, SplitReason.REQUESTS_PASS).with("lines", lines);
  }
}
