// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.guard;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Rate limiter of log lines and decisions that applications cause: allows one a minute for each
 * subject. Remembers at most 10,000 subjects; if more than 5,000 occur within a minute, all may be
 * forgotten, and are then allowed again sooner. Thread-safe.
 */
public final class LogThrottle {
  static final long INTERVAL_MS = 60_000;
  private static final int MAX_SUBJECTS = 10_000;

  private final Map<Object, Long> lastMs = new ConcurrentHashMap<>();

  /**
   * Returns whether a line about a subject may be written now. If so, the next one is allowed a
   * minute later.
   *
   * @param subject an immutable key with its own equals
   * @param nowMs time of a monotonic clock, in ms
   */
  public boolean due(Object subject, long nowMs) {
    if (lastMs.size() >= MAX_SUBJECTS) {
      lastMs.values().removeIf(last -> nowMs - last >= INTERVAL_MS);
      if (lastMs.size() > MAX_SUBJECTS / 2) { // or the next subjects would each cost a search
        lastMs.clear();
      }
    }
    Long last = lastMs.get(subject);
    if (last != null && nowMs - last < INTERVAL_MS) {
      return false;
    }
    lastMs.put(subject, nowMs);
    return true;
  }
}
