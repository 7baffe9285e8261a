// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.rm.promotion;

import static java.util.stream.Collectors.toSet;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerUpdateType;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.UpdateContainerError;
import org.apache.hadoop.yarn.api.records.UpdateContainerRequest;
import org.apache.hadoop.yarn.api.records.UpdatedContainer;
import org.apache.hadoop.yarn.nodelabels.CommonNodeLabelsManager;
import org.apache.hadoop.yarn.proto.YarnServiceProtos.SchedulerResourceTypes;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerState;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.yarnext.common.decision.Decision;
import org.yarnext.mercury.application.ApplicationAttemptRecord;
import org.yarnext.mercury.application.ResourceCodec;
import org.yarnext.mercury.policy.ContainerView;
import org.yarnext.mercury.policy.JobKey;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.promotion.PendingPromotionTable;
import org.yarnext.mercury.policy.promotion.PromotionBackOffPolicy;
import org.yarnext.mercury.policy.promotion.PromotionPolicy;

/**
 * Requests promotions from the scheduler in an application's name: its longest running
 * opportunistic containers become guaranteed while nobody in the queue waits for a guaranteed one
 * (Mercury section 3.4). A container that still waits in its node's queue is not promoted, since it
 * would then stop others. A promotion is YARN's own update, so every limit of the scheduler
 * applies. The ResourceManager notifies the node ({@code
 * yarn.resourcemanager.auto-update.containers}), and the answer is hidden from the application,
 * which did not request it.
 *
 * <p>One for each application attempt; not thread-safe.
 */
public final class PromotionService {
  /** Run time assumed for containers about which nothing is known, in ms: they may run for long. */
  private static final long UNKNOWN_RUN_MS = 7L * 24 * 3600 * 1000;

  /** Minimum time between two checks of all containers of an application, in ms. */
  static final long LOOK_MS = 1_000;

  private final Supplier<PromotionPolicy> policy;
  private final AbstractYarnScheduler<?, ?> scheduler;
  private final Predicate<Container> started;
  private final LongSupplier clockMs;

  /**
   * Time when a container was first known to have started, in ms; the ResourceManager keeps no such
   * time.
   */
  private final Map<ContainerId, Long> runningSince = new HashMap<>();

  private final PendingPromotionRegistry pending = new PendingPromotionRegistry();
  private final PromotionBackOffPolicy backOff = new PromotionBackOffPolicy();
  private Map<ContainerId, RMContainer> live = Collections.emptyMap();
  private Map<ContainerId, RMContainer> running = Collections.emptyMap();

  /** Containers for which the application itself requests an update in this call. */
  private final Set<ContainerId> updated = new HashSet<>();

  /** Time of the next check of all containers, in ms. */
  private long nextLookMs = Long.MIN_VALUE;

  /** True if the containers are not checked in this call, since they were shortly before. */
  private boolean skipped;

  /** True if the scheduler has refused a request, so that it has computed the headroom. */
  private boolean refused;

  /**
   * Creates a service.
   *
   * @param started whether a container that the scheduler considers running has been started
   */
  public PromotionService(
      Supplier<PromotionPolicy> policy,
      AbstractYarnScheduler<?, ?> scheduler,
      Predicate<Container> started,
      LongSupplier clockMs) {
    this.policy = policy;
    this.scheduler = scheduler;
    this.started = started;
    this.clockMs = clockMs;
  }

  /**
   * Begins a call: promotions for which the scheduler had no room are withdrawn and not requested
   * again for a while. As long as none is pending, the containers are looked at once a second at
   * most, because the time of a call must not grow with their number.
   *
   * @param own the application's own update requests
   * @param acts false withdraws all pending promotions
   */
  public void begin(
      SchedulerApplicationAttempt application, List<UpdateContainerRequest> own, boolean acts) {
    long now = clockMs.getAsLong();
    live = Collections.emptyMap();
    pending.begin();
    updated.clear();
    skipped = own.isEmpty() && pending.isEmpty() && now < nextLookMs;
    if (skipped) {
      return;
    }
    nextLookMs = now + LOOK_MS;
    for (UpdateContainerRequest update : own) {
      updated.add(update.getContainerId());
      pending.leave(application, update.getContainerId());
    }
    Map<ContainerId, RMContainer> known = opportunistic(application);
    Set<ContainerId> withdrawn =
        pending.withdraw(
            application,
            known.keySet(),
            acts ? now - PendingPromotionRegistry.TIMEOUT_MS : now + 1);
    if (acts) {
      withdrawn.forEach(id -> backOff.refused(id.toString(), now));
      refused |= !withdrawn.isEmpty();
    }
    if (!backOff.isEmpty()) {
      backOff.retain(known.keySet().stream().map(ContainerId::toString).collect(toSet()));
    }
    live = known;
  }

