// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.policy.actuation;

/** Computes the minimum of each resource that keeps a task alive. Immutable. */
public final class MinimumResources {
  private final double minCpu;
  private final double marginShare;
  private final double marginBytes;
  private final double beyondHeapBytes;

  /**
   * @param minCpu in millicores, above 0
   * @param marginShare extra memory as a share of the usage; 0 or more
   * @param marginBytes extra memory besides, in bytes, 0 or more
   * @param beyondHeapBytes memory that a JVM needs beside its maximum heap, 0 or more
   * @throws IllegalArgumentException if one is outside its range
   */
  public MinimumResources(
      double minCpu, double marginShare, double marginBytes, double beyondHeapBytes) {
    if (!(minCpu > 0) || !(marginShare >= 0) || !(marginBytes >= 0) || !(beyondHeapBytes >= 0)) {
      throw new IllegalArgumentException(
          String.format(
              "minCpu=%s marginShare=%s marginBytes=%s beyondHeapBytes=%s",
              minCpu, marginShare, marginBytes, beyondHeapBytes));
    }
    this.minCpu = minCpu;
    this.marginShare = marginShare;
    this.marginBytes = marginBytes;
    this.beyondHeapBytes = beyondHeapBytes;
  }

  /**
   * Returns the minimum CPU in millicores: the same for every task, but at most its entitlement.
   *
   * @param entitled the token's amount, in millicores
   */
  public double cpu(double entitled) {
    return Math.min(minCpu, entitled);
  }

  /**
   * Returns the minimum memory in bytes: the usage plus the margin, but not less than the size to
   * which the JVM may grow, since the JVM does not know about a lowered limit.
   *
   * @param workingSetBytes the task's usage, without inactive page cache
   * @param heapBytes maximum heap of its JVM; if NaN (unknown), the entitlement takes its place
   * @param entitled the token's amount, in bytes
   */
  public double memory(double workingSetBytes, double heapBytes, double entitled) {
    double used = workingSetBytes * (1 + marginShare) + marginBytes;
    double jvm = Double.isNaN(heapBytes) ? entitled : heapBytes + beyondHeapBytes;
    return Math.ceil(Math.max(used, jvm));
  }
}
