// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.mercury.usage;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.overallocation.HostUsage;
import org.yarnext.mercury.policy.overallocation.MeasuredUsage;
import org.yarnext.mercury.policy.overallocation.MinAvailableMemoryEstimator;
import org.yarnext.mercury.policy.overallocation.NodeUsage;
import org.yarnext.mercury.policy.overallocation.OverallocationSettings;
import org.yarnext.mercury.policy.overallocation.PeakUsageWindow;
import org.yarnext.mercury.policy.overallocation.RunningContainerUsage;

/**
 * Measures the usage of one simulated node's containers and host: the host once a second, and each
 * container every three seconds, as stock's containers monitor does. Without over-allocation it
 * only adds up what containers use.
 *
 * <p>Sums over all containers are kept up to date, so that a second costs as much as containers
 * change in it, and not as much as there are.
 */
public final class NodeUsageMeter {
  /** Part of the host's memory that the node has; other processes use half of the rest. */
  static final double NODE_SHARE = 0.9;

  private static final long CONTAINER_INTERVAL_MS = 3_000;

  private final int node;
  private final ResourceVector total;
  private final TaskUsageModel model;

  /** Window of the containers' peaks, in ms. */
  private final long windowMs;

  /** Null if no decision needs measurements. */
  private final OverallocationSettings settings;

  private final long hostMb;
  private final Map<String, Running> byId = new HashMap<>();

  /** All running containers in any order, up to {@link #count}. */
  private Running[] running = new Running[16];

  /** When each of them must be looked at again, in ms. */
  private long[] dueMs = new long[16];

  private int count;
  private final NodeUsage.Sums sums = new NodeUsage.Sums();

  /** When the age of a container next changes {@link #sums}, in ms; it may be too early. */
  private long maturesMs = Long.MAX_VALUE;

  private final MinAvailableMemoryEstimator bounds = new MinAvailableMemoryEstimator();
  private HostUsage host;
  private boolean wasSpike;
  private long usedMb;
  private long usedMilliVcores;

  /** A running container. */
  private static final class Running {
    final String id;
    final TaskUsage usage;
    final boolean isGuaranteed;
    final long startedMs;

    /** Position among all; changes. */
    int index;

    /** Its part of what the host's processes use. */
    long mb;

    long milliVcores;

    /** Its CPU without a spike, until a time. */
    private long drawnMilliVcores;

    long cpuChangesMs;

    // Used if decisions need measurements.

    PeakUsageWindow window;
    MeasuredUsage measured;
    long nextMs;
    boolean isNew = true;

    /** Its part of the sums. */
    NodeUsage.Sums sums = new NodeUsage.Sums();

    Running(String id, TaskUsage usage, boolean isGuaranteed, long startedMs) {
      this.id = id;
      this.usage = usage;
      this.isGuaranteed = isGuaranteed;
      this.startedMs = startedMs;
      this.cpuChangesMs = startedMs;
      this.nextMs = startedMs + CONTAINER_INTERVAL_MS;
    }

    long drawnMilliVcores(long nowMs) {
      if (nowMs >= cpuChangesMs) {
        long ageMs = nowMs - startedMs;
        drawnMilliVcores = usage.milliVcores(ageMs);
        cpuChangesMs = nowMs + TaskUsage.CPU_INTERVAL_MS - ageMs % TaskUsage.CPU_INTERVAL_MS;
      }
      return drawnMilliVcores;
    }

    RunningContainerUsage view(long nowMs) {
      return new RunningContainerUsage(id, usage.size(), nowMs - startedMs, measured);
    }
  }

  /**
   * Creates a meter.
   *
   * @param node index of the node
   * @param windowMs window of the containers' peaks, in ms
   * @param settings of the decisions that need measurements; null if there are none
   */
  public NodeUsageMeter(
      int node,
      ResourceVector total,
      TaskUsageModel model,
      long windowMs,
      OverallocationSettings settings) {
    this.node = node;
    this.total = total;
    this.model = model;
    this.windowMs = windowMs;
    this.settings = settings;
    this.hostMb = Math.round(total.memoryMb() / NODE_SHARE);
  }

  // ---- containers ------------------------------------------------------------------------------

