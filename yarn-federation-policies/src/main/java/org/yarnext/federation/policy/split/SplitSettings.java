// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.split;

import org.yarnext.common.requests.RelaxationLevel;

/**
 * Settings for the division of requests, and for when they move to another sub-cluster. Immutable.
 */
public final class SplitSettings {
  /** When and where waiting requests move (Hydra section 4.1, footnote 7). */
  public enum Relaxation {
    /** Never. */
    NONE,
    /**
     * After the interval, to where there is room, and to less loaded sub-clusters until the waits
     * are equal.
     */
    TIME,
    /**
     * As {@link #TIME}, but the earlier the larger the difference in load; at a difference of 1 at
     * once.
     */
    LOAD,
    /**
     * After the interval, to where there is room, and by the operator's weights regardless of the
     * load.
     */
    WEIGHT
  }

  private final Relaxation relaxation;
  private final long relaxAfterMs;
  private final double headroomPart;
  private final double minGap;
  private final long onHostMs;
  private final long inRackMs;

  /**
   * @param relaxAfterMs how long requests wait before they move, in ms, 0 or more
   * @param headroomPart weight of headroom when requests without locality are divided, from 0 (only
   *     load and weights) to 1 (only headroom among sub-clusters of weight above 0)
   * @param minGap how much lower the load of a full sub-cluster must be for requests to move there,
   *     in pending containers a core, 0 or more
   */
  public SplitSettings(
      Relaxation relaxation, long relaxAfterMs, double headroomPart, double minGap) {
    this(relaxation, relaxAfterMs, headroomPart, minGap, 0, 0);
  }

  private SplitSettings(
      Relaxation relaxation,
      long relaxAfterMs,
      double headroomPart,
      double minGap,
      long onHostMs,
      long inRackMs) {
    if (relaxAfterMs < 0 || !(headroomPart >= 0 && headroomPart <= 1) || !(minGap >= 0)) {
      throw new IllegalArgumentException(
          "relax after " + relaxAfterMs + " ms, headroom " + headroomPart + ", gap " + minGap);
    }
    this.relaxation = relaxation;
    this.relaxAfterMs = relaxAfterMs;
    this.headroomPart = headroomPart;
    this.minGap = minGap;
    this.onHostMs = onHostMs;
    this.inRackMs = inRackMs;
  }

  /**
   * Returns these settings with times in which requests for hosts may be granted near those hosts
   * only.
   *
   * @param newOnHostMs time since the last grant on a requested host in which only requested hosts
   *     may grant, in ms, 0 or more
   * @param newInRackMs time since then in which only requested hosts and racks may grant, in ms, 0
   *     or more
   */
  public SplitSettings near(long newOnHostMs, long newInRackMs) {
    if (newOnHostMs < 0 || newInRackMs < 0) {
      throw new IllegalArgumentException(
          "on the host for " + newOnHostMs + " ms, in the rack for " + newInRackMs + " ms");
    }
    return new SplitSettings(
        relaxation, relaxAfterMs, headroomPart, minGap, newOnHostMs, newInRackMs);
  }

  /** Returns how far from its host a container may be after a wait, given in ms. */
  RelaxationLevel level(long waitedMs) {
    if (waitedMs < onHostMs) {
      return RelaxationLevel.HOST;
    }
    return waitedMs < inRackMs ? RelaxationLevel.RACK : RelaxationLevel.ANY;
  }

  double headroomPart() {
    return headroomPart;
  }

  /** Returns whether waiting requests move at all. */
  boolean moves() {
    return relaxation != Relaxation.NONE;
  }

  /** Returns the relaxation interval in ms; requests that are served within it do not move. */
  public long intervalMs() {
    return relaxAfterMs;
  }

  /**
   * Returns how long requests wait in a sub-cluster before they may move, in ms.
   *
   * @param minLoad smallest load of the sub-clusters that they may move to
   */
  long waitMs(SubClusterLoad from, double minLoad) {
    return relaxation == Relaxation.LOAD
        ? (long) (relaxAfterMs * (1 - Math.min(1, Math.max(0, from.load() - minLoad))))
        : relaxAfterMs;
  }

  /**
   * Returns whether requests may move from one sub-cluster to the other even if that one is full.
   */
  boolean isLessLoaded(SubClusterLoad to, SubClusterLoad from) {
    return relaxation == Relaxation.WEIGHT || from.load() - to.boundedLoad() > minGap;
  }

  /** Returns whether the weights count as each sub-cluster's speed, whatever it grants. */
  boolean isByWeight() {
    return relaxation == Relaxation.WEIGHT;
  }
}
