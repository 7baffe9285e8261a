// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.heap;

/** Rules for the minimum size of a heap and for related settings. Immutable. */
public final class HeapRules {
  /** Memory of a JVM beside a small heap, in MB: code, metaspace, stacks and buffers. */
  private static final long LEAST_BESIDE_HEAP_MB = 192;

  private final long floorMb;
  private final long sparkFloorMb;
  private final int sortPercent;
  private final boolean exitOnOutOfMemory;

  /**
   * Creates rules.
   *
   * @param floorMb minimum heap, in MB; 1 or more
   * @param sparkFloorMb minimum heap of a Spark executor, in MB
   * @param sortPercent maximum part of a smaller heap for a sort buffer; 1 to 100
   * @param exitOnOutOfMemory whether MapReduce's and Tez's tasks are told to exit when a smaller
   *     heap runs out
   */
  public HeapRules(long floorMb, long sparkFloorMb, int sortPercent, boolean exitOnOutOfMemory) {
    if (floorMb < 1 || sparkFloorMb < 1 || sortPercent < 1 || sortPercent > 100) {
      throw new IllegalArgumentException(
          "floorMb=" + floorMb + ", sparkFloorMb=" + sparkFloorMb + ", percent=" + sortPercent);
    }
    this.floorMb = floorMb;
    this.sparkFloorMb = sparkFloorMb;
    this.sortPercent = sortPercent;
    this.exitOnOutOfMemory = exitOnOutOfMemory;
  }

  long floorMb(Framework framework) {
    return framework == Framework.SPARK ? Math.max(floorMb, sparkFloorMb) : floorMb;
  }

  /**
   * Returns the minimum container that holds an unchanged heap, in MB: a fifth of it is for other
   * memory, the default of MapReduce and Tez. A Spark executor requests the memory beside its heap
   * explicitly and never has less.
   */
  long wholeHeapMb(Framework framework, long heapMb) {
    return framework == Framework.SPARK || heapMb > Long.MAX_VALUE / 2
        ? Long.MAX_VALUE
        : heapMb + Math.max(LEAST_BESIDE_HEAP_MB, heapMb / 4);
  }

  int sortPercent() {
    return sortPercent;
  }

  boolean exitOnOutOfMemory() {
    return exitOnOutOfMemory;
  }
}