  /** Records the start of a container. */
  public void started(String id, TaskUsage usage, boolean isGuaranteed, long nowMs) {
    Running c = new Running(id, usage, isGuaranteed, nowMs);
    if (count == running.length) {
      running = Arrays.copyOf(running, 2 * count);
      dueMs = Arrays.copyOf(dueMs, 2 * count);
    }
    c.index = count++;
    running[c.index] = c;
    dueMs[c.index] = nowMs;
    byId.put(id, c);
    if (settings != null) {
      c.window = new PeakUsageWindow(windowMs);
      sum(c, nowMs);
      maturesMs = Math.min(maturesMs, nowMs + settings.warmUpMs());
    }
  }

  /** Records the end of a container. */
  public void ended(String id) {
    Running c = byId.remove(id);
    count--;
    running[c.index] = running[count];
    dueMs[c.index] = dueMs[count];
    running[c.index].index = c.index;
    running[count] = null;
    sums.subtract(c.sums);
    usedMb -= c.mb;
    usedMilliVcores -= c.milliVcores;
  }

  /** Corrects the part of a container in the sums. */
  private void sum(Running c, long nowMs) {
    sums.subtract(c.sums);
    c.sums = new NodeUsage.Sums();
    c.sums.add(c.view(nowMs), settings, nowMs);
    sums.add(c.sums);
  }

  /** Measures the host, and the containers whose turn it is. */
  public void measure(long nowMs) {
    boolean isSpike = model.isSpike(node, nowMs);
    boolean isAll = isSpike || wasSpike;
    wasSpike = isSpike;
    long addedMb = 0;
    for (int i = 0; i < count; i++) {
      if (isAll || nowMs >= dueMs[i]) {
        Running c = running[i];
        addedMb += c.isNew ? c.usage.size().memoryMb() : 0;
        c.isNew = false;
        measure(c, isSpike && c.isGuaranteed, nowMs);
      }
    }
    long othersMb = (hostMb - total.memoryMb()) / 2;
    double cpuShare = Math.min(1, usedMilliVcores / (1_000.0 * total.vcores()));
    HostUsage now = new HostUsage(hostMb, Math.max(0, hostMb - othersMb - usedMb), cpuShare, nowMs);
    if (settings != null) {
      now = now.after(host);
      bounds.observe(now, sums.growthMb(), addedMb);
      now = now.notBelow(bounds.minMb(now));
    }
    host = now;
  }

  private void measure(Running c, boolean usesAll, long nowMs) {
    ResourceVector size = c.usage.size();
    long ageMs = nowMs - c.startedMs;
    long mb = usesAll ? size.memoryMb() : c.usage.memoryMb(ageMs);
    long milliVcores = usesAll ? 1_000 * size.vcores() : c.drawnMilliVcores(nowMs);
    usedMb += mb - c.mb;
    usedMilliVcores += milliVcores - c.milliVcores;
    c.mb = mb;
    c.milliVcores = milliVcores;
    long due = c.usage.grows(ageMs) ? nowMs : c.cpuChangesMs;
    if (settings != null) {
      if (nowMs >= c.nextMs) {
        c.nextMs = nowMs + CONTAINER_INTERVAL_MS;
        c.window.add(mb, milliVcores, nowMs);
        c.measured =
            new MeasuredUsage(
                    mb,
                    milliVcores,
                    c.window.peakMemoryMb(nowMs),
                    c.window.peakMilliVcores(nowMs),
                    nowMs)
                .steady(c.window.isMemorySteady(nowMs));
        sum(c, nowMs);
      }
      due = Math.min(due, c.nextMs);
    }
    dueMs[c.index] = due;
  }

  // ---- results ---------------------------------------------------------------------------------

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

  /** Returns the sums over all running containers; changed by the next call of any method. */
  NodeUsage.Sums sums(long nowMs) {
    boolean mayBeStale = settings.staleAfterMs() < CONTAINER_INTERVAL_MS;
    if (mayBeStale || nowMs >= maturesMs) {
      maturesMs = Long.MAX_VALUE;
      for (int i = 0; i < count; i++) {
        sum(running[i], nowMs);
        long matureMs = running[i].startedMs + settings.warmUpMs();
        maturesMs = matureMs > nowMs ? Math.min(maturesMs, matureMs) : maturesMs;
      }
    }
    return sums;
  }

  /** Returns a running container; null if it does not run. */
  RunningContainerUsage find(String id, long nowMs) {
    Running c = byId.get(id);
    return c == null ? null : c.view(nowMs);
  }
}
