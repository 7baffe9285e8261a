// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.trust;

import org.yarnext.common.decision.DecisionReason;

/** Reasons why a task class may or may not be under-sized. */
public enum TrustReason implements DecisionReason {
  TRUST_KEPT("The profile of this task class has not proved wrong."),
  TRUST_LOST_MEMORY("A task of this class that was under-sized ran out of memory."),
  TRUST_LOST_HEAP_LEFT("The heap of a task of this class could not be made smaller."),
  TRUST_LOST_FAILURES("Several of the last under-sized tasks of this class failed."),
  TRUST_LOST_RUN_TIMES("Tasks of this class persistently ran longer than expected.");

  private final String text;

  TrustReason(String text) {
    this.text = text;
  }

  @Override
  public String text() {
    return text;
  }
}
