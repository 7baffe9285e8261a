// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.policing;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.math3.stat.descriptive.rank.Percentile;

/**
 * Estimates how far one resource's guaranteed demand will rise within a given time: as far as it
 * rose after those moments of the recent past that had the most similar demand before them. So a
 * burst that recurs at intervals is expected, and none is expected right after it.
 *
 * <p>Time is divided into buckets; each keeps the highest demand in it and the demand at its end. A
 * moment is the end of a bucket, and moments are compared by the {@link #TRAIL} buckets up to them,
 * nearer ones with more weight.
 */
final class RecentDemandEstimator {
  /** Number of buckets of the recent past. */
  static final int BUCKETS = 240;

  /** Number of buckets before a moment that are compared. */
  static final int TRAIL = 24;

  /** Maximum horizon in buckets; a longer one would leave too few moments to learn from. */
  static final int FARTHEST = BUCKETS / 2;

  private static final double WEIGHT_OF_NEXT_OLDER = 0.9;

  /** Number of most similar moments that count. */
  private static final int SIMILAR = 15;

  private static final long UNKNOWN = -1;

  /** Bits of a sort key that hold the moment; {@link #BUCKETS} fit. */
  private static final long MOMENT = 0xff;

  private final long bucketMs;
  private final Percentile quantile;
  private final long[] highest = new long[BUCKETS];
  private final long[] last = new long[BUCKETS];

  /** Number of the latest bucket, counted from the epoch. */
  private long current = Long.MIN_VALUE;

  /** Array index of the latest bucket. */
  private int place;

  /** True if demand was not observed between the latest bucket and now. */
  private boolean blind = true;

  /** The moments with a known past, in buckets before the latest; null until needed. */
  private int[] moments;

  /** Difference of each moment's past from the current one, its own demand excluded. */
  private final double[] ways = new double[BUCKETS];

  /** The moments, the most similar first; null until needed. */
  private int[] bySimilarity;

  /** Expected rise by number of buckets, as far as computed. */
  private final long[] rises = new long[FARTHEST + 1];

  private int workedOut;

  /**
   * Creates an estimator.
   *
   * @param windowMs length of the recent past, in ms
   * @param quantile fraction of similar moments after which demand rose no further than predicted
   */
  RecentDemandEstimator(long windowMs, double quantile) {
    this.bucketMs = Math.max(1, windowMs / BUCKETS);
    this.quantile = new Percentile(quantile * 100);
    forget();
  }

  private void forget() {
    Arrays.fill(highest, UNKNOWN);
    Arrays.fill(last, UNKNOWN);
    current = Long.MIN_VALUE;
    blind = true;
    moments = null;
    bySimilarity = null;
    workedOut = 0;
  }

  /** Records demand, which stays the same until the next call. */
  void observe(long nowMs, long demand) {
    long bucket = Math.floorDiv(nowMs, bucketMs);
    if (bucket + BUCKETS < current) {
      // The clock was set back; the recorded demand lies in the future.
      forget();
    }
    long before = current;
    advanceTo(bucket, blind ? UNKNOWN : last[place]);
    blind = false;
    if (current != before) {
      moments = null;
    } else if (demand == last[place]) {
      // Demand is unchanged, as at most events, and so is everything computed from it.
      return;
    }
    highest[place] = Math.max(highest[place], demand);
    last[place] = demand;
    bySimilarity = null;
    workedOut = 0;
  }

  /** Begins new buckets, in which demand stayed at {@code level}. */
  private void advanceTo(long bucket, long level) {
    current = Math.max(current, bucket - BUCKETS);
    while (current < bucket) {
      current++;
      place = (int) Math.floorMod(current, (long) BUCKETS);
      highest[place] = level;
      last[place] = level;
    }
  }

  /**
   * Returns the array index of a bucket before the latest; {@code ago} is below {@link #BUCKETS}.
   */
  private int index(int ago) {
    return place < ago ? place - ago + BUCKETS : place - ago;
  }

