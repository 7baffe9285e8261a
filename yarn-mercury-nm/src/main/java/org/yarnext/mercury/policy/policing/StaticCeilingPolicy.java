// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.policing;

import org.yarnext.mercury.policy.NodeView;
import org.yarnext.mercury.policy.ResourceVector;

/**
 * Limits opportunistic containers to a fixed share of a node's memory and of its cores; for memory,
 * this is the maximum memory limit of Mercury's Table 1 (section 7.2.3).
 */
public final class StaticCeilingPolicy implements CeilingPolicy {
  private final int memoryPercent;
  private final int vcoresPercent;

  /**
   * Creates a policy.
   *
   * @param memoryPercent of the node's memory, 0 to 100; fractions of a MB are cut off
   * @param vcoresPercent of its cores, 0 to 100; fractions of a core are cut off
   */
  public StaticCeilingPolicy(int memoryPercent, int vcoresPercent) {
    this.memoryPercent = memoryPercent;
    this.vcoresPercent = vcoresPercent;
  }

  @Override
  public ResourceVector allowed(NodeView node, ResourceVector guaranteed, long horizonMs) {
    return maximum(node.total());
  }

  @Override
  public ResourceVector maximum(ResourceVector total) {
    return ResourceVector.of(
        total.memoryMb() * memoryPercent / 100, total.vcores() * vcoresPercent / 100);
  }

  @Override
  public boolean mayBlock() {
    return false;
  }
}
