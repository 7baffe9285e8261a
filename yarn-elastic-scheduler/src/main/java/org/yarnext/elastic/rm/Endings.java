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

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerExitStatus;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.server.api.protocolrecords.NMContainerStatus;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerState;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerUtils;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.guard.Guard;
import org.yarnext.elastic.UndersizedTag;
import org.yarnext.elastic.policy.trust.MemoryFailure;
import org.yarnext.elastic.policy.trust.UndersizedEnd;

/**
 * Tells the decider how long containers last and how under-sized ones end, so that it learns whom
 * to trust, and notes which nodes do not say. Called on the schedulers' and masters' threads;
 * thread-safe, never throws.
 */
final class Endings {
  static final String HOOK = "elastic.end";

  /** Of how many that the scheduler has forgotten it is awaited what their nodes tell. */
  static final int MOST_AWAITED = 10_000;

  private final AbstractYarnScheduler<?, ?> scheduler;
  private final UndersizeDecider decider;
  private final SilentNodes silentNodes;
  private final Guard guard;
  private final SchedulerJournal journal;
  private final ElasticHost host;

  /**
   * What a master releases, or the scheduler takes back, is over for the scheduler at once, and its
   * node tells how it ended some heartbeats later. Tez and Spark release most of theirs.
   */
  private final Map<ContainerId, SmallerContainer> awaited =
      Collections.synchronizedMap(
          new LinkedHashMap<ContainerId, SmallerContainer>() {
            @Override
            protected boolean removeEldestEntry(Map.Entry<ContainerId, SmallerContainer> eldest) {
              return size() > MOST_AWAITED;
            }
          });

  Endings(
      AbstractYarnScheduler<?, ?> scheduler,
      UndersizeDecider decider,
      SilentNodes silentNodes,
      Guard guard,
      SchedulerJournal journal,
      ElasticHost host) {
    this.host = host;
    this.scheduler = scheduler;
    this.decider = decider;
    this.silentNodes = silentNodes;
    this.guard = guard;
    this.journal = journal;
  }

  /**
   * A container is done; to be told before the scheduler forgets it, and again as its node tells of
   * one that it has forgotten.
   *
   * @param container null if the scheduler does not know it, as after its release
   */
  void completed(RMContainer container, ContainerStatus status) {
    try {
      if (container != null) {
        lasted(container, status);
      }
      ContainerId id = status.getContainerId();
      SmallerContainer smaller =
          container == null ? awaited.get(id) : SmallerContainer.of(container);
      if (smaller == null) {
        return;
      }
      UndersizedEnd said = UndersizedEnd.find(status.getDiagnostics());
      if (said != null) {
        silentNodes.speaks(smaller.node);
      } else if (ownEnd(status)) {
        journal.untold(id, smaller.node, silentNodes.keepsSilent(smaller.node));
      } else if (container != null) {
        awaited.put(id, smaller);
        return;
      } else {
        return; // released twice
      }
      awaited.remove(id);
      learn(smaller, said, status);
    } catch (Throwable t) {
      guard.recordFailure(HOOK, t);
    }
  }

  private void lasted(RMContainer container, ContainerStatus status) {
    AskedJob job =
        SizedAttempt.job(scheduler.getApplicationAttempt(container.getApplicationAttemptId()));
    if (job == null
        || container.isAMContainer()
        || container.getState() == RMContainerState.RESERVED
        || container.getAllocatedSchedulerKey() == null
        || isLost(status)) {
      return;
    }
    long mb = container.getAllocatedResource().getMemorySize();
    decider.lasted(
        job,
        container.getAllocatedSchedulerKey().getPriority().getPriority(),
        Math.max(mb, UndersizedTag.askedMb(container.getAllocationTags())),
        mb,
        status.getExitStatus() == 0,
        host.nowMs() - host.startedMs(container),
        container.getCreationTime());
  }

  /** Whether the ResourceManager gave a container up with its node: when it ended is not known. */
  static boolean isLost(ContainerStatus status) {
    return status.getExitStatus() == ContainerExitStatus.ABORTED
        && SchedulerUtils.LOST_CONTAINER.equals(status.getDiagnostics());
  }

  /**
   * Whether a container was launched, and the status is the process's or the container monitor's. A
   * node with the listener tells of each such end.
   */
  private static boolean ownEnd(ContainerStatus status) {
    return status.getExitStatus() >= 0 || failure(status) != MemoryFailure.NONE;
  }

  private static MemoryFailure failure(ContainerStatus status) {
    return MemoryFailure.of(status.getExitStatus(), status.getDiagnostics(), MemoryFailure.Jvm.ANY);
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
      SmallerContainer smaller = over ? SmallerContainer.of(container) : null;
      if (smaller != null) {
        ContainerStatus status =
            ContainerStatus.newInstance(
                container.getContainerId(),
                ContainerState.COMPLETE,
                container.getDiagnostics(),
                container.getContainerExitStatus());
        awaited.remove(status.getContainerId());
        learn(smaller, UndersizedEnd.find(container.getDiagnostics()), status);
      }
    } catch (Throwable t) {
      guard.recordFailure(HOOK, t);
    }
  }

  /**
   * @param said by its node; null for nothing
   */
  private void learn(SmallerContainer container, UndersizedEnd said, ContainerStatus status) {
    ContainerId id = status.getContainerId();
    AskedJob job = SizedAttempt.job(scheduler.getApplicationAttempt(id.getApplicationAttemptId()));
    UndersizedEnd end = said == null ? untold(container, status) : said;
    // An application may write the same line, but hardly of this container's sizes.
    if (job == null
        || end == null
        || end.askedMb() != container.askedMb
        || end.grantedMb() != container.grantedMb) {
      return;
    }
    Decision<Boolean> distrust = decider.ended(job, container.priority, end, container.madeMs);
    journal.ended(id + " priority " + container.priority, end, distrust);
  }

  /**
   * As the status says, where the node has no listener: then the heap was left too, for which no
   * job answers. Null if nothing can be learnt.
   */
  private static UndersizedEnd untold(SmallerContainer container, ContainerStatus status) {
    MemoryFailure failure = failure(status);
    return failure == MemoryFailure.NONE
        ? null
        : UndersizedEnd.left(
            container.askedMb,
            container.grantedMb,
            UndersizedEnd.NODE,
            -1,
            UndersizedEnd.how(status.getExitStatus(), failure));
  }

  /** An application is gone from the scheduler. */
  void applicationEnded(ApplicationId id) {
    try {
      awaited.keySet().removeIf(c -> c.getApplicationAttemptId().getApplicationId().equals(id));
      decider.applicationEnded(id);
    } catch (Throwable t) {
      guard.recordFailure(HOOK, t);
    }
  }
}
