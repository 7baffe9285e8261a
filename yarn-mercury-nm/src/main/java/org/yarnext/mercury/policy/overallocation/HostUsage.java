// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.overallocation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/**
 * Usage of a host by all of its processes, YARN's and others: memory, also within the limits around
 * YARN's containers, CPU as a share of all processors, and pressure. Immutable.
 */
public final class HostUsage {
  private final List<MemorySnapshot> memory;
  private final double cpuShare;
  private final NodePressure pressure;
  private final long measuredAtMs;
  private final long intervalMs;

  /**
   * Creates a measurement of a host without limits and pressure.
   *
   * @param totalMemoryMb the host's memory
   * @param availableMemoryMb memory that processes can get without swapping
   * @param cpuShare used part of all processors, 0 to 1; negative if not measured yet
   * @param measuredAtMs time of the measurement, in ms of the node's clock
   */
  public HostUsage(long totalMemoryMb, long availableMemoryMb, double cpuShare, long measuredAtMs) {
    this(
        new MemorySnapshot(totalMemoryMb, availableMemoryMb),
        Collections.emptyList(),
        cpuShare,
        NodePressure.UNKNOWN,
        measuredAtMs);
  }

  /**
   * Creates a measurement.
   *
   * @param host the host's memory
   * @param groups the memory of each cgroup that limits all containers together; may be empty
   * @param cpuShare used part of all processors, 0 to 1; negative if not measured yet
   * @param pressure of the host or of all containers together, whichever is higher
   * @param measuredAtMs time of the measurement, in ms of the node's clock
   */
  public HostUsage(
      MemorySnapshot host,
      List<MemorySnapshot> groups,
      double cpuShare,
      NodePressure pressure,
      long measuredAtMs) {
    this(all(host, groups), cpuShare, pressure, measuredAtMs, 0);
  }

  private HostUsage(
      List<MemorySnapshot> memory,
      double cpuShare,
      NodePressure pressure,
      long measuredAtMs,
      long intervalMs) {
    this.memory = Collections.unmodifiableList(memory);
    this.cpuShare = cpuShare;
    this.pressure = Objects.requireNonNull(pressure);
    this.measuredAtMs = measuredAtMs;
    this.intervalMs = intervalMs;
  }

  private static List<MemorySnapshot> all(MemorySnapshot host, List<MemorySnapshot> groups) {
    List<MemorySnapshot> all = new ArrayList<>(groups.size() + 1);
    all.add(Objects.requireNonNull(host));
    all.addAll(groups);
    return all;
  }

  /**
   * Returns a copy whose memory is expected to fall on as it did.
   *
   * @param before an earlier measurement; null if there is none
   */
  public HostUsage after(HostUsage before) {
    if (before == null) {
      return this;
    }
    long elapsedMs = measuredAtMs - before.measuredAtMs;
    List<MemorySnapshot> falling = new ArrayList<>(memory.size());
    for (int i = 0; i < memory.size(); i++) {
      MemorySnapshot now = memory.get(i);
      falling.add(
          isSame(i, memory, before.memory) ? now.after(before.memory.get(i), elapsedMs) : now);
    }
    return with(falling, Math.max(0, elapsedMs));
  }

  /**
   * Returns whether a memory is the same in two measurements: there are as many, and neither the
   * host nor the group has another total. The others may have changed.
   *
   * @param i its index
   */
  static boolean isSame(int i, List<MemorySnapshot> one, List<MemorySnapshot> other) {
    return one.size() == other.size() && one.get(i).totalMb() == other.get(i).totalMb();
  }

  /**
   * Returns a copy whose memory is not expected to fall below bounds.
   *
   * @param minMb one for each memory, in MB, {@link Long#MIN_VALUE} if unknown
   */
  public HostUsage notBelow(long[] minMb) {
    List<MemorySnapshot> bounded = new ArrayList<>(memory.size());
    for (int i = 0; i < memory.size(); i++) {
      bounded.add(memory.get(i).notBelow(minMb[i]));
    }
    return with(bounded, intervalMs);
  }

  private HostUsage with(List<MemorySnapshot> changed, long newIntervalMs) {
    return new HostUsage(changed, cpuShare, pressure, measuredAtMs, newIntervalMs);
  }

  /** Returns the time since the previous measurement, in ms; 0 if there was none. */
  long intervalMs() {
    return intervalMs;
  }

  /** Returns the host's memory, in MB. */
  public long totalMemoryMb() {
    return memory.get(0).totalMb();
  }

  /** Returns the memory that processes can get without swapping, in MB. */
  public long availableMemoryMb() {
    return memory.get(0).availableMb();
  }

  /** Returns all memory that limits the containers: the host's first, then that of each group. */
  public List<MemorySnapshot> memory() {
    return memory;
  }

  /**
   * Returns the memory that is farthest below a watermark, or nearest to it if none is below.
   *
   * @param watermark part of the memory that is to be available, 0 to 1
   */
  public MemorySnapshot scarcest(double watermark) {
    MemorySnapshot scarcest = memory.get(0);
    for (MemorySnapshot each : memory) {
      boolean isLess = each.missingMb(watermark) > scarcest.missingMb(watermark);
      scarcest = isLess && each.isPossible() ? each : scarcest;
    }
    return scarcest;
  }

  /** Returns the used part of all processors, 0 to 1; negative if it was not measured yet. */
  public double cpuShare() {
    return cpuShare;
  }

  /** Returns the pressure of the host or of all containers, whichever is higher; never null. */
  public NodePressure pressure() {
    return pressure;
  }

  /** Returns the time of the measurement, in ms of the node's clock. */
  public long measuredAtMs() {
    return measuredAtMs;
  }

  /** Returns whether a start can be based on it: measured lately, and possible in every part. */
  boolean isUsable(OverallocationSettings settings, long nowMs) {
    boolean isUsable = isMemoryUsable(settings, nowMs) && cpuShare >= 0;
    for (int i = 0; i < memory.size() && isUsable; i++) {
      isUsable = memory.get(i).isPossible();
    }
    return isUsable;
  }

  /** Returns whether a stop can be based on it; parts that are impossible do not count then. */
  boolean isMemoryUsable(OverallocationSettings settings, long nowMs) {
    return memory.get(0).isPossible() && settings.isFresh(measuredAtMs, nowMs);
  }
}
