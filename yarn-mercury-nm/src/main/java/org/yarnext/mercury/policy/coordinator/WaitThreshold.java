// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.coordinator;

import java.util.Collection;

/**
 * Computes the queue wait above which a node is an outlier: {@code mean + kσ} of R over the nodes
 * with a fresh report (Mercury sections 4.3 and 7.2.3), kept within bounds.
 *
 * <p>Means and squares are summed in double, in two passes: 10,000 waits of 2^31 ms sum up exactly,
 * and their squares stay far from the range of a double. Stock sums both in an int.
 *
 * <p><b>Small clusters.</b> Of n values none can lie more than {@code sqrt(n - 1)} standard
 * deviations above their mean (population deviation, as stock's; with the sample deviation it is
 * {@code (n - 1) / sqrt(n)}). With k = 2 no node in a cluster of up to five nodes could ever exceed
 * the threshold. So k is lowered to half of that bound where it is above. A lone overloaded node
 * then sheds half of its excess over the mean, and from {@code 1 + 4k²} nodes on (17 for k = 2) k
 * is the configured one. The threshold is never below the mean, so the other nodes can take what an
 * outlier sheds without becoming outliers.
 *
 * <p>At most {@code 1 / (1 + k²)} of the nodes can exceed the threshold (Cantelli): a fifth for k =
 * 2, which bounds the effect of one limit on the cluster.
 */
public final class WaitThreshold {
  /** Minimum number of nodes; with fewer there is nothing to compare, nor anywhere else to run. */
  static final int FEWEST_NODES = 2;

  /** Maximum k, as a fraction of the largest possible one. */
  static final double SHARE_OF_LARGEST_K = 0.5;

  private final double k;
  private final double minMs;
  private final double maxMs;

  /**
   * Creates a threshold.
   *
   * @param k number of standard deviations above the mean, 0 or more
   * @param minMs minimum limit, in ms
   * @param maxMs maximum limit, in ms; not below {@code minMs}
   */
  public WaitThreshold(double k, double minMs, double maxMs) {
    this.k = k;
    this.minMs = minMs;
    this.maxMs = maxMs;
  }

  /** A threshold and the numbers it was computed from. Immutable. */
  public static final class Level {
    final int nodes;
    final double meanMs;
    final double sigmaMs;

    /** The k that was used. */
    final double k;

    final double limitMs;

    private Level(int nodes, double meanMs, double sigmaMs, double k, double limitMs) {
      this.nodes = nodes;
      this.meanMs = meanMs;
      this.sigmaMs = sigmaMs;
      this.k = k;
      this.limitMs = limitMs;
    }

    /** Returns whether there is a limit. */
    public boolean limited() {
      return !Double.isNaN(limitMs);
    }

    /** Returns the limit in ms; NaN if there is none. */
    public double limitMs() {
      return limitMs;
    }

    public double meanMs() {
      return meanMs;
    }

    /** Returns the population standard deviation, in ms. */
    public double sigmaMs() {
      return sigmaMs;
    }
  }

  /**
   * Computes the threshold. There is none for fewer than two nodes, nor while the mean itself
   * exceeds the maximum limit, when shedding would only move containers between overloaded nodes.
   */
  public Level over(Collection<NodeReport> fresh) {
    int n = fresh.size();
    if (n < FEWEST_NODES) {
      double mean = n == 0 ? Double.NaN : fresh.iterator().next().waitMs();
      return new Level(n, mean, n == 0 ? Double.NaN : 0, k, Double.NaN);
    }
    double sum = 0;
    for (NodeReport r : fresh) {
      sum += r.waitMs();
    }
    double mean = sum / n;
    double squares = 0;
    for (NodeReport r : fresh) {
      double d = r.waitMs() - mean;
      squares += d * d;
    }
    double sigma = Math.sqrt(squares / n);
    double used = Math.min(k, SHARE_OF_LARGEST_K * Math.sqrt(n - 1.0));
    double limit =
        mean >= maxMs ? Double.NaN : Math.min(maxMs, Math.max(minMs, mean + used * sigma));
    return new Level(n, mean, sigma, used, limit);
  }
}
