// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.home;

import org.yarnext.common.decision.DecisionReason;

/** Reasons why an application got its home. The codes are stable and counted in the metrics. */
public enum HomeReason implements DecisionReason {
  HOME_LEAST_LOADED("Of the sub-clusters drawn this one is least loaded, recent choices counted."),
  HOME_ONLY_ONE("No other sub-cluster can take it."),
  HOME_KEPT("It was submitted before and stays in the sub-cluster it was sent to."),
  HOME_STATE_STALE(
      "Its report is not recent, so it was drawn by weight and size; of equals the one with fewer"
          + " recent choices."),
  HOME_ALL_FAILED("It was tried in vain in every sub-cluster that could take it."),
  HOME_NONE_ACTIVE("No active sub-cluster may take applications of this queue.");

  private final String text;

  HomeReason(String text) {
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
