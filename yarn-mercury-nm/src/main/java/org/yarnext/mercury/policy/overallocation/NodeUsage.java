// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.overallocation;

import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.yarnext.mercury.policy.NodeView;
import org.yarnext.mercury.policy.ResourceVector;

/**
 * A node as the over-allocation policies see it: its allocation, the measured and expected usage of
 * its containers, and the usage of its host. Immutable.
 */
public final class NodeUsage {
  private final NodeView node;
  private final List<RunningContainerUsage> running;
  private final Sums sums;
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
    this(node, Objects.requireNonNull(running), null, overallocated, host);
  }

  private NodeUsage(
      NodeView node,
      List<RunningContainerUsage> running,
      Sums sums,
      ResourceVector overallocated,
      HostUsage host) {
    this.node = Objects.requireNonNull(node);
    this.running = running;
    this.sums = sums;
    this.overallocated = Objects.requireNonNull(overallocated);
    this.host = host;
  }

  /**
   * Creates a view from the sums over all started containers.
   *
   * @param sums as of the node's time; not to be changed while the view is used
   */
  public static NodeUsage of(
      NodeView node, Sums sums, ResourceVector overallocated, HostUsage host) {
    return new NodeUsage(
        node, Collections.emptyList(), Objects.requireNonNull(sums), overallocated, host);
  }

  /** Sums over containers; those of a single container can be added and taken away. */
  public static final class Sums {
    private long expectedMb;
    private long expectedMilliVcores;
    private long measuredMb;
    private long measuredMilliVcores;
    private long growthMb;

    /** Creates sums over no container. */
    public Sums() {}

    /** Adds a container as it counts at a time of the node's clock, in ms. */
    public void add(RunningContainerUsage c, OverallocationSettings settings, long nowMs) {
      expectedMb += c.predictedMemoryMb(settings, nowMs);
      expectedMilliVcores += c.predictedMilliVcores(settings, nowMs);
      measuredMb += c.currentMemoryMb(settings, nowMs);
      measuredMilliVcores += c.currentMilliVcores(settings, nowMs);
      growthMb += c.growthMb();
    }

    /** Adds what another object has summed up. */
    public void add(Sums other) {
      expectedMb += other.expectedMb;
      expectedMilliVcores += other.expectedMilliVcores;
      measuredMb += other.measuredMb;
      measuredMilliVcores += other.measuredMilliVcores;
      growthMb += other.growthMb;
    }

    /** Takes away what was added from another object. */
    public void subtract(Sums other) {
      expectedMb -= other.expectedMb;
      expectedMilliVcores -= other.expectedMilliVcores;
      measuredMb -= other.measuredMb;
      measuredMilliVcores -= other.measuredMilliVcores;
      growthMb -= other.growthMb;
    }

    long expectedMb() {
      return expectedMb;
    }

    long expectedMilliVcores() {
      return expectedMilliVcores;
    }

    long measuredMb() {
      return measuredMb;
    }

    long measuredMilliVcores() {
      return measuredMilliVcores;
    }

    /** Returns the memory by which containers can grow to what they were given, in MB. */
    public long growthMb() {
      return growthMb;
    }
  }

  /** Returns the node and its allocation; never null. */
  public NodeView node() {
    return node;
  }

  /** Returns all started containers with their usage; empty if it was made from sums. */
  public List<RunningContainerUsage> running() {
    return running;
  }

  Sums sums(OverallocationSettings settings) {
    if (sums != null) {
      return sums;
    }
    Sums all = new Sums();
    running.forEach(c -> all.add(c, settings, node.nowMs()));
    return all;
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
