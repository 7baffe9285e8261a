// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.overallocation;

import java.util.List;
import java.util.Objects;
import org.yarnext.mercury.policy.NodeView;
import org.yarnext.mercury.policy.ResourceVector;

/** A node with the usage of its containers and of its host. Immutable. */
public final class NodeUsage {
  private final NodeView node;
  private final List<RunningContainerUsage> running;
  private final ResourceVector overallocated;
  private final HostUsage host;

  /**
   * Creates a view.
   *
   * @param running all started containers regardless of their kind; not changed afterwards
   * @param overallocated resources given to containers beyond the allocation
   * @param host null if not measured
   */
  public NodeUsage(
      NodeView node,
      List<RunningContainerUsage> running,
      ResourceVector overallocated,
      HostUsage host) {
    this.node = Objects.requireNonNull(node);
    this.running = Objects.requireNonNull(running);
    this.overallocated = Objects.requireNonNull(overallocated);
    this.host = host;
  }

  /** Returns the node and its allocation; never null. */
  public NodeView node() {
    return node;
  }

  /** Returns all started containers with their usage; not to be changed. */
  public List<RunningContainerUsage> running() {
    return running;
  }

  /** Returns the resources given to containers beyond the allocation; never null. */
  public ResourceVector overallocated() {
    return overallocated;
  }

  /** Returns the host's usage; null if not measured. */
  public HostUsage host() {
    return host;
  }
}
