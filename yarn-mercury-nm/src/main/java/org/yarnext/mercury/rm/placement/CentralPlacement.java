// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.rm.placement;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.ams.ApplicationMasterServiceUtils;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.ResourceBlacklistRequest;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.metrics.OpportunisticSchedulerMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerEventType;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerUtils;
import org.apache.hadoop.yarn.server.scheduler.DistributedOpportunisticContainerAllocator;
import org.apache.hadoop.yarn.server.scheduler.OpportunisticContainerContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.guard.Guard;
import org.yarnext.mercury.MercuryConfiguration;
import org.yarnext.mercury.allocation.MercuryAllocator;
import org.yarnext.mercury.allocation.PlacementQuota;
import org.yarnext.mercury.allocation.PlacementService;
import org.yarnext.mercury.allocation.RunTimeSource;
import org.yarnext.mercury.application.ApplicationAttemptRecord;
import org.yarnext.mercury.application.AttemptRegistry;
import org.yarnext.mercury.application.RequestCodec;
import org.yarnext.mercury.policy.placement.TopKPlacement;
import org.yarnext.mercury.policy.placement.ranking.NodeRankingCache;
import org.yarnext.mercury.rm.scheduler.ActiveScheduler;

/**
 * Places opportunistic containers in the ResourceManager where the coordinator's waits are
 * shortest. Stock's processor places the same containers by its own measure. In shadow mode stock
 * places, and only the decision is made here. Thread-safe; calls for one application are
 * sequential.
 */
public final class CentralPlacement {
  private static final Logger LOG = LoggerFactory.getLogger(CentralPlacement.class);

  private final RMContext context;
  private final ClusterRankingSource source;
  private final OpportunisticContextRegistry contexts;
  private final PlacementService placer;
  private final MercuryAllocator allocator;

  /**
   * Creates the placement.
   *
   * @param rankings gives the coordinator's nodes; null while there is no coordinator
   */
  public CentralPlacement(
      RMContext context,
      Supplier<NodeRankingCache> rankings,
      AttemptRegistry masters,
      MercuryConfiguration configuration,
      Configuration conf) {
    this.context = context;
    source =
        new ClusterRankingSource(
            rankings,
            () -> context.getScheduler().getMinimumResourceCapability(),
            masters.policies().typical(),
            configuration.defaultEstimateMs(),
            attempt -> user(context, attempt));
    contexts =
        new OpportunisticContextRegistry(
            context,
            source,
            conf.getInt(
                YarnConfiguration.RM_CONTAINER_ALLOC_EXPIRY_INTERVAL_MS,
                YarnConfiguration.DEFAULT_RM_CONTAINER_ALLOC_EXPIRY_INTERVAL_MS));
    placer =
        new PlacementService(
            "ResourceManager",
            configuration::placementMode,
            TopKPlacement.withAllNodes(),
            source,
            configuration.newDemandTracker(),
            new Guard("mercury-placement", configuration.guard(), System::nanoTime));
    placer.metrics().register(conf);
    allocator =
        new MercuryAllocator(
            new DistributedOpportunisticContainerAllocator(
                context.getContainerTokenSecretManager(),
                conf.getInt(
                    YarnConfiguration.OPP_CONTAINER_MAX_ALLOCATIONS_PER_AM_HEARTBEAT,
                    YarnConfiguration.DEFAULT_OPP_CONTAINER_MAX_ALLOCATIONS_PER_AM_HEARTBEAT)),
            context.getContainerTokenSecretManager(),
            placer,
            runTimes(masters),
            PlacementQuota.NONE);
    masters
        .policies()
        .nodes(size -> !configuration.placementMode().decides() || source.hasNodeFor(size));
    LOG.info(
        "Feature mercury's placement in this ResourceManager is {}", configuration.placementMode());
  }

  private static String user(RMContext context, ApplicationAttemptId attempt) {
    RMApp app = context.getRMApps().get(attempt.getApplicationId());
    return app == null || app.getUser() == null ? "" : app.getUser();
  }

  private static RunTimeSource runTimes(AttemptRegistry masters) {
    return new RunTimeSource() {
      @Override
      public Long runMs(ApplicationAttemptId attempt, int priority) {
        ApplicationAttemptRecord record = masters.find(attempt);
        return record == null ? null : record.expectedMs(priority);
      }

      @Override
      public Set<String> queueTags(ApplicationAttemptId attempt) {
        ApplicationAttemptRecord record = masters.find(attempt);
        return record == null ? Collections.emptySet() : record.queueTags();
      }
    };
  }

  /** Returns whether the coordinator knows the wait of any node. */
  public boolean ready() {
    return !source.ranking().isEmpty();
  }

  /**
   * Prepares an attempt whose master has registered, so that stock's processor costs its calls less
   * even if they request nothing opportunistic.
   */
  public void registered(ApplicationAttemptId attempt) {
    SchedulerApplicationAttempt application = ActiveScheduler.current(context, attempt);
    if (application != null) {
      OpportunisticContextRegistry.deferNodes(application);
    }
  }

