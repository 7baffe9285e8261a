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

/**
 * The processor in the stock ResourceManager, before processors that only keep what they are asked:
 * each ask is with one of them or placed here, once, whatever fails.
 */
public class MercuryAmsProcessorTest {
  private static final long PATIENCE_MS = 20_000;
  private static final String GPU = "yarn.io/gpu";

  private final Configuration conf = EmbeddedResourceManager.configuration();
  private final Stock stock = new Stock();
  private final MercuryAmsProcessor processor = new MercuryAmsProcessor();
  private final List<NodeId> nodes = new ArrayList<>();
  private final Set<ContainerId> got = new HashSet<>();
  private final List<ContainerId> releases = new ArrayList<>();
  private Set<String> tags = Collections.emptySet();
  private String type = "YARN";
  private EmbeddedResourceManager rm;
  private ApplicationAttemptId attempt;

  /** Stock's processors: what is outstanding with them, "q" in front if as opportunistic. */
  private static final class Stock implements ApplicationMasterServiceProcessor {
    final Map<String, Integer> outstanding = new TreeMap<>();
    final List<ContainerStatus> completed = new ArrayList<>();
    final List<Container> granted = new ArrayList<>();
    List<ResourceRequest> last;
    List<SchedulingRequest> lastConstrained;
    boolean refuses;

    /** What an application may ask for. */
    Resource most = Resource.newInstance(8192, 4);

    /** As stock's book does when it grants: it keeps the very objects of the request. */
    boolean lowersAsks;

    RuntimeException failure;

    /** Where it notes opportunistic asks; null for nowhere. */
    OpportunisticContainerContext book;

    @Override
    public void init(ApplicationMasterServiceContext c, ApplicationMasterServiceProcessor next) {}

    @Override
    public void registerApplicationMaster(
        ApplicationAttemptId attempt,
        RegisterApplicationMasterRequest request,
        RegisterApplicationMasterResponse response) {
      // As the CapacityScheduler's applications are submitted.
      response.setQueue("default");
      response.setMaximumResourceCapability(most);
    }

    @Override
    public void allocate(
        ApplicationAttemptId attempt, AllocateRequest request, AllocateResponse response)
        throws YarnException {
      if (refuses) {
        throw new YarnException("refused");
      }
      if (failure != null) {
        throw failure;
      }
      last = request.getAskList();
      lastConstrained = request.getSchedulingRequests();
      // One after the other, as stock reads them.
      last.forEach(ask -> outstanding.putAll(Requests.totals(Collections.singletonList(ask))));
      outstanding.values().removeIf(n -> n == 0);
      if (book != null) {
        book.addToOutstandingReqs(
            last.stream().filter(Requests::isOpportunistic).collect(Collectors.toList()));
      }
      if (lowersAsks) {
        last.stream().filter(Requests::isOpportunistic).forEach(ask -> ask.setNumContainers(0));
      }
      response.setCompletedContainersStatuses(new ArrayList<>(completed));
      completed.clear();
      ApplicationMasterServiceUtils.addToAllocatedContainers(response, new ArrayList<>(granted));
      granted.clear();
    }

    @Override
    public void finishApplicationMaster(
        ApplicationAttemptId attempt,
        FinishApplicationMasterRequest request,
        FinishApplicationMasterResponse response) {}
  }

  /** Made while there are two resource types; of three it would be no size of the other tests. */
  @BeforeClass
  public static void sizeOfTwoTypes() {
    assertEquals(2, Requests.SIZE.getResources().length);
  }

  @Before
  public void configure() {
    conf.setBoolean(YarnConfiguration.RM_SCHEDULER_ENABLE_MONITORS, true);
    conf.set(YarnConfiguration.RM_SCHEDULER_MONITOR_POLICIES, MercuryCoordinator.class.getName());
    conf.setInt(YarnConfiguration.RM_NM_HEARTBEAT_INTERVAL_MS, 100);
    conf.set("yarn.mercury.coordinator.mode", "on");
    conf.set("yarn.mercury.coordinator.interval", "50ms");
    conf.set("yarn.mercury.coordinator.stale-after", "20s");
    conf.set("yarn.mercury.placement.mode", "on");
    conf.set("yarn.mercury.hybrid.mode", "on");
  }

  @After
  public void stop() {
    if (rm != null) {
      AttemptRegistry.forget(rm.getRMContext());
      rm.stop();
    }
    ResourceUtils.resetResourceTypes();
    // Until they are read again, their number is that of before.
    ResourceUtils.getResourceTypes();
  }

  private void start(String policy) throws Exception {
    conf.set("yarn.mercury.hybrid.policy", policy);
    rm = EmbeddedResourceManager.start(conf);
    for (int i = 1; i <= 3; i++) {
      nodes.add(rm.register("10.0.0." + i));
    }
    attempt = rm.submit(tags, type);
    processor.init(rm.getRMContext(), stock);
    register();
  }

  private RegisterApplicationMasterResponse register() throws Exception {
    RegisterApplicationMasterResponse response =
        Records.newRecord(RegisterApplicationMasterResponse.class);
    processor.registerApplicationMaster(attempt, null, response);
    return response;
  }

