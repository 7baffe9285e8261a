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
package org.yarnext.elastic.rm;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.yarnext.common.decision.Decision;

/**
 * Remembers why an ask is to be given less memory until its container is made, so that the decision
 * can be explained by the container's id. Bounded; thread-safe.
 */
final class AwaitedGrants {
  private static final int MOST_KNOWN = 1_000;

  private final Map<String, Decision<Long>> latest = new ConcurrentHashMap<>();

  /**
   * @param ask of which application, for what and where
   */
  void decided(String ask, Decision<Long> decision) {
    if (latest.size() >= MOST_KNOWN) {
      latest.clear(); // most never became containers, for limits that are not ours
    }
    latest.put(ask, decision);
  }

  /** The latest decision about the ask; null if it is not known any more. */
  Decision<Long> granted(String ask) {
    return latest.get(ask);
  }
}
