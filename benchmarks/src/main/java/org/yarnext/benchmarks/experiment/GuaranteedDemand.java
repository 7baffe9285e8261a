// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.experiment;

/** Demand for guaranteed containers over time, as a share of the cluster's slots. */
public enum GuaranteedDemand {
  /** The paper's stable load of 70 percent. */
  STEADY {
    @Override
    public double share(double seconds, double interval) {
      return 0.7;
    }
  },

  /** Bursts: 90 percent for a quarter of each interval, 10 percent for the rest. */
  BURSTS {
    @Override
    public double share(double seconds, double interval) {
      return seconds % interval < interval / 4 ? 0.9 : 0.1;
    }
  };

  /**
   * Returns the demanded share, 0 to 1.
   *
   * @param seconds time since the start of the load
   * @param interval time from one burst to the next, in seconds
   */
  public abstract double share(double seconds, double interval);
}
