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
package org.yarnext.orchestrator.policy.actuation;

/** Computes the minimum of each resource that keeps a task alive. Immutable. */
public final class MinimumResources {
  private final double minCpu;
  private final double marginShare;
  private final double marginBytes;
  private final double beyondHeapBytes;

  /**
   * @param minCpu in millicores, above 0
   * @param marginShare how much memory a task keeps beyond what it uses, as a share of that; 0 or
   *     more
   * @param marginBytes how much it keeps beyond that, 0 or more
   * @param beyondHeapBytes what a JVM needs beside its largest heap, 0 or more
   * @throws IllegalArgumentException if one is outside
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
   * In millicores: the same for every task, but never more than it is entitled to.
   *
   * @param entitled by the container's token, in millicores
   */
  public double cpu(double entitled) {
    return Math.min(minCpu, entitled);
  }

  /**
   * In bytes: what is in use with the margin, and never less than a JVM may grow to by itself,
   * since it does not know that its limit was lowered.
   *
   * @param workingSetBytes what the task uses, without page cache that is not in use
   * @param heapBytes the most its JVM's heap may have; NaN if that is unknown, and then the least
   *     is what the task is entitled to
   * @param entitled by the container's token, in bytes
   */
  public double memory(double workingSetBytes, double heapBytes, double entitled) {
    double used = workingSetBytes * (1 + marginShare) + marginBytes;
    double jvm = Double.isNaN(heapBytes) ? entitled : heapBytes + beyondHeapBytes;
    return Math.ceil(Math.max(used, jvm));
  }
}
