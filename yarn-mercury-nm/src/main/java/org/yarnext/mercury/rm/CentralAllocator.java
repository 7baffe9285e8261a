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
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.scheduler.DistributedOpportunisticContainerAllocator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.guard.Guard;
import org.yarnext.mercury.MercuryConfiguration;
import org.yarnext.mercury.allocation.MercuryAllocator;
import org.yarnext.mercury.allocation.PlacementQuota;
import org.yarnext.mercury.allocation.Placer;
import org.yarnext.mercury.allocation.RunTimeSource;
import org.yarnext.mercury.master.MasterRecord;
import org.yarnext.mercury.master.Masters;
import org.yarnext.mercury.policy.placement.RecentPlacements;
import org.yarnext.mercury.policy.placement.TopKPlacement;

/** Decides on placements in one active ResourceManager, be they made or not. Thread-safe. */
final class CentralAllocator {
  private static final Logger LOG = LoggerFactory.getLogger(CentralAllocator.class);

  private final RMContext context;
  private final CoordinatedNodes nodes;
  final PlacementBooks books;
  final MercuryAllocator allocator;
  private final Placer placer;

  CentralAllocator(
      RMContext context, Masters masters, MercuryConfiguration configuration, Configuration conf) {
    this.context = context;
    nodes =
        new CoordinatedNodes(
            context,
            () -> MercuryCoordinator.waits(context),
            masters.typical(),
            configuration.defaultEstimateMs(),
            configuration.fixedCeiling());
    books =
        new PlacementBooks(
            context,
            nodes,
            conf.getInt(
                YarnConfiguration.RM_CONTAINER_ALLOC_EXPIRY_INTERVAL_MS,
                YarnConfiguration.DEFAULT_RM_CONTAINER_ALLOC_EXPIRY_INTERVAL_MS));
    placer =
        new Placer(
            "ResourceManager",
            configuration.placementMode(),
            TopKPlacement.seeingAll(configuration.placementCandidates()),
            new RecentPlacements(Duration.ZERO),
            configuration.newAskTurns(),
            new Guard("mercury-placement", configuration.guard(), System::nanoTime));
    placer.journal().register(conf);
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
            PlacementQuota.NONE,
            nodes);
    masters.nodes(nodes::haveRoomFor);
    MercuryCoordinator.afterRounds(
        context,
        () -> masters.guard().runInline("mercury.placement.list", nodes::ranked, nodes::forget));
    LOG.info(
        "Feature mercury's placement in this ResourceManager is {}", configuration.placementMode());
  }

  private static RunTimeSource runTimes(Masters masters) {
    return new RunTimeSource() {
      @Override
      public Long runMs(ApplicationAttemptId attempt, int priority) {
        MasterRecord record = masters.find(attempt);
        return record == null ? null : record.expectedMs(priority);
      }

      @Override
      public boolean acceptsClaims(ApplicationAttemptId attempt) {
        MasterRecord record = masters.find(attempt);
        return record != null && record.acceptsClaims();
      }
    };
  }

  /** Whether the coordinator knows any node's wait. */
  boolean ready() {
    return !nodes.byHost().isEmpty();
  }

  /** The ResourceManager stops, or is active no more. */
  void close() {
    MercuryCoordinator.afterRounds(context, null);
    placer.close();
    books.clear();
  }
}
