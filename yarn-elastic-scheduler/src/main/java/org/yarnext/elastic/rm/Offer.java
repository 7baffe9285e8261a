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
package org.yarnext.elastic.rm;

import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.yarnext.common.decision.Decision;

/**
 * One waiting ask of one application, and what is left on a node without room for its regular size.
 * Immutable, so that it may be judged on another thread.
 */
public final class Offer {
  private final AskedJob job;
  private final int priority;
  private final long askedMb;
  private final int vcores;
  private final Sizes sizes;
  private final NodeId node;
  private final long freeMb;
  private final int freeVcores;
  private final double usedDiskMbPerSecond;
  private final long heapMb;

  /**
   * @param asked the regular size
   * @param free what is left on the node, with as many vcores as asked if the scheduler does not
   *     count them
   * @param usedDiskMbPerSecond what the under-sized containers on the node take of its disks
   */
  Offer(
      AskedJob job,
      int priority,
      Resource asked,
      Sizes sizes,
      NodeId node,
      Resource free,
      double usedDiskMbPerSecond) {
    this.heapMb = -1;
    this.job = job;
    this.priority = priority;
    this.askedMb = asked.getMemorySize();
    this.vcores = asked.getVirtualCores();
    this.sizes = sizes;
    this.node = node;
    this.freeMb = free.getMemorySize();
    this.freeVcores = free.getVirtualCores();
    this.usedDiskMbPerSecond = usedDiskMbPerSecond;
  }

  private Offer(Offer other, long heapMb) {
    this.job = other.job;
    this.priority = other.priority;
    this.askedMb = other.askedMb;
    this.vcores = other.vcores;
    this.sizes = other.sizes;
    this.node = other.node;
    this.freeMb = other.freeMb;
    this.freeVcores = other.freeVcores;
    this.usedDiskMbPerSecond = other.usedDiskMbPerSecond;
    this.heapMb = heapMb;
  }

  /** The same where nodes have found how large the heap of such tasks is; -1 if none has. */
  Offer withHeapMb(long mb) {
    return mb > 0 ? new Offer(this, mb) : this;
  }

  /** How large the heap of such tasks is, in MB, as nodes have found it; -1 if none has. */
  public long heapMb() {
    return heapMb;
  }

  public AskedJob job() {
    return job;
  }

  /** The ask's priority, which tells the kind of task; lower numbers go first. */
  public int priority() {
    return priority;
  }

  /** The regular size, in MB. */
  public long askedMb() {
    return askedMb;
  }

  public int vcores() {
    return vcores;
  }

  /** The least that the scheduler gives, in MB; above 0. */
  public long leastMb() {
    return sizes.leastMb();
  }

  /** Sizes differ by multiples of this, in MB; above 0. */
  public long stepMb() {
    return sizes.stepMb();
  }

  public NodeId node() {
    return node;
  }

  /** What is left of the node's memory, in MB. */
  public long freeMb() {
    return freeMb;
  }

  public int freeVcores() {
    return freeVcores;
  }

  /** What under-sized containers on the node take of its disks already. */
  public double usedDiskMbPerSecond() {
    return usedDiskMbPerSecond;
  }

  /** Whether the ask may be given this: less than asked, not more than is left, not too little. */
  boolean allows(long mb) {
    return mb >= leastMb() && mb < askedMb && mb <= freeMb;
  }

  /**
   * The refusal where it might have been given less, and the scheduler gives no such size.
   *
   * @param neededMb the least size that would do
   */
  Decision<Long> noSmallerSize(long neededMb) {
    return Decision.<Long>of(null, PlacementReason.NO_SMALLER_SIZE)
        .with("askedMb", askedMb)
        .with("leastMb", neededMb)
        .with("stepMb", stepMb());
  }

  @Override
  public String toString() {
    return job.id() + " priority " + priority + " asking " + askedMb + " MB on " + node;
  }
}
