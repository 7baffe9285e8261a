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

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.SchedulingRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.NMContainerStatus;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerEventType;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ActiveUsersManager;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Allocation;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ContainerUpdates;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Queue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.SchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FSAppAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FSLeafQueue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FSSchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.OpenFairScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.policies.FifoPolicy;
import org.apache.hadoop.yarn.util.resource.ResourceCalculator;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.yarnext.elastic.policy.timeline.JobOrder;
import org.yarnext.elastic.policy.timeline.QueueShare;

/**
 * Hooks {@code yarn.resourcemanager.scheduler.class}: the FairScheduler, which also places tasks
 * with less memory than they ask for (YARN-ME section 3). With the feature off, or its
 * configuration refused, it is stock.
 */
public class ElasticFairScheduler extends OpenFairScheduler {
  private final ElasticHost host;
  private final ElasticSetUp setUp;

  public ElasticFairScheduler() {
    this(ElasticHost.DAEMON);
  }

  /**
   * @param host where it runs; not null
   */
  public ElasticFairScheduler(ElasticHost host) {
    this.host = host;
    this.setUp = new ElasticSetUp(host);
  }

  /** Who decides; called once, when the scheduler is initialised. */
  ElasticParts parts() {
    return new ProfileParts(this, rules(), true, host);
  }

  /** What the timeline goes by; once the scheduler is initialised. */
  SchedulerRules rules() {
    return new SchedulerRules(
        JobOrder.FAIR, getConf().getReservableNodes(), true, ElasticFairScheduler::share);
  }

  /** The queue's fair share beside those that are active now, and its jobs' order. */
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
    setUp.init(conf, this, Resources::fitsIn, parts(), null);
  }

  @Override
  public void reinitialize(Configuration conf, RMContext context) throws IOException {
    super.reinitialize(conf, context);
    setUp.refresh(conf, context == null ? rmContext : context);
  }

  @Override
  public void serviceStart() throws Exception {
    super.serviceStart();
    setUp.start();
  }

  @Override
  public void serviceStop() throws Exception {
    setUp.stop();
    super.serviceStop();
  }

  @Override
  protected FSAppAttempt newAttempt(
      ApplicationAttemptId id, String user, FSLeafQueue queue, ActiveUsersManager users) {
    return setUp.attempt(
        undersizing ->
            new ElasticFairAttempt(
                this, id, user, queue, users, rmContext, undersizing, setUp.reserving()));
  }

  @Override
  protected boolean offersReserved() {
    return setUp.reserving() != null;
  }

  @Override
  public void update() {
    super.update();
    setUp.changed(); // who is starved or has demand is known from here
  }

  @Override
  protected boolean isSpared(FSSchedulerNode node) {
    return setUp.reserving().walks().isSpared(node);
  }

  @Override
  protected void offered() {
    setUp.reserving().walks().ended();
  }

  @Override
  protected void offerReserved(FSSchedulerNode node, Runnable walk) {
    setUp.reserving().offer(node, walk);
  }

  /** Asked last before an attempt reserves a node, which it cannot be kept from otherwise. */
  @Override
  public boolean isAtLeastReservationThreshold(ResourceCalculator calculator, Resource size) {
    return super.isAtLeastReservationThreshold(calculator, size)
        && AttemptReserving.mayReserveNow(size);
  }

  @Override
  public void completedContainer(
      RMContainer container, ContainerStatus status, RMContainerEventType event) {
    setUp.completed(container, status);
    super.completedContainer(container, status, event);
    setUp.ended();
  }

  @Override
  public Allocation allocate(
      ApplicationAttemptId id,
      List<ResourceRequest> asks,
      List<SchedulingRequest> constrained,
      List<ContainerId> releases,
      List<String> blacklist,
      List<String> unblacklist,
      ContainerUpdates updates) {
    Allocation answer =
        super.allocate(id, asks, constrained, releases, blacklist, unblacklist, updates);
    setUp.asked(
        getApplicationAttempt(id), updates, asks, constrained, releases, blacklist, unblacklist);
    return answer;
  }

  @Override
  public void recoverContainersOnNode(List<NMContainerStatus> containers, RMNode node) {
    setUp.found(containers, node.getNodeID());
    super.recoverContainersOnNode(containers, node);
  }

  @Override
  public void handle(SchedulerEvent event) {
    setUp.handling();
    super.handle(event);
    setUp.handled(event);
  }

  /** Null if reservations are stock's. */
  Reserving reserving() {
    return setUp.reserving();
  }

  /** Null if this is stock. */
  Undersizing undersizing() {
    return setUp.undersizing();
  }
}
