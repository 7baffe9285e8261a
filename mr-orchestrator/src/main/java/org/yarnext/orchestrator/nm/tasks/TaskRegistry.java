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
import org.yarnext.orchestrator.nm.cgroup.CgroupGoneException;
import org.yarnext.orchestrator.nm.cgroup.CgroupManager;
import org.yarnext.orchestrator.nm.cgroup.ContainerCgroup;
import org.yarnext.orchestrator.policy.ResourceKind;

/** Registry of the containers of one node, with sums over those that run. Not thread-safe. */
public final class TaskRegistry {
  private final CgroupManager cgroups;
  private final NodeOrchestratorMetrics metrics;
  private NodeCapacity capacity;
  private final Map<String, NodeTask> tasks = new LinkedHashMap<>();

  /** Those that localise or queue still: they have nothing, and count for nothing. */
  private final Map<String, NodeTask> waiting = new LinkedHashMap<>();

  /** Those of which only the group is known, which an earlier process made. */
  private final Set<String> unheard = new LinkedHashSet<>();

  private final Set<ContainerCgroup> ending = new LinkedHashSet<>();
  private final Set<String> endingUnheard = new LinkedHashSet<>();
  private Set<String> missing = Collections.emptySet();

  public TaskRegistry(
      CgroupManager cgroups, NodeCapacity capacity, NodeOrchestratorMetrics metrics) {
    this.cgroups = cgroups;
    this.capacity = capacity;
    this.metrics = metrics;
  }

  /** Reads or writes the cgroup of one container. */
  public interface CgroupAccess {
    void run() throws IOException;
  }

  /**
   * Reads or writes the cgroup of one container. A failure is counted and concerns no other one; a
   * container whose cgroup is gone has ended.
   *
   * @param what is done, for the log, before the container's id
   * @return whether it was done
   */
  public boolean attempt(String what, NodeTask task, CgroupAccess access) {
    try {
      access.run();
      return true;
    } catch (CgroupGoneException e) {
      end(task.container().id());
    } catch (IOException | IllegalArgumentException e) {
      metrics.failed(what + " " + task.container().id(), e);
    }
    return false;
  }

  /** Groups that were there before; their containers may be told of. */
  public void keep(Set<String> containers) {
    unheard.addAll(containers);
  }

  /** A container runs. */
  public void add(NodeTask task) {
    isHeardOf(task.container().id());
    tasks.put(task.container().id(), task);
  }

  private void isHeardOf(String container) {
    unheard.remove(container);
    endingUnheard.remove(container);
  }

  /** One that is to start, unless it has. */
  public void await(NodeTask task) {
    isHeardOf(task.container().id());
    if (!tasks.containsKey(task.container().id())) {
      waiting.put(task.container().id(), task);
    }
  }

  /**
   * One that was waited for starts; others are ignored.
   *
   * @return whether it does
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

  /** Puts back what a container had; unknown ones are ignored. */
  public void end(String container) {
    NodeTask waited = waiting.remove(container);
    NodeTask ran = tasks.remove(container);
    NodeTask task = ran == null ? waited : ran;
    if (task != null && task.container().group() != null) {
      ending.add(task.container().group());
      release();
    } else if (unheard.remove(container) || (task != null && task.container().isOutside())) {
      // One that was made too late for its container to enter it is empty.
      endingUnheard.add(container);
      release();
    }
  }

  /**
   * Ends those that are not among the living twice in a row; once says nothing, for the NodeManager
   * may have told of one after it had been asked.
   */
  public void endMissing(Set<String> living) {
    Set<String> now = new HashSet<>(containers());
    now.removeAll(living);
    Set<String> gone = new HashSet<>(now);
    gone.retainAll(missing);
    gone.forEach(this::end);
    missing = now;
  }

  /** Processes may leave their group a while after their container has ended. */
  public void release() {
    ending.removeIf(group -> cgroups.release(group) == 0);
    endingUnheard.removeIf(container -> cgroups.release(container) == 0);
  }

  /** Null if it does not run. */
  public NodeTask get(String container) {
    return tasks.get(container);
  }

  /** Also one that is to start; null if it is not known, or has ended. */
  public NodeTask known(String container) {
    NodeTask waits = waiting.get(container);
    return waits == null ? get(container) : waits;
  }

  /** Those that run now, in the order in which they started; a copy. */
  public List<NodeTask> all() {
    return new ArrayList<>(tasks.values());
  }

  /** The node has another capacity from now on. */
  public void hasCapacity(NodeCapacity now) {
    capacity = now;
  }

  /** All that have not ended as far as it is known. */
  public Set<String> containers() {
    Set<String> containers = new HashSet<>(unheard);
    containers.addAll(waiting.keySet());
    containers.addAll(tasks.keySet());
    return containers;
  }

  /** How many containers run. */
  public int size() {
    return tasks.size();
  }

  /** How many ended containers have not left their groups yet. */
  public int ending() {
    return ending.size() + endingUnheard.size();
  }

  /** How many have no process in a group. */
  public int outside() {
    return (int) tasks.values().stream().filter(task -> !task.isInside()).count();
  }

  /** What CPU those are entitled to that run in groups that were made here, in millicores. */
  public double inOwnGroups() {
    return cpuOf(task -> task.container().hasOwnGroup() && task.isInside());
  }

  /** What CPU those are entitled to that run outside of such groups, in millicores. */
  public double outsideOwnGroups() {
    return cpuOf(NodeTask::runsOutside);
  }

  private double cpuOf(Predicate<NodeTask> which) {
    return tasks.values().stream()
        .filter(which)
        .mapToDouble(task -> task.container().entitled(ResourceKind.CPU))
        .sum();
  }

  /** What the node has left, in millicores or bytes; negative if it has granted too much. */
  public double left(ResourceKind kind) {
    double left = room(kind);
    for (NodeTask task : tasks.values()) {
      left -= task.allocated(kind);
    }
    return left;
  }

  /** What there is to have; schedulers that count memory only may hand out more vcores. */
  public double room(ResourceKind kind) {
    double entitled = 0;
    for (NodeTask task : tasks.values()) {
      entitled += task.container().entitled(kind);
    }
    return Math.max(capacity.of(kind), entitled);
  }
}
