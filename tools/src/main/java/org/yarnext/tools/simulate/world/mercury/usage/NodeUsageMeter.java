// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.mercury.usage;

import java.util.ArrayList;
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
 * container every three seconds, as stock's containers monitor does.
 */
public final class NodeUsageMeter {
  /** Part of the host's memory that the node has; other processes use half of the rest. */
  static final double NODE_SHARE = 0.9;

  private static final long CONTAINER_INTERVAL_MS = 3_000;

  private final int node;
  private final ResourceVector total;
  private final TaskUsageModel model;
  private final long windowMs;
  private final long hostMb;
  private final Map<String, Running> running = new LinkedHashMap<>();
  private final MinAvailableMemoryEstimator bounds = new MinAvailableMemoryEstimator();
  private HostUsage host;
  private long usedMb;
  private long usedMilliVcores;

  /** A running container. */
  private static final class Running {
    final TaskUsage usage;
    final boolean isGuaranteed;
    final long startedMs;
    final PeakUsageWindow window;
    MeasuredUsage measured;
    long nextMs;

    Running(TaskUsage usage, boolean isGuaranteed, long startedMs, long windowMs) {
      this.usage = usage;
      this.isGuaranteed = isGuaranteed;
      this.startedMs = startedMs;
      this.window = new PeakUsageWindow(windowMs);
      this.nextMs = startedMs + CONTAINER_INTERVAL_MS;
    }
  }

  /**
   * Creates a meter.
   *
   * @param node index of the node
   * @param windowMs window of the containers' peaks, in ms
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
  }

  /** Records the end of a container. */
  public void ended(String id) {
    running.remove(id);
  }

  /** Measures the host, and the containers whose turn it is. */
  public void measure(long nowMs) {
    boolean isSpike = model.isSpike(node, nowMs);
    long mb = 0;
    long milliVcores = 0;
    for (Running c : running.values()) {
      long ageMs = nowMs - c.startedMs;
      boolean usesAll = isSpike && c.isGuaranteed;
      long ofMemory = usesAll ? c.usage.size().memoryMb() : c.usage.memoryMb(ageMs);
      long ofCpu = usesAll ? 1_000 * c.usage.size().vcores() : c.usage.milliVcores(ageMs);
      mb += ofMemory;
      milliVcores += ofCpu;
      if (nowMs >= c.nextMs) {
        c.nextMs = nowMs + CONTAINER_INTERVAL_MS;
        c.window.add(ofMemory, ofCpu, nowMs);
        c.measured =
            new MeasuredUsage(
                ofMemory,
                ofCpu,
                c.window.peakMemoryMb(nowMs),
                c.window.peakMilliVcores(nowMs),
                nowMs);
      }
    }
    usedMb = mb;
    usedMilliVcores = milliVcores;
    long othersMb = (hostMb - total.memoryMb()) / 2;
    double cpuShare = Math.min(1, milliVcores / (1_000.0 * total.vcores()));
    HostUsage measured =
        new HostUsage(hostMb, Math.max(0, hostMb - othersMb - mb), cpuShare, nowMs).after(host);
    bounds.observe(measured, running(nowMs));
    host = measured.notBelow(bounds.minMb(measured));
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
    List<RunningContainerUsage> all = new ArrayList<>(running.size());
    running.forEach((id, c) -> all.add(usage(id, c, nowMs)));
    return all;
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
