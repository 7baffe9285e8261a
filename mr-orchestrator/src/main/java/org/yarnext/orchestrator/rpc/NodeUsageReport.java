// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
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

/**
 * A NodeManager's report on its headroom, and on the resource use and estimated needs of its tasks.
 * Immutable.
 */
public final class NodeUsageReport {
  private final NodeHeadroom node;
  private final List<TaskView> tasks;
  private final Map<String, String> attempts;
  private final long grants;

  /**
   * @param node the node's id (host and port) and headroom
   * @param tasks measured tasks with their estimated needs; without progress
   * @param attempts attempts by container; containers without a known attempt are missing
   * @param grants version of the allocations, which changes with every allocation
   */
  public NodeUsageReport(
      NodeHeadroom node, List<TaskView> tasks, Map<String, String> attempts, long grants) {
    this.node = Objects.requireNonNull(node, "node");
    this.tasks = Collections.unmodifiableList(new ArrayList<>(tasks));
    this.attempts = Collections.unmodifiableMap(new HashMap<>(attempts));
    this.grants = grants;
  }

  /** Returns a copy with the matching tasks only. */
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

  /** Returns the version of the allocations; equal versions mean equal allocations. */
  public long grants() {
    return grants;
  }

  /** Returns the attempt that a container runs; null if unknown. */
  public String attempt(String container) {
    return attempts.get(container);
  }
}
