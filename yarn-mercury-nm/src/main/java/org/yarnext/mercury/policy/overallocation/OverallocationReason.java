// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.overallocation;

import org.yarnext.common.decision.DecisionReason;

/**
 * Reasons for starting and stopping containers beyond a node's allocation; the codes are stable and
 * counted in the metrics.
 */
public enum OverallocationReason implements DecisionReason {
  OVERALLOCATION_ROOM(
      "The node is fully allocated, but its containers leave part of it unused.",
      "Stock starts opportunistic containers in unallocated room only."),
  OVERALLOCATION_NO_ROOM(
      "The containers are expected to use all of the node that may be used.",
      "Stock starts opportunistic containers in unallocated room only."),
  OVERALLOCATION_LIMIT(
      "The node already runs as many containers beyond its allocation as overallocation.max-share"
          + " allows.",
      "Stock starts opportunistic containers in unallocated room only."),
  OVERALLOCATION_LOW_MEMORY(
      "The host's available memory, or what a memory limit around all containers leaves, is or will"
          + " in a second be below overallocation.start-watermark.",
      "Stock does not look at the host's memory."),
  OVERALLOCATION_MEMORY_PRESSURE(
      "Processes wait for memory more of the time than overallocation.start-memory-pressure"
          + " allows.",
      "Stock does not look at pressure."),
  OVERALLOCATION_CPU_PRESSURE(
      "Processes wait for a processor more of the time than overallocation.start-cpu-pressure"
          + " allows.",
      "Stock does not look at pressure."),
  OVERALLOCATION_NO_DATA("The host's memory or CPU was not measured lately, so nothing starts."),
  OVERALLOCATION_PAUSED(
      "Containers were stopped for memory less than overallocation.warm-up ago, so nothing starts"
          + " yet."),
  OVERALLOCATION_HEAD_WAITS("The first container in the queue does not fit in the unused room."),
  OVERALLOCATION_NONE_QUALIFIES(
      "No waiting container lacks allocated room, belongs to a queue in overallocation.queues, fits"
          + " within overallocation.max-share and requests memory and vcores alone."),
  OVERALLOCATION_STARTED(
      "Started beyond the node's allocation, in room that other containers do not use.",
      "Stock lets the container wait until allocated room is free."),
  OVERALLOCATION_MEMORY_SUFFICES("Enough memory is available, so nothing stops."),
  OVERALLOCATION_LEAST_WORK_LOST(
      "Stopped because memory ran short: least work lost.",
      "Stock never starts containers beyond the allocation."),
  OVERALLOCATION_PRESSURE_RELIEVED(
      "Stopped because all processes waited for memory more of the time than"
          + " overallocation.stop-memory-pressure allows: least work lost.",
      "Stock never starts containers beyond the allocation."),
  OVERALLOCATION_RELIEF_AWAITED(
      "Processes wait for memory, but a container was stopped less than 10 s ago and the kernel's"
          + " average does not show yet what that changed, so nothing stops."),
  OVERALLOCATION_ALL_STOPPED(
      "Stopped because memory ran short, and stopping fewer would not have been enough.",
      "Stock never starts containers beyond the allocation."),
  OVERALLOCATION_SWITCHED_OFF(
      "Stopped because over-allocation is no longer on, and the container does not fit in the"
          + " node's allocation.",
      "Stock never starts containers beyond the allocation.");

  private final String text;
  private final String stock;

  OverallocationReason(String text) {
    this(text, "");
  }

  OverallocationReason(String text, String stock) {
    this.text = text;
    this.stock = stock;
  }

  /** Returns whether memory or processors are short, so that starts begin slowly again. */
  public boolean isPressure() {
    return this == OVERALLOCATION_LOW_MEMORY
        || this == OVERALLOCATION_MEMORY_PRESSURE
        || this == OVERALLOCATION_CPU_PRESSURE;
  }

  @Override
  public String text() {
    return text;
  }

  @Override
  public String stock() {
    return stock;
  }
}
