// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.promotion;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Delays promotions that the scheduler has refused: by a minute at first, then by twice as long
 * each time, so that a promotion without room does not block others of its queue. Remembers only
 * live containers. Not thread-safe.
 */
public final class PromotionBackOffPolicy {
  static final long FIRST_MS = 60_000;
  static final long LONGEST_MS = 3_600_000;

  private final Map<String, Refusal> refusals = new HashMap<>();

  private static final class Refusal {
    final long spanMs;
    final long untilMs;

    Refusal(long spanMs, long nowMs) {
      this.spanMs = spanMs;
      this.untilMs = nowMs + spanMs;
    }
  }

  /** Records that the scheduler had no room for the promotion, or did not accept it. */
  public void refused(String container, long nowMs) {
    Refusal before = refusals.get(container);
    long spanMs = before == null ? FIRST_MS : Math.min(LONGEST_MS, 2 * before.spanMs);
    refusals.put(container, new Refusal(spanMs, nowMs));
  }

  /** Returns whether a promotion may be requested now. */
  public boolean over(String container, long nowMs) {
    Refusal last = refusals.get(container);
    return last == null || nowMs >= last.untilMs;
  }

  /** Forgets containers that have ended. */
  public void retain(Set<String> live) {
    refusals.keySet().retainAll(live);
  }

  public boolean isEmpty() {
    return refusals.isEmpty();
  }
}
