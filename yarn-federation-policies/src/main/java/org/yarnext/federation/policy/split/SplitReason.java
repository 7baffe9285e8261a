// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.split;

import org.yarnext.common.decision.DecisionReason;

/**
 * Reasons why a call of an application passes or not, and why requests move. The codes are stable
 * and counted in the metrics.
 */
public enum SplitReason implements DecisionReason {
  REQUESTS_PASS("The call is within the limits of one application."),
  REQUESTS_TOO_MANY("One allocate call has more lines than are allowed; send them in several."),
  REQUESTS_TOO_MANY_CONTAINERS("One line asks for more containers than are allowed."),
  REQUESTS_TOO_FREQUENT(
      "The application sends lines faster than is allowed; send the call again later."),
  REQUESTS_RELAXED("Asks waited in vain, and moved to where split.relaxation says."),
  REQUESTS_REDISTRIBUTED(
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
