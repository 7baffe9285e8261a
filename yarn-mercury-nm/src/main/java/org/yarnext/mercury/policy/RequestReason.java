// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy;

import org.yarnext.common.decision.DecisionReason;

/**
 * Reasons why new containers of an application are requested as guaranteed or opportunistic, and
 * why one is promoted; the codes are stable and counted in the metrics.
 */
public enum RequestReason implements DecisionReason {
  ASK_SPLIT_BY_SHARE("The policy gives this kind of container a share of opportunistic ones."),
  ASK_ALL_OPPORTUNISTIC("The policy makes every container of this kind opportunistic."),
  ASK_ALL_GUARANTEED("The policy makes every container guaranteed."),
  ASK_TOO_LONG("Containers of this kind run too long for the policy's threshold."),
  ASK_LENGTH_UNKNOWN("Nothing tells how long these run, and the policy has a threshold."),
  ASK_ESTIMATES_WRONG("The application's estimates are persistently wrong, so guaranteed only."),
  ASK_LOST_BEFORE("Tasks of this kind lost opportunistic containers too often, so guaranteed."),
  ASK_LABEL_NOT_KNOWN("Nobody told the application's default node label, so guaranteed only."),
  ASK_OTHER_RESOURCES("These ask for more than memory and cores, so guaranteed only."),
  ASK_LARGER_THAN_NODES(
      "These are larger than nodes that opportunistic ones are sent to, or than may be asked for,"
          + " so guaranteed only."),
  POLICY_BY_TAG("The application's tag names its policy."),
  POLICY_BY_TYPE(
      "Applications of this type get guaranteed containers unless a tag says otherwise."),
  POLICY_BY_QUEUE("The queue has a policy."),
  POLICY_BY_DEFAULT("Neither the application nor its queue names a policy."),
  POLICY_TAG_NOT_UNDERSTOOD("The application's tag names no policy; the queue's is used."),
  QUOTA_NONE("The queue sets no quota for opportunistic containers."),
  QUOTA_ABSOLUTE("The queue's absolute quota bounds the application."),
  QUOTA_RELATIVE("The quota relative to guaranteed containers bounds the application."),
  ESTIMATES_RIGHT("Few enough of the last estimates were wrong."),
  ESTIMATES_WRONG("Too many of the last estimates were wrong."),
  ESTIMATES_ON_PROBATION("Fewer estimates are wrong than before, but not yet few enough."),
  PROMOTE_MOST_WORK_DONE("The queue has room: those with most work done are promoted."),
  PROMOTE_NO_ROOM("Queue or node has no room for any opportunistic container that qualifies."),
  PROMOTE_NONE_QUALIFIES("No running opportunistic container is worth a promotion.");

  private final String text;

  RequestReason(String text) {
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
