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
package org.yarnext.elastic.policy.timeline;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The nodes of a {@link Timeline}, and where each container runs and each job has reserved. Every
 * change says whether it changed anything. Not thread-safe.
 */
final class NodeBook {
  private final NavigableMap<String, NodeState> nodes = new TreeMap<>();
  private final Map<String, Placement> running = new HashMap<>();
  private final Map<JobId, Set<String>> reserved = new HashMap<>();

  private static final class Placement {
    private final String node;
    private final RunningTask task;

    private Placement(String node, RunningTask task) {
      this.node = node;
      this.task = task;
    }
  }

  void added(String node, long memoryMb, int vcores) {
    NodeState known = nodes.get(node);
    nodes.put(
        node,
        known == null ? new NodeState(node, memoryMb, vcores) : known.resized(memoryMb, vcores));
  }

  /** The node is as the page says. */
  void read(NodeState state) {
    removed(state.name);
    nodes.put(state.name, state);
    if (state.reservation != null) {
      reserved.computeIfAbsent(state.reservation.job(), j -> new TreeSet<>()).add(state.name);
    }
  }

  boolean removed(String node) {
    NodeState gone = nodes.remove(node);
    if (gone == null) {
      return false;
    }
    for (RunningTask task : gone.tasks()) {
      running.remove(task.container);
    }
    forgetReservation(gone);
    return true;
  }

  boolean started(String node, RunningTask task) {
    if (!nodes.containsKey(node)) {
      return false;
    }
    finished(task.container);
    nodes.computeIfPresent(node, (name, state) -> state.with(task));
    running.put(task.container, new Placement(node, task));
    return true;
  }

  boolean finished(String container) {
    Placement known = running.remove(container);
    if (known != null) {
      nodes.computeIfPresent(known.node, (name, state) -> state.without(known.task));
    }
    return known != null;
  }

  boolean estimated(String container, long expectedEndMs) {
    Placement known = running.get(container);
    if (known != null) {
      RunningTask task = known.task.until(expectedEndMs);
      nodes.computeIfPresent(known.node, (name, state) -> state.without(known.task).with(task));
      running.put(container, new Placement(known.node, task));
    }
    return known != null;
  }

  boolean reserved(String node, Reservation reservation) {
    NodeState state = nodes.get(node);
    if (state == null) {
      return false;
    }
    forgetReservation(state);
    nodes.put(node, state.reservedFor(reservation));
    reserved.computeIfAbsent(reservation.job(), j -> new TreeSet<>()).add(node);
    return true;
  }

  boolean unreserved(String node) {
    NodeState state = nodes.get(node);
    if (state == null || state.reservation == null) {
      return false;
    }
    forgetReservation(state);
    nodes.put(node, state.reservedFor(null));
    return true;
  }

  private void forgetReservation(NodeState state) {
    if (state.reservation != null) {
      reserved.computeIfPresent(
          state.reservation.job(),
          (job, held) -> held.remove(state.name) && held.isEmpty() ? null : held);
    }
  }

  /** Null if it is unknown. */
  NodeState get(String node) {
    return nodes.get(node);
  }

  /** By name; a new list. */
  List<NodeState> all() {
    return new ArrayList<>(nodes.values());
  }

  /** How many nodes a job has reserved. */
  int countReservedBy(JobId job) {
    return reserved.getOrDefault(job, Collections.emptySet()).size();
  }

  /** The nodes that a job has reserved; a new list. */
  List<String> reservedBy(JobId job) {
    return new ArrayList<>(reserved.getOrDefault(job, Collections.emptySet()));
  }
}
