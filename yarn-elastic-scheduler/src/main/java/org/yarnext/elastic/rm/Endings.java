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

import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.api.protocolrecords.NMContainerStatus;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.guard.Guard;
import org.yarnext.elastic.UndersizedTag;
import org.yarnext.elastic.policy.trust.MemoryFailure;
import org.yarnext.elastic.policy.trust.UndersizedEnd;

/**
 * Tells the decider how under-sized containers end, so that it learns whom to trust, and notes
 * which nodes do not say. Called on the schedulers' and masters' threads; thread-safe, never
 * throws.
 */
final class Endings {
  static final String HOOK = "elastic.end";

  private final AbstractYarnScheduler<?, ?> scheduler;
  private final UndersizeDecider decider;
  private final SilentNodes silentNodes;
  private final Guard guard;
  private final SchedulerJournal journal;

  Endings(
      AbstractYarnScheduler<?, ?> scheduler,
      UndersizeDecider decider,
      SilentNodes silentNodes,
      Guard guard,
      SchedulerJournal journal) {
    this.scheduler = scheduler;
    this.decider = decider;
    this.silentNodes = silentNodes;
    this.guard = guard;
    this.journal = journal;
  }

  /**
   * A container is done; to be told before the scheduler forgets it.
   *
   * @param container null if the scheduler does not know it, as after its release
   */
  void completed(RMContainer container, ContainerStatus status) {
    try {
      long askedMb = container == null ? -1 : UndersizedTag.askedMb(container.getAllocationTags());
      if (askedMb > 0) {
        Priority priority = container.getAllocatedSchedulerKey().getPriority();
        Resource granted = container.getAllocatedResource();
        note(container.getAllocatedNode(), status);
        learn(priority, askedMb, granted, status, container.getCreationTime());
      }
    } catch (Throwable t) {
      guard.recordFailure(HOOK, t);
    }
  }

  /** A node has come. What it did not tell of before, it may tell of now. */
  void registered(NodeId node) {
    silentNodes.speaks(node);
  }

  /**
   * A node has come and tells of a container: it may have ended while no ResourceManager ran, and
   * then the scheduler is told of it in no other way.
   */
  void found(NMContainerStatus container) {
    try {
      boolean over = container.getContainerState() == ContainerState.COMPLETE;
      long askedMb = over ? UndersizedTag.askedMb(container.getAllocationTags()) : -1;
      if (askedMb > 0) {
        ContainerStatus status =
            ContainerStatus.newInstance(
                container.getContainerId(),
                ContainerState.COMPLETE,
                container.getDiagnostics(),
                container.getContainerExitStatus());
        learn(
            container.getPriority(),
            askedMb,
            container.getAllocatedResource(),
            status,
            container.getCreationTime());
      }
    } catch (Throwable t) {
      guard.recordFailure(HOOK, t);
    }
  }

  private void learn(
      Priority asked, long askedMb, Resource granted, ContainerStatus status, long madeMs) {
    ContainerId id = status.getContainerId();
    AskedJob job = SizedAttempt.job(scheduler.getApplicationAttempt(id.getApplicationAttemptId()));
    UndersizedEnd end = end(status, askedMb, granted.getMemorySize());
    if (job == null || end == null) {
      return;
    }
    int priority = asked.getPriority();
    Decision<Boolean> distrust = decider.ended(job, priority, end, madeMs);
    journal.ended(id + " priority " + priority, end, distrust);
  }

  /**
   * A node with the listener tells of every container that it launched. Whether one was launched,
   * its status tells: it is the process's own, or the container monitor's.
   */
  private void note(NodeId node, ContainerStatus status) {
    if (UndersizedEnd.find(status.getDiagnostics()) != null) {
      silentNodes.speaks(node);
    } else if (status.getExitStatus() >= 0 || failure(status) != MemoryFailure.NONE) {
      journal.untold(status.getContainerId(), node, silentNodes.keepsSilent(node));
    }
  }

  private static MemoryFailure failure(ContainerStatus status) {
    return MemoryFailure.of(status.getExitStatus(), status.getDiagnostics(), MemoryFailure.Jvm.ANY);
  }

  /**
   * As its node says, or where that has no listener, as the status does: then the heap was left
   * too, for which no job answers. Null if nothing can be learnt: an application may write the same
   * line, but hardly of this container's sizes.
   */
  private static UndersizedEnd end(ContainerStatus status, long askedMb, long grantedMb) {
    UndersizedEnd said = UndersizedEnd.find(status.getDiagnostics());
    if (said != null) {
      return said.askedMb() == askedMb && said.grantedMb() == grantedMb ? said : null;
    }
    MemoryFailure failure = failure(status);
    UndersizedEnd.How how = UndersizedEnd.how(status.getExitStatus(), failure);
    return failure == MemoryFailure.NONE
        ? null
        : UndersizedEnd.left(askedMb, grantedMb, UndersizedEnd.NODE, -1, how);
  }

  /** An application is gone from the scheduler. */
  void applicationEnded(ApplicationId id) {
    try {
      decider.applicationEnded(id);
    } catch (Throwable t) {
      guard.recordFailure(HOOK, t);
    }
  }
}
