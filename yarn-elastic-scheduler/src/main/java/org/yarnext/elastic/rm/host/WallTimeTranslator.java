// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.host;

/**
 * Translates past times of the wall clock to a monotonic clock. It notices when the wall clock is
 * set, and translates earlier times as before. If a time was shown both before and after the clock
 * was set back, the later one counts. Thread-safe.
 */
final class WallTimeTranslator {
  /** Maximum number of remembered settings of the clock. */
  static final int MAX_SETTINGS = 16;

  /** The wall clock between two times at which it was set. Immutable. */
  private static final class Setting {
    final long aheadMs;
    final long sinceMs;

    Setting(long aheadMs, long sinceMs) {
      this.aheadMs = aheadMs;
      this.sinceMs = sinceMs;
    }
  }

  /** The newest first. */
  private volatile Setting[] settings = {new Setting(0, Long.MIN_VALUE)};

  /** The latest monotonic time at which the current setting was seen. */
  private volatile long seenMs = Long.MIN_VALUE;

  /**
   * Translates a time.
   *
   * @param wallMs a past time of the wall clock, in ms
   * @param nowMs the monotonic clock's time now, in ms
   * @return milliseconds of the monotonic clock; not after {@code nowMs}, except by rounding
   */
  long monotonicMs(long wallMs, long nowMs) {
    Setting[] known = settings;
    for (Setting setting : known) {
      long ms = wallMs + setting.aheadMs;
      if (ms >= setting.sinceMs && ms < nowMs + ElasticHost.ROUNDING_MS) {
        return ms;
      }
    }
    return Math.min(nowMs, wallMs + known[known.length - 1].aheadMs);
  }

  /**
   * Compares the clocks.
   *
   * @param wallNowMs the wall clock's time now, in ms
   * @param nowMs the monotonic clock's time now, in ms
   */
  void notice(long wallNowMs, long nowMs) {
    long aheadMs = nowMs - wallNowMs;
    if (isCurrent(aheadMs)) {
      if (nowMs > seenMs) {
        seenMs = nowMs;
      }
    } else {
      wasSet(aheadMs, nowMs);
    }
  }

  private boolean isCurrent(long aheadMs) {
    return Math.abs(aheadMs - settings[0].aheadMs) < ElasticHost.ROUNDING_MS;
  }

  private synchronized void wasSet(long aheadMs, long nowMs) {
    if (!isCurrent(aheadMs)) {
      Setting[] next = new Setting[Math.min(settings.length + 1, MAX_SETTINGS)];
      next[0] = new Setting(aheadMs, seenMs);
      System.arraycopy(settings, 0, next, 1, next.length - 1);
      settings = next;
      seenMs = nowMs;
    }
  }
}
