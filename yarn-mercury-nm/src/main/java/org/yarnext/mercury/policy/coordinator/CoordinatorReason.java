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
package org.yarnext.mercury.policy.coordinator;

import org.yarnext.common.decision.DecisionReason;

/** Reasons why the coordinator sends a wait limit or none; the codes are stable and counted. */
public enum CoordinatorReason implements DecisionReason {
  LIMIT_SENT("A node's wait is far above the others', so every node is sent the limit."),
  LIMIT_NOT_EXCEEDED(
      "No report is clearly above the limit; a quarter more is sent, for waits no report shows."),
  LIMIT_UNCONFIRMED(
      "A report above the limit is to be confirmed; until then a quarter more is sent."),
  TOO_FEW_REPORTS("Fewer than two nodes have a fresh report of their wait."),
  ALL_OVERLOADED("The mean wait is above the largest limit: shed containers had nowhere to go.");

  private final String text;

  CoordinatorReason(String text) {
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
