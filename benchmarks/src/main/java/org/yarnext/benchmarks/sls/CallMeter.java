// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.sls;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.apache.commons.math3.stat.descriptive.SynchronizedDescriptiveStatistics;
import org.apache.hadoop.yarn.exceptions.YarnException;

/**
 * Measures the duration and CPU time of each call of one kind, between {@link #start} and {@link
 * #stop}. Thread-safe.
 */
final class CallMeter {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final String name;
  private final SynchronizedDescriptiveStatistics ms = new SynchronizedDescriptiveStatistics();
  private final LongAdder cpuNanos = new LongAdder();
  private volatile boolean started;

  /** A call of the ResourceManager. */
  interface Call<T> {
    T make() throws YarnException, IOException;
  }

  /** Creates a meter that is not started. {@code name} is the beginning of its quantities. */
  CallMeter(String name) {
    this.name = name;
  }

  void start() {
    started = true;
  }

  void stop() {
    started = false;
  }

  /** Makes a call, and measures it if it begins and ends while the meter is started. */
  <T> T measure(Call<T> call) throws YarnException, IOException {
    if (!started) {
      return call.make();
    }
    long fromCpu = THREADS.getCurrentThreadCpuTime();
    long from = System.nanoTime();
    T answer = call.make();
    long tookNanos = System.nanoTime() - from;
    long tookCpu = THREADS.getCurrentThreadCpuTime() - fromCpu;
    if (started) {
      ms.addValue(tookNanos / 1e6);
      cpuNanos.add(tookCpu);
    }
    return answer;
  }

  /** Returns the CPU time of all calls in ms. */
  double cpuMs() {
    return cpuNanos.sum() / 1e6;
  }

  long calls() {
    return ms.getN();
  }

  /** Adds median and 99th percentile of the durations, and mean CPU time; NaN without calls. */
  void addTo(Map<String, Double> quantities) {
    quantities.put(p50(name), ms.getPercentile(50));
    quantities.put(p99(name), ms.getPercentile(99));
    quantities.put(cpu(name), cpuMs() * 1e3 / calls());
  }

  static String p50(String name) {
    return name + ": p50 [ms]";
  }

  static String p99(String name) {
    return name + ": p99 [ms]";
  }

  static String cpu(String name) {
    return name + ": CPU [us]";
  }
}
