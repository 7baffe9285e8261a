// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.trust;

/** Evidence against a profile, or against an application's use of it. Not thread-safe. */
final class TrustRecord {
  private static final int MAX_DOUBLINGS = 4;

  private final TrustRules rules;
  private TrustReason reason = TrustReason.TRUST_KEPT;
  private long untilMs = Long.MIN_VALUE;
  private long lastedMs;
  private int doublings;

  private final TaskEndHistory tooLong;
  private final TaskEndHistory failures;

  TrustRecord(TrustRules rules) {
    this.rules = rules;
    this.tooLong = new TaskEndHistory(rules.window());
    this.failures = new TaskEndHistory(rules.window());
  }

  boolean isDistrusted(long nowMs) {
    return nowMs < untilMs;
  }

  /** Returns the reason while it is distrusted. */
  TrustReason reason() {
    return reason;
  }

  long untilMs() {
    return untilMs;
  }

  /**
   * Distrusts it from now on. The time doubles, four times at most, if it had been trusted again
   * for less time than it was distrusted for.
   */
  void distrust(TrustReason why, long nowMs) {
    if (!isDistrusted(nowMs)) {
      boolean again = lastedMs > 0 && nowMs - untilMs < lastedMs;
      doublings = again ? Math.min(doublings + 1, MAX_DOUBLINGS) : 0;
    }
    reason = why;
    lastedMs = rules.distrustMs() << doublings;
    untilMs = Math.max(untilMs, nowMs + lastedMs);
    tooLong.forget();
    failures.forget();
  }

  void ran(boolean longerThanExpected, long nowMs) {
    tooLong.add(longerThanExpected);
    if (isPersistent(tooLong)) {
      distrust(TrustReason.TRUST_LOST_RUN_TIMES, nowMs);
    }
  }

  void endedWell() {
    failures.add(false);
  }

  /**
   * Records a failure of unknown cause.
   *
   * @param few whether a few such failures suffice; otherwise they must be persistent
   */
  void failed(boolean few, long nowMs) {
    failures.add(true);
    if (few ? failures.bad() >= rules.failuresToDistrust() : isPersistent(failures)) {
      distrust(TrustReason.TRUST_LOST_FAILURES, nowMs);
    }
  }

  private boolean isPersistent(TaskEndHistory ends) {
    return ends.isFull() && ends.bad() >= rules.wrongToDistrust();
  }
}
