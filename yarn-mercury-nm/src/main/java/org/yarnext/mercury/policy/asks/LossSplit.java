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

import java.util.Map;
import org.yarnext.common.decision.Decision;

/**
 * Makes the new containers of tasks that have lost too many opportunistic ones guaranteed ({@link
 * TaskLosses}), and leaves the others to another rule.
 */
public final class LossSplit implements SplitRule {
  private final SplitRule rule;
  private final TaskLosses losses;

  public LossSplit(SplitRule rule, TaskLosses losses) {
    this.rule = rule;
    this.losses = losses;
  }

  @Override
  public Decision<Integer> queueable(AskKey key, int newContainers) {
    int insured = losses.asked(key.priority(), newContainers);
    if (insured == 0) {
      return rule.queueable(key, newContainers);
    }
    int others = newContainers - insured;
    Decision<Integer> ofOthers =
        others == 0 ? Decision.of(0, AskReason.ASK_LOST_BEFORE) : rule.queueable(key, others);
    Decision<Integer> d = Decision.of(ofOthers.value(), AskReason.ASK_LOST_BEFORE);
    for (Map.Entry<String, Object> input : ofOthers.inputs().entrySet()) {
      d = d.with(input.getKey(), input.getValue());
    }
    if (others > 0) {
      d = d.with("others", ofOthers.reason().code());
    }
    return d.with("new", newContainers)
        .with("lostBefore", insured)
        .with("opportunistic", ofOthers.value());
  }

  /** They are no new ones: what they lost before counted when they were asked. */
  @Override
  public Decision<Integer> known(AskKey key, int waiting) {
    return rule.known(key, waiting);
  }
}
