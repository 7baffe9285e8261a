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
package org.yarnext.mercury.policy.asks;

import java.util.function.Predicate;
import org.yarnext.common.decision.Decision;

/**
 * Leaves containers guaranteed that ask for more than memory and cores, and the others to another
 * rule. Opportunistic ones are placed and queued by memory and cores alone: one with a GPU would be
 * sent to nodes without, and would take it from a guaranteed container where there is one.
 */
public final class PlainSizes implements SplitRule {
  private final SplitRule rule;
  private final Predicate<AskKey> hasOthers;

  /**
   * @param hasOthers whether what is asked has a resource beside memory and cores
   */
  public PlainSizes(SplitRule rule, Predicate<AskKey> hasOthers) {
    this.rule = rule;
    this.hasOthers = hasOthers;
  }

  @Override
  public Decision<Integer> queueable(AskKey key, int newContainers) {
    return hasOthers.test(key)
        ? Decision.of(0, AskReason.ASK_OTHER_RESOURCES)
            .with("capability", key.capability())
            .with("new", newContainers)
        : rule.queueable(key, newContainers);
  }

  @Override
  public Decision<Integer> known(AskKey key, int waiting) {
    return hasOthers.test(key) ? null : rule.known(key, waiting);
  }
}
