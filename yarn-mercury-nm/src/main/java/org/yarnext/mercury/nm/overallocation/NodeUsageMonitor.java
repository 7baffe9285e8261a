// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm.overallocation;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.hadoop.metrics2.lib.MutableStat;
import org.apache.hadoop.metrics2.util.SampleStat;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.Container;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerState;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.monitor.ContainerMetrics;
import org.yarnext.mercury.policy.overallocation.HostUsage;
import org.yarnext.mercury.policy.overallocation.MeasuredUsage;
import org.yarnext.mercury.policy.overallocation.MemoryProtectionPolicy;
import org.yarnext.mercury.policy.overallocation.MinAvailableMemoryEstimator;
import org.yarnext.mercury.policy.overallocation.OverallocationSettings;
import org.yarnext.mercury.policy.overallocation.PeakUsageWindow;
import org.yarnext.mercury.policy.overallocation.RunningContainerUsage;

/**
 * Follows the usage of each container, from the metrics that stock's containers monitor writes
 * after each measurement, and the usage of the host. It measures no process itself: a node with
 * hundreds of containers pays for one measurement, not two. {@link #measure} is called by one
 * thread; the rest is thread-safe.
 */
public final class NodeUsageMonitor {
  /** Interval at which containers and CPU are read; stock measures a container every 3 s. */
  static final long SAMPLE_MS = 1_000;

  private final Context context;
  private final HostUsageReader reader;
  private final LongSupplier clock;
  private final LongSupplier monotonic;
  private final long windowMs;
  private final MinAvailableMemoryEstimator bounds = new MinAvailableMemoryEstimator();
  private final Map<ContainerId, Series> followed = new HashMap<>();
  private long sampledMs = Long.MIN_VALUE;
  private boolean isClosed;
  private volatile NodeUsageSnapshot latest = NodeUsageSnapshot.NONE;

  /**
   * Creates a monitor.
   *
   * @param clock wall-clock milliseconds, as in the NodeManager's container timestamps
   * @param monotonic milliseconds of a clock that is never set, for peaks
   * @param windowMs window of the containers' peaks, in ms
   */
  public NodeUsageMonitor(
      Context context,
      HostUsageReader reader,
      LongSupplier clock,
      LongSupplier monotonic,
      long windowMs) {
    this.context = context;
    this.reader = reader;
    this.clock = clock;
    this.monotonic = monotonic;
    this.windowMs = windowMs;
  }

  /** Returns the latest measurements. */
  public NodeUsageSnapshot latest() {
    return latest;
  }

  /**
   * Measures the host and, once a second, reads the containers' measurements.
   *
   * @return whether it read the containers'; false after {@link #close}
   * @throws IOException if the host cannot be measured; the previous measurement stays and ages
   */
  public synchronized boolean measure() throws IOException {
    if (isClosed) {
      return false;
    }
    long nowMs = clock.getAsLong();
    boolean isDue = sampledMs > nowMs || nowMs - SAMPLE_MS >= sampledMs;
    HostUsage host = reader.read(isDue, nowMs).after(latest.host());
    NodeUsageSnapshot now = new NodeUsageSnapshot(latest.containers(), host);
    if (isDue) {
      sampledMs = nowMs;
      now = new NodeUsageSnapshot(read(nowMs), host);
      bounds.observe(host, running(now));
    }
    latest = new NodeUsageSnapshot(now.containers(), host.notBelow(bounds.minMb(host)));
    return isDue;
  }

  /** Forgets all measurements; waits for one that is under way. */
  public synchronized void clear() {
    followed.clear();
    bounds.clear();
    sampledMs = Long.MIN_VALUE;
    latest = NodeUsageSnapshot.NONE;
  }

  /** Forgets all measurements, and measures no more. */
  public synchronized void close() {
    isClosed = true;
    clear();
  }

  /** Returns the started containers; their age does not matter here. */
  private List<RunningContainerUsage> running(NodeUsageSnapshot measured) {
    List<RunningContainerUsage> running = new ArrayList<>();
    for (Container c : context.getContainers().values()) {
      if (c.getContainerLaunchTime() > 0 && c.getContainerState() != ContainerState.DONE) {
        running.add(measured.of(c, 0));
      }
    }
    return running;
  }

