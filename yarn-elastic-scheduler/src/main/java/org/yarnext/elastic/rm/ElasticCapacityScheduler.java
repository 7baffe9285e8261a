// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm;

import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.SchedulingRequest;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.api.protocolrecords.NMContainerStatus;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerEventType;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Allocation;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ContainerUpdates;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Queue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplication;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CSQueue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.OpenCapacityScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.fica.FiCaSchedulerApp;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.fica.FiCaSchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.SchedulerEvent;
import org.apache.hadoop.yarn.util.resource.DefaultResourceCalculator;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.yarnext.common.records.ReservedAllocationTags;
import org.yarnext.elastic.ElasticConfiguration;
import org.yarnext.elastic.policy.timeline.queue.JobOrder;
import org.yarnext.elastic.policy.timeline.queue.QueueShare;
import org.yarnext.elastic.rm.attempt.ElasticCapacityAttempt;
import org.yarnext.elastic.rm.host.CapacityShareEstimator;
import org.yarnext.elastic.rm.host.ElasticHost;
import org.yarnext.elastic.rm.host.SchedulerRules;
import org.yarnext.elastic.rm.sizing.ElasticComponents;

/**
 * Hooks {@code yarn.resourcemanager.scheduler.class}: the CapacityScheduler, which also places
 * tasks with less memory than they request (YARN-ME section 3). With the feature off, or its
 * configuration refused, it is stock.
 */
public class ElasticCapacityScheduler extends OpenCapacityScheduler {
  private final ElasticHost host;
  private final ElasticPlugin plugin;

  public ElasticCapacityScheduler() {
    this(ElasticHost.DAEMON);
  }

  /**
   * Creates a scheduler.
   *
   * @param host the environment in which it runs; not null
   */
  public ElasticCapacityScheduler(ElasticHost host) {
    this.host = host;
    this.plugin = new ElasticPlugin(host);
  }

  /** Creates the replaceable components; called once, when the scheduler is initialised. */
  protected ElasticComponents components(ElasticConfiguration configuration) {
    return ElasticComponents.configured(
        configuration, rules(), !getConfiguration().getScheduleAynschronously(), host);
  }

  /** Returns the rules for the timeline; call it once the scheduler is initialised. */
  SchedulerRules rules() {
    boolean countsVcores = !(getResourceCalculator() instanceof DefaultResourceCalculator);
    return new SchedulerRules(JobOrder.FIFO, 1, countsVcores, ElasticCapacityScheduler::shares);
  }

  private static Function<Queue, QueueShare> shares() {
    CapacityShareEstimator shares = new CapacityShareEstimator();
    return queue -> shares.of((CSQueue) queue);
  }

  @Override
  public void serviceInit(Configuration conf) throws Exception {
    super.serviceInit(conf);
    plugin.init(
        conf,
        this,
        (smaller, bigger) -> Resources.fitsIn(getResourceCalculator(), smaller, bigger),
        this::components,
        ElasticConfiguration.refusalOnCapacityScheduler(getConfiguration()));
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
  public void handle(SchedulerEvent event) {
    plugin.handling();
    super.handle(event);
    plugin.handled(event);
  }

  @Override
  protected FiCaSchedulerApp newAttempt(
      ApplicationAttemptId id,
      SchedulerApplication<FiCaSchedulerApp> application,
      boolean recovering) {
    return plugin.attempt(
        sizer -> {
          CSQueue queue = (CSQueue) application.getQueue();
          return new ElasticCapacityAttempt(
              id,
              application.getUser(),
              queue,
              queue.getAbstractUsersManager(),
              rmContext,
              application.getPriority(),
              recovering,
              activitiesManager,
              sizer,
              plugin.reservations(),
              plugin::finishOrder);
        });
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
    ReservedAllocationTags.removeFrom(constrained);
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

  @Override
  public boolean attemptAllocationOnNode(
      SchedulerApplicationAttempt attempt, SchedulingRequest constrained, SchedulerNode node) {
    ReservedAllocationTags.removeFrom(constrained);
    return super.attemptAllocationOnNode(attempt, constrained, node);
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
  protected boolean offersReserved() {
    return plugin.reserves();
  }

  @Override
  protected boolean isSkipped(FiCaSchedulerNode node) {
    return plugin.reservations().walks().isSkipped(node);
  }

  @Override
  protected void offered() {
    plugin.reservations().walks().ended();
  }

  @Override
  protected void offerReserved(FiCaSchedulerNode node, Runnable walk) {
    plugin.reservations().offer(node, walk);
  }

  @Override
  protected void reservationEnded(
      RMContainer reservation, FiCaSchedulerApp attempt, Runnable place) {
    if (attempt instanceof ElasticCapacityAttempt
        && ((ElasticCapacityAttempt) attempt).gaveUp(reservation)) {
      try {
        place.run();
      } catch (Throwable t) { // an exception would end the scheduler's thread
        plugin.sizer().failed(t);
      }
    }
  }

  /** Returns the hooks of the feature, which own its live settings. */
  ElasticPlugin plugin() {
    return plugin;
  }

  /** Returns the elastic module; null while this scheduler behaves as stock. */
  ElasticModule module() {
    return plugin.module();
  }
}
