// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.heap;

/** Rules for the minimum size of a heap and for related settings. Immutable. */
public final class HeapRules {
  /**
   * Memory that a smaller container always keeps outside the heap, in MB: code, metaspace, stacks,
   * buffers and the collector's own. A JVM that runs a whole ResourceManager's scheduler with G1
   * takes 141.
   */
  private static final long MIN_BESIDE_HEAP_MB = 256;

  /** MapReduce and Tez leave a fifth of any container to other memory than the heap. */
  private static final long PARTS = 5;

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
   * memory, the default of MapReduce and Tez. A Spark executor requests the memory outside its heap
   * explicitly and never has less.
   */
  long wholeHeapMb(Framework framework, long heapMb) {
    return framework == Framework.SPARK || heapMb > Long.MAX_VALUE / 2
        ? Long.MAX_VALUE
        : heapMb + Math.max(MIN_BESIDE_HEAP_MB, heapMb / 4);
  }

  /**
   * Returns how much smaller a heap becomes in a smaller container, in MB.
   *
   * <p>It loses as much as the container, so that the memory beside it stays (YARN-ME section 2).
   * Only the fifth that MapReduce and Tez leave outside the heap of any container follows the size
   * of the container, down to 256 MB: the task has the heap that its framework would give it if its
   * job requested the smaller container. Memory that a job leaves beyond a fifth is not reduced,
   * since it is left on purpose.
   *
   * @param heapMb the heap before
   * @param requestedMb at least {@code grantedMb}
   * @param grantedMb 0 or more
   */
  public static long lostHeapMb(
      Framework framework, long heapMb, long requestedMb, long grantedMb) {
    long besideMb = Math.max(MIN_BESIDE_HEAP_MB, grantedMb / PARTS + 1);
    return requestedMb
        - grantedMb
        - Math.max(0, proportionalMb(framework, heapMb, requestedMb) - besideMb);
  }

  /**
   * Returns the minimum container in which a heap keeps the floor, in MB: the smallest of which
   * {@link #lostHeapMb} leaves that much. The full request if the heap is no larger than the floor.
   *
   * @param heapMb the heap before
   */
  long minMb(Framework framework, long heapMb, long requestedMb) {
    long unchangedMb = requestedMb - Math.max(0, heapMb - floorMb(framework));
    long withoutFifthMb = unchangedMb - proportionalMb(framework, heapMb, requestedMb);
    long withFifthMb = Math.max(0, withoutFifthMb) * PARTS / (PARTS - 1) + 1;
    return Math.min(unchangedMb, Math.max(withoutFifthMb + MIN_BESIDE_HEAP_MB, withFifthMb));
  }

  /** Returns the part of the memory outside a heap that shrinks in proportion to the container. */
  private static long proportionalMb(Framework framework, long heapMb, long requestedMb) {
    return framework.heapFollowsContainer()
        ? Math.min(requestedMb - heapMb, requestedMb / PARTS)
        : 0;
  }

  int sortPercent() {
    return sortPercent;
  }

  boolean exitOnOutOfMemory() {
    return exitOnOutOfMemory;
  }
}
