// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.allocation;

import java.util.Collection;
import java.util.Map;
import org.yarnext.common.cache.BoundedCache;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.decision.DecisionReason;

/**
 * Filters out repeated decisions without effect: such a decision is news only if the last one on
 * the same subject changed something or had another reason. Every heartbeat of an application makes
 * a decision, and without the filter the few with an effect would soon be evicted from the log.
 * Bounded. Thread-safe.
 */
public final class RepeatedDecisionFilter {
  private static final int MAX_SUBJECTS = 1000;

  /** The reason of the last decision of each subject, if that decision changed nothing. */
  private final Map<String, DecisionReason> unchanged =
      BoundedCache.inOrderOfInsertion(MAX_SUBJECTS);

  /**
   * Returns whether a decision differs from the subject's last one.
   *
   * @param decision its value lists the changes; empty if there are none
   */
  public synchronized boolean isNew(String subject, Decision<? extends Collection<?>> decision) {
    if (!decision.value().isEmpty()) {
      unchanged.remove(subject);
      return true;
    }
    return unchanged.put(subject, decision.reason()) != decision.reason();
  }
}
