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
package org.yarnext.mercury.policy.requests;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import org.yarnext.common.requests.SchedulerSet;

/** The guaranteed and the opportunistic scheduler: both are sent all hosts and racks. Immutable. */
final class HybridSchedulers implements SchedulerSet {
  private static final Set<String> BOTH =
      Collections.unmodifiableSet(
          new HashSet<>(Arrays.asList(HybridLedger.GUARANTEED, HybridLedger.OPPORTUNISTIC)));

  @Override
  public Set<String> owners(String resourceName) {
    return BOTH;
  }

  @Override
  public String home() {
    return HybridLedger.GUARANTEED;
  }

  @Override
  public boolean isReachable(String scheduler) {
    return true;
  }
}
