// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy;

import org.yarnext.common.decision.DecisionReason;

/**
 * Reasons why a node admits, starts, sheds or stops opportunistic containers, or does not; the
 * codes are stable and counted in the metrics.
 */
public enum MercuryReason implements DecisionReason {
  START_IN_ORDER(
      "Resources are free, and these containers are first in the queue's order.",
      "Stock starts containers in the order of their arrival."),
  START_AGED(
      "Resources are free, and the first of these containers has waited longer than the aging"
          + " limit.",
      "Stock starts containers in the order of their arrival."),
  WAIT_NO_ROOM("The first container in the queue does not fit in the free resources."),
  WAIT_CEILING(
      "Resources are free, but only above the ceiling for opportunistic containers.",
      "Stock has no ceiling and starts the container if it fits."),
  WAIT_GUARANTEED_FIRST("A guaranteed container waits for room, so no opportunistic one starts."),
  WAIT_STOCK_QUEUE("The NodeManager's own queue holds containers that go first."),
  QUEUE_EMPTY("No opportunistic container waits."),
  QUEUE_ACCEPTED("The queue has room for this container."),
  QUEUE_DEMOTED("The container was guaranteed, so the queue accepts it whatever its length."),
  QUEUE_FULL("The queue already holds its maximum length."),
  QUEUE_OVER_CEILING(
      "The container alone exceeds the ceiling for opportunistic containers.",
      "Stock has no ceiling and queues the container."),
  QUEUE_LARGER_THAN_NODE(
      "The container is larger than the node and could never start here.",
      "Stock queues the container although it can never start."),
  SHED_NOT_NEEDED("The queue is within the limits sent by the ResourceManager."),
  SHED_DELAYED(
      "The limits are exceeded, but not yet for as long as shedding.delay.",
      "Stock stops queued containers as soon as the queue is too long."),
  SHED_LENGTH_LIMIT(
      "The queue is longer than the length the ResourceManager allows.",
      "Stock stops the queued containers that arrived last."),
  SHED_WAIT_LIMIT(
      "The estimated wait is longer than the ResourceManager allows.",
      "Stock limits the length of the queue, not the wait."),
  RECLAIM_NOT_NEEDED("The guaranteed container fits without stopping anything."),
  RECLAIM_LEAST_WORK_LOST(
      "Stopped to make room for a guaranteed container: least work lost.",
      "Stock stops the opportunistic containers that started last."),
  RECLAIM_NEWEST_FIRST("Stopped to make room for a guaranteed container: newest first."),
  RECLAIM_IMPOSSIBLE("Stopping every opportunistic container would not make enough room.");

  private final String text;
  private final String stock;

  MercuryReason(String text) {
    this(text, "");
  }

  MercuryReason(String text, String stock) {
    this.text = text;
    this.stock = stock;
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
