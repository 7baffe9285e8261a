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
package org.yarnext.mercury.rm;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerUpdateType;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.UpdateContainerError;
import org.apache.hadoop.yarn.api.records.UpdateContainerRequest;
import org.apache.hadoop.yarn.api.records.UpdatedContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerState;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.yarnext.common.decision.Decision;
import org.yarnext.mercury.master.MasterRecord;
import org.yarnext.mercury.master.Sizes;
import org.yarnext.mercury.policy.ContainerView;
import org.yarnext.mercury.policy.JobKey;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.asks.PromotionPolicy;

/**
 * Asks the scheduler, in an application's name, to make its longest running opportunistic
 * containers guaranteed while nobody in the queue waits for a guaranteed one (Mercury section 3.4).
 * It is YARN's own update, so every limit of the scheduler holds; the ResourceManager tells the
 * node ({@code yarn.resourcemanager.auto-update.containers}) and the application is not bothered
 * with an answer it did not ask for.
 *
 * <p>One for each application attempt; not thread-safe.
 */
final class Promotions {
  /** What nothing is known of may run for long. */
  private static final long UNKNOWN_RUN_MS = 7L * 24 * 3600 * 1000;

  private final PromotionPolicy policy;
  private final AbstractYarnScheduler<?, ?> scheduler;
  private final LongSupplier clockMs;

  /** When a container was first seen running; the ResourceManager keeps no such time. */
  private final Map<ContainerId, Long> runningSince = new HashMap<>();

  /** Asked for here and not answered yet. */
  private final Map<ContainerId, Resource> asked = new HashMap<>();

  /** Those of them that the call under way asks for. */
  private final Set<ContainerId> askedNow = new HashSet<>();

  private Map<ContainerId, RMContainer> running = Collections.emptyMap();

  Promotions(PromotionPolicy policy, AbstractYarnScheduler<?, ?> scheduler, LongSupplier clockMs) {
    this.policy = policy;
    this.scheduler = scheduler;
    this.clockMs = clockMs;
  }

  /**
   * Decides which of the application's containers to promote.
   *
   * @param record what is known of its run times; null if nothing
   * @return null if there is nothing to decide on
   */
  Decision<List<String>> decide(SchedulerApplicationAttempt application, MasterRecord record) {
    long now = clockMs.getAsLong();
    askedNow.clear();
    running = running(application);
    runningSince.keySet().retainAll(running.keySet());
    running.keySet().forEach(id -> runningSince.putIfAbsent(id, now));
    asked.keySet().retainAll(running.keySet());
    QueueMetrics queue = application.getQueue().getMetrics();
    if (running.isEmpty() || queue.getPendingMB() > 0 || queue.getPendingVirtualCores() > 0) {
      return null;
    }
    List<ContainerView> views = new ArrayList<>();
    running.forEach(
        (id, c) -> {
          if (!asked.containsKey(id) && fitsWhereItRuns(c)) {
            views.add(view(c, record, runningSince.get(id)));
          }
        });
    ResourceVector room = room(application);
    for (Resource underWay : asked.values()) {
      room = room.minus(Sizes.vector(underWay));
    }
    return policy.choose(views, Collections.emptySet(), room.max(ResourceVector.NONE), now);
  }

  /** Puts what {@link #decide} has chosen into the application's request. */
  void ask(List<String> chosen, AllocateRequest request) {
    List<UpdateContainerRequest> updates = new ArrayList<>(request.getUpdateRequests());
    for (RMContainer one : running.values()) {
      Container c = one.getContainer();
      if (chosen.contains(c.getId().toString())) {
        asked.put(c.getId(), c.getResource());
        askedNow.add(c.getId());
        updates.add(
            UpdateContainerRequest.newInstance(
                c.getVersion(),
                c.getId(),
                ContainerUpdateType.PROMOTE_EXECUTION_TYPE,
                null,
                ExecutionType.GUARANTEED));
      }
    }
    request.setUpdateRequests(updates);
  }

  /** The call that {@link #ask} has put something into failed: nobody will answer that. */
  void unanswered() {
    asked.keySet().removeAll(askedNow);
  }

  /**
   * What the queue may still take. The headroom of an application that never asked for guaranteed
   * containers has not been computed; its queue's metrics know.
   */
  private ResourceVector room(SchedulerApplicationAttempt application) {
    QueueMetrics queue = application.getQueue().getMetrics();
    QueueMetrics root = scheduler.getRootQueueMetrics();
    ResourceVector ofQueue =
        ResourceVector.of(queue.getAvailableMB(), queue.getAvailableVirtualCores())
            .max(Sizes.vector(application.getHeadroom()));
    return ResourceVector.of(
        Math.min(ofQueue.memoryMb(), root.getAvailableMB()),
        Math.min(ofQueue.vcores(), root.getAvailableVirtualCores()));
  }

  /** A promotion never moves a container, so that its own node must have the room. */
  private boolean fitsWhereItRuns(RMContainer c) {
    SchedulerNode node = scheduler.getNode(c.getContainer().getNodeId());
    return node != null
        && Sizes.vector(c.getContainer().getResource())
            .fitsIn(Sizes.vector(node.getUnallocatedResource()));
  }

  private static Map<ContainerId, RMContainer> running(SchedulerApplicationAttempt application) {
    Map<ContainerId, RMContainer> running = new HashMap<>();
    for (RMContainer c : application.getLiveContainers()) {
      if (c.getExecutionType() == ExecutionType.OPPORTUNISTIC
          && c.getState() == RMContainerState.RUNNING) {
        running.put(c.getContainerId(), c);
      }
    }
    return running;
  }

  private static ContainerView view(RMContainer c, MasterRecord record, long sinceMs) {
    Container container = c.getContainer();
    int priority = container.getPriority().getPriority();
    Long expected = record == null ? null : record.expectedMs(priority);
    return ContainerView.queued(
            container.getId().toString(),
            JobKey.of(
                container
                    .getId()
                    .getApplicationAttemptId()
                    .getApplicationId()
                    .getClusterTimestamp(),
                container.getId().getApplicationAttemptId().getApplicationId().getId()),
            priority,
            Sizes.vector(container.getResource()),
            expected == null ? UNKNOWN_RUN_MS : expected,
            sinceMs)
        .startedAt(sinceMs);
  }

  /**
   * Takes the answers to what was asked for here out of the response.
   *
   * @return the promoted ones
   */
  List<Container> takeAnswers(AllocateResponse response) {
    List<Container> promoted = new ArrayList<>();
    List<UpdatedContainer> others = new ArrayList<>();
    for (UpdatedContainer u : response.getUpdatedContainers()) {
      boolean ours =
          u.getUpdateType() == ContainerUpdateType.PROMOTE_EXECUTION_TYPE
              && asked.remove(u.getContainer().getId()) != null;
      if (ours) {
        promoted.add(u.getContainer());
      } else {
        others.add(u);
      }
    }
    if (!promoted.isEmpty()) {
      response.setUpdatedContainers(others);
    }
    List<UpdateContainerError> errors = new ArrayList<>();
    for (UpdateContainerError e : response.getUpdateErrors()) {
      if (asked.remove(e.getUpdateContainerRequest().getContainerId()) == null) {
        errors.add(e);
      }
    }
    if (errors.size() < response.getUpdateErrors().size()) {
      response.setUpdateErrors(errors);
    }
    return promoted;
  }
}
