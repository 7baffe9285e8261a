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
package org.yarnext.federation.policy.home;

import java.util.Random;
import org.yarnext.common.decision.Decision;

/**
 * A policy that chooses the sub-cluster in which an application's master runs (Hydra section 4.1,
 * Router policies).
 *
 * <p>Implementations keep no state and may be called by many threads, thousands of times a second.
 */
public interface HomePolicy {
  /**
   * @param random for ties and samples; the only source of chance
   * @return the name of an active sub-cluster where it has not failed; null if there is none
   */
  Decision<String> choose(HomeView view, Random random);
}
