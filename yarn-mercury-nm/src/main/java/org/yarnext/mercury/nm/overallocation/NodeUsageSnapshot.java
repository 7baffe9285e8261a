// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm.overallocation;

import java.util.Collections;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.Container;
import org.yarnext.mercury.application.ResourceCodec;
import org.yarnext.mercury.policy.overallocation.HostUsage;
import org.yarnext.mercury.policy.overallocation.MeasuredUsage;
import org.yarnext.mercury.policy.overallocation.RunningContainerUsage;

/** The latest measurements of a node's containers and of its host. Immutable. */
public final class NodeUsageSnapshot {
  /** Nothing measured. */
  public static final NodeUsageSnapshot NONE = new NodeUsageSnapshot(Collections.emptyMap(), null);

  private final Map<ContainerId, MeasuredUsage> containers;
  private final HostUsage host;

  /**
   * Creates a snapshot.
   *
   * @param containers not changed afterwards
   * @param host null if not measured
   */
  public NodeUsageSnapshot(Map<ContainerId, MeasuredUsage> containers, HostUsage host) {
    this.containers = containers;
    this.host = host;
  }

  /** Returns a container's usage; null if it was never measured. */
  public MeasuredUsage of(ContainerId id) {
    return containers.get(id);
  }

  /**
   * Returns a running container with its usage.
   *
   * @param ageMs time since its launch, in ms; below 0 counts as 0
   */
  public RunningContainerUsage of(Container c, long ageMs) {
    return new RunningContainerUsage(
        c.getContainerId().toString(),
        ResourceCodec.vector(c.getResource()),
        Math.max(0, ageMs),
        of(c.getContainerId()));
  }

  Map<ContainerId, MeasuredUsage> containers() {
    return containers;
  }

  public HostUsage host() {
    return host;
  }
}
