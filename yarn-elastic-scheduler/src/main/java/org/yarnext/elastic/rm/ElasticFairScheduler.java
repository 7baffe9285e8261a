// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.SchedulingRequest;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.api.protocolrecords.NMContainerStatus;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerEventType;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ActiveUsersManager;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Allocation;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ContainerUpdates;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Queue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplication;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.SchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FSAppAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FSLeafQueue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FSSchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.OpenFairScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.policies.FifoPolicy;
import org.apache.hadoop.yarn.util.resource.ResourceCalculator;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.yarnext.elastic.ElasticConfiguration;
import org.yarnext.elastic.policy.timeline.queue.JobOrder;
import org.yarnext.elastic.policy.timeline.queue.QueueShare;
import org.yarnext.elastic.rm.attempt.ElasticAttempt;
import org.yarnext.elastic.rm.attempt.ElasticFairAttempt;
import org.yarnext.elastic.rm.host.ElasticHost;
import org.yarnext.elastic.rm.host.SchedulerRules;
import org.yarnext.elastic.rm.job.ElasticAttemptView;
import org.yarnext.elastic.rm.reservation.ReservedNodeOffer;
import org.yarnext.elastic.rm.sizing.ElasticComponents;
import org.yarnext.elastic.rm.sizing.PlacementContext;

/**
 * Hooks {@code yarn.resourcemanager.scheduler.class}: the FairScheduler, which also places tasks
 * with less memory than they request (YARN-ME section 3). With the feature off, or its
 * configuration refused, it is stock.
 */
public class ElasticFairScheduler extends OpenFairScheduler {
  private final ElasticHost host;
  private final ElasticPlugin plugin;

  public ElasticFairScheduler() {
    this(ElasticHost.DAEMON);
  }

  /**
   * Creates a scheduler.
   *
   * @param host the environment in which it runs; not null
   */
  public ElasticFairScheduler(ElasticHost host) {
    this.host = host;
    this.plugin = new ElasticPlugin(host);
  }

  /** Creates the replaceable components; called once, when the scheduler is initialised. */
  protected ElasticComponents components(ElasticConfiguration configuration) {
    return ElasticComponents.configured(configuration, rules(), true, host);
  }

  /** Returns the rules for the timeline; call it once the scheduler is initialised. */
  SchedulerRules rules() {
    return new SchedulerRules(
        JobOrder.FAIR, getConf().getReservableNodes(), true, () -> ElasticFairScheduler::share);
  }

  /** Returns the queue's fair share among the active queues, and its jobs' order. */
  private static QueueShare share(Queue queue) {
    FSLeafQueue leaf = (FSLeafQueue) queue;
    return new QueueShare(
        leaf.getQueueName(),
        leaf.getFairShare().getMemorySize(),
        leaf.getPolicy() instanceof FifoPolicy ? JobOrder.FIFO : JobOrder.FAIR);
  }

  @Override
  public void serviceInit(Configuration conf) throws Exception {
    super.serviceInit(conf);
    plugin.init(conf, this, Resources::fitsIn, this::components, null);
    plugin.serve(rmContext);
  }

  @Override
  public void reinitialize(Configuration conf, RMContext context) throws IOException {
    super.reinitialize(conf, context);
    plugin.refresh(conf, context == null ? rmContext : context);
  }

  @Override
  public void serviceStart() throws Exception {
    super.serviceStart();
    plugin.start();
  }

  @Override
  public void serviceStop() throws Exception {
    plugin.stop();
    super.serviceStop();
  }

  @Override
  protected FSAppAttempt newAttempt(
      ApplicationAttemptId id, String user, FSLeafQueue queue, ActiveUsersManager users) {
    return plugin.attempt(
        sizer ->
            new ElasticFairAttempt(
                this,
                id,
                user,
                queue,
                users,
                rmContext,
                sizer,
                plugin.reservations(),
                plugin::finishOrder));
  }

  @Override
  protected boolean offersReserved() {
    return plugin.reserves();
  }

  /** Updates the demand of jobs; jobs are offered nodes only while the last update found demand. */
  @Override
  public void update() {
    if (!plugin.reserves()) {
      super.update();
      return;
    }
    writeLock.lock(); // no placement between the two checks
    try {
      List<FSAppAttempt> idle = withoutDemand();
      super.update();
      if (idle.stream().anyMatch(ElasticFairScheduler::hasDemand)) {
        plugin.changed();
      }
      plugin.reservations().walks().sharesChanged();
      plugin.reservations().rejectionState().changed();
    } finally {
      writeLock.unlock();
    }
  }

