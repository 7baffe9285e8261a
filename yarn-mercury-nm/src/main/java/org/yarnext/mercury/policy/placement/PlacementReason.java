// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.placement;

import org.yarnext.common.decision.DecisionReason;

/** Reasons why a placement served all requests, or left some; the codes are stable. */
public enum PlacementReason implements DecisionReason {
  PLACE_NOT_REQUESTED("No opportunistic container is requested."),
  PLACE_ALL(
      "Every requested container was placed.",
      "Stock places them, by default on nodes with few queued containers, whatever their wait."),
  PLACE_QUOTA(
      "The application reached its quota of opportunistic containers; the rest waits.",
      "Stock has no quota and places the rest as well."),
  PLACE_CALL_LIMIT("The limit of one call is reached; the rest waits for the next heartbeat."),
  PLACE_QUEUES_FULL(
      "The nodes' queues are filled to their maximum wait or length; the rest waits, and the"
          + " application submitted first is served first.",
      "Stock does not limit the wait and may place the rest on these nodes."),
  PLACE_NOT_STARTED(
      "The nodes' queues are filled to their maximum wait or length, and the application has started"
          + " less than half of the containers that it was given lately; the rest waits behind other"
          + " applications.",
      "Stock does not limit the wait and may place the rest on these nodes."),
  PLACE_NO_NODES("The ResourceManager offers no node for opportunistic containers."),
  PLACE_NO_MATCH(
      "No node outside the blacklist has the requested partition and size, or for a strict"
          + " request the requested location.");

  private final String text;
  private final String stock;

  PlacementReason(String text) {
    this(text, "");
  }

  PlacementReason(String text, String stock) {
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
