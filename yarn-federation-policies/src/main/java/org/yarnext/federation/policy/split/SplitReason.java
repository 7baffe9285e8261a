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
  REQUESTS_TOO_MANY("One allocate call has too many requests: send them in several calls."),
  REQUESTS_TOO_MANY_CONTAINERS("One request has too many containers."),
  REQUESTS_TOO_FREQUENT(
      "The application exceeds its rate of requests: send the call again" + " later."),
  REQUESTS_RELAXED("Requests waited too long and moved as split.relaxation says."),
  REQUESTS_REDISTRIBUTED(
      "Requests left a sub-cluster that is lost or excluded, or returned to" + " it.");

  private final String text;

  SplitReason(String text) {
    this.text = text;
  }

  @Override
  public String text() {
    return text;
  }
}
