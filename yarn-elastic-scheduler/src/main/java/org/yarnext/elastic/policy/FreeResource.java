// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy;

import java.util.Objects;
import java.util.function.DoubleSupplier;

/**
 * Free memory and vcores of a node, its partition and its used disk bandwidth, by which offers of
 * nodes are compared. Immutable.
 */
public final class FreeResource {
  final String partition;
  final long memoryMb;
  final int vcores;
  final double usedDiskMbPerSecond;

  /**
   * Creates a record of a node's free resources.
   *
   * @param partition of the node; not null
   * @param usedDiskMbPerSecond disk bandwidth that under-sized containers use on the node
   */
  public FreeResource(String partition, long memoryMb, int vcores, double usedDiskMbPerSecond) {
    this.partition = Objects.requireNonNull(partition, "partition");
    this.memoryMb = memoryMb;
    this.vcores = vcores;
    this.usedDiskMbPerSecond = usedDiskMbPerSecond;
  }

  /**
   * Returns whether other free resources have the same partition and memory, and no more vcores or
   * disk bandwidth left.
   */
  boolean isNoLessThan(
      String itsPartition, long itsMemoryMb, int itsVcores, DoubleSupplier itsUsedDiskMbPerSecond) {
    return partition.equals(itsPartition)
        && memoryMb == itsMemoryMb
        && vcores >= itsVcores
        && (usedDiskMbPerSecond <= 0
            || usedDiskMbPerSecond <= itsUsedDiskMbPerSecond.getAsDouble());
  }
}
