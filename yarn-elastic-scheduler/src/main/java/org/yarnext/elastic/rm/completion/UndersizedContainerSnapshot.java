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
package org.yarnext.elastic.rm.completion;

import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.server.api.protocolrecords.NMContainerStatus;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.yarnext.elastic.UndersizedTag;

/** Data of an under-sized container that are needed to learn from its end. Immutable. */
final class UndersizedContainerSnapshot {
  /** Null if its node has just registered. */
  final NodeId node;

  final int priority;
  final long askedMb;
  final long grantedMb;

  /** Creation time, in ms of the wall clock. */
  final long madeMs;

  private UndersizedContainerSnapshot(
      NodeId node, int priority, long askedMb, long grantedMb, long madeMs) {
    this.node = node;
    this.priority = priority;
    this.askedMb = askedMb;
    this.grantedMb = grantedMb;
    this.madeMs = madeMs;
  }

  /** Returns a snapshot of the container; null if it is not under-sized. */
  static UndersizedContainerSnapshot of(RMContainer container) {
    long askedMb = UndersizedTag.askedMb(container.getAllocationTags());
    return askedMb <= 0
        ? null
        : new UndersizedContainerSnapshot(
            container.getAllocatedNode(),
            container.getAllocatedSchedulerKey().getPriority().getPriority(),
            askedMb,
            container.getAllocatedResource().getMemorySize(),
            container.getCreationTime());
  }

  /**
   * Returns a snapshot of a container reported by a registering node; null if it is not
   * under-sized.
   */
  static UndersizedContainerSnapshot of(NMContainerStatus container) {
    long askedMb = UndersizedTag.askedMb(container.getAllocationTags());
    return askedMb <= 0
        ? null
        : new UndersizedContainerSnapshot(
            null,
            container.getPriority().getPriority(),
            askedMb,
            container.getAllocatedResource().getMemorySize(),
            container.getCreationTime());
  }
}
