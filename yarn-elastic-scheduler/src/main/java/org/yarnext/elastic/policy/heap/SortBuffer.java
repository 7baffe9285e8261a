// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.heap;

/**
 * Computes how large the sort buffer of a map task may be in the heap it has (YARN-ME section 2.2:
 * an under-sized mapper gives up this buffer). Needs nothing but the JDK, since tasks load it too.
 * Stateless.
 */
public final class SortBuffer {
  /** Maximum size that MapReduce accepts, in MB. */
  public static final int LARGEST_MB = 2047;

  private SortBuffer() {}

  /**
   * Returns the largest buffer that fits, in MB; 1 to {@link #LARGEST_MB}.
   *
   * @param heapBytes 0 or more
   * @param percent of the heap that the buffer may have, 1 to 100
   */
  public static int maxMb(long heapBytes, int percent) {
    long mb = (long) (heapBytes / 100.0 * percent) >> 20;
    return (int) Math.max(1, Math.min(LARGEST_MB, mb));
  }

  /**
   * Returns the configured size if it fits, else the largest that does, in MB; never more than
   * configured.
   *
   * @param configuredMb the job's setting; an invalid one is left for MapReduce to refuse
   */
  public static int fittingMb(int configuredMb, long heapBytes, int percent) {
    return Math.min(configuredMb, maxMb(heapBytes, percent));
  }
}
