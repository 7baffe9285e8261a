// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.home;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/**
 * Counts the applications that one Router recently sent to each sub-cluster; the weight of a choice
 * halves with each half-life. Thread-safe.
 */
public final class HomeChoiceHistory {
  private final long halfLifeMs;
  private final Map<String, Double> counts = new HashMap<>();
  private long atMs = Long.MIN_VALUE;

  /**
   * @param halfLifeMs half-life in ms, above 0; about as long as it takes until a sub-cluster's
   *     report shows the applications sent there
   */
  public HomeChoiceHistory(long halfLifeMs) {
    if (halfLifeMs <= 0) {
      throw new IllegalArgumentException("half-life " + halfLifeMs + " ms");
    }
    this.halfLifeMs = halfLifeMs;
  }

  /**
   * Records that an application was sent to the sub-cluster.
   *
   * @param nowMs time of a monotonic clock, in ms; times may arrive out of order
   */
  public synchronized void chosen(String name, long nowMs) {
    age(nowMs);
    counts.merge(name, 1.0, Double::sum);
  }

  /** Returns the counts at the given time, as a copy. */
  public synchronized Counts counts(long nowMs) {
    age(nowMs);
    return new Counts(new HashMap<>(counts));
  }

  private void age(long nowMs) {
    if (nowMs > atMs) {
      double left = Math.pow(0.5, (double) (nowMs - atMs) / halfLifeMs);
      counts.replaceAll((name, count) -> count * left);
      counts.values().removeIf(count -> count < 1e-6);
      atMs = nowMs;
    }
  }

  /** Recent choices by sub-cluster. Immutable. */
  public static final class Counts {
    /** No recent choices. */
    static final Counts NONE = new Counts(Collections.emptyMap());

    private final Map<String, Double> counts;

    private Counts(Map<String, Double> counts) {
      this.counts = counts;
    }

    /** Returns the decayed number of applications sent to the sub-cluster. */
    public double of(String name) {
      return counts.getOrDefault(name, 0.0);
    }
  }
}
