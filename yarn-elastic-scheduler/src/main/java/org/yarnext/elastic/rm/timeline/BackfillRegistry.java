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
package org.yarnext.elastic.rm.timeline;

import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;

/**
 * Records which containers of other jobs were placed on a node during a reservation of it.
 * Thread-safe.
 */
public final class BackfillRegistry {
  private final Map<RMContainer, Set<ContainerId>> placed = new WeakHashMap<>();

  /** Returns how many were placed during a reservation, those that have ended included. */
  public synchronized int placed(RMContainer reserved) {
    return placed.getOrDefault(reserved, Collections.emptySet()).size();
  }

  /** Returns whether a container was placed during the reservation, which may be null. */
  synchronized boolean isPlaced(RMContainer reserved, ContainerId container) {
    return placed.getOrDefault(reserved, Collections.emptySet()).contains(container);
  }

  public synchronized void place(RMContainer reserved, ContainerId container) {
    placed.computeIfAbsent(reserved, r -> new HashSet<>()).add(container);
  }
}
