// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.home;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/**
 * Counts how many applications one Router sent to each sub-cluster lately; older choices count
 * less, by half for each half-life.
 *
 * <p>Thread-safe.
 */
public final class HomeChoiceHistory {
  private final long halfLifeMs;
  private final Map<String, Double> counts = new HashMap<>();
  private long atMs;

  /**
   * @param halfLifeMs in ms, above 0: about as long as a sub-cluster's report takes to show what
   *     was sent there
   */
  public HomeChoiceHistory(long halfLifeMs) {
    if (halfLifeMs <= 0) {
      throw new IllegalArgumentException("half-life " + halfLifeMs + " ms");
    }
    this.halfLifeMs = halfLifeMs;
  }

  /**
   * An application was sent to this sub-cluster.
   *
   * @param nowMs of any clock that is always the same one, in ms; going back counts as standing
   */
  public synchronized void chosen(String name, long nowMs) {
    age(nowMs);
    counts.merge(name, 1.0, Double::sum);
  }

  /** What is remembered at this time; does not change later. */
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
    /** Nothing was chosen lately. */
    public static final Counts NONE = new Counts(Collections.emptyMap());

    private final Map<String, Double> counts;

    private Counts(Map<String, Double> counts) {
      this.counts = counts;
    }

    /** How many applications went there, older ones counting less. */
    public double of(String name) {
      return counts.getOrDefault(name, 0.0);
    }
  }
}
