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
 * Asks another rule and follows it in nothing: every new container stays guaranteed, and the reason
 * with its numbers tells what the rule would have made of it. For mode shadow, in which the ledger
 * keeps what is truly asked.
 */
public final class ShadowSplit implements SplitRule {
  private final SplitRule rule;

  public ShadowSplit(SplitRule rule) {
    this.rule = rule;
  }

  @Override
  public Decision<Integer> queueable(AskKey key, int newContainers) {
    return unfollowed(rule.queueable(key, newContainers));
  }

  @Override
  public Decision<Integer> known(AskKey key, int waiting) {
    Decision<Integer> advice = rule.known(key, waiting);
    return advice == null ? null : unfollowed(advice);
  }

  private static Decision<Integer> unfollowed(Decision<Integer> advice) {
    Decision<Integer> none = Decision.of(0, advice.reason());
    for (Map.Entry<String, Object> input : advice.inputs().entrySet()) {
      none = none.with(input.getKey(), input.getValue());
    }
    return none;
  }
}
