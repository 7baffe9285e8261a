// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.rm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;
import static org.mockito.Mockito.mock;
import static org.yarnext.mercury.application.Requests.any;
import static org.yarnext.mercury.application.Requests.opportunistic;

import java.io.File;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.thirdparty.protobuf.UnknownFieldSet;
import org.apache.hadoop.util.Time;
import org.apache.hadoop.yarn.ams.ApplicationMasterServiceContext;
import org.apache.hadoop.yarn.ams.ApplicationMasterServiceProcessor;
import org.apache.hadoop.yarn.ams.ApplicationMasterServiceUtils;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.protocolrecords.FinishApplicationMasterRequest;
import org.apache.hadoop.yarn.api.protocolrecords.FinishApplicationMasterResponse;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterRequest;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterResponse;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.ExecutionTypeRequest;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceBlacklistRequest;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.ResourceSizing;
import org.apache.hadoop.yarn.api.records.SchedulingRequest;
import org.apache.hadoop.yarn.api.records.impl.pb.ResourceRequestPBImpl;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.api.protocolrecords.NMContainerStatus;
import org.apache.hadoop.yarn.server.metrics.OpportunisticSchedulerMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.RMContextImpl;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.MemoryRMStateStore;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerEventType;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ContainerUpdates;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerUtils;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacitySchedulerConfiguration;
import org.apache.hadoop.yarn.server.scheduler.OpportunisticContainerContext;
import org.apache.hadoop.yarn.util.Records;
import org.apache.hadoop.yarn.util.resource.DominantResourceCalculator;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;
import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;
import org.junit.After;
import org.junit.Before;
import org.junit.BeforeClass;
import org.junit.Test;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.mercury.application.AttemptRegistry;
import org.yarnext.mercury.application.RegistrationRecord;
import org.yarnext.mercury.application.Requests;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.estimate.RunTimeCodec;
import org.yarnext.mercury.policy.estimate.RunTimeHint;
import org.yarnext.mercury.policy.placement.ranking.NodeRanking;
import org.yarnext.mercury.policy.placement.ranking.NodeRankingCache;
import org.yarnext.mercury.rm.scheduler.ActiveScheduler;

/** Requests are divided, and opportunistic containers placed where the wait is shortest. */
public class MercuryAmsProcessorTest extends MercuryAmsProcessorTestBase {
  private static final String GPU = "yarn.io/gpu";

  @Test
  public void dividesAndPlacesWhereTheWaitIsLeast() throws Exception {
    start("50%-Q");
    heartbeats();
    List<Container> placed = call(any(1, 4));
    assertEquals(map("g1", 2), stock.outstanding);
    assertEquals(2, placed.size());
    placed.forEach(c -> assertEquals("10.0.0.1", c.getNodeId().getHost()));
    assertTrue(call().isEmpty());
    assertEquals(map("g1", 2), stock.outstanding);
  }

  @Test
  public void whatAsksForAGpuStaysGuaranteed() throws Exception {
    Configuration types = new Configuration(false);
    types.set(YarnConfiguration.RESOURCE_TYPES, GPU);
    ResourceUtils.resetResourceTypes(types);
    conf.set(
        CapacitySchedulerConfiguration.RESOURCE_CALCULATOR_CLASS,
        DominantResourceCalculator.class.getName());
    start("only-Q");
    heartbeats();
    ResourceRequest withGpu = any(1, 4);
    withGpu.setCapability(Resource.newInstance(1024, 1, Collections.singletonMap(GPU, 1L)));
    ResourceRequest without = any(2, 3);
    without.setCapability(Resource.newInstance(1024, 1, Collections.singletonMap(GPU, 0L)));
    assertEquals(3, call(withGpu, without).size());
    assertEquals(map("g1", 4), stock.outstanding);
    assertEquals(GPU, 1L, counted("MercuryHybrid", "Decision_REQUEST_OTHER_RESOURCES_applied"));
    assertTrue(call().isEmpty());
  }

  /** Stock's scheduler sees to that with guaranteed asks; others it would be given smaller. */
  @Test
  public void whatMayNotBeAskedForIsLeftToStockToRefuse() throws Exception {
    stock.most = Resource.newInstance(1024, 4);
    start("only-Q");
    nodes.add(rm.register("10.0.0.4", Resource.newInstance(16_384, 8)));
    heartbeats();
    assertEquals(1, call(sized(any(1, 2), 1025, 1), sized(any(2, 2), 1024, 5), any(3, 1)).size());
    assertEquals(map("g1", 2, "g2", 2), stock.outstanding);
  }