  private List<FSAppAttempt> withoutDemand() {
    List<FSAppAttempt> idle = new ArrayList<>();
    for (SchedulerApplication<FSAppAttempt> application : applications.values()) {
      FSAppAttempt attempt = application.getCurrentAppAttempt();
      if (attempt != null && !hasDemand(attempt)) {
        idle.add(attempt);
      }
    }
    return idle;
  }

  private static boolean hasDemand(FSAppAttempt attempt) {
    return !attempt.getDemand().equals(attempt.getResourceUsage());
  }

  @Override
  protected boolean isSkipped(FSSchedulerNode node) {
    return plugin.reservations().walks().isSkipped(node);
  }

  @Override
  protected long rejectionState(FSSchedulerNode node) {
    return plugin.sizer().isNonReporting(node)
        ? -1
        : plugin.reservations().rejectionState().at(node, plugin.sizer().eventNanos());
  }

  @Override
  protected boolean remembersRejections() {
    return plugin.reservations().walks().isPlainWaiting();
  }

  @Override
  protected void recordSkipped() {
    plugin.reservations().walks().recordSkipped();
  }

  @Override
  protected double usedDisk(FSSchedulerNode node) {
    try {
      return plugin.reservations().rejectionState().usedDisk(node);
    } catch (Throwable t) {
      plugin.sizer().failed(t);
      return -1;
    }
  }

  @Override
  protected void offered() {
    plugin.reservations().walks().ended();
  }

  @Override
  protected void offerReserved(FSSchedulerNode node, Runnable walk) {
    plugin.reservations().offer(node, walk);
  }

  /**
   * Stock checks this last before an attempt reserves a node, which cannot be prevented otherwise.
   */
  @Override
  public boolean isAtLeastReservationThreshold(ResourceCalculator calculator, Resource size) {
    return super.isAtLeastReservationThreshold(calculator, size) && mayReserveNow(size);
  }

  @Override
  public void completedContainer(
      RMContainer container, ContainerStatus status, RMContainerEventType event) {
    plugin.completed(container, status);
    super.completedContainer(container, status, event);
    plugin.ended(container);
  }

  @Override
  public Allocation allocate(
      ApplicationAttemptId id,
      List<ResourceRequest> requests,
      List<SchedulingRequest> constrained,
      List<ContainerId> releases,
      List<String> blacklist,
      List<String> unblacklist,
      ContainerUpdates updates) {
    plugin.requestsStated(getApplicationAttempt(id), requests);
    Allocation answer =
        super.allocate(id, requests, constrained, releases, blacklist, unblacklist, updates);
    plugin.answered(
        getApplicationAttempt(id),
        updates,
        constrained,
        requests,
        releases,
        blacklist,
        unblacklist);
    return answer;
  }

  /** Moves a job to a queue that may have room for it at once. */
  @Override
  public String moveApplication(ApplicationId application, String queue) throws YarnException {
    String moved = super.moveApplication(application, queue);
    plugin.changed();
    return moved;
  }

  @Override
  public void recoverContainersOnNode(List<NMContainerStatus> containers, RMNode node) {
    plugin.found(containers, node.getNodeID());
    super.recoverContainersOnNode(containers, node);
  }

  @Override
  public void handle(SchedulerEvent event) {
    plugin.handling();
    super.handle(event);
    plugin.handled(event);
  }

  /** Returns the hooks of the feature, which own its live settings. */
  ElasticPlugin plugin() {
    return plugin;
  }

  /** Returns the elastic module; null while this scheduler behaves as stock. */
  ElasticModule module() {
    return plugin.module();
  }

  /**
   * Returns whether stock may reserve a node for the request that this thread is placing, of any
   * attempt. It never may with less than the requested size, in case the room for that size was
   * taken meanwhile.
   *
   * @param size size of the reservation
   */
  private static boolean mayReserveNow(Resource size) {
    PlacementContext placing = PlacementContext.current();
    if (placing == null || placing.latest() == null) {
      return ReservedNodeOffer.current() == null;
    }
    return !placing.isGranted(placing.latest(), size)
        && ((ElasticAttempt) ElasticAttemptView.of(placing.attempt()))
            .reservations()
            .mayReserve(placing.latest());
  }
}
