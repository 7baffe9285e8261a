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

import java.util.List;
import org.yarnext.common.decision.Decision;

/**
 * Chooses the waiting containers that leave an overloaded node, so that their applications request
 * them again and they are placed elsewhere (Mercury section 4.3, dynamic re-balancing).
 *
 * <p>Rules: only containers of {@code inOrder} are named, each once; no more than the limits ask
 * for and never more than {@code atMost}; an empty answer means that nothing is shed. Called by one
 * thread at a time.
 */
public interface SheddingPolicy {

  /**
   * Chooses the containers to shed.
   *
   * @param inOrder the waiting containers, first to run first
   * @param work their work
   * @param capacity the resources available to opportunistic containers
   * @param fixedWaitMs the part of the estimated wait that shedding does not change, in ms
   * @param limits the limits in force
   * @param atMost maximum number of containers to shed at once
   */
  Decision<List<String>> decide(
      List<ContainerView> inOrder,
      OpportunisticQueue.Work work,
      ResourceVector capacity,
      double fixedWaitMs,
      SheddingLimits limits,
      int atMost);
}
