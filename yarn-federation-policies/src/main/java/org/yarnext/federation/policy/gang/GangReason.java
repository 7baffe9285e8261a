// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.gang;

import org.yarnext.common.decision.DecisionReason;

/** Reasons why gangs start or wait, and why the registry changes or not. The codes are stable. */
public enum GangReason implements DecisionReason {
  GANG_ACCEPTED("It waits until its whole gang fits the quotas of its queue and above."),
  GANG_WAITS_FOR_QUOTA("Its gang does not fit a quota of its queue or of one above yet."),
  GANG_WAITS_FOR_EARLIER("An earlier gang waits for the same quota."),
  GANG_NEVER_FITS("It declares more than the quota of its queue or of one above allows at all."),
  GANG_NO_SUCH_QUEUE("Its queue is no leaf of the hierarchy that quotas are published for."),
  GANG_TOO_MANY("As many jobs as may wait for their gangs at once do so already."),
  GANG_TOO_MANY_OF_USER("As many jobs of its user wait for their gangs as may at once."),
  GANG_TOO_MANY_IN_QUEUE("As many jobs of its queue wait for their gangs as may at once."),
  GANG_NOT_ALLOWED("No ResourceManager says that its user may submit to its queue: it is stock's."),
  GANG_ADMITTED("All of its gang fits, and its quota is taken."),
  GANG_STARTED("A ResourceManager took it."),
  GANG_START_REFUSED(
      "A ResourceManager refused it: others may have its quota until it is tried again."),
  GANG_NOT_STARTED(
      "No sub-cluster can take it now: others may have its quota until it is tried again."),
  GANG_START_UNKNOWN("A sub-cluster did not answer and may have taken it: it keeps its quota."),
  GANG_FAILED("It was refused as often as it is tried, and ended."),
  GANG_KILLED("It was killed while it waited."),
  GANG_NO_QUOTAS("No quotas are published, so that nothing waits for them."),
  GANG_PLANNED("The jobs that wait were looked at in their order."),
  BOOK_CHANGED("The change is made, if nobody else changed the book meanwhile."),
  BOOK_UNCHANGED("The book says so already.");

  private final String text;

  GangReason(String text) {
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
