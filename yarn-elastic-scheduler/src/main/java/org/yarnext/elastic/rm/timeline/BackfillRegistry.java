// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
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

  /** Records that a container of another job was placed during the reservation. */
  public synchronized void place(RMContainer reserved, ContainerId container) {
    placed.computeIfAbsent(reserved, r -> new HashSet<>()).add(container);
  }
}
