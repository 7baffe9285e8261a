// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm.overallocation;

import java.io.IOException;
import java.util.Collections;
import java.util.HashMap;
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
import org.yarnext.mercury.policy.overallocation.OverallocationSettings;
import org.yarnext.mercury.policy.overallocation.PeakUsageWindow;

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
  private final long windowMs;
  private final Map<ContainerId, Series> followed = new HashMap<>();
  private long sampledMs = Long.MIN_VALUE;
  private volatile NodeUsageSnapshot latest = NodeUsageSnapshot.NONE;

  /**
   * Creates a monitor.
   *
   * @param clock wall-clock milliseconds, as in the NodeManager's container timestamps
   * @param windowMs window of the containers' peaks, in ms
   */
  public NodeUsageMonitor(
      Context context, HostUsageReader reader, LongSupplier clock, long windowMs) {
    this.context = context;
    this.reader = reader;
    this.clock = clock;
    this.windowMs = windowMs;
  }

  /** Returns the latest measurements. */
  public NodeUsageSnapshot latest() {
    return latest;
  }

  /**
   * Measures the host and, once a second, reads the containers' measurements.
   *
   * @return whether it read the containers'
   * @throws IOException if the host cannot be measured; the previous measurement stays and ages
   */
  public boolean measure() throws IOException {
    long nowMs = clock.getAsLong();
    boolean isDue = sampledMs > nowMs || nowMs - SAMPLE_MS >= sampledMs;
    Map<ContainerId, MeasuredUsage> usage = latest.containers();
    if (isDue) {
      sampledMs = nowMs;
      usage = read(nowMs);
    }
    HostUsage host = reader.read(isDue, nowMs);
    latest = new NodeUsageSnapshot(usage, latest.host(), host);
    return isDue;
  }

  /** Returns whether the host's memory is about to be below the stop watermark. */
  public boolean isMemoryShort(OverallocationSettings settings) {
    NodeUsageSnapshot now = latest;
    return now.host() != null
        && new MemoryProtectionPolicy(settings).missingMb(now.before(), now.host()) > 0;
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
              .read(metrics, nowMs);
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
    private long measuredMs;
    private boolean isMeasured;

    Series(PeakUsageWindow window) {
      this.window = window;
    }

    /** Returns the usage; null if stock has not measured the container yet. */
    MeasuredUsage read(ContainerMetrics metrics, long nowMs) {
      boolean isNew = memory.read(metrics.pMemMBsStat);
      cpu.read(metrics.milliVcoresUsed);
      // Stock rounds memory down.
      long memoryMb = memory.value + 1;
      if (isNew) {
        isMeasured = true;
        measuredMs = nowMs;
        window.add(memoryMb, cpu.value, nowMs);
      }
      return isMeasured
          ? new MeasuredUsage(
              memoryMb,
              cpu.value,
              window.peakMemoryMb(nowMs),
              window.peakMilliVcores(nowMs),
              measuredMs)
          : null;
    }
  }

  /** The latest value of a statistic, which shows only counts, sums and maxima. */
  private static final class Sampled {
    private long count;
    private double sum;
    private long value;

    /** Returns whether there are new values; of several, the highest so far counts. */
    boolean read(MutableStat statistic) {
      synchronized (statistic) { // as its writer does
        SampleStat samples = statistic.lastStat();
        long countNow = samples.numSamples();
        if (countNow == count || countNow == 0) {
          return false;
        }
        double sumNow = samples.total();
        value = Math.round(countNow == count + 1 ? sumNow - sum : samples.max());
        value = Math.max(0, value);
        count = countNow;
        sum = sumNow;
        return true;
      }
    }
  }
}
