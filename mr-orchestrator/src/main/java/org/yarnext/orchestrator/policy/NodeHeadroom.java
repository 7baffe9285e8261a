// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.policy;

import java.util.Objects;

/** Resources of one node that are not granted to any container. Immutable. */
public final class NodeHeadroom {
  private final String node;
  private final double freeCpu;
  private final double freeMemory;

  /**
   * @param freeCpu in millicores; negative if more is granted than the node has, which counts as 0
   * @param freeMemory in bytes, likewise
   * @throws IllegalArgumentException if one is NaN
   */
  public NodeHeadroom(String node, double freeCpu, double freeMemory) {
    if (Double.isNaN(freeCpu) || Double.isNaN(freeMemory)) {
      throw new IllegalArgumentException("freeCpu=" + freeCpu + " freeMemory=" + freeMemory);
    }
    this.node = Objects.requireNonNull(node, "node");
    this.freeCpu = freeCpu;
    this.freeMemory = freeMemory;
  }

  public String node() {
    return node;
  }

  /** Returns the free amount in millicores or bytes, 0 or more. */
  public double free(ResourceKind kind) {
    return Math.max(0, kind == ResourceKind.CPU ? freeCpu : freeMemory);
  }
}
