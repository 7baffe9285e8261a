// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
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
  private final MinHeapMemory minHeapMemory;
  private final int endMarginPercent;

  /**
   * Creates limits.
   *
   * @param diskMbPerSecond disk bandwidth that under-sized tasks may use together on one node, in
   *     MB/s
   * @param minPercent minimum share of its ideal memory that a task may be given
   * @param minHeapMemory minimum memory with which a task can be launched
   * @param endMarginPercent how much earlier than its job a task must end, see {@link EndMargin}
   */
  public SizingLimits(
      double diskMbPerSecond, int minPercent, MinHeapMemory minHeapMemory, int endMarginPercent) {
    this.diskMbPerSecond = diskMbPerSecond;
    this.minPercent = minPercent;
    this.minHeapMemory = minHeapMemory;
    this.endMarginPercent = endMarginPercent;
  }

  /**
   * Returns the request within these limits.
   *
   * @param request with a model, the scheduler's smallest size, and the job's end
   * @param heapMb heap size of such tasks, in MB; -1 if unknown
   * @param usedDiskMbPerSecond disk bandwidth that under-sized containers already use on the node
   */
  public SizingRequest limit(
      SizingRequest request, Framework framework, long heapMb, double usedDiskMbPerSecond) {
    long requestedMb = request.requestedMb();
    long step = request.stepMb();
    long idealMb = request.model().idealMemoryMb();
    long share = (idealMb * minPercent + 99) / 100;
    long statedMb = request.statedMb();
    // Only a size that was not rounded leaves open which request was made.
    long requestStepMb = statedMb < requestedMb ? 1 : step;
    long launchable = minHeapMemory.mb(framework, statedMb, requestStepMb, idealMb, heapMb);
    long usable = Math.max(share, launchable);
    return SizingRequest.builder(requestedMb, request.vcores())
        .stated(statedMb)
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