  private static void await(String what, Callable<Boolean> condition) throws Exception {
    long end = Time.monotonicNow() + PATIENCE_MS;
    while (!condition.call()) {
      assertTrue("waited in vain for " + what, Time.monotonicNow() < end);
      Thread.sleep(20);
    }
  }

  /** The coordinator hears of all nodes; the first waits least. */
  private void heartbeats() throws Exception {
    await(
        "the coordinator",
        () -> {
          for (int i = 0; i < nodes.size(); i++) {
            rm.heartbeat(nodes.get(i), 1 + i * 60_000);
          }
          return ranking().size() == nodes.size();
        });
  }

  private NodeRanking ranking() {
    NodeRankingCache known = MercuryCoordinator.rankings(rm.getRMContext());
    return known == null ? NodeRanking.EMPTY : known.ranking(Time.monotonicNow());
  }

  /** One call of the master; the containers in the answer, each for the first time. */
  private List<Container> call(ResourceRequest... asks) throws Exception {
    return call(null, asks);
  }

  private List<Container> call(ResourceBlacklistRequest blacklist, ResourceRequest... asks)
      throws Exception {
    AllocateResponse response = send(blacklist, asks);
    for (Container c : response.getAllocatedContainers()) {
      assertTrue("twice: " + c.getId(), got.add(c.getId()));
      assertEquals(ExecutionType.OPPORTUNISTIC, c.getExecutionType());
      assertNotNull("the scheduler knows it", rm.getResourceScheduler().getRMContainer(c.getId()));
    }
    return response.getAllocatedContainers();
  }

  private AllocateResponse send(ResourceBlacklistRequest blacklist, ResourceRequest... asks)
      throws Exception {
    AllocateRequest request =
        AllocateRequest.newInstance(
            0, 0, new ArrayList<>(Arrays.asList(asks)), new ArrayList<>(releases), blacklist);
    AllocateResponse response = Records.newRecord(AllocateResponse.class);
    processor.allocate(attempt, request, response);
    return response;
  }

  private static Map<String, Integer> map(Object... kv) {
    Map<String, Integer> map = new TreeMap<>();
    for (int i = 0; i < kv.length; i += 2) {
      map.put((String) kv[i], (Integer) kv[i + 1]);
    }
    return map;
  }

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

