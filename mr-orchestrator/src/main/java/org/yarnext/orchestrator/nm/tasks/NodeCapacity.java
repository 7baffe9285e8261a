// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.tasks;

import org.yarnext.orchestrator.policy.ResourceKind;

/** CPU and memory of a node for containers. Immutable. */
public final class NodeCapacity {
  private final double cpu;
  private final double memory;

  /**
   * @param cpu in millicores, as registered with the ResourceManager
   * @param memory in bytes, as registered with the ResourceManager
   */
  public NodeCapacity(double cpu, double memory) {
    this.cpu = cpu;
    this.memory = memory;
  }

  /** Returns the amount in millicores or bytes. */
  public double of(ResourceKind kind) {
    return kind == ResourceKind.CPU ? cpu : memory;
  }
}
