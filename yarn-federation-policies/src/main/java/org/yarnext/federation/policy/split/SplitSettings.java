// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.split;

import org.yarnext.common.requests.RelaxationLevel;

/** The settings of how requests are divided and when they move. Immutable. */
public final class SplitSettings {
  /** What decides when and where asks that wait are moved (Hydra section 4.1, footnote 7). */
  public enum Relaxation {
    /** Never: they wait where they are. */
    NONE,
    /** After the time-out, where there is room, and to less loaded ones until waits are equal. */
    TIME,
    /** As time, but the sooner the larger the difference in load; at a whole cluster's at once. */
    LOAD,
    /**
     * After the time-out, where there is room, and by the operator's weights, whatever the load.
     */
    WEIGHT
  }

  private final Relaxation relaxation;
  private final long relaxAfterMs;
  private final double headroomPart;
  private final double leastGap;
  private final long onHostMs;
  private final long inRackMs;

  /**
   * @param relaxAfterMs how long asks wait before they are moved, in ms
   * @param headroomPart how much headroom counts when asks without locality are divided, from 0
   *     (only load and weights) to 1 (only headroom, and weights as yes or no)
   * @param leastGap how much less loaded a full sub-cluster must be to be moved to, 0 or more
   */
  public SplitSettings(
      Relaxation relaxation, long relaxAfterMs, double headroomPart, double leastGap) {
    this(relaxation, relaxAfterMs, headroomPart, leastGap, 0, 0);
  }

  private SplitSettings(
      Relaxation relaxation,
      long relaxAfterMs,
      double headroomPart,
      double leastGap,
      long onHostMs,
      long inRackMs) {
    if (relaxAfterMs < 0 || !(headroomPart >= 0 && headroomPart <= 1) || !(leastGap >= 0)) {
      throw new IllegalArgumentException(
          "relax after " + relaxAfterMs + " ms, headroom " + headroomPart + ", gap " + leastGap);
    }
    this.relaxation = relaxation;
    this.relaxAfterMs = relaxAfterMs;
    this.headroomPart = headroomPart;
    this.leastGap = leastGap;
    this.onHostMs = onHostMs;
    this.inRackMs = inRackMs;
  }

  /**
   * The same, but what waits for hosts may be granted nowhere else in their sub-cluster for a
   * while.
   *
   * @param newOnHostMs how long after the last grant on such a host, in ms, 0 or more
   * @param newInRackMs how long only in the racks that are named, too, counted alike
   */
  public SplitSettings near(long newOnHostMs, long newInRackMs) {
    if (newOnHostMs < 0 || newInRackMs < 0) {
      throw new IllegalArgumentException(
          "on the host for " + newOnHostMs + " ms, in the rack for " + newInRackMs + " ms");
    }
    return new SplitSettings(
        relaxation, relaxAfterMs, headroomPart, leastGap, newOnHostMs, newInRackMs);
  }

  /** How far from its host a container may be that was waited for so long. */
  RelaxationLevel level(long waitedMs) {
    if (waitedMs < onHostMs) {
      return RelaxationLevel.HOST;
    }
    return waitedMs < inRackMs ? RelaxationLevel.RACK : RelaxationLevel.ANY;
  }

  double headroomPart() {
    return headroomPart;
  }

  /** Whether what waits moves at all. */
  boolean moves() {
    return relaxation != Relaxation.NONE;
  }

  /** The interval of relaxation, in ms: asks that are served within it stay where they are. */
  public long intervalMs() {
    return relaxAfterMs;
  }

  /**
   * How long asks wait in a sub-cluster before they may move, in ms.
   *
   * @param leastLoad of all sub-clusters that they may move to
   */
  long waitMs(SubClusterLoad from, double leastLoad) {
    return relaxation == Relaxation.LOAD
        ? (long) (relaxAfterMs * (1 - Math.min(1, Math.max(0, from.load() - leastLoad))))
        : relaxAfterMs;
  }

  /** Whether what waits in the second may move to the first though all of the first is in use. */
  boolean isLessLoaded(SubClusterLoad to, SubClusterLoad from) {
    return relaxation == Relaxation.WEIGHT || from.load() - to.load() > leastGap;
  }

  /** Whether the operator's weights say how fast each sub-cluster is, whatever it grants. */
  boolean isByWeight() {
    return relaxation == Relaxation.WEIGHT;
  }
}
