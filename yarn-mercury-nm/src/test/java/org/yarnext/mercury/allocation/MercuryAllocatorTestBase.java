// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.allocation;

import static org.junit.Assert.assertArrayEquals;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.Token;
import org.apache.hadoop.yarn.security.ContainerTokenIdentifier;
import org.apache.hadoop.yarn.server.nodemanager.security.NMContainerTokenSecretManager;
import org.apache.hadoop.yarn.server.scheduler.DistributedOpportunisticContainerAllocator;
import org.apache.hadoop.yarn.server.scheduler.OpportunisticContainerAllocator;
import org.apache.hadoop.yarn.server.utils.BuilderUtils;
import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.Level;
import org.apache.log4j.spi.LoggingEvent;
import org.junit.After;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.guard.Guard;
import org.yarnext.common.guard.GuardSettings;
import org.yarnext.common.testing.FakeClock;
import org.yarnext.mercury.policy.placement.PlacementPolicy;
import org.yarnext.mercury.policy.placement.TopKPlacement;
import org.yarnext.mercury.policy.placement.UnmetDemandTracker;
import org.yarnext.mercury.policy.placement.ranking.RecentPlacements;

/** Allocators, ours and stock, over the same nodes and secrets. */
abstract class MercuryAllocatorTestBase {
  static final String ANY = ResourceRequest.ANY;

  /** A deadline that a busy machine does not miss. */
  static final Duration PATIENT = Duration.ofSeconds(10);

  final FakeClock clock = new FakeClock();
  final NMContainerTokenSecretManager secrets = PlacedApplication.secrets();
  final List<PlacementService> placers = new ArrayList<>();
  RecentPlacements recent;
  PlacementService placer;

  @After
  public void close() {
    placers.forEach(PlacementService::close);
  }

  MercuryAllocator allocator(FeatureMode mode, PlacementPolicy policy, Long runMs, int quota) {
    return allocator(
        mode, policy, (attempt, priority) -> runMs, attempt -> quota, stock(-1), PATIENT);
  }

  MercuryAllocator allocator(
      FeatureMode mode,
      PlacementPolicy policy,
      RunTimeSource runTimes,
      PlacementQuota quota,
      OpportunisticContainerAllocator stock,
      Duration deadline) {
    Random random = new Random(7);
    recent = new RecentPlacements(Duration.ofSeconds(3));
    placer =
        new PlacementService(
            "Test",
            () -> mode,
            policy,
            new ListRankingSource(recent, clock.millis(), () -> random),
            new UnmetDemandTracker(UnmetDemandTracker.NO_BOUND, 0, 0),
            new Guard("test", GuardSettings.defaults().withDeadline(deadline), System::nanoTime),
            clock.millis(),
            () -> random);
    placers.add(placer);
    return new MercuryAllocator(stock, secrets, placer, runTimes, quota);
  }

  MercuryAllocator on() {
    return allocator(FeatureMode.ON, new TopKPlacement(50), null, Integer.MAX_VALUE);
  }

  OpportunisticContainerAllocator stock(int maxPerCall) {
    return new DistributedOpportunisticContainerAllocator(secrets, maxPerCall);
  }

  static ContainerTokenIdentifier id(Token token) throws Exception {
    return BuilderUtils.newContainerTokenIdentifier(token);
  }

  void assertVerifies(Container c) throws Exception {
    byte[] password = c.getContainerToken().getPassword().array();
    assertArrayEquals(secrets.retrievePassword(id(c.getContainerToken())), password);
  }

  static AppenderSkeleton appender(List<LoggingEvent> warnings) {
    return new AppenderSkeleton() {
      @Override
      protected void append(LoggingEvent event) {
        if (event.getLevel().isGreaterOrEqual(Level.WARN)) {
          warnings.add(event);
        }
      }

      @Override
      public void close() {}

      @Override
      public boolean requiresLayout() {
        return false;
      }
    };
  }
}
