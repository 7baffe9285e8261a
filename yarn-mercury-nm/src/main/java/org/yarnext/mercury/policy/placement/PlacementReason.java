// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.placement;

import org.yarnext.common.decision.DecisionReason;

/** Reasons why a placement served all requests, or left some; the codes are stable. */
public enum PlacementReason implements DecisionReason {
  PLACE_NOT_ASKED("No opportunistic container is asked for."),
  PLACE_ALL("Every container asked for was placed."),
  PLACE_QUOTA("The application reached its quota of opportunistic containers; the rest waits."),
  PLACE_CALL_LIMIT("One call may not place more; the rest waits for the next heartbeat."),
  PLACE_QUEUES_FULL(
      "The nodes' queues hold as much work as is placed ahead, or as many containers as they take;"
          + " the rest waits, in the order in which applications were submitted."),
  PLACE_NO_NODES("The ResourceManager has named no node for opportunistic containers."),
  PLACE_NO_MATCH(
      "No node outside the blacklist has the partition and the size, or for a strict ask the"
          + " location, asked for.");

  private final String text;

  PlacementReason(String text) {
    this.text = text;
  }

  @Override
  public String code() {
    return name();
  }

  @Override
  public String text() {
    return text;
  }
}
