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
package org.yarnext.elastic.policy;

import org.yarnext.elastic.policy.heap.Framework;
import org.yarnext.elastic.policy.heap.MinHeapMemory;
import org.yarnext.elastic.policy.model.FullDiskShareModel;

/**
 * The configured limits on smaller sizes: the share of a node's disks, the smallest part of the
 * ideal memory, the floor of the heap, and the margin before the job's end. Immutable.
 */
public final class SizingLimits {
  private final double diskMbPerSecond;
  private final int minPercent;
  private final MinHeapMemory leastForHeap;
  private final int endMarginPercent;

  /**
   * @param diskMbPerSecond what under-sized tasks may take together of one node's disks, in MB/s
   * @param minPercent the smallest share of its ideal memory that a task may be given
   * @param leastForHeap the least memory that a task can be launched in
   * @param endMarginPercent how much earlier than its job a task must end, see {@link EndMargin}
   */
  public SizingLimits(
      double diskMbPerSecond, int minPercent, MinHeapMemory leastForHeap, int endMarginPercent) {
    this.diskMbPerSecond = diskMbPerSecond;
    this.minPercent = minPercent;
    this.leastForHeap = leastForHeap;
    this.endMarginPercent = endMarginPercent;
  }

  /**
   * The request within these limits.
   *
   * @param request with a model, the scheduler's smallest size, and the job's end
   * @param heapMb how large the heap of such tasks is, in MB; -1 if unknown
   * @param usedDiskMbPerSecond what under-sized containers take of the node's disks already
   */
  public SizingRequest limit(
      SizingRequest request, Framework framework, long heapMb, double usedDiskMbPerSecond) {
    long askedMb = request.askedMb();
    long step = request.stepMb();
    long idealMb = request.model().idealMemoryMb();
    long share = (idealMb * minPercent + 99) / 100;
    long launchable = leastForHeap.mb(framework, askedMb, step, idealMb, heapMb);
    long usable = Math.max(share, launchable);
    return SizingRequest.ask(askedMb, request.vcores())
        .model(FullDiskShareModel.of(request.model(), diskMbPerSecond))
        .sizes(Math.max(request.minMb(), (usable + step - 1) / step * step), step)
        .room(
            request.freeMb(),
            request.freeVcores(),
            Math.max(0, diskMbPerSecond - usedDiskMbPerSecond))
        .endBy(
            EndMargin.endByMs(request.endByMs(), request.nowMs(), endMarginPercent),
            request.nowMs())
        .build();
  }
}