  /**
   * Returns the expected rise of demand above its current value within this time, in ms; 0 if
   * unknown, and never less for a longer time.
   */
  long rise(long horizonMs) {
    int width = (int) Math.min(FARTHEST, (horizonMs - 1) / bucketMs + 1);
    if (moments == null) {
      moments = moments();
    }
    if (bySimilarity == null) {
      bySimilarity = bySimilarity();
    }
    while (workedOut < width) {
      // For distant horizons, steps of up to a quarter of the distance are fine enough.
      int next = Math.min(FARTHEST, workedOut + Math.max(1, Integer.highestOneBit(workedOut) / 4));
      Arrays.fill(rises, workedOut + 1, next + 1, Math.max(rises[workedOut], typical(next)));
      workedOut = next;
    }
    return rises[width];
  }

  private long typical(int width) {
    double[] each = new double[SIMILAR];
    int count = 0;
    for (int i = 0; i < bySimilarity.length && count < SIMILAR; i++) {
      long rise = bySimilarity[i] < width ? UNKNOWN : riseAfter(bySimilarity[i], width);
      if (rise != UNKNOWN) {
        each[count++] = rise;
      }
    }
    return count == 0 ? 0 : (long) Math.ceil(quantile.evaluate(each, 0, count));
  }

  private long riseAfter(int ago, int width) {
    long top = last[index(ago)];
    for (int i = 1; i <= width; i++) {
      if (highest[index(ago - i)] == UNKNOWN) {
        return UNKNOWN;
      }
      top = Math.max(top, highest[index(ago - i)]);
    }
    return top - last[index(ago)];
  }

  /** Returns the moments with a known past; computes {@link #ways}, which depend on them. */
  private int[] moments() {
    int[] found = new int[BUCKETS];
    int count = 0;
    int known = 0;
    for (int ago = BUCKETS - 1; ago > 0; ago--) {
      known = last[index(ago)] == UNKNOWN ? 0 : known + 1;
      if (known >= TRAIL) {
        found[count++] = ago;
        ways[ago] = way(ago);
      }
    }
    return Arrays.copyOf(found, count);
  }

  /** Returns the difference between the demand before that moment and before the current one. */
  private double way(int ago) {
    double sum = 0;
    double weight = WEIGHT_OF_NEXT_OLDER;
    for (int i = 1; i < TRAIL; i++) {
      if (last[index(i)] != UNKNOWN) {
        sum += weight * Math.abs(last[index(ago + i)] - last[index(i)]);
      }
      weight *= WEIGHT_OF_NEXT_OLDER;
    }
    return sum;
  }

  private int[] bySimilarity() {
    // Sorting numbers is many times faster than sorting objects, and this runs at most events.
    // Doubles of 0 or more sort like their bits, the last eight of which hold the moment.
    long[] keys = new long[moments.length];
    for (int i = 0; i < keys.length; i++) {
      double difference = ways[moments[i]] + Math.abs(last[index(moments[i])] - last[place]);
      keys[i] = Double.doubleToLongBits(difference) & ~MOMENT | moments[i];
    }
    Arrays.sort(keys);
    int[] sorted = new int[keys.length];
    for (int i = 0; i < keys.length; i++) {
      sorted[i] = (int) (keys[i] & MOMENT);
    }
    return sorted;
  }

  /** Returns the state, oldest first: number, highest and last demand of each bucket. */
  long[][] saved() {
    return IntStream.range(0, BUCKETS)
        .map(i -> BUCKETS - 1 - i)
        .filter(ago -> last[index(ago)] != UNKNOWN)
        .mapToObj(ago -> new long[] {current - ago, highest[index(ago)], last[index(ago)]})
        .toArray(long[][]::new);
  }

  /** Restores the {@link #saved} state. */
  void restore(long[][] saved) {
    forget();
    for (long[] bucket : saved) {
      advanceTo(bucket[0], UNKNOWN);
      highest[place] = bucket[1];
      last[place] = bucket[2];
    }
  }
}