  /**
   * Throws what the last {@link #measure} could not read besides the host's memory.
   *
   * @throws IOException if CPU or the limits around all containers cannot be read: nothing starts
   *     then; without the limits only the host's memory stops containers
   */
  public void throwFailure() throws IOException {
    reader.throwFailure();
  }

  /**
   * Returns whether memory is about to be short.
   *
   * @param stopMs time that a stop takes, in ms
   */
  public boolean isMemoryShort(OverallocationSettings settings, long stopMs) {
    HostUsage host = latest.host();
    return host != null && new MemoryProtectionPolicy(settings, stopMs).missingMb(host) > 0;
  }

  private Map<ContainerId, MeasuredUsage> read(long nowMs) {
    Map<ContainerId, MeasuredUsage> usage = new HashMap<>();
    Map<ContainerId, Container> containers = context.getContainers();
    followed.keySet().retainAll(containers.keySet());
    for (Container c : containers.values()) {
      ContainerId id = c.getContainerId();
      ContainerMetrics metrics =
          c.getContainerState() == ContainerState.DONE
              ? null
              : ContainerMetrics.getContainerMetrics(id);
      if (metrics == null) {
        followed.remove(id);
        continue;
      }
      MeasuredUsage measured =
          followed
              .computeIfAbsent(id, any -> new Series(new PeakUsageWindow(windowMs)))
              .read(metrics, nowMs, monotonic.getAsLong());
      if (measured != null) {
        usage.put(id, measured);
      }
    }
    return Collections.unmodifiableMap(usage);
  }

  /** The measurements of one container so far. */
  private static final class Series {
    private final PeakUsageWindow window;
    private final Sampled memory = new Sampled();
    private final Sampled cpu = new Sampled();
    private long memoryMb;
    private long measuredMs;
    private boolean isMeasured;

    Series(PeakUsageWindow window) {
      this.window = window;
    }

    /** Returns the usage; null if stock has not measured the container yet. */
    MeasuredUsage read(ContainerMetrics metrics, long nowMs, long monotonicMs) {
      // Stock shows 0 if it may not read a container's smaps.
      boolean isNew = memory.read(metrics.pMemMBsStat) && memory.value > 0;
      boolean isCpuNew = cpu.read(metrics.milliVcoresUsed); // written a moment later
      if (isNew) {
        isMeasured = true;
        memoryMb = memory.value + 1; // stock rounds down
        measuredMs = nowMs;
      }
      if (isNew || isCpuNew) {
        window.add(memory.peak + 1, cpu.peak, monotonicMs);
      }
      return isMeasured
          ? new MeasuredUsage(
                  memoryMb,
                  cpu.value,
                  window.peakMemoryMb(monotonicMs),
                  window.peakMilliVcores(monotonicMs),
                  measuredMs)
              .steady(window.isMemorySteady(monotonicMs))
          : null;
    }
  }

  /** The latest values of a statistic, which shows only counts, sums and maxima. */
  private static final class Sampled {
    private long count;
    private double sum;
    private boolean isFlushed;

    /** Mean of the values since the previous call. */
    private long value;

    /** Upper bound of the values since the previous call. */
    private long peak;

    /** Returns whether there are new values. */
    boolean read(MutableStat statistic) {
      synchronized (statistic) { // as its writer does
        SampleStat samples = statistic.lastStat();
        // A flush to Hadoop's metrics system begins a new interval, whose count may be the same.
        boolean isInterval = statistic.changed();
        if (!follows(samples)) {
          count = 0;
          sum = 0;
        }
        long added = isInterval || !isFlushed ? samples.numSamples() - count : 0;
        if (added > 0) {
          double sumAdded = samples.total() - sum;
          value = Math.max(0, Math.round(sumAdded / added));
          peak = Math.max(value, Math.round(Math.min(samples.max(), sumAdded)));
        }
        count = isInterval ? samples.numSamples() : 0;
        sum = isInterval ? samples.total() : 0;
        isFlushed = !isInterval;
        return added > 0;
      }
    }

    /** Returns whether values were only added since the previous call, as far as it shows. */
    private boolean follows(SampleStat samples) {
      long added = samples.numSamples() - count;
      double sumAdded = samples.total() - sum;
      return added == 0
          || added > 0
              && sumAdded > added * samples.min() - 1
              && sumAdded < added * samples.max() + 1;
    }
  }
}