  /**
   * Decides which of the application's containers to promote; call after {@link #begin}.
   *
   * @param record the learnt run times; null if there are none
   * @return null if there is nothing to decide on
   */
  public Decision<List<String>> decide(
      SchedulerApplicationAttempt application, ApplicationAttemptRecord record) {
    if (skipped) {
      return null;
    }
    long now = clockMs.getAsLong();
    live.values().removeIf(c -> !started.test(c.getContainer()));
    // Nodes do not account for other resource types of opportunistic containers, so these may be
    // promised to other containers.
    live.values().removeIf(c -> ResourceCodec.hasOtherResources(c.getContainer().getResource()));
    running = live;
    runningSince.keySet().retainAll(running.keySet());
    running.keySet().forEach(id -> runningSince.putIfAbsent(id, now));
    QueueMetrics queue = application.getQueue().getMetrics();
    if (running.isEmpty() || queue.getPendingMB() > 0 || queue.getPendingVirtualCores() > 0) {
      return null;
    }
    Map<String, List<ContainerView>> byNode = new HashMap<>();
    Map<String, ResourceVector> nodeRoom = new HashMap<>();
    running.forEach(
        (id, c) -> {
          NodeId node = c.getContainer().getNodeId();
          if (!pending.contains(id)
              && !updated.contains(id)
              && backOff.over(id.toString(), now)
              && isOfPartition(c, scheduler.getNode(node))) {
            nodeRoom.computeIfAbsent(node.toString(), n -> room(node));
            byNode
                .computeIfAbsent(node.toString(), n -> new ArrayList<>())
                .add(view(c, record, runningSince.get(id)));
          }
        });
    ResourceVector room = room(application);
    for (Map.Entry<String, ResourceVector> underWay : pending.byNode().entrySet()) {
      room = room.minus(underWay.getValue());
      nodeRoom.computeIfPresent(underWay.getKey(), (node, left) -> left.minus(underWay.getValue()));
    }
    return policy.get().choose(byNode, nodeRoom, room.max(ResourceVector.NONE), now);
  }

  /** Adds the promotions chosen by {@link #decide} to the application's request. */
  public void ask(List<String> chosen, AllocateRequest request) {
    List<UpdateContainerRequest> updates = new ArrayList<>(request.getUpdateRequests());
    for (RMContainer one : running.values()) {
      Container c = one.getContainer();
      if (chosen.contains(c.getId().toString())) {
        pending.requested(one, clockMs.getAsLong());
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

  /** Records that the call with the requests of {@link #ask} failed and will not be answered. */
  public void unanswered() {
    pending.unanswered();
  }

  /** Returns whether the containers were not looked at in this call: there is nothing to decide. */
  public boolean isSkipped() {
    return skipped;
  }

  /** Sets an attempt's pending promotions in the table of all applications. */
  public void report(PendingPromotionTable<ApplicationAttemptId> to, ApplicationAttemptId attempt) {
    pending.report(to, attempt);
  }

  /** Returns whether no promotion is pending. */
  public boolean isIdle() {
    return pending.isEmpty();
  }

  /**
   * Returns the resources that the application may still use: its headroom, which respects its
   * user's limit.
   */
  private ResourceVector room(SchedulerApplicationAttempt application) {
    QueueMetrics queue = application.getQueue().getMetrics();
    QueueMetrics root = scheduler.getRootQueueMetrics();
    ResourceVector room = ResourceCodec.vector(application.getHeadroom());
    if (room.equals(ResourceVector.NONE) && !refused && !hasGuaranteed(application)) {
      // The scheduler computes the headroom when it first looks for room for the application.
      room = ResourceVector.of(queue.getAvailableMB(), queue.getAvailableVirtualCores());
    } else if (!scheduler.getSchedulingResourceTypes().contains(SchedulerResourceTypes.CPU)) {
      // A headroom by memory alone has one core as a placeholder.
      room = ResourceVector.of(room.memoryMb(), queue.getAvailableVirtualCores());
    }
    return room.min(ResourceVector.of(root.getAvailableMB(), root.getAvailableVirtualCores()));
  }

  private static boolean hasGuaranteed(SchedulerApplicationAttempt application) {
    for (RMContainer c : application.getLiveContainers()) {
      if (c.getExecutionType() == ExecutionType.GUARANTEED) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the room of a container's own node, which must have it because a promotion never moves
   * a container.
   */
  private ResourceVector room(NodeId id) {
    SchedulerNode node = scheduler.getNode(id);
    // The schedulers serve a node's reservation first.
    return node == null || node.getReservedContainer() != null
        ? ResourceVector.NONE
        : ResourceCodec.vector(node.getUnallocatedResource());
  }

  /**
   * Returns whether the container's recorded partition, in which its promotion would be requested,
   * is its node's.
   */
  private static boolean isOfPartition(RMContainer c, SchedulerNode node) {
    return node != null
        && Objects.toString(c.getNodeLabelExpression(), CommonNodeLabelsManager.NO_LABEL)
            .equals(Objects.toString(node.getPartition(), CommonNodeLabelsManager.NO_LABEL));
  }

  private static Map<ContainerId, RMContainer> opportunistic(
      SchedulerApplicationAttempt application) {
    Map<ContainerId, RMContainer> live = new HashMap<>();
    for (RMContainer c : application.getLiveContainers()) {
      if (c.getExecutionType() == ExecutionType.OPPORTUNISTIC
          && c.getState() == RMContainerState.RUNNING) {
        live.put(c.getContainerId(), c);
      }
    }
    return live;
  }

  private static ContainerView view(RMContainer c, ApplicationAttemptRecord record, long sinceMs) {
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
            ResourceCodec.vector(container.getResource()),
            expected == null ? UNKNOWN_RUN_MS : expected,
            sinceMs)
        .startedAt(sinceMs);
  }

  /**
   * Removes the answers to promotions requested here from the response.
   *
   * @return the promoted containers
   */
  public List<Container> takeAnswers(AllocateResponse response) {
    List<Container> promoted = new ArrayList<>();
    List<UpdatedContainer> others = new ArrayList<>();
    for (UpdatedContainer u : response.getUpdatedContainers()) {
      boolean requestedHere =
          u.getUpdateType() == ContainerUpdateType.PROMOTE_EXECUTION_TYPE
              && pending.answered(u.getContainer().getId());
      if (requestedHere) {
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
      ContainerId id = e.getUpdateContainerRequest().getContainerId();
      if (pending.answered(id)) {
        backOff.refused(id.toString(), clockMs.getAsLong());
      } else {
        errors.add(e);
      }
    }
    if (errors.size() < response.getUpdateErrors().size()) {
      response.setUpdateErrors(errors);
    }
    return promoted;
  }
}
