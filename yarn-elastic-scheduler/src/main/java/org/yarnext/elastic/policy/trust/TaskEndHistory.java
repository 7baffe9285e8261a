// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.trust;

/** The outcomes, good or bad, of the tasks that ended most recently. Not thread-safe. */
final class TaskEndHistory {
  private final int size;

  /** One bit per end, the latest one lowest; 1 is bad. */
  private long bad;

  private int seen;

  /**
   * Creates a history.
   *
   * @param size maximum number of remembered ends; 1 to {@link TrustRules#LARGEST_WINDOW}
   */
  TaskEndHistory(int size) {
    this.size = size;
  }

  void add(boolean isBad) {
    bad = (bad << 1 | (isBad ? 1 : 0)) & (1L << size) - 1;
    seen = Math.min(seen + 1, size);
  }

  /** Returns the number of bad ends. */
  int bad() {
    return Long.bitCount(bad);
  }

  /** Returns whether the history is full. */
  boolean isFull() {
    return seen == size;
  }

  void forget() {
    bad = 0;
    seen = 0;
  }
}
