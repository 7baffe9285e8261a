// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.overallocation;

import org.yarnext.mercury.policy.ResourceVector;

/** Bounds and limits of over-allocation on a node. Immutable; shares are parts of 1. */
public final class OverallocationSettings {
  private final double target;
  private final double margin;
  private final double maxShare;
  private final int startsPerRound;
  private final long warmUpMs;
  private final long staleAfterMs;
  private final double startWatermark;
  private final double stopWatermark;
  private final NodePressure maxPressure;

  /**
   * Creates settings that ignore pressure.
   *
   * @param target part of the node that may be used
   * @param margin added to the peak of a container, as a part of it
   * @param maxShare part of the node that may be given beyond the allocation
   * @param startsPerRound number of containers that may start in the first round
   * @param warmUpMs age below which a container counts with its size, in ms
   * @param staleAfterMs age from which a measurement does not count, in ms
   * @param startWatermark part of the host's memory that must be available for a start
   * @param stopWatermark part of the host's memory below which containers stop
   */
  public OverallocationSettings(
      double target,
      double margin,
      double maxShare,
      int startsPerRound,
      long warmUpMs,
      long staleAfterMs,
      double startWatermark,
      double stopWatermark) {
    this.target = target;
    this.margin = margin;
    this.maxShare = maxShare;
    this.startsPerRound = startsPerRound;
    this.warmUpMs = warmUpMs;
    this.staleAfterMs = staleAfterMs;
    this.startWatermark = startWatermark;
    this.stopWatermark = stopWatermark;
    maxPressure = new NodePressure(1, 1, 1);
  }

  private OverallocationSettings(OverallocationSettings other, NodePressure maxPressure) {
    target = other.target;
    margin = other.margin;
    maxShare = other.maxShare;
    startsPerRound = other.startsPerRound;
    warmUpMs = other.warmUpMs;
    staleAfterMs = other.staleAfterMs;
    startWatermark = other.startWatermark;
    stopWatermark = other.stopWatermark;
    this.maxPressure = maxPressure;
  }

  /**
   * Returns a copy with limits of pressure; 1 ignores it.
   *
   * @param startMemory part of the time in which some process may wait for memory when others start
   * @param stopMemory part of the time in which all processes may wait for memory before some stop
   * @param startCpu part of the time in which some process may wait for a processor when others
   *     start
   */
  public OverallocationSettings withPressure(
      double startMemory, double stopMemory, double startCpu) {
    return new OverallocationSettings(this, new NodePressure(startMemory, stopMemory, startCpu));
  }

  /** Returns the part of the node that may be used, 0 to 1. */
  public double target() {
    return target;
  }

  /** Returns the part of a container's peak that is added to it; 0 or more. */
  public double margin() {
    return margin;
  }

  /** Returns the number of containers that may start in the first round. */
  public int startsPerRound() {
    return startsPerRound;
  }

  /** Returns the age below which a container counts with its size, in ms. */
  public long warmUpMs() {
    return warmUpMs;
  }

  /** Returns the age from which a measurement does not count, in ms. */
  public long staleAfterMs() {
    return staleAfterMs;
  }

  /** Returns the part of the host's memory that must be available for a start, 0 to 1. */
  public double startWatermark() {
    return startWatermark;
  }

  /** Returns the part of the host's memory below which containers stop, 0 to 1. */
  public double stopWatermark() {
    return stopWatermark;
  }

  /** Returns the maximum time in which some process waits for memory at a start, 0 to 1. */
  public double startMemoryPressure() {
    return maxPressure.memorySome();
  }

  /** Returns the time of full memory pressure above which containers stop, 0 to 1. */
  public double stopMemoryPressure() {
    return maxPressure.memoryFull();
  }

  /** Returns the maximum time in which some process waits for a processor at a start, 0 to 1. */
  public double startCpuPressure() {
    return maxPressure.cpuSome();
  }

  /** Returns whether a measurement is young enough to count; one of the future is not. */
  boolean isFresh(long measuredAtMs, long nowMs) {
    return measuredAtMs <= nowMs && nowMs - measuredAtMs <= staleAfterMs;
  }

  /** Returns the resources of a node that may be given beyond its allocation. */
  public ResourceVector maximum(ResourceVector total) {
    return ResourceVector.of(
        (long) (total.memoryMb() * maxShare), (long) (total.vcores() * maxShare));
  }
}
