// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.experiment;

/** How many guaranteed containers are wanted at a time, as a share of the cluster's slots. */
public enum GuaranteedDemand {
  /** The paper's stable load of 70 %. */
  STEADY {
    @Override
    public double share(double seconds, double interval) {
      return 0.7;
    }
  },

  /** Nearly all for a quarter of each interval, little for the rest. */
  BURSTS {
    @Override
    public double share(double seconds, double interval) {
      return seconds % interval < interval / 4 ? 0.9 : 0.1;
    }
  };

  /**
   * The share wanted.
   *
   * @param seconds since the start of the load
   * @param interval from one burst to the next, in seconds
   */
  public abstract double share(double seconds, double interval);
}
