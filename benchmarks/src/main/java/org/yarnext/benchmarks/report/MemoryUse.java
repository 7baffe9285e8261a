// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.report;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** Shares of a cluster's memory that were allocated to containers and reserved, over time. */
public final class MemoryUse implements Serializable {

  private static final long serialVersionUID = 1;

  private final List<Sample> samples;

  public MemoryUse(List<Sample> samples) {
    this.samples = new ArrayList<>(samples);
  }

  /** Shares of the cluster's memory at one moment, given in wall-clock milliseconds. */
  public static final class Sample implements Serializable {

    private static final long serialVersionUID = 1;

    final long atMs;
    final double allocated;
    final double reserved;

    public Sample(long atMs, double allocated, double reserved) {
      this.atMs = atMs;
      this.allocated = allocated;
      this.reserved = reserved;
    }
  }

  /** Returns the mean allocated share between two moments, or NaN if there are no samples. */
  double allocated(long fromMs, long toMs) {
    return mean(fromMs, toMs, s -> s.allocated);
  }

  /** Returns the mean reserved share between two moments, or NaN if there are no samples. */
  double reserved(long fromMs, long toMs) {
    return mean(fromMs, toMs, s -> s.reserved);
  }

  private double mean(long fromMs, long toMs, ToDoubleFunction<Sample> share) {
    return within(fromMs, toMs).mapToDouble(share).average().orElse(Double.NaN);
  }

  private Stream<Sample> within(long fromMs, long toMs) {
    return samples.stream().filter(s -> s.atMs >= fromMs && s.atMs <= toMs);
  }

  /** Returns the allocated memory in percent, by seconds since {@code fromMs}. */
  ChartSeries allocatedOverTime(long fromMs, long toMs) {
    Sample[] within = within(fromMs, toMs).toArray(Sample[]::new);
    double[] seconds = new double[within.length];
    double[] percent = new double[within.length];
    for (int i = 0; i < within.length; i++) {
      seconds[i] = (within[i].atMs - fromMs) / 1000.0;
      percent[i] = 100 * within[i].allocated;
    }
    return new ChartSeries(seconds, percent);
  }
}
