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
 * Leaves containers guaranteed that nodes may be too small for, and the others to another rule: an
 * opportunistic one that was sent to such a node would never start there.
 */
public final class NodeSizes implements SplitRule {
  private final SplitRule rule;
  private final Predicate<AskKey> fits;

  /**
   * @param fits whether what is asked fits where it would be sent
   */
  public NodeSizes(SplitRule rule, Predicate<AskKey> fits) {
    this.rule = rule;
    this.fits = fits;
  }

  @Override
  public Decision<Integer> queueable(AskKey key, int newContainers) {
    return fits.test(key)
        ? rule.queueable(key, newContainers)
        : Decision.of(0, AskReason.ASK_LARGER_THAN_NODES)
            .with("capability", key.capability())
            .with("new", newContainers);
  }

  @Override
  public Decision<Integer> known(AskKey key, int waiting) {
    return fits.test(key) ? rule.known(key, waiting) : null;
  }
}
