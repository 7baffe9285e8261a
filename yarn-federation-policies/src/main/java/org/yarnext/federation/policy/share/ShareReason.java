// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.share;

import org.yarnext.common.decision.DecisionReason;

/** Reasons why queues got their shares. The codes are stable and counted in the metrics. */
public enum ShareReason implements DecisionReason {
  SHARES_NO_DEMAND("No queue has demand, or there is no capacity to divide."),
  SHARES_ALL_MET("Every sub-cluster has room for its whole demand."),
  SHARES_IDEAL(
      "Every queue gets its fair share of the whole cluster.",
      "Stock lets each ResourceManager divide its own capacity."),
  SHARES_BOUND_BY_LOCALITY(
      "Some queues get less than their fair share, because their demand is"
          + " bound to full sub-clusters.",
      "Stock lets each ResourceManager divide its own capacity."),
  SHARES_BY_SUB_CLUSTER("Each sub-cluster divides its own capacity."),
  SHARES_BY_ONE_SCHEDULER(
      "One scheduler for all sub-clusters placed all containers.",
      "Stock lets each ResourceManager divide its own capacity."),
  RESOURCE_SCARCEST("This resource has the highest demand relative to capacity."),
  RESOURCE_MEMORY("Memory is divided, because no other resource is scarcer.");

  private final String text;
  private final String stock;

  ShareReason(String text) {
    this(text, "");
  }

  ShareReason(String text, String stock) {
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
