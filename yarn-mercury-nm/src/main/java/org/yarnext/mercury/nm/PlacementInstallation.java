// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm;

import java.util.Collections;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.apache.hadoop.yarn.server.nodemanager.NodeManager.NMContext;
import org.apache.hadoop.yarn.server.scheduler.OpportunisticContainerAllocator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.conf.reload.LiveConfiguration;
import org.yarnext.common.guard.Guard;
import org.yarnext.mercury.MercuryConfiguration;
import org.yarnext.mercury.allocation.DelegatingAllocator;
import org.yarnext.mercury.allocation.ListRankingSource;
import org.yarnext.mercury.allocation.MercuryAllocator;
import org.yarnext.mercury.allocation.PlacementService;
import org.yarnext.mercury.allocation.QuotaAllocator;
import org.yarnext.mercury.allocation.RunTimeSource;
import org.yarnext.mercury.application.ApplicationAttemptRecord;
import org.yarnext.mercury.application.AttemptRegistry;
import org.yarnext.mercury.nm.store.RunTimeEstimateCache;
import org.yarnext.mercury.policy.placement.TopKPlacement;
import org.yarnext.mercury.policy.placement.UnmetDemandTracker;
import org.yarnext.mercury.policy.placement.ranking.RecentPlacements;

/**
 * Installs Mercury's placement in one NodeManager, and its quotas for stock's placement, and
 * removes both again. Each follows its own mode, independent of the queue's.
 */
final class PlacementInstallation {
  private static final Logger LOG = LoggerFactory.getLogger(PlacementInstallation.class);

  private NMContext context;
  private MercuryConfiguration configuration;
  private LiveConfiguration.Listener follower;
  private AttemptRegistry masters;
  private OpportunisticContainerAllocator stock;
  private PlacementService placer;
  private volatile RunTimeEstimateCache estimates;
  private volatile boolean undone;

  /**
   * Keeps stock's distributed scheduler, if there is one, from failing on requests of masters built
   * on Hadoop before 2.9. Applies in every mode and whether or not the configuration is valid.
   */
  void serveOldMasters(Configuration conf, Context nmContext) {
    if (YarnConfiguration.isDistSchedulingEnabled(conf)) {
      take(nmContext);
      context.setQueueableContainerAllocator(
          new DelegatingAllocator(stock, context.getContainerTokenSecretManager()));
    }
  }

  private void take(Context nmContext) {
    if (context == null) {
      context = (NMContext) nmContext;
      stock = context.getContainerAllocator();
    }
  }

  /**
   * Installs placement, and quotas where stock places; both follow their modes. Without distributed
   * scheduling nothing is placed here, and nothing is installed while both modes are off. Must run
   * before the NodeManager recovers: a recovered application takes the allocator it finds then and
   * keeps it.
   */
  void install(MercuryConfiguration read, Configuration conf, Context nmContext) {
    boolean isUsed = YarnConfiguration.isDistSchedulingEnabled(conf);
    if (!isUsed && !read.placementMode().decides() && !read.hybridMode().acts()) {
      return;
    }
    configuration = read;
    take(nmContext);
    masters = AttemptRegistry.of(context, conf, "NodeManager");
    placer =
        new PlacementService(
            "NodeManager",
            read::placementMode,
            new TopKPlacement(read.placementCandidates()),
            new ListRankingSource(new RecentPlacements(read.placementExpiry())),
            // A NodeManager does not see the demand of other applications.
            new UnmetDemandTracker(UnmetDemandTracker.NO_BOUND, 0, 0),
            new Guard("mercury-placement", read.guard(), System::nanoTime));
    OpportunisticContainerAllocator bounded =
        new QuotaAllocator(
            stock,
            context.getContainerTokenSecretManager(),
            () -> !undone && (read.placementMode().acts() || read.hybridMode().acts()),
            this::room,
            masters.guard());
    context.setQueueableContainerAllocator(
        new MercuryAllocator(
            bounded, context.getContainerTokenSecretManager(), placer, runTimes(), this::room));
    follower = (old, now) -> announce(conf);
    read.live().addListener(follower);
    announce(conf);
  }

  private void announce(Configuration conf) {
    if (configuration.placementMode().decides()) {
      placer.metrics().register(conf);
      LOG.info("Mercury's placement is {} on this NodeManager", configuration.placementMode());
    }
  }

  /** Sets the source of run times for containers' tokens; without it, tokens are as stock's. */
  void learnFrom(RunTimeEstimateCache learntHere) {
    estimates = learntHere;
  }

  private int room(ApplicationAttemptId attempt) {
    ApplicationAttemptRecord record = undone ? null : masters.find(attempt);
    return record == null ? Integer.MAX_VALUE : record.room();
  }

  private RunTimeSource runTimes() {
    return new RunTimeSource() {
      @Override
      public Long runMs(ApplicationAttemptId attempt, int priority) {
        return expectedMs(attempt, priority);
      }

      @Override
      public Set<String> queueTags(ApplicationAttemptId attempt) {
        ApplicationAttemptRecord record = masters.find(attempt);
        return record == null ? Collections.emptySet() : record.queueTags();
      }
    };
  }

  /** Returns the run time learnt by the application's side from all nodes, else this node's own. */
  private Long expectedMs(ApplicationAttemptId attempt, int priority) {
    ApplicationAttemptRecord record = masters.find(attempt);
    Long reported = record == null ? null : record.expectedMs(priority);
    return reported == null ? learntMs(attempt.getApplicationId().toString(), priority) : reported;
  }

  private Long learntMs(String application, int priority) {
    RunTimeEstimateCache known = estimates;
    return known == null ? null : known.learntMs(application, priority);
  }

  /** Restores the stock allocator, also for applications that hold Mercury's. */
  void undo() {
    undone = true;
    if (placer != null) {
      configuration.live().removeListener(follower);
      placer.close();
    }
    if (context != null) {
      context.setQueueableContainerAllocator(stock);
    }
  }
}
