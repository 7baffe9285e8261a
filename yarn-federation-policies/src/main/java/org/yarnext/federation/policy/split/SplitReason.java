// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.split;

import org.yarnext.common.decision.DecisionReason;

/**
 * Reasons why an application's call is passed on or refused, and why its requests move between
 * sub-clusters. The codes are stable and counted in the metrics.
 */
public enum SplitReason implements DecisionReason {
  REQUESTS_PASS("The call is within the limits of one application."),
  REQUESTS_TOO_MANY(
      "One allocate call has too many requests: send them in several calls.",
      "Stock passes every call on."),
  REQUESTS_TOO_MANY_CONTAINERS(
      "One request has too many containers.", "Stock passes every call on."),
  REQUESTS_TOO_FREQUENT(
      "The application exceeds its rate of requests: send the call again later.",
      "Stock passes every call on."),
  REQUESTS_RELAXED(
      "Requests waited too long and moved as split.relaxation says.",
      "Stock leaves requests in the sub-cluster that they went to first."),
  REQUESTS_REDISTRIBUTED(
      "Requests left a sub-cluster that is lost or excluded, or returned to it.",
      "Stock leaves requests in the sub-cluster that they went to first.");

  private final String text;
  private final String stock;

  SplitReason(String text) {
    this(text, "");
  }

  SplitReason(String text, String stock) {
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