  /** Returns whether requests of an attempt wait here, so that each call has to place them. */
  public boolean hasWaiting(ApplicationAttemptId attempt) {
    return contexts.hasContext(attempt);
  }

  /**
   * Places new and outstanding requests and adds the containers to the response.
   *
   * @param requests absolute counts, changed ones only
   * @param made empty; receives the containers that the scheduler knows, even if this throws
   * @return false if a container was placed on a node that has just left, and must be requested
   *     again
   */
  public boolean place(
      ApplicationAttemptId attempt,
      ResourceBlacklistRequest blacklist,
      List<ResourceRequest> requests,
      AllocateResponse response,
      List<Container> made)
      throws YarnException {
    SchedulerApplicationAttempt application = ActiveScheduler.current(context, attempt);
    if (application == null) {
      return true;
    }
    OpportunisticContextRegistry.deferNodes(application);
    OpportunisticContainerContext outstanding = contexts.open(application, requests);
    if (outstanding == null) {
      return true;
    }
    for (ResourceRequest request : requests) {
      OpportunisticContextRegistry.label(request, application);
    }
    List<Container> placed =
        allocator.allocateContainers(
            blacklist,
            requests,
            attempt,
            outstanding,
            ResourceManager.getClusterTimeStamp(),
            application.getUser());
    contexts.close(attempt, outstanding);
    for (Container c : placed) {
      RMContainer known = SchedulerUtils.createOpportunisticRmContainer(context, c, false);
      if (known != null) {
        made.add(c);
        OpportunisticSchedulerMetrics.getMetrics().incrAllocatedOppContainers(1);
        known.handle(new RMContainerEvent(c.getId(), RMContainerEventType.ACQUIRED));
      } else {
        allocator.undelivered(c);
      }
    }
    if (!made.isEmpty()) {
      application.updateNMTokens(made);
      // Pass a copy: the containers already in the response are added to the list.
      ApplicationMasterServiceUtils.addToAllocatedContainers(response, new ArrayList<>(made));
    }
    return made.size() == placed.size();
  }

  /**
   * Releases the containers that {@link #place} created in a call that failed later: the
   * application never receives them, and the node would reserve their resources until they expire.
   */
  public void takeBack(ApplicationAttemptId attempt, List<Container> made) {
    AbstractYarnScheduler<?, ?> scheduler = ActiveScheduler.of(context);
    for (Container c : made) {
      scheduler.completedContainer(
          scheduler.getRMContainer(c.getId()),
          SchedulerUtils.createAbnormalContainerStatus(
              c.getId(), SchedulerUtils.RELEASED_CONTAINER),
          RMContainerEventType.RELEASED);
      allocator.undelivered(c);
    }
    LOG.debug(
        "Released {} opportunistic containers of a call that failed: {}", made.size(), attempt);
  }

  /**
   * Returns copies of the opportunistic requests to stock; copies, since stock keeps and lowers its
   * own.
   */
  public static List<ResourceRequest> opportunistic(List<ResourceRequest> requests) {
    List<ResourceRequest> copies = new ArrayList<>();
    for (ResourceRequest request : requests) {
      if (RequestCodec.isOpportunistic(request)) {
        copies.add(ResourceRequest.clone(request));
      }
    }
    return copies;
  }

  /**
   * Decides, after stock has served a call, where its outstanding requests would have been placed.
   *
   * @param requests result of {@link #opportunistic} before the call
   */
  public void follow(
      ApplicationAttemptId attempt,
      ResourceBlacklistRequest blacklist,
      List<ResourceRequest> requests,
      AllocateResponse response) {
    SchedulerApplicationAttempt application = ActiveScheduler.current(context, attempt);
    if (application == null) {
      return;
    }
    requests.forEach(request -> OpportunisticContextRegistry.label(request, application));
    OpportunisticContainerContext outstanding = contexts.open(application, requests);
    if (outstanding != null) {
      allocator.note(blacklist, requests, attempt, outstanding);
      if (ready()) {
        allocator.consider(attempt, outstanding);
      }
    }
    for (Container c : response.getAllocatedContainers()) {
      if (c.getExecutionType() == ExecutionType.OPPORTUNISTIC) {
        allocator.placedByStock(c, attempt, outstanding);
      }
    }
    if (outstanding != null) {
      contexts.close(attempt, outstanding);
    }
  }

  /** Drops the outstanding requests, because they are sent elsewhere or the attempt has ended. */
  public void forget(ApplicationAttemptId attempt) {
    contexts.forget(attempt);
    allocator.forget(attempt);
  }

  /** Drops what attempts left that were ended by others during one of their calls. */
  public void forgetEnded(Predicate<ApplicationAttemptId> ended) {
    contexts.forgetEnded(ended);
    source.forgetEnded(ended);
  }

  /**
   * Records that a node has reported the end of a container.
   *
   * @param placement null if there is none, so that it has placed no container
   */
  public static void hasRun(CentralPlacement placement, ContainerId container) {
    if (placement != null) {
      placement.source.hasRun(container);
    }
  }

  /** Closes the placement when the ResourceManager stops or becomes standby. */
  public void close() {
    placer.close();
    contexts.clear();
  }
}
