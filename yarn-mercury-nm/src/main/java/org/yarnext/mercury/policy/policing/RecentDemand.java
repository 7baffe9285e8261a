/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.mercury.policy.policing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.math3.stat.descriptive.rank.Percentile;

/**
 * Estimates how far one resource's guaranteed demand will rise within a given time: as far as it
 * rose after those moments of the recent past that it had reached most as it has reached the
 * present one. So a burst that comes at intervals is foreseen, and none is feared right after it.
 *
 * <p>Time is cut into buckets; each keeps the highest demand in it and the demand at its end. A
 * moment is the end of a bucket, and the {@link #TRAIL} buckets up to it tell how it was reached,
 * the nearer with the more weight.
 */
final class RecentDemand {
  /** How finely the recent past is kept. */
  static final int BUCKETS = 240;

  /** How much of the way to a moment is compared, in buckets. */
  static final int TRAIL = 24;

  /** The farthest look ahead; a farther one would leave too few moments to learn from. */
  static final int FARTHEST = BUCKETS / 2;

  private static final double WEIGHT_OF_NEXT_OLDER = 0.9;

  /** How many of the most similar moments count. */
  private static final int SIMILAR = 15;

  private static final long UNKNOWN = -1;

  private final long bucketMs;
  private final Percentile quantile;
  private final long[] highest = new long[BUCKETS];
  private final long[] last = new long[BUCKETS];

  /** The latest bucket, counted from the epoch. */
  private long current = Long.MIN_VALUE;

  /** Where the latest bucket is kept. */
  private int place;

  /** Whether nobody watched between the latest bucket and now. */
  private boolean blind = true;

  /** The moments, as how many buckets ago, the most similar first; null until asked for. */
  private int[] bySimilarity;

  /** The rise within so many buckets, as far as it has been worked out. */
  private final long[] rises = new long[FARTHEST + 1];

  private int workedOut;

  /**
   * @param windowMs how long the recent past is, in ms
   * @param quantile of the moments alike, the part after which demand rose no further than said
   */
  RecentDemand(long windowMs, double quantile) {
    this.bucketMs = Math.max(1, windowMs / BUCKETS);
    this.quantile = new Percentile(quantile * 100);
    forget();
  }

  private void forget() {
    Arrays.fill(highest, UNKNOWN);
    Arrays.fill(last, UNKNOWN);
    current = Long.MIN_VALUE;
    blind = true;
    bySimilarity = null;
    workedOut = 0;
  }

  /** Demand is as told from now on. */
  void observe(long nowMs, long demand) {
    long bucket = Math.floorDiv(nowMs, bucketMs);
    if (bucket + BUCKETS < current) {
      // The clock was set back; what is kept is of a future that may never come.
      forget();
    }
    long before = current;
    advanceTo(bucket, blind ? UNKNOWN : last[place]);
    blind = false;
    if (current == before && demand == last[place]) {
      // It stays as it was, as at most events, and so does what follows from it.
      return;
    }
    highest[place] = Math.max(highest[place], demand);
    last[place] = demand;
    bySimilarity = null;
    workedOut = 0;
  }

  /** Begins new buckets, in which demand has stayed at {@code level}. */
  private void advanceTo(long bucket, long level) {
    current = Math.max(current, bucket - BUCKETS);
    while (current < bucket) {
      current++;
      place = (int) Math.floorMod(current, (long) BUCKETS);
      highest[place] = level;
      last[place] = level;
    }
  }

  /** The place of the bucket that many before the latest, fewer than there are. */
  private int index(int ago) {
    return place < ago ? place - ago + BUCKETS : place - ago;
  }

  /**
   * How far demand is expected to rise above what it is within this time, in ms; 0 if nothing is
   * known, and never less for a longer time.
   */
  long rise(long horizonMs) {
    int width = (int) Math.min(FARTHEST, (horizonMs - 1) / bucketMs + 1);
    if (bySimilarity == null) {
      bySimilarity = moments();
    }
    while (workedOut < width) {
      // Far ahead, steps of up to a quarter of the way are fine enough.
      int next = Math.min(FARTHEST, workedOut + Math.max(1, Integer.highestOneBit(workedOut) / 4));
      Arrays.fill(rises, workedOut + 1, next + 1, Math.max(rises[workedOut], typical(next)));
      workedOut = next;
    }
    return rises[width];
  }

  private long typical(int width) {
    double[] each =
        Arrays.stream(bySimilarity)
            .filter(ago -> ago >= width)
            .mapToDouble(ago -> riseAfter(ago, width))
            .filter(rise -> rise != UNKNOWN)
            .limit(SIMILAR)
            .toArray();
    return each.length == 0 ? 0 : (long) Math.ceil(quantile.evaluate(each));
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

  private int[] moments() {
    List<double[]> moments = new ArrayList<>();
    int known = 0;
    for (int ago = BUCKETS - 1; ago > 0; ago--) {
      known = last[index(ago)] == UNKNOWN ? 0 : known + 1;
      if (known >= TRAIL) {
        moments.add(new double[] {ago, difference(ago)});
      }
    }
    return moments.stream()
        .sorted(
            Comparator.<double[]>comparingDouble(moment -> moment[1])
                .thenComparingDouble(moment -> moment[0]))
        .mapToInt(moment -> (int) moment[0])
        .toArray();
  }

  /** How differently demand reached that moment from how it has reached this one. */
  private double difference(int ago) {
    double sum = 0;
    double weight = 1;
    for (int i = 0; i < TRAIL; i++) {
      if (last[index(i)] != UNKNOWN) {
        sum += weight * Math.abs(last[index(ago + i)] - last[index(i)]);
      }
      weight *= WEIGHT_OF_NEXT_OLDER;
    }
    return sum;
  }

  /** What is known, the oldest first: number, highest and last demand of each bucket. */
  long[][] saved() {
    return IntStream.range(0, BUCKETS)
        .map(i -> BUCKETS - 1 - i)
        .filter(ago -> last[index(ago)] != UNKNOWN)
        .mapToObj(ago -> new long[] {current - ago, highest[index(ago)], last[index(ago)]})
        .toArray(long[][]::new);
  }

  /** Takes over what was {@link #saved}. */
  void restore(long[][] saved) {
    forget();
    for (long[] bucket : saved) {
      advanceTo(bucket[0], UNKNOWN);
      highest[place] = bucket[1];
      last[place] = bucket[2];
    }
  }
}