  @Test
  public void whatIsLargeGoesWhereItFitsAndStaysGuaranteedIfItFitsNowhere() throws Exception {
    start("only-Q");
    nodes.add(rm.register("10.0.0.4", Resource.newInstance(4096, 2)));
    heartbeats();
    List<Container> placed = call(sized(any(1, 3), 3072, 1), sized(any(2, 2), 2048, 3), any(3, 1));
    for (Container c : placed) {
      boolean large = c.getPriority().getPriority() == 1;
      assertEquals(large ? "10.0.0.4" : "10.0.0.1", c.getNodeId().getHost());
    }
    assertEquals(4, placed.size());
    assertEquals("more cores than any node has", map("g2", 2), stock.outstanding);
    assertEquals(1L, counted("MercuryHybrid", "Decision_REQUEST_LARGER_THAN_NODES_applied"));
  }

  /** A container that finds the queue of its node full is refused there, and counts as lost. */
  @Test
  public void noNodeIsGivenMoreThanItsQueueHolds() throws Exception {
    start("only-Q");
    heartbeats();
    int places = 3 * (EmbeddedResourceManager.QUEUE_CAPACITY - EmbeddedResourceManager.WAITING);
    assertEquals(places, call(any(1, places + 10)).size());
    assertTrue(call().isEmpty());
    assertEquals("they wait here", map(), stock.outstanding);
    assertEquals(2L, counted("MercuryPlacement", "Decision_PLACE_QUEUES_FULL_applied"));
  }

  private void ceilings() {
    conf.set("yarn.mercury.mode", "on");
    conf.set("yarn.mercury.policing.policy", "static");
    conf.set("yarn.mercury.policing.max-memory-percent", "50");
  }

  /** All nodes would refuse it, again and again. */
  @Test
  public void whatNoCeilingEverLetsInStaysGuaranteed() throws Exception {
    ceilings();
    start("only-Q");
    nodes.add(rm.register("10.0.0.4", Resource.newInstance(4096, 2)));
    heartbeats();
    List<Container> placed = call(sized(any(1, 2), 3072, 1), sized(any(2, 2), 2048, 1), any(3, 2));
    assertEquals(4, placed.size());
    placed.forEach(c -> assertEquals("10.0.0.4", c.getNodeId().getHost()));
    assertEquals(map("g1", 2), stock.outstanding);
  }

  @Test
  public void distributedTheProxyIsToldWhatEveryNodesCeilingLetsIn() throws Exception {
    ceilings();
    conf.setBoolean(YarnConfiguration.DIST_SCHEDULING_ENABLED, true);
    start("only-Q");
    nodes.clear();
    nodes.add(rm.register("10.0.0.4", Resource.newInstance(8192, 4)));
    heartbeats();
    managed();
    assertEquals(ResourceVector.of(4096, 4), RegistrationRecord.take(register()).smallestNode());
  }

  /** It places by the wait alone, and the smaller ones would refuse it. */
  @Test
  public void whereStockPlacesWhatTheSmallestNodeIsTooSmallForStaysGuaranteed() throws Exception {
    conf.set("yarn.mercury.placement.mode", "off");
    start("only-Q");
    nodes.add(rm.register("10.0.0.4", Resource.newInstance(4096, 2)));
    heartbeats();
    register();
    call(sized(any(1, 3), 3072, 1), any(2, 1));
    assertEquals(map("g1", 3, "q2", 1), stock.outstanding);
  }

  @Test
  public void distributedTheProxyIsToldWhatEveryNodeHas() throws Exception {
    conf.setBoolean(YarnConfiguration.DIST_SCHEDULING_ENABLED, true);
    start("only-Q");
    managed();
    assertNull("no node has reported", RegistrationRecord.take(register()).smallestNode());
    nodes.add(rm.register("10.0.0.4", Resource.newInstance(4608, 2)));
    heartbeats();
    assertEquals(ResourceVector.of(1024, 1), RegistrationRecord.take(register()).smallestNode());
    stock.most = Resource.newInstance(1024, 1);
    assertNull("nothing larger may be asked", RegistrationRecord.take(register()).smallestNode());
  }
}
