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
package org.yarnext.mercury.policy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.yarnext.common.decision.Decision;

/** Stops the most recently started containers first, as the stock NodeManager does. */
public final class NewestFirstVictims implements VictimPolicy {
  @Override
  public Decision<List<String>> decide(
      List<ContainerView> candidates, ResourceVector need, long nowMs) {
    List<ContainerView> preferred = new ArrayList<>(candidates);
    Collections.reverse(preferred);
    return MinimalVictims.choose(preferred, need, MercuryReason.RECLAIM_NEWEST_FIRST);
  }
}
