// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.allocation;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotSame;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertTrue;
import static org.yarnext.mercury.allocation.PlacedApplication.ask;
import static org.yarnext.mercury.allocation.PlacedApplication.host;
import static org.yarnext.mercury.allocation.PlacedApplication.node;
import static org.yarnext.mercury.allocation.PlacedApplication.nodes;
import static org.yarnext.mercury.allocation.PlacedApplication.perHost;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceBlacklistRequest;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.Token;
import org.apache.hadoop.yarn.api.records.impl.pb.ContainerPBImpl;
import org.apache.hadoop.yarn.security.ContainerTokenIdentifier;
import org.apache.hadoop.yarn.server.api.protocolrecords.RemoteNode;
import org.apache.hadoop.yarn.server.metrics.OpportunisticSchedulerMetrics;
import org.apache.hadoop.yarn.server.nodemanager.security.NMContainerTokenSecretManager;
import org.apache.hadoop.yarn.server.scheduler.DistributedOpportunisticContainerAllocator;
import org.apache.hadoop.yarn.server.scheduler.OpportunisticContainerAllocator;
import org.apache.hadoop.yarn.server.utils.BuilderUtils;
import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;
import org.junit.After;
import org.junit.Test;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.guard.Guard;
import org.yarnext.common.guard.GuardSettings;
import org.yarnext.common.guard.GuardState;
import org.yarnext.common.testing.FakeClock;
import org.yarnext.mercury.policy.estimate.RunTimeHint;
import org.yarnext.mercury.policy.placement.DemandTracker;
import org.yarnext.mercury.policy.placement.PlacementPolicy;
import org.yarnext.mercury.policy.placement.PlacementView;
import org.yarnext.mercury.policy.placement.TopKPlacement;
import org.yarnext.mercury.policy.placement.ranking.Assignment;
import org.yarnext.mercury.policy.placement.ranking.CandidateNode;
import org.yarnext.mercury.policy.placement.ranking.RecentPlacements;

/** Requests are placed, by location, label and priority. */
public class MercuryAllocatorTest extends MercuryAllocatorTestBase {
  @Test
  public void allOfAnAskIsPlacedInOneCall() throws Exception {
    PlacedApplication app = new PlacedApplication(1, nodes(8));
    List<Container> containers = app.allocate(on(), ask(1, ANY, 200));
    assertEquals(200, containers.size());
    perHost(containers).forEach((host, n) -> assertEquals(host, 25, n.intValue()));
    assertTrue("nothing is outstanding", app.context.getOutstandingOpReqs().isEmpty());
    Set<ContainerId> ids = new HashSet<>();
    containers.forEach(c -> ids.add(c.getId()));
    assertEquals(200, ids.size());
    assertEquals(0, app.allocate(on()).size());
  }

  @Test
  public void stockNeedsManyCallsForIt() throws Exception {
    PlacedApplication app = new PlacedApplication(1, nodes(8));
    assertEquals(8, app.allocate(stock(-1), ask(1, ANY, 200)).size());
  }
}
