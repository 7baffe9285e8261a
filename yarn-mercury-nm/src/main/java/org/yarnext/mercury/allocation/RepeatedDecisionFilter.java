/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.mercury.allocation;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.decision.DecisionReason;

/**
 * Filters out repeated decisions without effect: such a decision is news only if the last one on
 * the same subject changed something or had another reason. Every heartbeat of an application makes
 * a decision, and without the filter the few with an effect would soon be evicted from the log.
 * Bounded. Thread-safe.
 */
public final class RepeatedDecisionFilter {
  private static final int MOST_SUBJECTS = 1000;

  /** The reason of the last decision of each subject, if that decision changed nothing. */
  private final Map<String, DecisionReason> unchanged =
      new LinkedHashMap<String, DecisionReason>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, DecisionReason> eldest) {
          return size() > MOST_SUBJECTS;
        }
      };

  /**
   * Returns whether a decision differs from the subject's last one.
   *
   * @param decision its value lists the changes; empty if there are none
   */
  public synchronized boolean isNews(String subject, Decision<? extends Collection<?>> decision) {
    if (!decision.value().isEmpty()) {
      unchanged.remove(subject);
      return true;
    }
    return unchanged.put(subject, decision.reason()) != decision.reason();
  }
}
