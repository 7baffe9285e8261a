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

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.ams.ApplicationMasterServiceUtils;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ResourceBlacklistRequest;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.metrics.OpportunisticSchedulerMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerEventType;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerUtils;
import org.apache.hadoop.yarn.server.scheduler.DistributedOpportunisticContainerAllocator;
import org.apache.hadoop.yarn.server.scheduler.OpportunisticContainerAllocator.ContainerIdGenerator;
import org.apache.hadoop.yarn.server.scheduler.OpportunisticContainerContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.guard.Guard;
import org.yarnext.mercury.MercuryConfiguration;
import org.yarnext.mercury.allocation.MercuryAllocator;
import org.yarnext.mercury.allocation.PlacementQuota;
import org.yarnext.mercury.allocation.Placer;
import org.yarnext.mercury.master.MasterRecord;
import org.yarnext.mercury.master.Masters;
import org.yarnext.mercury.policy.placement.RecentPlacements;
import org.yarnext.mercury.policy.placement.TopKPlacement;

/**
 * Places opportunistic containers in the ResourceManager where the coordinator's waits are least,
 * as stock's processor does by its own measure; what it makes are the same containers. Thread-safe;
 * calls for one application come one after the other.
 */
final class CentralPlacement {
  private static final Logger LOG = LoggerFactory.getLogger(CentralPlacement.class);

  private final RMContext context;
  private final CoordinatedNodes nodes;
  private final Placer placer;
  private final MercuryAllocator allocator;
  private final int expiryMs;
  private final Map<ApplicationAttemptId, OpportunisticContainerContext> books =
      new ConcurrentHashMap<>();

  private CentralPlacement(
      RMContext context,
      CoordinatedNodes nodes,
      Placer placer,
      MercuryAllocator allocator,
      int expiryMs) {
    this.context = context;
    this.placer = placer;
    this.nodes = nodes;
    this.allocator = allocator;
    this.expiryMs = expiryMs;
  }

  /** Null unless {@code yarn.mercury.placement.mode} is on. */
  static CentralPlacement make(
      RMContext context, Masters masters, MercuryConfiguration configuration, Configuration conf) {
    if (!configuration.placementMode().acts()) {
      return null;
    }
    CoordinatedNodes nodes = new CoordinatedNodes(context, configuration.defaultEstimateMs());
    Placer placer =
        new Placer(
            "ResourceManager",
            configuration.placementMode(),
            TopKPlacement.seeingAll(configuration.placementCandidates()),
            new RecentPlacements(Duration.ZERO),
            new Guard("mercury-placement", configuration.guard(), System::nanoTime));
    placer.journal().register();
    MercuryAllocator allocator =
        new MercuryAllocator(
            new DistributedOpportunisticContainerAllocator(
                context.getContainerTokenSecretManager(),
                conf.getInt(
                    YarnConfiguration.OPP_CONTAINER_MAX_ALLOCATIONS_PER_AM_HEARTBEAT,
                    YarnConfiguration.DEFAULT_OPP_CONTAINER_MAX_ALLOCATIONS_PER_AM_HEARTBEAT)),
            context.getContainerTokenSecretManager(),
            placer,
            (attempt, priority) -> {
              MasterRecord record = masters.find(attempt);
              return record == null ? null : record.expectedMs(priority);
            },
            PlacementQuota.NONE,
            nodes);
    LOG.info("Feature mercury places opportunistic containers in this ResourceManager");
    return new CentralPlacement(
        context,
        nodes,
        placer,
        allocator,
        conf.getInt(
            YarnConfiguration.RM_CONTAINER_ALLOC_EXPIRY_INTERVAL_MS,
            YarnConfiguration.DEFAULT_RM_CONTAINER_ALLOC_EXPIRY_INTERVAL_MS));
  }

  /** Whether the coordinator knows any node's wait. */
  boolean ready() {
    return !nodes.list().isEmpty();
  }

  /**
   * Places what is asked and what is still outstanding, and adds it to the answer.
   *
   * @param asks absolute, and only what changes
   */
  void place(
      ApplicationAttemptId attempt,
      ResourceBlacklistRequest blacklist,
      List<ResourceRequest> asks,
      AllocateResponse response)
      throws YarnException {
    SchedulerApplicationAttempt application =
        ((AbstractYarnScheduler<?, ?>) context.getScheduler()).getApplicationAttempt(attempt);
    if (application == null || !application.getApplicationAttemptId().equals(attempt)) {
      return;
    }
    OpportunisticContainerContext book = books.computeIfAbsent(attempt, a -> newBook(application));
    book.updateNodeList(nodes.list());
    for (ResourceRequest ask : asks) {
      if (ask.getNodeLabelExpression() == null) {
        ask.setNodeLabelExpression(application.getAppAMNodePartitionName());
      }
    }
    List<Container> placed =
        allocator.allocateContainers(
            blacklist,
            asks,
            attempt,
            book,
            ResourceManager.getClusterTimeStamp(),
            application.getUser());
    List<Container> known = new ArrayList<>(placed.size());
    for (Container c : placed) {
      RMContainer made = SchedulerUtils.createOpportunisticRmContainer(context, c, false);
      if (made != null) {
        made.handle(new RMContainerEvent(c.getId(), RMContainerEventType.ACQUIRED));
        known.add(c);
      }
    }
    if (!known.isEmpty()) {
      OpportunisticSchedulerMetrics.getMetrics().incrAllocatedOppContainers(known.size());
      application.updateNMTokens(known);
      ApplicationMasterServiceUtils.addToAllocatedContainers(response, known);
    }
  }

  private OpportunisticContainerContext newBook(SchedulerApplicationAttempt application) {
    OpportunisticContainerContext book = new OpportunisticContainerContext();
    book.getBlacklist().addAll(application.getAppSchedulingInfo().getBlackListCopy());
    book.setContainerIdGenerator(
        new ContainerIdGenerator() {
          @Override
          public long generateContainerId() {
            return application.getAppSchedulingInfo().getNewContainerId();
          }
        });
    book.updateAllocationParams(
        context.getScheduler().getMinimumResourceCapability(),
        context.getScheduler().getMaximumResourceCapability(),
        context.getScheduler().getMinimumResourceCapability(),
        expiryMs);
    return book;
  }

  /** The ResourceManager stops, or is active no more. */
  void close() {
    placer.close();
    books.clear();
  }

  /** Drops what is outstanding; it is asked elsewhere, or the attempt has ended. */
  void forget(ApplicationAttemptId attempt) {
    books.remove(attempt);
  }
}