  private static ResourceRequest sized(ResourceRequest ask, int memoryMb, int vcores) {
    ask.setCapability(Resource.newInstance(memoryMb, vcores));
    return ask;
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

  @Test
  public void whatTheQuotaHoldsBackComesLater() throws Exception {
    conf.set("yarn.mercury.quota.default", "max=1");
    start("only-Q");
    heartbeats();
    List<Container> first = call(any(1, 3));
    assertEquals(1, first.size());
    assertTrue(call().isEmpty());
    for (int i = 0; i < 2; i++) {
      stock.completed.add(
          ContainerStatus.newInstance(first.get(0).getId(), ContainerState.COMPLETE, "", 0));
      assertTrue("known at the end of the call", call().isEmpty());
      first = call();
      assertEquals(1, first.size());
    }
    assertTrue(call().isEmpty());
    assertEquals(3, got.size());
    assertEquals(map(), stock.outstanding);
  }

  /** As when a node tells a new ResourceManager what runs on it. */
  @Test
  public void whatANodeBringsBackCountsForTheQuota() throws Exception {
    conf.setBoolean(YarnConfiguration.RECOVERY_ENABLED, true);
    conf.set(YarnConfiguration.RM_STORE, MemoryRMStateStore.class.getName());
    conf.set("yarn.mercury.quota.default", "max=3");
    start("only-Q");
    heartbeats();
    List<NMContainerStatus> back = new ArrayList<>();
    for (int i = 1; i <= 3; i++) {
      ContainerState state = i < 3 ? ContainerState.RUNNING : ContainerState.COMPLETE;
      NMContainerStatus status =
          NMContainerStatus.newInstance(
              ContainerId.newContainerId(attempt, 1000 + i),
              0,
              state,
              Requests.SIZE,
              "",
              0,
              Priority.newInstance(1),
              0);
      status.setExecutionType(ExecutionType.OPPORTUNISTIC);
      back.add(status);
    }
    rm.register("10.0.0.9", Resource.newInstance(4096, 4), back);
    await("the node", () -> live().size() == 2);
    assertEquals("two run", 1, call(any(1, 5)).size());
    assertTrue(call().isEmpty());
  }

  @Test
  public void whatRunsWhenAMasterRegistersAgainCountsForTheQuota() throws Exception {
    conf.set("yarn.mercury.quota.default", "max=3");
    start("only-Q");
    heartbeats();
    run(3);
    register();
    assertEquals("two run", 1, call(any(1, 5)).size());
    assertTrue(call().isEmpty());
  }

  /** Containers that the scheduler knows; all of them but the last have started. */
  private void run(int containers) {
    for (int i = 1; i <= containers; i++) {
      Container c = container(1000 + i, 1, nodes.get(0));
      RMContainer known =
          SchedulerUtils.createOpportunisticRmContainer(rm.getRMContext(), c, false);
      known.handle(new RMContainerEvent(c.getId(), RMContainerEventType.ACQUIRED));
      if (i < containers) {
        known.handle(new RMContainerEvent(c.getId(), RMContainerEventType.LAUNCHED));
      }
    }
  }

  @Test
  public void aCallTakesNoLongerTheMoreContainersRun() throws Exception {
    conf.set("yarn.mercury.placement.mode", "off");
    start("only-Q");
    callsNs();
    final long without = callsNs();
    run(5_000);
    register();
    call();
    final long with = callsNs();
    assertTrue(without + " ns without containers, " + with + " with", with < 20 * without);
  }

  private long callsNs() throws Exception {
    long start = System.nanoTime();
    for (int i = 0; i < 500; i++) {
      call();
    }
    return System.nanoTime() - start;
  }

  /** Stock's own book of what is outstanding keeps them for ever. */
  @Test
  public void whatIsCancelledAtStockIsForgotten() throws Exception {
    conf.set("yarn.mercury.placement.mode", "off");
    start("only-G");
    OpportunisticContainerContext book = new OpportunisticContainerContext();
    ActiveScheduler.current(rm.getRMContext(), attempt).setOpportunisticContainerContext(book);
    stock.book = book;
    ResourceRequest[] asks = new ResourceRequest[100];
    for (int count = 1; count >= 0; count--) {
      for (int i = 0; i < asks.length; i++) {
        asks[i] = opportunistic(any(2, count));
        asks[i].setAllocationRequestId(i);
      }
      call(asks);
      assertEquals(count * asks.length, book.getOutstandingOpReqs().size());
    }
  }

  /** As one of a later version may have them. */
  /** A container's token has its allocation tags, which nodes take for the scheduler's word. */
  @Test
  public void tagsOfThePackThatAnApplicationWritesAreRemovedInEveryMode() throws Exception {
    for (String mode : new String[] {"off", "shadow", "on"}) {
      conf.set("yarn.mercury.hybrid.mode", mode);
      conf.set("yarn.mercury.placement.mode", "off");
      nodes.clear();
      start("50%-Q");
      AllocateRequest request = Records.newRecord(AllocateRequest.class);
      request.setSchedulingRequests(
          Collections.singletonList(
              SchedulingRequest.newInstance(
                  1,
                  Priority.newInstance(1),
                  ExecutionTypeRequest.newInstance(),
                  new HashSet<>(Arrays.asList("mine", RunTimeHint.CLAIMS_ACCEPTED)),
                  ResourceSizing.newInstance(1, Requests.SIZE),
                  null)));
      processor.allocate(attempt, request, Records.newRecord(AllocateResponse.class));
      assertEquals(
          mode, Collections.singleton("mine"), stock.lastConstrained.get(0).getAllocationTags());
      stop();
    }
  }

  @Test
  public void fieldsThatAreNotKnownHerePassInEveryMode() throws Exception {
    UnknownFieldSet unknown =
        UnknownFieldSet.newBuilder()
            .addField(1000, UnknownFieldSet.Field.newBuilder().addVarint(7).build())
            .build();
    for (String mode : new String[] {"shadow", "on"}) {
      conf.set("yarn.mercury.hybrid.mode", mode);
      conf.set("yarn.mercury.placement.mode", "off");
      nodes.clear();
      start("50%-Q");
      for (ResourceRequest ask : new ResourceRequest[] {any(1, 4), opportunistic(any(2, 4))}) {
        call(
            new ResourceRequestPBImpl(
                ((ResourceRequestPBImpl) ask)
                    .getProto().toBuilder().setUnknownFields(unknown).build()));
        assertFalse(stock.last.isEmpty());
        for (ResourceRequest sent : stock.last) {
          assertEquals(mode, unknown, ((ResourceRequestPBImpl) sent).getProto().getUnknownFields());
        }
      }
      stop();
    }
  }

  @Test
  public void stockPlacesUntilTheCoordinatorKnowsAndNeitherTwice() throws Exception {
    start("50%-Q");
    assertTrue(call(any(1, 4), opportunistic(any(2, 3))).isEmpty());
    assertEquals(map("g1", 2, "q1", 2, "q2", 3), stock.outstanding);
    heartbeats();
    stock.refuses = true;
    assertThrows(YarnException.class, () -> call());
    stock.refuses = false;
    assertEquals(5, call().size());
    assertEquals("taken back", map("g1", 2), stock.outstanding);
    assertTrue(call().isEmpty());
  }

  @Test
  public void whatIsCancelledWhileTheyChangePlacesIsCancelledAtStock() throws Exception {
    start("only-Q");
    call(any(1, 4));
    assertEquals(map("q1", 4), stock.outstanding);
    heartbeats();
    assertTrue(call(any(1, 0)).isEmpty());
    assertEquals(map(), stock.outstanding);
  }

  @Test
  public void aBlacklistOfBeforeCounts() throws Exception {
    start("only-Q");
    rm.getResourceScheduler()
        .allocate(
            attempt,
            Collections.emptyList(),
            null,
            Collections.emptyList(),
            Collections.singletonList("10.0.0.1"),
            Collections.emptyList(),
            new ContainerUpdates());
    heartbeats();
    for (Container c : call(any(1, 3))) {
      assertTrue(c.getNodeId().toString(), !c.getNodeId().getHost().equals("10.0.0.1"));
    }
    assertEquals(3, got.size());
  }

  @Test
  public void aPlacementThatThrowsLeavesAllToStockInTheSameCall() throws Exception {
    start("only-Q");
    heartbeats();
    conf.set("yarn.mercury.placement.mode", "on");
    ResourceScheduler scheduler = rm.getResourceScheduler();
    ((RMContextImpl) rm.getRMContext()).setScheduler(mock(ResourceScheduler.class));
    AllocateResponse response = Records.newRecord(AllocateResponse.class);
    try {
      processor.allocate(
          attempt,
          AllocateRequest.newInstance(
              0,
              0,
              new ArrayList<>(Arrays.asList(any(1, 4), opportunistic(any(2, 1)))),
              null,
              null),
          response);
    } finally {
      ((RMContextImpl) rm.getRMContext()).setScheduler(scheduler);
    }
    assertTrue(response.getAllocatedContainers().isEmpty());
    int outstanding = stock.outstanding.values().stream().mapToInt(n -> n).sum();
    assertEquals(stock.outstanding.toString(), 5, outstanding);
    assertEquals("each with stock or here", 5, outstanding(call()));
  }

  /** With stock and here together. */
  private int outstanding(List<Container> placedNow) {
    return placedNow.size() + stock.outstanding.values().stream().mapToInt(n -> n).sum();
  }

  @Test
  public void givenUpItTakesBackWhatStockHasAsOpportunistic() throws Exception {
    start("only-Q");
    call(any(1, 4), opportunistic(any(2, 3)));
    assertEquals(map("q1", 4, "q2", 3), stock.outstanding);
    // Stock takes it, the record cannot go on with it.
    releases.add(null);
    call(any(9, 1));
    releases.clear();
    assertEquals(map("g1", 4, "g9", 1, "q2", 3), stock.outstanding);
    heartbeats();
    ResourceRequest ask = any(1, 2);
    assertTrue(call(ask).isEmpty());
    assertEquals("passes as it is", Collections.singletonList(ask), stock.last);
  }

  @Test
  public void oddAsksOfSomeLeaveThePoliciesAndTheQuotaOfAll() throws Exception {
    conf.set("yarn.mercury.quota.default", "max=3");
    conf.set("yarn.mercury.guard.failures-to-trip", "1");
    start("50%-Q");
    for (int i = 0; i < 5; i++) {
      call(any(9, -1));
      releases.add(null);
      ApplicationAttemptId own = attempt;
      attempt = rm.submit(tags);
      register();
      call(any(9, 1));
      attempt = own;
      releases.clear();
    }
    assertEquals("whose record failed", 5L, counted("MercuryHybrid", "AttemptsGivenUp"));
    stock.outstanding.clear();
    call(any(1, 4), opportunistic(any(2, 500)));
    assertEquals(map("g1", 2, "q2", 3), stock.outstanding);
  }

  @Test
  public void givenUpItsOwnOpportunisticAsksAreHeldToTheQuota() throws Exception {
    conf.set("yarn.mercury.quota.default", "max=3");
    start("only-G");
    call(opportunistic(any(2, 500)));
    releases.add(null);
    call(any(9, 1));
    releases.clear();
    assertEquals(1L, counted("MercuryHybrid", "AttemptsGivenUp"));
    assertEquals(map("g9", 1, "q2", 3), stock.outstanding);
    for (int i = 1; i <= 2; i++) {
      stock.granted.add(container(1000 + i, 2, nodes.get(0)));
    }
    stock.outstanding.put("q2", 1);
    send(null);
    call(opportunistic(any(2, 700)));
    assertEquals(map("g9", 1, "q2", 1), stock.outstanding);
  }

  /** Its allocator fails at two sizes of one priority, which its scheduler takes. */
  @Test
  public void whatStockFailsAtAgainAndAgainIsAskedAsTheMasterAsksIt() throws Exception {
    start("only-Q");
    call(any(1, 4));
    ResourceRequest other = sized(any(1, 3), 512, 1);
    stock.failure = new NullPointerException("as CentralizedOpportunisticContainerAllocator does");
    for (int i = 0; i < AttemptRequestHandler.FAILURES_TO_GIVE_UP; i++) {
      assertEquals(0L, counted("MercuryHybrid", "AttemptsGivenUp"));
      assertThrows(NullPointerException.class, () -> call(other));
    }
    stock.failure = null;
    call();
    assertEquals("as YARN keeps it", map("g1", 3), stock.outstanding);
    assertEquals(1L, counted("MercuryHybrid", "AttemptsGivenUp"));
  }

  @Test
  public void aRefusedCallLeavesNothingBehind() throws Exception {
    start("50%-Q");
    call(any(1, 4));
    stock.refuses = true;
    assertThrows(YarnException.class, () -> call(any(3, 1_000_000)));
    stock.refuses = false;
    call();
    assertEquals(map("g1", 2, "q1", 2), stock.outstanding);
  }

  @Test
  public void whatWasPlacedInACallThatFailedIsReleasedAtOnce() throws Exception {
    start("only-Q");
    heartbeats();
    call(any(1, 1));
    OpportunisticSchedulerMetrics metrics = OpportunisticSchedulerMetrics.getMetrics();
    final int allocated = metrics.getAllocatedContainers();
    final double waitMs = waitMs(0) + waitMs(1) + waitMs(2);
    for (RuntimeException failure : Arrays.asList(null, new IllegalStateException("broken"))) {
      stock.refuses = failure == null;
      stock.failure = failure;
      assertThrows(Exception.class, () -> call(any(1, 5), any(3, 2)));
      assertEquals("only the first one lives", 1, live().size());
      assertEquals(allocated, metrics.getAllocatedContainers());
      assertEquals("nor waits", waitMs, waitMs(0) + waitMs(1) + waitMs(2), 1e-6);
    }
    stock.refuses = false;
    stock.failure = null;
    assertEquals(14L, counted("MercuryPlacement", "ContainersUndelivered"));
    assertEquals("what stock failed at is asked again", 7, call().size());
    assertEquals(8, live().size());
    for (RMContainer c : live()) {
      assertTrue("the application knows it", got.contains(c.getContainerId()));
    }
  }

  @Test
  public void whatTheApplicationWasGivenStaysItsOwn() throws Exception {
    start("only-Q");
    heartbeats();
    call(any(1, 1));
    stock.refuses = true;
    // The record cannot go on with it, so that nothing is placed here any more.
    releases.add(null);
    assertThrows(YarnException.class, () -> call(any(9, 1)));
    assertEquals(1, live().size());
  }

  @Test
  public void whatWasRefusedIsNotPlacedLater() throws Exception {
    conf.setInt(YarnConfiguration.OPP_CONTAINER_MAX_ALLOCATIONS_PER_AM_HEARTBEAT, 2);
    start("only-Q");
    heartbeats();
    stock.refuses = true;
    assertThrows(YarnException.class, () -> call(any(3, 5)));
    stock.refuses = false;
    assertTrue("the master has not asked again", call().isEmpty());
  }

  private Collection<RMContainer> live() {
    return rm.getResourceScheduler().getSchedulerAppInfo(attempt).getLiveContainers();
  }

  private long waitMs(int node) {
    return ranking().find(nodes.get(node).toString()).loadMs();
  }

  @Test
  public void theEndOfWhatWasTakenBackIsNotTold() throws Exception {
    start("only-Q");
    heartbeats();
    final ContainerId known = call(any(1, 1)).get(0).getId();
    stock.refuses = true;
    assertThrows(Exception.class, () -> call(any(1, 1)));
    stock.refuses = false;
    // The scheduler counts up.
    ContainerId unheard = ContainerId.newContainerId(attempt, known.getContainerId() + 1);
    for (ContainerId id : Arrays.asList(known, unheard)) {
      stock.completed.add(ContainerStatus.newInstance(id, ContainerState.COMPLETE, "", -100));
    }
    List<ContainerStatus> told = send(null).getCompletedContainersStatuses();
    assertEquals(1, told.size());
    assertEquals(known, told.get(0).getContainerId());
  }

  @Test
  public void registeredAgainAllIsAskedAnew() throws Exception {
    start("50%-Q");
    heartbeats();
    call(any(1, 4));
    stock.outstanding.clear();
    register();
    call(any(1, 2));
    assertEquals(2, stock.outstanding.getOrDefault("g1", 0) + got.size() - 2);
  }

  @Test
  public void inShadowStockPlacesAndEachCallIsDecidedOn() throws Exception {
    conf.set("yarn.mercury.placement.mode", "shadow");
    start("50%-Q");
    call(opportunistic(any(2, 3)));
    heartbeats();
    stock.lowersAsks = true;
    assertTrue(call(any(1, 4)).isEmpty());
    assertEquals("as without it", map("g1", 2, "q1", 2, "q2", 3), stock.outstanding);
    assertEquals(1L, counted("MercuryPlacement", "Decision_PLACE_ALL_shadow"));
    final long before = waitMs(0);
    for (int i = 1; i <= 5; i++) {
      stock.granted.add(container(1000 + i, i > 2 ? 2 : 1, nodes.get(0)));
    }
    assertEquals(5, send(null).getAllocatedContainers().size());
    assertEquals(2L, counted("MercuryPlacement", "Decision_PLACE_ALL_shadow"));
    assertTrue("what stock placed is load", waitMs(0) > before);
    send(null);
    assertEquals(
        "nothing is left to decide on",
        2L,
        counted("MercuryPlacement", "Decision_PLACE_ALL_shadow"));
    assertEquals(5L, counted("MercuryPlacement", "ContainersPlacedByStock"));
    assertEquals(0L, counted("MercuryPlacement", "ContainersPlaced"));
    assertTrue(
        "nothing was made here",
        rm.getResourceScheduler().getSchedulerAppInfo(attempt).getLiveContainers().isEmpty());
  }

  private Container container(long id, int priority, NodeId node) {
    Container c =
        Container.newInstance(
            ContainerId.newContainerId(attempt, id),
            node,
            "10.0.0.1:8042",
            Requests.SIZE,
            Priority.newInstance(priority),
            null);
    c.setExecutionType(ExecutionType.OPPORTUNISTIC);
    return c;
  }

  @Test
  public void policiesInShadowLeaveThePlacementOn() throws Exception {
    conf.set("yarn.mercury.hybrid.mode", "shadow");
    start("only-Q");
    heartbeats();
    List<Container> placed = call(any(1, 4), opportunistic(any(2, 3)));
    assertEquals("what the application asked as opportunistic", 3, placed.size());
    placed.forEach(c -> assertEquals("10.0.0.1", c.getNodeId().getHost()));
    assertEquals("the policy makes nothing opportunistic", map("g1", 4), stock.outstanding);
    assertEquals(1L, counted("MercuryHybrid", "Decision_REQUEST_ALL_OPPORTUNISTIC_shadow"));
    assertEquals(1L, counted("MercuryPlacement", "Decision_PLACE_ALL_applied"));
  }

  @Test
  public void policiesInShadowAskStockAsTheMasterDoes() throws Exception {
    conf.set("yarn.mercury.hybrid.mode", "shadow");
    conf.set("yarn.mercury.placement.mode", "off");
    start("only-Q");
    heartbeats();
    ResourceRequest ask = any(1, 4);
    call(ask);
    assertEquals(Collections.singletonList(ask), stock.last);
    assertEquals(1L, counted("MercuryHybrid", "Decision_REQUEST_ALL_OPPORTUNISTIC_shadow"));
  }

  /** A counter of this ResourceManager; 0 if nothing was counted yet. */
  private static long counted(String source, String metric) {
    FeatureMetrics metrics = (FeatureMetrics) DefaultMetricsSystem.instance().getSource(source);
    return metrics.snapshot().getOrDefault(metric, 0).longValue();
  }

  @Test
  public void distributedTheProxyIsToldTheTagAndTheQueue() throws Exception {
    conf.setBoolean(YarnConfiguration.DIST_SCHEDULING_ENABLED, true);
    tags = new HashSet<>(Arrays.asList("other", "yarnext.mercury.policy=50%-Q"));
    start("only-Q");
    assertTrue("to an unmanaged master", register().getResourceProfiles().isEmpty());
    managed();
    RegistrationRecord told = RegistrationRecord.take(register());
    assertEquals(Collections.singleton("yarnext.mercury.policy=50%-q"), told.tags());
    assertEquals("root.default", told.queue());
    ResourceRequest ask = any(1, 4);
    call(ask);
    assertEquals("and divides", Collections.singletonList(ask), stock.last);
  }

  private ApplicationSubmissionContext submitted() {
    return rm.getRMContext()
        .getRMApps()
        .get(attempt.getApplicationId())
        .getApplicationSubmissionContext();
  }

  private void label(String label) {
    submitted().setNodeLabelExpression(label);
  }

  /** As if a NodeManager had started the master. */
  private void managed() {
    submitted().setUnmanagedAM(false);
  }

  /** Stock fills it in for guaranteed asks; for opportunistic ones it takes the master's. */
  @Test
  public void whatIsDividedHasTheLabelOfItsApplication() throws Exception {
    conf.set("yarn.mercury.placement.mode", "off");
    start("50%-Q");
    label("gpu");
    register();
    ResourceRequest own = any(3, 2);
    own.setNodeLabelExpression("fast");
    call(any(1, 4), opportunistic(any(2, 1)), own);
    Map<String, String> labels = new TreeMap<>();
    for (ResourceRequest ask : stock.last) {
      labels.put(
          (Requests.isOpportunistic(ask) ? "q" : "g") + ask.getPriority().getPriority(),
          String.valueOf(ask.getNodeLabelExpression()));
    }
    assertEquals("{g1=null, g3=fast, q1=gpu, q2=null, q3=fast}", labels.toString());
  }

  @Test
  public void distributedTheProxyIsToldTheDefaultLabel() throws Exception {
    conf.setBoolean(YarnConfiguration.DIST_SCHEDULING_ENABLED, true);
    conf.setBoolean(YarnConfiguration.NODE_LABELS_ENABLED, true);
    conf.set(
        YarnConfiguration.FS_NODE_LABELS_STORE_ROOT_DIR,
        new File("target/node-labels/" + UUID.randomUUID()).toURI().toString());
    start("only-Q");
    managed();
    assertEquals("", RegistrationRecord.take(register()).defaultLabel());
    label("gpu");
    assertEquals("gpu", RegistrationRecord.take(register()).defaultLabel());
  }

  @Test
  public void aTagThatIsReadHereIsNotSentOn() throws Exception {
    tags = Collections.singleton("yarnext.mercury.policy=50%-Q");
    start("only-G");
    call(any(1, 4));
    assertEquals(map("g1", 2, "q1", 2), stock.outstanding);
    assertTrue(register().getResourceProfiles().isEmpty());
  }

  /** Its master counts a container that was shed as a failed executor. */
  @Test
  public void sparkGetsGuaranteedContainersUnlessItsTagSaysOtherwise() throws Exception {
    type = "Spark";
    start("only-Q");
    call(any(1, 4));
    assertEquals(map("g1", 4), stock.outstanding);
    assertEquals(1L, counted("MercuryHybrid", "Decision_POLICY_BY_TYPE_applied"));
    stock.outstanding.clear();
    tags = Collections.singleton("yarnext.mercury.policy=50%-Q");
    attempt = rm.submit(tags, type);
    register();
    call(any(1, 4));
    assertEquals(map("g1", 2, "q1", 2), stock.outstanding);
  }

  @Test
  public void typesOfOnesOwnStayGuaranteed() throws Exception {
    conf.set("yarn.mercury.hybrid.guaranteed-types", "flink; tez");
    type = "TEZ";
    start("only-Q");
    call(any(1, 4));
    assertEquals(map("g1", 4), stock.outstanding);
    stock.outstanding.clear();
    attempt = rm.submit(tags, "SPARK");
    register();
    call(any(1, 4));
    assertEquals("no longer in the list", map("q1", 4), stock.outstanding);
  }

  @Test
  public void distributedTheProxyIsToldTheType() throws Exception {
    conf.setBoolean(YarnConfiguration.DIST_SCHEDULING_ENABLED, true);
    type = "SPARK";
    start("only-Q");
    managed();
    assertEquals(
        Collections.singleton("yarnext.mercury.guaranteed-type=SPARK"),
        RegistrationRecord.take(register()).tags());
  }

  @Test
  public void aQueuesPolicyAndQuotaAreFoundByItsPathAndItsParents() throws Exception {
    conf.set("yarn.mercury.hybrid.queues", "root.default:50%-Q");
    conf.set("yarn.mercury.quota.queues", "root:max=1");
    start("only-G");
    call(any(1, 6));
    assertEquals(map("g1", 3, "q1", 1), stock.outstanding);
  }

  @Test
  public void aTagThatNamesNoPolicyIsExplained() throws Exception {
    tags = Collections.singleton("yarnext.mercury.policy=mostly");
    start("50%-Q");
    assertEquals(1L, counted("MercuryHybrid", "Decision_POLICY_TAG_INVALID_applied"));
    call(any(1, 4));
    assertEquals("as its queue", map("g1", 2, "q1", 2), stock.outstanding);
  }

  @Test
  public void offOrDistributedAllPasses() throws Exception {
    conf.set("yarn.mercury.hybrid.mode", "off");
    conf.set("yarn.mercury.placement.mode", "off");
    start("only-Q");
    heartbeats();
    ResourceRequest ask = any(1, 4);
    call(ask);
    assertEquals(Collections.singletonList(ask), stock.last);
    processor.finishApplicationMaster(attempt, null, null);
  }

  /** As an operator merges it. */
  private static String sample(String key) {
    Configuration sample = new Configuration(false);
    sample.addResource(new Path(new File("../conf-samples/mercury-hybrid/yarn-site.xml").toURI()));
    return sample.get(key, "");
  }

  /** Stock gives it all of them at once. */
  @Test
  public void theSampleHoldsNothingBackOfOpportunisticContainersAlone() throws Exception {
    conf.set("yarn.mercury.quota.default", sample("yarn.mercury.quota.default"));
    conf.set("yarn.mercury.placement.mode", "off");
    start("only-G");
    call(opportunistic(any(2, 50)));
    assertEquals(map("q2", 50), stock.outstanding);
  }

  /** Its own container counts as guaranteed, and so many it may have whatever it has. */
  @Test
  public void aRelativeQuotaHasAFloor() throws Exception {
    conf.set("yarn.mercury.quota.default", "relative=4.0");
    conf.set("yarn.mercury.placement.mode", "off");
    start("only-G");
    call(opportunistic(any(2, 50)));
    assertEquals(map("q2", 10), stock.outstanding);
  }

  @Test
  public void policyAndQuotaFollowAnApplicationThatIsMoved() throws Exception {
    conf.set("yarn.scheduler.capacity.root.queues", "default,other");
    conf.set("yarn.scheduler.capacity.root.default.capacity", "50");
    conf.set("yarn.scheduler.capacity.root.other.capacity", "50");
    conf.set("yarn.mercury.hybrid.queues", "root.default:only-Q;root.other:50%-Q");
    conf.set("yarn.mercury.quota.queues", "root.default:max=100;root.other:max=3");
    conf.set("yarn.mercury.placement.mode", "off");
    start("only-G");
    call(any(1, 4));
    assertEquals(map("q1", 4), stock.outstanding);
    rm.getResourceScheduler().preValidateMoveApplication(attempt.getApplicationId(), "other");
    rm.getResourceScheduler().moveApplication(attempt.getApplicationId(), "other");
    call(any(2, 10));
    assertEquals(
        "half of it, and no more than three at a time",
        map("g2", 5, "q1", 2, "q2", 1),
        stock.outstanding);
    call();
    assertEquals(
        "not before less is asked as opportunistic",
        map("g1", 2, "g2", 5, "q1", 2, "q2", 1),
        stock.outstanding);
    rm.getResourceScheduler().preValidateMoveApplication(attempt.getApplicationId(), "default");
    rm.getResourceScheduler().moveApplication(attempt.getApplicationId(), "default");
    call(any(3, 2));
    call();
    assertEquals(map("q1", 4, "q2", 10, "q3", 2), stock.outstanding);
  }

  private void move(String queue) throws Exception {
    rm.getResourceScheduler().preValidateMoveApplication(attempt.getApplicationId(), queue);
    rm.getResourceScheduler().moveApplication(attempt.getApplicationId(), queue);
  }

  @Test
  public void distributedTheProxyIsToldThatAnApplicationIsMoved() throws Exception {
    conf.setBoolean(YarnConfiguration.DIST_SCHEDULING_ENABLED, true);
    conf.set("yarn.scheduler.capacity.root.queues", "default,other");
    conf.set("yarn.scheduler.capacity.root.default.capacity", "50");
    conf.set("yarn.scheduler.capacity.root.other.capacity", "50");
    start("only-Q");
    move("other");
    assertNull("an unmanaged master is not", RegistrationRecord.takeQueue(send(null)));
    managed();
    register();
    assertNull("it registered there", RegistrationRecord.takeQueue(send(null)));
    move("default");
    assertEquals("root.default", RegistrationRecord.takeQueue(send(null)).queue());
    assertNull("once", RegistrationRecord.takeQueue(send(null)));
  }

  /** As in a file that was edited. */
  private void refreshQueues(String policies, String quotas) throws Exception {
    Configuration edited = rm.getRMContext().getYarnConfiguration();
    edited.set("yarn.mercury.hybrid.queues", policies);
    edited.set("yarn.mercury.quota.queues", quotas);
    rm.getResourceScheduler().reinitialize(edited, rm.getRMContext());
  }

  @Test
  public void policiesAndQuotasOfQueuesFollowARefreshAndStayIfItIsRefused() throws Exception {
    conf.set("yarn.mercury.hybrid.queues", "root.default:only-Q");
    conf.set("yarn.mercury.placement.mode", "off");
    List<String> warnings = Collections.synchronizedList(new ArrayList<>());
    Logger logger = Logger.getLogger(AttemptRegistry.class);
    AppenderSkeleton appender = new Warnings(warnings);
    logger.setLevel(Level.WARN);
    logger.addAppender(appender);
    try {
      start("only-G");
      call(any(1, 4));
      assertEquals(map("q1", 4), stock.outstanding);
      refreshQueues("root.default:50%-Q", "root.default:max=1");
      await(
          "the policy",
          () -> {
            call();
            return stock.outstanding.equals(map("g1", 2, "q1", 1));
          });
      refreshQueues("root.default:only-Q", "root.default:some");
      await(
          "the refusal",
          () -> {
            call();
            return warnings.stream().anyMatch(w -> w.contains("yarn.mercury.quota.queues"));
          });
      call(any(2, 4));
      assertEquals(map("g1", 2, "g2", 2, "q1", 1), stock.outstanding);
    } finally {
      logger.removeAppender(appender);
      logger.setLevel(null);
    }
  }

  /** Keeps what is warned of. */
  private static final class Warnings extends AppenderSkeleton {
    private final List<String> into;

    Warnings(List<String> into) {
      this.into = into;
    }

    @Override
    protected void append(LoggingEvent event) {
      if (event.getLevel().isGreaterOrEqual(Level.WARN)) {
        into.add(event.getRenderedMessage());
      }
    }

    @Override
    public void close() {}

    @Override
    public boolean requiresLayout() {
      return false;
    }
  }

  /** The line is for the record here; MapReduce would keep one a task in its history. */
  @Test
  public void howLongAContainerRanIsReadAndNotToldTheApplication() throws Exception {
    conf.set("yarn.mercury.placement.mode", "off");
    start("shorter-than(10s)");
    Container c = container(1001, 1, nodes.get(0));
    c.setExecutionType(ExecutionType.GUARANTEED);
    stock.granted.add(c);
    send(null, any(1, 1));
    stock.completed.add(
        ContainerStatus.newInstance(
            c.getId(),
            ContainerState.COMPLETE,
            "[now]Done" + RunTimeCodec.of(2_000, null).amongDiagnostics(),
            0));
    ContainerStatus ended = send(null).getCompletedContainersStatuses().get(0);
    assertEquals("[now]Done", ended.getDiagnostics());
    assertEquals(c.getId(), ended.getContainerId());
    call(any(1, 4));
    assertEquals("it was read", map("q1", 4), stock.outstanding);
  }
}
