// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.mercury.usage;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.overallocation.HostUsage;
import org.yarnext.mercury.policy.overallocation.MeasuredUsage;
import org.yarnext.mercury.policy.overallocation.MinAvailableMemoryEstimator;
import org.yarnext.mercury.policy.overallocation.PeakUsageWindow;
import org.yarnext.mercury.policy.overallocation.RunningContainerUsage;

/**
 * Measures the usage of one simulated node's containers and host: the host once a second, and each
 * container every three seconds, as stock's containers monitor does. Without over-allocation it
 * only adds up what containers use.
 */
public final class NodeUsageMeter {
  /** Part of the host's memory that the node has; other processes use half of the rest. */
  static final double NODE_SHARE = 0.9;

  private static final long CONTAINER_INTERVAL_MS = 3_000;

  private final int node;
  private final ResourceVector total;
  private final TaskUsageModel model;

  /** Window of the containers' peaks, in ms; 0 if no decision needs measurements. */
  private final long windowMs;

  private final long hostMb;
  private final Map<String, Running> running = new LinkedHashMap<>();
  private final MinAvailableMemoryEstimator bounds = new MinAvailableMemoryEstimator();
  private HostUsage host;

  /** All running containers at a time; null if some have started or ended since. */
  private List<RunningContainerUsage> latest;

  private long latestMs;

  private long usedMb;
  private long usedMilliVcores;

  /** A running container. */
  private static final class Running {
    final TaskUsage usage;
    final boolean isGuaranteed;
    final long startedMs;

    /** Null if no decision needs it. */
    final PeakUsageWindow window;

    MeasuredUsage measured;
    long nextMs;
    private long cpuChangesMs;
    private long milliVcores;

    Running(TaskUsage usage, boolean isGuaranteed, long startedMs, long windowMs) {
      this.usage = usage;
      this.isGuaranteed = isGuaranteed;
      this.startedMs = startedMs;
      this.window = windowMs > 0 ? new PeakUsageWindow(windowMs) : null;
      this.nextMs = startedMs + CONTAINER_INTERVAL_MS;
      this.cpuChangesMs = startedMs;
    }

    long milliVcores(long nowMs) {
      if (nowMs >= cpuChangesMs) {
        long ageMs = nowMs - startedMs;
        milliVcores = usage.milliVcores(ageMs);
        cpuChangesMs = nowMs + TaskUsage.CPU_INTERVAL_MS - ageMs % TaskUsage.CPU_INTERVAL_MS;
      }
      return milliVcores;
    }

    void measure(long mb, long cpu, long nowMs) {
      nextMs = nowMs + CONTAINER_INTERVAL_MS;
      window.add(mb, cpu, nowMs);
      measured =
          new MeasuredUsage(
                  mb, cpu, window.peakMemoryMb(nowMs), window.peakMilliVcores(nowMs), nowMs)
              .steady(window.isMemorySteady(nowMs));
    }
  }

  /**
   * Creates a meter.
   *
   * @param node index of the node
   * @param windowMs window of the containers' peaks, in ms; 0 if no decision needs measurements
   */
  public NodeUsageMeter(int node, ResourceVector total, TaskUsageModel model, long windowMs) {
    this.node = node;
    this.total = total;
    this.model = model;
    this.windowMs = windowMs;
    this.hostMb = Math.round(total.memoryMb() / NODE_SHARE);
  }

  /** Records the start of a container. */
  public void started(String id, TaskUsage usage, boolean isGuaranteed, long nowMs) {
    running.put(id, new Running(usage, isGuaranteed, nowMs, windowMs));
    latest = null;
  }

  /** Records the end of a container. */
  public void ended(String id) {
    running.remove(id);
    latest = null;
  }

  /** Measures the host, and the containers whose turn it is. */
  public void measure(long nowMs) {
    boolean isSpike = model.isSpike(node, nowMs);
    long mb = 0;
    long milliVcores = 0;
    for (Running c : running.values()) {
      boolean usesAll = isSpike && c.isGuaranteed;
      ResourceVector size = c.usage.size();
      long ofMemory = usesAll ? size.memoryMb() : c.usage.memoryMb(nowMs - c.startedMs);
      long ofCpu = usesAll ? 1_000 * size.vcores() : c.milliVcores(nowMs);
      mb += ofMemory;
      milliVcores += ofCpu;
      if (windowMs > 0 && nowMs >= c.nextMs) {
        c.measure(ofMemory, ofCpu, nowMs);
      }
    }
    usedMb = mb;
    usedMilliVcores = milliVcores;
    long othersMb = (hostMb - total.memoryMb()) / 2;
    double cpuShare = Math.min(1, milliVcores / (1_000.0 * total.vcores()));
    HostUsage now = new HostUsage(hostMb, Math.max(0, hostMb - othersMb - mb), cpuShare, nowMs);
    if (windowMs > 0) {
      now = now.after(host);
      latest = null;
      bounds.observe(now, running(nowMs));
      now = now.notBelow(bounds.minMb(now));
    }
    host = now;
  }

  /** Returns the memory that containers use, in MB. */
  public long usedMb() {
    return usedMb;
  }

  /** Returns the CPU that containers want, in thousandths of a vcore; may exceed the node's. */
  public long usedMilliVcores() {
    return usedMilliVcores;
  }

  /** Returns whether containers want more CPU than the node has. */
  public boolean isCpuShort() {
    return usedMilliVcores > 1_000 * total.vcores();
  }

  /** Returns whether the host has no memory left, so that its kernel would kill a process. */
  public boolean isMemoryShort() {
    return host != null && host.availableMemoryMb() == 0;
  }

  /** Returns the latest measurement of the host; null before the first. */
  HostUsage host() {
    return host;
  }

  /** Returns all running containers with their measurements. */
  List<RunningContainerUsage> running(long nowMs) {
    if (latest == null || latestMs != nowMs) {
      List<RunningContainerUsage> all = new ArrayList<>(running.size());
      running.forEach((id, c) -> all.add(usage(id, c, nowMs)));
      latest = Collections.unmodifiableList(all);
      latestMs = nowMs;
    }
    return latest;
  }

  /** Returns a running container; null if it does not run. */
  RunningContainerUsage find(String id, long nowMs) {
    Running c = running.get(id);
    return c == null ? null : usage(id, c, nowMs);
  }

  private static RunningContainerUsage usage(String id, Running c, long nowMs) {
    return new RunningContainerUsage(id, c.usage.size(), nowMs - c.startedMs, c.measured);
  }
}
