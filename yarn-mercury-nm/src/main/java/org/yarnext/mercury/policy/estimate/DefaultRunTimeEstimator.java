// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.estimate;

import org.apache.commons.math3.stat.descriptive.DescriptiveStatistics;

/**
 * Estimates the run time of containers about which nothing is known: the mean of the last finished
 * containers of all applications. Thread-safe.
 */
public final class DefaultRunTimeEstimator {
  /** Maximum number of remembered finished containers. */
  static final int WINDOW = 128;

  /** Minimum number of finished containers for a typical run time. */
  static final int MIN_SAMPLES = 8;

  private final DescriptiveStatistics lately = new DescriptiveStatistics(WINDOW);

  /** Read for each request that is placed, and so without a lock. */
  private volatile double meanMs = Double.NaN;

  /** Records a container that ran to its end; a negative run time is ignored. */
  public synchronized void observe(long runMs) {
    if (runMs >= 0) {
      lately.addValue(runMs);
      meanMs = lately.getN() < MIN_SAMPLES ? Double.NaN : lately.getMean();
    }
  }

  /** Returns the mean run time in ms; NaN while too few have finished. */
  public double meanMs() {
    return meanMs;
  }
}
