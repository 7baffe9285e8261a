// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy;

import org.yarnext.common.decision.DecisionReason;

/**
 * Reasons why new containers of an application are requested as guaranteed or opportunistic, and
 * why one is promoted; the codes are stable and counted in the metrics.
 */
public enum RequestReason implements DecisionReason {
  REQUEST_SPLIT_BY_SHARE(
      "The policy makes a share of the containers of this kind opportunistic.",
      "Stock leaves all of them guaranteed."),
  REQUEST_ALL_OPPORTUNISTIC(
      "The policy makes every container of this kind opportunistic.",
      "Stock leaves all of them guaranteed."),
  REQUEST_ALL_GUARANTEED("The policy makes every container guaranteed."),
  REQUEST_RUN_TIME_TOO_LONG("Containers of this kind run longer than the policy's threshold."),
  REQUEST_RUN_TIME_UNKNOWN(
      "The run time of these containers is unknown, and the policy has a threshold."),
  REQUEST_RUN_TIME_UNCERTAIN(
      "Too few containers of this kind have ended to know whether they run longer than the policy's"
          + " threshold: they stay guaranteed until more have ended."),
  REQUEST_DEMAND_WAITS(
      "Other applications wait for guaranteed containers that would take all free room: these"
          + " containers stay guaranteed until the others are served."),
  REQUEST_ESTIMATES_WRONG(
      "The application's estimates are persistently wrong, so its containers stay guaranteed."),
  REQUEST_LOST_BEFORE(
      "Tasks of this kind lost opportunistic containers too often, so these"
          + " containers are guaranteed."),
  REQUEST_WITHIN_BASE(
      "The application has fewer guaranteed containers than its policy requires, so these are"
          + " guaranteed."),
  REQUEST_MEMORY_FREE(
      "The cluster has free memory for these containers beside all that waits, so they are"
          + " guaranteed; those that are not granted become opportunistic when others need it."),
  REQUEST_HELD_BACK(
      "Other applications wait for guaranteed containers, or did so a short time ago, and would"
          + " stop these opportunistic ones: they are not requested for now.",
      "Stock leaves all of them guaranteed."),
  REQUEST_LABEL_UNKNOWN(
      "The application's default node label is unknown, so its containers stay guaranteed."),
  REQUEST_OTHER_RESOURCES(
      "These containers need resources other than memory and vcores, so they stay guaranteed."),
  REQUEST_LARGER_THAN_NODES(
      "These containers are larger than the nodes for opportunistic ones, or than the maximum"
          + " allocation, so they stay guaranteed."),
  POLICY_BY_TAG(
      "The application's tag names its policy.",
      "Stock has no policies and leaves each request as it is."),
  POLICY_BY_TYPE(
      "Applications of this type get guaranteed containers unless a tag says otherwise."),
  POLICY_BY_QUEUE(
      "The queue has a policy.", "Stock has no policies and leaves each request as it is."),
  POLICY_BY_DEFAULT(
      "Neither the application nor its queue names a policy.",
      "Stock has no policies and leaves each request as it is."),
  POLICY_TAG_INVALID(
      "The application's tag is not a valid policy; the queue's policy is used.",
      "Stock has no policies and leaves each request as it is."),
  QUOTA_NONE("The queue sets no quota for opportunistic containers."),
  QUOTA_ABSOLUTE("The queue's absolute quota bounds the application.", "Stock has no quota."),
  QUOTA_RELATIVE(
      "The quota relative to guaranteed containers bounds the application.", "Stock has no quota."),
  ESTIMATES_RIGHT("Few enough of the latest estimates were wrong."),
  ESTIMATES_WRONG("Too many of the latest estimates were wrong."),
  ESTIMATES_ON_PROBATION("Fewer estimates are wrong than before, but not yet few enough."),
  PROMOTE_MOST_WORK_DONE(
      "The queue has room: the containers with most work done are promoted.",
      "Stock promotes a container only if its application requests that."),
  PROMOTE_NO_ROOM(
      "The queue or the node has no room for any opportunistic container that qualifies."),
  PROMOTE_NONE_QUALIFIES("No running opportunistic container qualifies for promotion.");

  private final String text;
  private final String stock;

  RequestReason(String text) {
    this(text, "");
  }

  RequestReason(String text, String stock) {
    this.text = text;
    this.stock = stock;
  }

  /** Returns whether the requests are divided again later, without being stated again. */
  public boolean isPreliminary() {
    return this == REQUEST_RUN_TIME_UNKNOWN
        || this == REQUEST_RUN_TIME_UNCERTAIN
        || this == REQUEST_DEMAND_WAITS
        || this == REQUEST_MEMORY_FREE;
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
