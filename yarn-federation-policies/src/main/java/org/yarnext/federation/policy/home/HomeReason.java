// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.home;

import org.yarnext.common.decision.DecisionReason;

/** Reasons why an application got its home. The codes are stable and counted in the metrics. */
public enum HomeReason implements DecisionReason {
  HOME_LEAST_LOADED(
      "It is the least loaded of the drawn sub-clusters, including recent choices.",
      "Stock draws the sub-cluster by its router policy, by default with equal chances."),
  HOME_ONLY_ONE("It is the only sub-cluster that can take the application."),
  HOME_KEPT("The application was submitted before and stays in its sub-cluster."),
  HOME_STATE_STALE(
      "Its report is too old, so it was drawn by weight and size; of equals,"
          + " the one with fewer recent choices.",
      "Stock draws the sub-cluster by its router policy, by default with equal chances."),
  HOME_ALL_FAILED("Every sub-cluster that could take the application failed."),
  HOME_NONE_ACTIVE("No active sub-cluster has a weight for this queue.");

  private final String text;
  private final String stock;

  HomeReason(String text) {
    this(text, "");
  }

  HomeReason(String text, String stock) {
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
