// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.allocation;

import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.decision.DecisionReason;

/**
 * Filters out repeated decisions without effect: such a decision is news only if the last one on
 * the same subject changed something or had another reason. Every heartbeat of an application makes
 * a decision, and without the filter the few with an effect would soon be evicted from the log.
 *
 * <p>Bounded: with too many subjects all are forgotten, and their next decisions are news once
 * more. Thread-safe; a repeated decision takes no lock.
 */
public final class RepeatedDecisionFilter {
  static final int MAX_SUBJECTS = 4_000;

  /** The reason of the last decision of each subject, if that decision changed nothing. */
  private final Map<Object, DecisionReason> unchanged = new ConcurrentHashMap<>();

  /**
   * Returns whether a decision differs from the subject's last one.
   *
   * @param subject implements equals
   * @param decision its value lists the changes; empty if there are none
   */
  public boolean isNew(Object subject, Decision<? extends Collection<?>> decision) {
    DecisionReason before = unchanged.get(subject);
    if (!decision.value().isEmpty()) {
      if (before != null) {
        unchanged.remove(subject);
      }
      return true;
    }
    if (before == decision.reason()) {
      return false;
    }
    if (before == null && unchanged.size() >= MAX_SUBJECTS) {
      unchanged.clear();
    }
    unchanged.put(subject, decision.reason());
    return true;
  }
}
