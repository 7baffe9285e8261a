// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.share;

import org.yarnext.common.decision.DecisionReason;

/** Reasons why queues got their shares. The codes are stable and counted in the metrics. */
public enum ShareReason implements DecisionReason {
  SHARES_NO_DEMAND("No queue wants anything, or there is nothing to divide."),
  SHARES_ALL_MET("Every sub-cluster has room for all that is wanted there."),
  SHARES_IDEAL("Every queue gets its fair share of the whole cluster."),
  SHARES_BOUND_BY_LOCALITY(
      "Some queues get less than their fair share: what they want is elsewhere."),
  SHARES_BY_SUB_CLUSTER("Each sub-cluster divides what it has by itself."),
  SHARES_BY_ONE_SCHEDULER("One scheduler that sees every sub-cluster placed all of it."),
  RESOURCE_SCARCEST("Of all resources this one is wanted most, measured by what there is."),
  RESOURCE_MEMORY("Memory is divided: no other resource is scarcer.");

  private final String text;

  ShareReason(String text) {
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
