// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.node;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.yarnext.mercury.policy.ContainerView;
import org.yarnext.mercury.policy.NodeView;
import org.yarnext.mercury.policy.ResourceVector;

/**
 * The running opportunistic containers of one node, which of them are being stopped, and when one
 * last ran. Not thread-safe.
 */
final class RunningContainerTracker {
  private final Map<String, ContainerView> running = new LinkedHashMap<>();
  private final Set<String> stopping = new LinkedHashSet<>();
  private final RunningContainerLog log = new RunningContainerLog();
  private long lastRanMs;

  /** Sum of their resources, updated as they come and go because it is read so often. */
  private ResourceVector occupied = ResourceVector.NONE;

  /**
   * Creates an empty tracker.
   *
   * @param lastRanMs time when an opportunistic container last ran here, in ms
   */
  RunningContainerTracker(long lastRanMs) {
    this.lastRanMs = lastRanMs;
  }

  void onStarted(ContainerView c, long nowMs) {
    ContainerView started = c.started() ? c : c.startedAt(nowMs);
    ContainerView before = running.put(c.id(), started);
    log.add(started, running.values());
    occupied = occupied.plus(c.resources());
    leaves(before);
  }

  void onRan(long nowMs) {
    lastRanMs = nowMs;
  }

  /** Records that a container was told to stop; its resources will be free soon. */
  void onStopping(String id) {
    if (running.containsKey(id)) {
      stopping.add(id);
    }
  }

  /** Removes a container that ended or became guaranteed; does nothing if it is not here. */
  void containerEnded(String id, long nowMs) {
    ContainerView removed = running.remove(id);
    if (removed != null) {
      lastRanMs = nowMs;
      log.add(id, running.values());
      leaves(removed);
    }
    stopping.remove(id);
  }

  /** Updates a container's resources or estimate; does nothing if it is not here. */
  void onChanged(ContainerView c) {
    ContainerView before = running.replace(c.id(), c);
    if (before != null) {
      log.add(c, running.values());
      occupied = occupied.plus(c.resources());
      leaves(before);
    }
  }

  private void leaves(ContainerView c) {
    occupied = c == null ? occupied : occupied.minus(c.resources());
  }

  /** Returns the container; null if it is not running. */
  ContainerView get(String id) {
    return running.get(id);
  }

  /** Returns all containers in the order in which they were added; a view. */
  Collection<ContainerView> all() {
    return Collections.unmodifiableCollection(running.values());
  }

  /** Returns all containers as of now; immutable, and evaluated when it is read. */
  Collection<ContainerView> snapshot() {
    return log.snapshot(running.size());
  }

  long lastRanMs() {
    return lastRanMs;
  }

  /** Returns the containers that were not told to stop, the longest running first; a copy. */
  List<ContainerView> staying(long nowMs) {
    List<ContainerView> staying = new ArrayList<>(running.values());
    staying.removeIf(c -> stopping.contains(c.id()));
    // An update or a restart may have added them in another order.
    staying.sort(Comparator.comparingLong(c -> -c.elapsedMs(nowMs)));
    return staying;
  }

  /** Returns the resources of the containers that were told to stop. */
  ResourceVector stoppingResources() {
    ResourceVector sum = ResourceVector.NONE;
    for (String id : stopping) {
      sum = sum.plus(running.get(id).resources());
    }
    return sum;
  }

  /**
   * Returns the resources of running guaranteed containers: the node's used resources minus these
   * containers'.
   */
  ResourceVector guaranteedUsed(NodeView node) {
    return node.used().minus(occupied).max(ResourceVector.NONE);
  }
}
