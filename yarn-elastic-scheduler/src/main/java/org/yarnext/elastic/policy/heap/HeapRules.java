/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.elastic.policy.heap;

/** How small a heap may become and what goes with it. Immutable. */
public final class HeapRules {
  /** What a JVM needs beside a small heap, in MB: code, metaspace, stacks and buffers. */
  private static final long LEAST_BESIDE_HEAP_MB = 192;

  private final long floorMb;
  private final long sparkFloorMb;
  private final int sortPercent;
  private final boolean exitOnOutOfMemory;

  /**
   * @param floorMb the least heap, in MB; 1 or more
   * @param sparkFloorMb the same of a Spark executor
   * @param sortPercent the part of a smaller heap that a sort buffer may have; 1 to 100
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
   * The least container that a heap fits into as it is, in MB: with a fifth of it for what is no
   * heap, as MapReduce and Tez have unless told otherwise. Spark asks for what it needs beside the
   * heap, and never has less.
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
