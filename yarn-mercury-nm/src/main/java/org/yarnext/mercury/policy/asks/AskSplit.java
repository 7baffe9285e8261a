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

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.yarnext.common.decision.Decision;

/**
 * What to send on instead of the asks an application sent, and why. Counts are absolute, as in
 * YARN's protocol; an entry that is not here has not changed.
 */
public final class AskSplit {
  private final List<Ask> toGuaranteed = new ArrayList<>();
  private final List<Ask> toOpportunistic = new ArrayList<>();
  private final List<Decision<Integer>> decisions = new ArrayList<>();

  AskSplit() {}

  /** That there is nothing to send. */
  public static AskSplit nothing() {
    return new AskSplit();
  }

  /** For the guaranteed scheduler; keys of which nothing is outstanding come before the others. */
  public List<Ask> toGuaranteed() {
    return Collections.unmodifiableList(toGuaranteed);
  }

  /** For the opportunistic scheduler; the any-node entry of a key comes before its others. */
  public List<Ask> toOpportunistic() {
    return Collections.unmodifiableList(toOpportunistic);
  }

  /** One for each key that more containers were asked of: how many of them are opportunistic. */
  public List<Decision<Integer>> decisions() {
    return Collections.unmodifiableList(decisions);
  }

  List<Ask> to(boolean opportunistic) {
    return opportunistic ? toOpportunistic : toGuaranteed;
  }

  void add(Decision<Integer> decision) {
    decisions.add(decision);
  }
}
