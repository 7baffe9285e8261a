// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.policing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Predicts one resource's guaranteed demand from the same time of earlier periods, usually days.
 * The period is divided into slots, and each keeps the mean of its peaks, in which older periods
 * weigh less.
 */
final class PeriodicDemandEstimator {
  /** Number of slots in a period: five minutes each in a day. */
  static final int SLOTS = 288;

  /** Weight of the latest period in a slot's mean. */
  private static final double LATEST = 0.3;

  private static final long NEVER = Long.MIN_VALUE;

  private final long slotMs;
  private final double[] peaks = new double[SLOTS];

  /** The current slot, counted from the epoch; {@code peak} is its peak so far. */
  private long current = NEVER;

  private long peak;

  /** The last observed demand; negative if there was none since a restart. */
  private long level = -1;

  /**
   * Creates an estimator.
   *
   * @param periodMs period after which demand is expected to repeat, in ms
   */
  PeriodicDemandEstimator(long periodMs) {
    slotMs = Math.max(1, periodMs / SLOTS);
    Arrays.fill(peaks, Double.NaN);
  }

  /** Records demand, which stays the same until the next call. */
  void observe(long nowMs, long demand) {
    long slot = Math.floorDiv(nowMs, slotMs);
    if (current == NEVER || slot < current - 1) {
      // This is the first observation, or the clock was set back.
      current = slot;
      peak = demand;
    } else if (slot > current) {
      close(current, peak);
      // Demand did not change in the slots between; record it once in each.
      for (long s = Math.max(current + 1, slot - SLOTS); level >= 0 && s < slot; s++) {
        close(s, level);
      }
      current = slot;
      peak = Math.max(level, demand);
    }
    peak = Math.max(peak, demand);
    level = demand;
  }

  private void close(long slot, long highest) {
    int i = index(slot);
    peaks[i] = Double.isNaN(peaks[i]) ? highest : peaks[i] + LATEST * (highest - peaks[i]);
  }

  private static int index(long slot) {
    return (int) Math.floorMod(slot, (long) SLOTS);
  }

  /**
   * Returns the highest mean peak of the slots that begin within this time from now, in ms; 0 if
   * none is known. The current slot is left to the recent past, which is finer.
   */
  long expected(long nowMs, long horizonMs) {
    long now = Math.floorDiv(nowMs, slotMs);
    long slots = Math.min(SLOTS, (Math.floorMod(nowMs, slotMs) + horizonMs) / slotMs);
    double highest = 0;
    for (long s = now + 1; s <= now + slots; s++) {
      double p = peaks[index(s)];
      highest = Double.isNaN(p) ? highest : Math.max(highest, p);
    }
    return (long) Math.ceil(highest);
  }

  /** Returns the state: number and peak of the current slot, then index and mean of the others. */
  long[][] saved() {
    List<long[]> saved = new ArrayList<>();
    if (current != NEVER) {
      saved.add(new long[] {current, peak});
    }
    for (int i = 0; i < SLOTS; i++) {
      if (!Double.isNaN(peaks[i])) {
        saved.add(new long[] {i, Math.round(peaks[i])});
      }
    }
    return saved.toArray(new long[0][]);
  }

  /** Restores the {@link #saved} state. */
  void restore(long[][] saved) {
    Arrays.fill(peaks, Double.NaN);
    for (int i = 1; i < saved.length; i++) {
      peaks[index(saved[i][0])] = saved[i][1];
    }
    current = saved.length == 0 ? NEVER : saved[0][0];
    peak = saved.length == 0 ? 0 : saved[0][1];
    level = -1;
  }
}
