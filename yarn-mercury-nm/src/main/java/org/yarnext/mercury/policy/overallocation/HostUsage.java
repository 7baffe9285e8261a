// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.overallocation;

/**
 * Usage of a host by all of its processes, YARN's and others: memory in MB, and CPU as a share of
 * all processors. Immutable.
 */
public final class HostUsage {
  private final long totalMemoryMb;
  private final long availableMemoryMb;
  private final double cpuShare;
  private final long measuredAtMs;

  /**
   * Creates a measurement.
   *
   * @param totalMemoryMb the host's memory
   * @param availableMemoryMb memory that processes can get without swapping
   * @param cpuShare used part of all processors, 0 to 1; negative if not measured yet
   * @param measuredAtMs time of the measurement, in ms of the node's clock
   */
  public HostUsage(long totalMemoryMb, long availableMemoryMb, double cpuShare, long measuredAtMs) {
    this.totalMemoryMb = totalMemoryMb;
    this.availableMemoryMb = availableMemoryMb;
    this.cpuShare = cpuShare;
    this.measuredAtMs = measuredAtMs;
  }

  public long totalMemoryMb() {
    return totalMemoryMb;
  }

  public long availableMemoryMb() {
    return availableMemoryMb;
  }

  /** Returns the available part of the memory, 0 to 1. */
  public double availableShare() {
    return totalMemoryMb > 0 ? (double) availableMemoryMb / totalMemoryMb : 0;
  }

  public double cpuShare() {
    return cpuShare;
  }

  public long measuredAtMs() {
    return measuredAtMs;
  }

  /** Returns whether a decision can be based on it: measured lately, and possible. */
  boolean isUsable(long nowMs, long staleAfterMs) {
    return hasMemory() && cpuShare >= 0 && isFresh(nowMs, staleAfterMs);
  }

  /** Returns whether its memory can be decided on. */
  boolean isMemoryUsable(long nowMs, long staleAfterMs) {
    return hasMemory() && isFresh(nowMs, staleAfterMs);
  }

  private boolean hasMemory() {
    return totalMemoryMb > 0 && availableMemoryMb >= 0 && availableMemoryMb <= totalMemoryMb;
  }

  private boolean isFresh(long nowMs, long staleAfterMs) {
    return measuredAtMs <= nowMs && nowMs - measuredAtMs <= staleAfterMs;
  }
}
