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

  /** Memory that the processes of some containers hold, in MB. */
  private final Map<ContainerId, Long> heldMb;

  /**
   * Creates a snapshot.
   *
   * @param containers not changed afterwards
   * @param host null if not measured
   */
  public NodeUsageSnapshot(Map<ContainerId, MeasuredUsage> containers, HostUsage host) {
    this(containers, host, Collections.emptyMap());
  }

  private NodeUsageSnapshot(
      Map<ContainerId, MeasuredUsage> containers, HostUsage host, Map<ContainerId, Long> heldMb) {
    this.containers = containers;
    this.host = host;
    this.heldMb = heldMb;
  }

  /**
   * Returns a copy with the memory that the processes of some containers hold now.
   *
   * @param newHeldMb in MB; not changed afterwards
   */
  public NodeUsageSnapshot holding(Map<ContainerId, Long> newHeldMb) {
    return new NodeUsageSnapshot(containers, host, newHeldMb);
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
            of(c.getContainerId()))
        .holding(heldMb(c.getContainerId()));
  }

  /** Returns the memory that a stop of a container frees, in MB; 0 if it is unknown. */
  public long heldMb(ContainerId id) {
    MeasuredUsage measured = of(id);
    long measuredMb = measured == null ? 0 : Math.max(0, measured.memoryMb());
    return Math.max(measuredMb, heldMb.getOrDefault(id, 0L));
  }

  Map<ContainerId, MeasuredUsage> containers() {
    return containers;
  }

  public HostUsage host() {
    return host;
  }
}
