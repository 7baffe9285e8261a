// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm.scheduler;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.Container;
import org.yarnext.mercury.application.ResourceCodec;
import org.yarnext.mercury.policy.ResourceVector;

/**
 * Registry of the containers whose schedule event stock's scheduler has not received yet:
 * everything in it can be handed back to stock. Owned by the dispatcher thread.
 */
final class PendingContainerRegistry {
  private final Map<String, Container> opportunistic = new LinkedHashMap<>();
  private final Map<String, Container> guaranteed = new LinkedHashMap<>();
  private final Map<String, Long> guaranteedSince = new LinkedHashMap<>();

  void hold(Container c) {
    opportunistic.put(id(c), c);
  }

  void holdGuaranteed(Container c, long nowMs) {
    guaranteed.put(id(c), c);
    guaranteedSince.put(id(c), nowMs);
  }

  Container opportunistic(String id) {
    return opportunistic.get(id);
  }

  /** Removes a waiting opportunistic container; returns null if it is not held. */
  Container release(String id) {
    return opportunistic.remove(id);
  }

  /** Removes a waiting guaranteed container; returns null if it is not held. */
  Container releaseGuaranteed(String id) {
    guaranteedSince.remove(id);
    return guaranteed.remove(id);
  }

  /** Returns the guaranteed container that has waited longest; null if none is waiting. */
  Container firstGuaranteed() {
    Iterator<Container> it = guaranteed.values().iterator();
    return it.hasNext() ? it.next() : null;
  }

  /** Returns the waiting guaranteed containers in the order of their arrival; a copy. */
  List<Container> guaranteed() {
    return new ArrayList<>(guaranteed.values());
  }

  /** Returns the waiting opportunistic containers in the order of their arrival; a copy. */
  List<Container> opportunistic() {
    return new ArrayList<>(opportunistic.values());
  }

  /**
   * Returns how long a guaranteed container has been held, in ms; the time restarts if the clock
   * was set back meanwhile.
   */
  long guaranteedHeldMs(Container c, long nowMs) {
    Long since = guaranteedSince.computeIfPresent(id(c), (id, then) -> Math.min(then, nowMs));
    return since == null ? 0 : nowMs - since;
  }

  /** Corrects the times of arrival after the clock was set. */
  void onClockSet(long stepMs) {
    guaranteedSince.replaceAll((id, since) -> since + stepMs);
  }

  /** Returns the resources of the held guaranteed containers. */
  ResourceVector guaranteedResources() {
    ResourceVector sum = ResourceVector.NONE;
    for (Container c : guaranteed.values()) {
      sum = sum.plus(ResourceCodec.vector(c.getResource()));
    }
    return sum;
  }

  /** Removes all containers: guaranteed first, each kind in the order of its arrival. */
  List<Container> releaseAll() {
    List<Container> all = new ArrayList<>(guaranteed.values());
    all.addAll(opportunistic.values());
    guaranteed.clear();
    guaranteedSince.clear();
    opportunistic.clear();
    return all;
  }

  int opportunisticSize() {
    return opportunistic.size();
  }

  int guaranteedSize() {
    return guaranteed.size();
  }

  static String id(Container c) {
    return c.getContainerId().toString();
  }
}
