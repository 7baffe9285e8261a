// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.amrmproxy.ledger;

import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.EnhancedHeadroom;

/**
 * Tracks the last allocate response of one sub-cluster's ResourceManager, and which calls it has
 * answered. YARN tells of answers, not of the calls they are to; at most one call is under way when
 * another one is made, so a call is answered with the second answer after it. Not thread-safe.
 */
final class AllocateResponseTracker {
  private static final int ANSWERS_TO_BE_SURE = 2;
  private static final int MOST_PATIENCES_BETWEEN_TRIES = 8;

  private final Deque<long[]> open = new ArrayDeque<>();
  private long count;
  private long headroomMb;
  private double load;
  private double cores = 1;

  /** Null until something is sent there. */
  private Long firstUseMs;

  /** When it is tried again if it never answered, and how many patiences later once more. */
  private long tryMs = Long.MIN_VALUE;

  private int patiences = 1;

  /** When a call of the application last found a new answer, and how many found none since. */
  private long heardMs;

  private long countHeard;
  private int callsUnheard;

  /**
   * The application calls.
   *
   * @param afterMs how old an answer may be, in ms
   * @return whether the last answer is older, and calls since should have been answered
   */
  boolean isStale(long nowMs, long afterMs) {
    if (countHeard != count) {
      countHeard = count;
      heardMs = nowMs;
      callsUnheard = 0;
      return false;
    }
    callsUnheard++;
    return callsUnheard > ANSWERS_TO_BE_SURE && nowMs - heardMs > afterMs;
  }

  /** Something was sent in this call of the ledger. */
  void sent(long call, long nowMs) {
    if (firstUseMs == null) {
      firstUseMs = nowMs;
    }
    open.addLast(new long[] {call, count});
  }

  /** Takes an answer; returns the last call that is answered for sure, 0 if none. */
  long answered(AllocateResponse response) {
    count++;
    if (response.getAvailableResources() != null) {
      headroomMb = Math.max(0, response.getAvailableResources().getMemorySize());
    }
    EnhancedHeadroom enhanced = response.getEnhancedHeadroom();
    if (enhanced != null) {
      cores = Math.max(1, enhanced.getTotalActiveCores());
      load = Math.max(0, enhanced.getTotalPendingCount()) / cores;
    }
    long call = 0;
    while (!open.isEmpty() && open.peekFirst()[1] + ANSWERS_TO_BE_SURE <= count) {
      call = open.removeFirst()[0];
    }
    return call;
  }

  boolean hasAnswered() {
    return count > 0;
  }

  /**
   * Whether it is to be counted on no more. YARN's word that it timed out is worth nothing before
   * the first answer: it says so from the first use on, or, where it could not register the
   * application again, never.
   */
  boolean isLost(boolean timedOut, long nowMs, long patienceMs) {
    return hasAnswered() ? timedOut : firstUseMs != null && nowMs - firstUseMs > patienceMs;
  }

  /**
   * Whether it is time to try one that is lost and never answered, at first at once, then after
   * pauses that double; true once each time. YARN drops what is sent when it cannot submit the
   * application there, and tries again only when something is sent.
   */
  boolean isToBeTried(long nowMs, long patienceMs) {
    if (count > 0 || nowMs < tryMs) {
      return false;
    }
    tryMs = nowMs + patiences * patienceMs;
    patiences = Math.min(MOST_PATIENCES_BETWEEN_TRIES, 2 * patiences);
    return true;
  }

  long headroomMb() {
    return headroomMb;
  }

  /** Of the sub-cluster; 1 where it does not tell. */
  double cores() {
    return cores;
  }

  /** Containers that wait for each core of the sub-cluster. */
  double load() {
    return load;
  }
}
