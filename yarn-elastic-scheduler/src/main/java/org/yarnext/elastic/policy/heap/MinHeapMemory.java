// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.heap;

/**
 * Computes the minimum memory with which a task may be placed, so that {@link HeapRewrite} on its
 * node does not refuse the size that the ResourceManager granted. Immutable.
 */
public final class MinHeapMemory {
  /** Spark's minimum overhead beside an executor's heap, in MB, by default. */
  private static final long SPARK_BESIDE_HEAP_MB = 384;

  private final HeapRules rules;
  private final int heapPercent;

  /**
   * Creates a rule.
   *
   * @param rules the nodes' rules
   * @param heapPercent minimum part of the requested memory that tasks use as heap; 1 to 100
   */
  public MinHeapMemory(HeapRules rules, int heapPercent) {
    this.rules = rules;
    this.heapPercent = heapPercent;
  }

  /**
   * Returns the minimum memory, in MB; the full request if the heap cannot be reduced.
   *
   * <p>Until a node has found the size of the heap, it is estimated from the job's own request, of
   * which the scheduler only sees the rounded size. So the smallest request that is rounded to this
   * size counts, or the profile's ideal memory if that is more, since jobs request at least that.
   *
   * @param requestedMb as the scheduler rounded it
   * @param stepMb sizes differ by multiples of this; 1 or more
   * @param idealMb the profile's ideal memory
   * @param knownHeapMb size of the heap, as found by a node; 0 or less if unknown
   */
  public long mb(
      Framework framework, long requestedMb, long stepMb, long idealMb, long knownHeapMb) {
    if (knownHeapMb > 0) {
      return Math.min(
          rules.minMb(framework, knownHeapMb, requestedMb),
          rules.wholeHeapMb(framework, knownHeapMb));
    }
    long jobRequestedMb = Math.max(requestedMb - stepMb + 1, Math.min(requestedMb, idealMb));
    long heapMb = jobRequestedMb * heapPercent / 100;
    if (framework == Framework.SPARK) {
      heapMb = Math.min(heapMb, jobRequestedMb - SPARK_BESIDE_HEAP_MB);
    }
    return rules.minMb(framework, heapMb, requestedMb);
  }
}
