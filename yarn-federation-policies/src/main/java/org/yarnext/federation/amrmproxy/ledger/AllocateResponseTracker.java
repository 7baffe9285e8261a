// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.amrmproxy.ledger;

import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.EnhancedHeadroom;

/**
 * Tracks the latest response of one sub-cluster's ResourceManager, and which calls it has answered.
 * YARN passes responses on without the calls that they answer. At most one earlier call is under
 * way when a call is sent, so a call is surely answered by the second response after it. Not
 * thread-safe.
 */
final class AllocateResponseTracker {
  private static final int RESPONSES_TO_CONFIRM = 2;
  private static final int MAX_BACK_OFF = 8;

  /** Calls not surely answered yet, each with the number of responses when it was sent. */
  private final Deque<long[]> unconfirmed = new ArrayDeque<>();

  /** Number of responses. */
  private long count;

  private long headroomMb;
  private double load;
  private double cores = 1;

  /** Time of the first request to the sub-cluster in ms, or null if there was none. */
  private Long firstUseMs;

  /** Time of the next attempt at a sub-cluster that never responded, in ms. */
  private long retryMs = Long.MIN_VALUE;

  /** Pause after the next attempt, as a multiple of the time-out. */
  private int backOff = 1;

  /** Time in ms when a call of the application last found a new response. */
  private long newResponseMs;

  /** Number of responses at that time. */
  private long countSeen;

  /** Number of the application's calls since. */
  private int callsSince;

  /**
   * Counts a call of the application, and returns whether the latest response is stale.
   *
   * @param nowMs time of a monotonic clock, in ms
   * @param afterMs the age from which a response is stale, in ms
   * @return whether the latest response is older than that, and calls made since should have been
   *     answered
   */
  boolean isStale(long nowMs, long afterMs) {
    if (countSeen != count) {
      countSeen = count;
      newResponseMs = nowMs;
      callsSince = 0;
      return false;
    }
    callsSince++;
    return callsSince > RESPONSES_TO_CONFIRM && nowMs - newResponseMs > afterMs;
  }

  /** Records that a call of the ledger sent something to the sub-cluster. */
  void sent(long call, long nowMs) {
    if (firstUseMs == null) {
      firstUseMs = nowMs;
    }
    unconfirmed.addLast(new long[] {call, count});
  }

  /** Records a response; returns the latest call that is surely answered, or 0 if there is none. */
  long answered(AllocateResponse response) {
    count++;
    if (response.getAvailableResources() != null) {
      headroomMb = Math.max(0, response.getAvailableResources().getMemorySize());
    }
    EnhancedHeadroom enhanced = response.getEnhancedHeadroom();
    if (enhanced != null) {
      cores = Math.max(1, enhanced.getTotalActiveCores());
      int pending = enhanced.getTotalPendingCount();
      load = (pending < 0 ? Integer.MAX_VALUE : pending) / cores; // YARN's sum overflows
    }
    long call = 0;
    while (!unconfirmed.isEmpty() && unconfirmed.peekFirst()[1] + RESPONSES_TO_CONFIRM <= count) {
      call = unconfirmed.removeFirst()[0];
    }
    return call;
  }

  boolean hasAnswered() {
    return count > 0;
  }

  /**
   * Returns whether the sub-cluster counts as lost. Before the first response YARN's own timeout is
   * no evidence: YARN reports it from the first use on, or never if it could not register the
   * application again.
   */
  boolean isLost(boolean timedOut, long nowMs, long timeoutMs) {
    return hasAnswered() ? timedOut : firstUseMs != null && nowMs - firstUseMs > timeoutMs;
  }

  /**
   * Returns whether to send to a lost sub-cluster that never responded; true once for each attempt.
   * The first attempt is due at once, the next after pauses that double up to a limit. YARN drops
   * requests when it cannot submit the application there, and tries again only when something is
   * sent.
   */
  boolean isRetryDue(long nowMs, long timeoutMs) {
    if (count > 0 || nowMs < retryMs) {
      return false;
    }
    retryMs = nowMs + backOff * timeoutMs;
    backOff = Math.min(MAX_BACK_OFF, 2 * backOff);
    return true;
  }

  /** Returns the headroom of the latest response, in MB. */
  long headroomMb() {
    return headroomMb;
  }

  /** Returns the sub-cluster's active cores; 1 if it does not report them. */
  double cores() {
    return cores;
  }

  /** Returns the number of pending containers for each core of the sub-cluster. */
  double load() {
    return load;
  }
}
