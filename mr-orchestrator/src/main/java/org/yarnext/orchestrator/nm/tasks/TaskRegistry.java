// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.tasks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.hadoop.util.functional.InvocationRaisingIOE;
import org.yarnext.orchestrator.nm.cgroup.CgroupGoneException;
import org.yarnext.orchestrator.nm.cgroup.CgroupManager;
import org.yarnext.orchestrator.nm.cgroup.ContainerCgroup;
import org.yarnext.orchestrator.policy.ResourceKind;

/** Registry of the containers of one node, with sums over the running ones. Not thread-safe. */
public final class TaskRegistry {
  private final CgroupManager cgroups;
  private final NodeOrchestratorMetrics metrics;
  private NodeCapacity capacity;
  private final Map<String, NodeTask> tasks = new LinkedHashMap<>();

  /** Containers that still localize or queue; they use nothing and do not count. */
  private final Map<String, NodeTask> waiting = new LinkedHashMap<>();

  /** Containers of an earlier process of which only the cgroup is known. */
  private final Set<String> unannounced = new LinkedHashSet<>();

  private final Set<ContainerCgroup> ending = new LinkedHashSet<>();
  private final Set<String> endingUnannounced = new LinkedHashSet<>();
  private Set<String> missing = Collections.emptySet();

  public TaskRegistry(
      CgroupManager cgroups, NodeCapacity capacity, NodeOrchestratorMetrics metrics) {
    this.cgroups = cgroups;
    this.capacity = capacity;
    this.metrics = metrics;
  }

  /**
   * Reads or writes the cgroup of one container. A failure is counted and does not affect other
   * containers; a container whose cgroup is gone has ended.
   *
   * @param what the action, for the log, before the container's id
   * @return whether it succeeded
   */
  public boolean attempt(String what, NodeTask task, InvocationRaisingIOE access) {
    try {
      access.apply();
      return true;
    } catch (CgroupGoneException e) {
      end(task.container().id());
    } catch (IOException | IllegalArgumentException e) {
      metrics.failed(what + " " + task.container().id(), e);
    }
    return false;
  }

  /** Keeps cgroups of an earlier process; their containers may still be announced. */
  public void keep(Set<String> containers) {
    unannounced.addAll(containers);
  }

  /** Adds a container that runs. */
  public void add(NodeTask task) {
    removeUnannounced(task.container().id());
    tasks.put(task.container().id(), task);
  }

  private void removeUnannounced(String container) {
    unannounced.remove(container);
    endingUnannounced.remove(container);
  }

  /** Adds a container that is to start, unless it runs already. */
  public void addWaiting(NodeTask task) {
    removeUnannounced(task.container().id());
    if (!tasks.containsKey(task.container().id())) {
      waiting.put(task.container().id(), task);
    }
  }

  /**
   * Starts a waiting container.
   *
   * @return false if it was not waiting
   */
  public boolean start(String container, long nowNanos) {
    NodeTask task = waiting.remove(container);
    if (task == null) {
      return false;
    }
    task.start(nowNanos);
    add(task);
    return true;
  }

  /** Ends a container and restores its cgroup; ignores unknown containers. */
  public void end(String container) {
    NodeTask waited = waiting.remove(container);
    NodeTask ran = tasks.remove(container);
    NodeTask task = ran == null ? waited : ran;
    if (task != null && task.container().group() != null) {
      ending.add(task.container().group());
      release();
    } else if (unannounced.remove(container) || (task != null && task.container().isOutside())) {
      // A cgroup that was made too late for its container to enter is empty.
      endingUnannounced.add(container);
      release();
    }
  }

  /**
   * Ends containers that are missing from {@code living} twice in a row. A container that is
   * missing once may have been announced after the list was made.
   */
  public void endMissing(Set<String> living) {
    Set<String> now = new HashSet<>(containers());
    now.removeAll(living);
    Set<String> gone = new HashSet<>(now);
    gone.retainAll(missing);
    gone.forEach(this::end);
    missing = now;
  }

  /**
   * Releases the cgroups of ended containers; processes may leave a cgroup only some time later.
   */
  public void release() {
    ending.removeIf(group -> cgroups.release(group) == 0);
    endingUnannounced.removeIf(container -> cgroups.release(container) == 0);
  }

  /** Returns a running container's task; null if it does not run. */
  public NodeTask get(String container) {
    return tasks.get(container);
  }

  /** Returns the task of a running or waiting container; null if it is unknown or has ended. */
  public NodeTask known(String container) {
    NodeTask waits = waiting.get(container);
    return waits == null ? get(container) : waits;
  }

  /** Returns a copy of the running tasks in the order of their start. */
  public List<NodeTask> all() {
    return new ArrayList<>(tasks.values());
  }

  /** Sets the node's capacity. */
  public void setCapacity(NodeCapacity now) {
    capacity = now;
  }

  /** Returns the ids of all containers that are not known to have ended. */
  public Set<String> containers() {
    Set<String> containers = new HashSet<>(unannounced);
    containers.addAll(waiting.keySet());
    containers.addAll(tasks.keySet());
    return containers;
  }

  /** Returns the number of running containers. */
  public int size() {
    return tasks.size();
  }

  /** Returns the number of ended containers whose processes have not left their cgroups yet. */
  public int ending() {
    return ending.size() + endingUnannounced.size();
  }

  /** Returns the number of running containers without a process in their cgroup. */
  public int outside() {
    return (int) tasks.values().stream().filter(task -> !task.isInside()).count();
  }

  /**
   * Returns the CPU entitlement of the containers inside cgroups that were made here, in
   * millicores.
   */
  public double inOwnGroups() {
    return cpuOf(task -> task.container().hasOwnGroup() && task.isInside());
  }

  /** Returns the part of a vcore that the host really has, above 0 and at most 1. */
  public double processorsPerVcore() {
    return capacity.processorsPerVcore();
  }

  /** Returns the CPU entitlement of the containers outside such cgroups, in millicores. */
  public double outsideOwnGroups() {
    return cpuOf(NodeTask::runsOutside);
  }

  private double cpuOf(Predicate<NodeTask> which) {
    return tasks.values().stream()
        .filter(which)
        .mapToDouble(task -> task.container().entitled(ResourceKind.CPU))
        .sum();
  }

  /**
   * Returns the node's headroom, in millicores or bytes; negative if more is granted than it has.
   */
  public double left(ResourceKind kind) {
    double left = room(kind);
    for (NodeTask task : tasks.values()) {
      left -= task.allocated(kind);
    }
    return left;
  }

  /**
   * Returns the amount for all containers: the node's capacity, or the sum of the entitlements if a
   * scheduler that counts only memory has handed out more vcores.
   */
  public double room(ResourceKind kind) {
    double entitled = 0;
    for (NodeTask task : tasks.values()) {
      entitled += task.container().entitled(kind);
    }
    return Math.max(capacity.of(kind), entitled);
  }
}
