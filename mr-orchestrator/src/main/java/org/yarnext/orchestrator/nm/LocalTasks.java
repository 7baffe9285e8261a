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
package org.yarnext.orchestrator.nm;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.yarnext.orchestrator.nm.cgroup.CgroupDoor;
import org.yarnext.orchestrator.nm.cgroup.ContainerGroup;
import org.yarnext.orchestrator.policy.ResourceKind;

/** The containers of one node, and what they have together. Not thread-safe. */
final class LocalTasks {
  private final CgroupDoor door;
  private final NodeCapacity capacity;
  private final Map<String, LocalTask> tasks = new LinkedHashMap<>();
  private final Set<ContainerGroup> ending = new LinkedHashSet<>();
  private Set<String> missing = Collections.emptySet();

  LocalTasks(CgroupDoor door, NodeCapacity capacity) {
    this.door = door;
    this.capacity = capacity;
  }

  void add(LocalTask task) {
    tasks.put(task.launched().container(), task);
  }

  /** Puts back what a container had; unknown ones are ignored. */
  void end(String container) {
    LocalTask task = tasks.remove(container);
    if (task != null && task.launched().group() != null) {
      ending.add(task.launched().group());
      release();
    }
  }

  /**
   * Ends those that are not among the living twice in a row; once says nothing, for the NodeManager
   * may have told of one after it had been asked.
   */
  void endMissing(Set<String> living) {
    Set<String> now = new HashSet<>(tasks.keySet());
    now.removeAll(living);
    Set<String> gone = new HashSet<>(now);
    gone.retainAll(missing);
    gone.forEach(this::end);
    missing = now;
  }

  /** Processes may leave their group a while after their container has ended. */
  void release() {
    ending.removeIf(group -> door.release(group) == 0);
  }

  /** Null if it is not known, or has ended. */
  LocalTask get(String container) {
    return tasks.get(container);
  }

  /** Those there are now, in the order in which they started; a copy. */
  List<LocalTask> all() {
    return new ArrayList<>(tasks.values());
  }

  int size() {
    return tasks.size();
  }

  /** How many ended containers have not left their groups yet. */
  int ending() {
    return ending.size();
  }

  /** What the node has left, in millicores or bytes; negative if it has granted too much. */
  double left(ResourceKind kind) {
    double left = room(kind);
    for (LocalTask task : tasks.values()) {
      left -= task.allocated(kind);
    }
    return left;
  }

  /** What there is to have; schedulers that count memory only may hand out more vcores. */
  double room(ResourceKind kind) {
    double entitled = 0;
    for (LocalTask task : tasks.values()) {
      entitled += task.launched().entitled(kind);
    }
    return Math.max(capacity.of(kind), entitled);
  }
}
