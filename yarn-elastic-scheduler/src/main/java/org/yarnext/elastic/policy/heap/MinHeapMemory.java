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

/**
 * Computes the least memory that a task may be placed with so that its node makes its heap smaller:
 * what the ResourceManager grants, {@link HeapRewrite} must not refuse. Immutable.
 */
public final class MinHeapMemory {
  /** What Spark asks for beside an executor's heap at least, in MB, unless told otherwise. */
  private static final long SPARK_BESIDE_HEAP_MB = 384;

  private final HeapRules rules;
  private final int heapPercent;

  /**
   * @param rules those of the nodes
   * @param heapPercent how much of the memory they ask for tasks give to their heap at least; 1 to
   *     100
   */
  public MinHeapMemory(HeapRules rules, int heapPercent) {
    this.rules = rules;
    this.heapPercent = heapPercent;
  }

  /**
   * The least memory, in MB; all that it asks for if no heap can be spared.
   *
   * <p>A heap follows what the job asked for, of which the scheduler sees what it rounded that up
   * to: the smallest ask that is rounded to this counts, or the profile's ideal, which jobs ask for
   * at least, where that is more.
   *
   * @param askedMb as the scheduler rounded it
   * @param stepMb sizes differ by multiples of this; 1 or more
   * @param idealMb the profile's ideal memory
   */
  public long mb(Framework framework, long askedMb, long stepMb, long idealMb) {
    return mb(framework, askedMb, stepMb, idealMb, -1);
  }

  /**
   * The same where a node has found how large the heap is.
   *
   * @param knownHeapMb 0 or less if none has
   */
  public long mb(Framework framework, long askedMb, long stepMb, long idealMb, long knownHeapMb) {
    if (knownHeapMb > 0) {
      long smallerMb = askedMb - Math.max(0, knownHeapMb - rules.floorMb(framework));
      return Math.min(smallerMb, rules.wholeHeapMb(framework, knownHeapMb));
    }
    long jobAskedMb = Math.max(askedMb - stepMb + 1, Math.min(askedMb, idealMb));
    long heapMb = jobAskedMb * heapPercent / 100;
    if (framework == Framework.SPARK) {
      heapMb = Math.min(heapMb, jobAskedMb - SPARK_BESIDE_HEAP_MB);
    }
    return askedMb - Math.max(0, heapMb - rules.floorMb(framework));
  }
}
