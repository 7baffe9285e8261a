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
package org.yarnext.federation.policy.split;

import org.yarnext.common.decision.DecisionReason;

/**
 * The reasons why a call of an application passes or not, and why requests move; the codes are
 * stable and counted in the metrics.
 */
public enum SplitReason implements DecisionReason {
  ASKS_PASS("The call is within the limits of one application."),
  ASKS_TOO_MANY_LINES("One allocate call has more lines than are allowed; send them in several."),
  ASKS_TOO_MANY_CONTAINERS("One line asks for more containers than are allowed."),
  ASKS_TOO_OFTEN("The application sends lines faster than is allowed; send the call again later."),
  ASKS_RELAXED("Asks waited in vain, and moved to where split.relaxation says."),
  ASKS_REDISTRIBUTED(
      "Asks left a sub-cluster that is lost or may provide nothing, or returned to one.");

  private final String text;

  SplitReason(String text) {
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
