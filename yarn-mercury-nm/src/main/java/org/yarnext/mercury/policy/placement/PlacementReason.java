/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
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
