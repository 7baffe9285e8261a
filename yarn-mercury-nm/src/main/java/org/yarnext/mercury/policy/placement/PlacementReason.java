// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.placement;

import org.yarnext.common.decision.DecisionReason;

/** Reasons why a placement served all requests, or left some; the codes are stable. */
public enum PlacementReason implements DecisionReason {
  PLACE_NOT_REQUESTED("No opportunistic container is requested."),
  PLACE_ALL("Every requested container was placed."),
  PLACE_QUOTA("The application reached its quota of opportunistic containers; the rest waits."),
  PLACE_CALL_LIMIT("The limit of one call is reached; the rest waits for the next heartbeat."),
  PLACE_QUEUES_FULL(
      "The nodes' queues are filled to their maximum wait or length; the rest waits, and the"
          + " application submitted first is served first."),
  PLACE_NO_NODES("The ResourceManager offers no node for opportunistic containers."),
  PLACE_NO_MATCH(
      "No node outside the blacklist has the requested partition and size, or for a strict"
          + " request the requested location.");

  private final String text;

  PlacementReason(String text) {
    this.text = text;
  }

  @Override
  public String text() {
    return text;
  }
}
