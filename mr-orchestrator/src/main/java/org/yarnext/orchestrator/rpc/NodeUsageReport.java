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
package org.yarnext.orchestrator.rpc;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.yarnext.orchestrator.policy.NodeHeadroom;
import org.yarnext.orchestrator.policy.TaskView;

/** Report of a NodeManager on what its tasks use. Immutable. */
public final class NodeUsageReport {
  private final NodeHeadroom node;
  private final List<TaskView> tasks;
  private final Map<String, String> attempts;
  private final long grants;

  /**
   * @param node its id, host and port, and what it has left
   * @param tasks measured, with what each is expected to need; their progress is not told
   * @param attempts by which their applications know them, by container; those without one are
   *     missing
   * @param grants another number after each change of what containers are granted
   */
  public NodeUsageReport(
      NodeHeadroom node, List<TaskView> tasks, Map<String, String> attempts, long grants) {
    this.node = Objects.requireNonNull(node, "node");
    this.tasks = Collections.unmodifiableList(new ArrayList<>(tasks));
    this.attempts = Collections.unmodifiableMap(new HashMap<>(attempts));
    this.grants = grants;
  }

  /** The same of some tasks alone. */
  public NodeUsageReport only(Predicate<TaskView> which) {
    return new NodeUsageReport(
        node, tasks.stream().filter(which).collect(Collectors.toList()), attempts, grants);
  }

  public NodeHeadroom node() {
    return node;
  }

  public List<TaskView> tasks() {
    return tasks;
  }

  /** The same number means that containers are granted the same. */
  public long grants() {
    return grants;
  }

  /** By which its application knows a container's task; null if it is not known. */
  public String attempt(String container) {
    return attempts.get(container);
  }
}
