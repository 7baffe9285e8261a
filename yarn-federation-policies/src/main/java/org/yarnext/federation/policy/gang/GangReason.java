// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.gang;

import org.yarnext.common.decision.DecisionReason;

/**
 * Reasons why gang jobs start or wait, and why {@link AdmittedGangRegistry} changes or not. The
 * codes are stable.
 */
public enum GangReason implements DecisionReason {
  GANG_ACCEPTED(
      "It waits until its whole gang fits the quotas of its queue and its parents.",
      "Stock submits it when the client does; its containers start one by one."),
  GANG_WAITS_FOR_QUOTA(
      "Its gang does not yet fit a quota of its queue or a parent.",
      "Stock submits it when the client does; its containers start one by one."),
  GANG_WAITS_FOR_EARLIER(
      "An earlier gang waits for the same quota.",
      "Stock submits it when the client does; its containers start one by one."),
  GANG_NEVER_FITS(
      "It declares more than the total quota of its queue or a parent.",
      "Stock submits it when the client does; its containers start one by one."),
  GANG_NO_SUCH_QUEUE(
      "Its queue is not a leaf queue of the published quotas.",
      "Stock submits it, and the ResourceManager decides about its queue."),
  GANG_TOO_MANY(
      "The maximum number of jobs already wait for their gangs.",
      "Stock submits it when the client does; its containers start one by one."),
  GANG_TOO_MANY_OF_USER(
      "The maximum number of jobs of its user already wait for their gangs.",
      "Stock submits it when the client does; its containers start one by one."),
  GANG_TOO_MANY_IN_QUEUE(
      "The maximum number of jobs of its queue already wait for their gangs.",
      "Stock submits it when the client does; its containers start one by one."),
  GANG_NOT_ALLOWED(
      "No ResourceManager confirms that its user may submit to its queue: it"
          + " is submitted as in stock YARN."),
  GANG_ADMITTED(
      "Its whole gang fits and has its quota.",
      "Stock submits it when the client does; its containers start one by one."),
  GANG_STARTED(
      "A ResourceManager accepted it.",
      "Stock submits it when the client does; its containers start one by one."),
  GANG_START_REFUSED(
      "A ResourceManager refused it: its quota is free for others until the next attempt.",
      "Stock tries other sub-clusters, then reports the failure to the client."),
  GANG_NOT_STARTED(
      "No sub-cluster can accept it now: its quota is free for others until the next attempt.",
      "Stock tries other sub-clusters, then reports the failure to the client."),
  GANG_START_UNKNOWN(
      "A sub-cluster did not answer and may have accepted it: it keeps its quota.",
      "Stock tries other sub-clusters, then reports the failure to the client."),
  GANG_FAILED(
      "Each attempt to start it was refused, so it ended.",
      "Stock tries other sub-clusters, then reports the failure to the client."),
  GANG_KILLED(
      "It was killed while it waited.",
      "Stock submits it when the client does; its containers start one by one."),
  GANG_NO_QUOTAS("No quotas are published, so no job waits."),
  GANG_PLANNED("The waiting jobs were examined in their order."),
  REGISTRY_CHANGED(
      "The stored registry of gangs is updated, unless another Router has changed it in the meantime."),
  REGISTRY_UNCHANGED("The stored registry of gangs needs no update.");

  private final String text;
  private final String stock;

  GangReason(String text) {
    this(text, "");
  }

  GangReason(String text, String stock) {
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
