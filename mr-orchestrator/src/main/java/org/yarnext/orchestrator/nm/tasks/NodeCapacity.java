// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.tasks;

import org.yarnext.orchestrator.policy.ResourceKind;

/** CPU and memory of a node for containers. Immutable. */
public final class NodeCapacity {
  private final double cpu;
  private final double memory;
  private final double hostCpu;

  /**
   * Creates a capacity.
   *
   * @param cpu in millicores, as registered with the ResourceManager
   * @param memory in bytes, as registered with the ResourceManager
   * @param hostCpu the CPU of the host's processors, in millicores
   */
  public NodeCapacity(double cpu, double memory, double hostCpu) {
    this.cpu = cpu;
    this.memory = memory;
    this.hostCpu = hostCpu;
  }

  /** Returns the CPU of the processors of the host on which this runs, in millicores. */
  public static double processors() {
    return 1_000.0 * Runtime.getRuntime().availableProcessors();
  }

  /**
   * Returns the part of a vcore that the host really has, above 0 and at most 1: less than 1 if the
   * node has registered more vcores than there are processors.
   */
  public double processorsPerVcore() {
    return cpu > hostCpu ? hostCpu / cpu : 1;
  }

  /** Returns the amount in millicores or bytes. */
  public double of(ResourceKind kind) {
    return kind == ResourceKind.CPU ? cpu : memory;
  }
}
