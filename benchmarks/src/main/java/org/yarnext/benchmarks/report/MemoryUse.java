// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.report;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** How much of a cluster's memory was given to containers, and how much was reserved, over time. */
public final class MemoryUse implements Serializable {

  private static final long serialVersionUID = 1;

  private final List<Sample> samples;

  public MemoryUse(List<Sample> samples) {
    this.samples = new ArrayList<>(samples);
  }

  /** At one moment, wall-clock milliseconds; shares of the whole cluster. */
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

  /** Average share given to containers between two moments; NaN if nothing is known of then. */
  double allocated(long fromMs, long toMs) {
    return mean(fromMs, toMs, s -> s.allocated);
  }

  /** Average share reserved between two moments; NaN if nothing is known of then. */
  double reserved(long fromMs, long toMs) {
    return mean(fromMs, toMs, s -> s.reserved);
  }

  private double mean(long fromMs, long toMs, ToDoubleFunction<Sample> share) {
    return within(fromMs, toMs).mapToDouble(share).average().orElse(Double.NaN);
  }

  private Stream<Sample> within(long fromMs, long toMs) {
    return samples.stream().filter(s -> s.atMs >= fromMs && s.atMs <= toMs);
  }

  /** What was given to containers, in per cent, by seconds since {@code fromMs}. */
  Series allocatedOverTime(long fromMs, long toMs) {
    Sample[] within = within(fromMs, toMs).toArray(Sample[]::new);
    double[] seconds = new double[within.length];
    double[] percent = new double[within.length];
    for (int i = 0; i < within.length; i++) {
      seconds[i] = (within[i].atMs - fromMs) / 1000.0;
      percent[i] = 100 * within[i].allocated;
    }
    return new Series(seconds, percent);
  }
}
