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

/** The allocator with YARN's own contexts, requests, tokens and keys. */
public class MercuryAllocatorTest {
  private static final String ANY = ResourceRequest.ANY;
  private static final ResourceRequest[] NOTHING = {};

  /** A deadline that a busy machine does not miss. */
  private static final Duration PATIENT = Duration.ofSeconds(10);

  private final FakeClock clock = new FakeClock();
  private final NMContainerTokenSecretManager secrets = PlacedApplication.secrets();
  private final List<PlacementService> placers = new ArrayList<>();

  private RecentPlacements recent;
  private PlacementService placer;

  @After
  public void close() {
    placers.forEach(PlacementService::close);
  }

  private MercuryAllocator allocator(
      FeatureMode mode, PlacementPolicy policy, Long runMs, int quota) {
    return allocator(
        mode, policy, (attempt, priority) -> runMs, attempt -> quota, stock(-1), PATIENT);
  }

  private MercuryAllocator allocator(
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
            mode,
            policy,
            new ListRankingSource(recent, clock.millis(), () -> random),
            new DemandTracker(DemandTracker.NO_BOUND, 0, 0),
            new Guard("test", GuardSettings.defaults().withDeadline(deadline), System::nanoTime),
            clock.millis(),
            () -> random);
    placers.add(placer);
    return new MercuryAllocator(stock, secrets, placer, runTimes, quota);
  }

  private MercuryAllocator on() {
    return allocator(FeatureMode.ON, new TopKPlacement(50), null, Integer.MAX_VALUE);
  }

  private OpportunisticContainerAllocator stock(int maxPerCall) {
    return new DistributedOpportunisticContainerAllocator(secrets, maxPerCall);
  }

  private static ContainerTokenIdentifier id(Token token) throws Exception {
    return BuilderUtils.newContainerTokenIdentifier(token);
  }

  private void assertVerifies(Container c) throws Exception {
    byte[] password = c.getContainerToken().getPassword().array();
    assertArrayEquals(secrets.retrievePassword(id(c.getContainerToken())), password);
  }

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

  @Test
  public void aTokenWithoutEstimateIsStocks() throws Exception {
    PlacedApplication app = new PlacedApplication(1, nodes(1));
    Container ours = app.allocate(on(), ask(3, ANY, 1)).get(0);
    Container stocks =
        new PlacedApplication(1, nodes(1)).allocate(stock(-1), ask(3, ANY, 1)).get(0);
    ContainerTokenIdentifier id = id(ours.getContainerToken());
    ContainerTokenIdentifier stocksId = id(stocks.getContainerToken());
    ContainerTokenIdentifier expected =
        new ContainerTokenIdentifier(
            id.getContainerID(),
            stocksId.getVersion(),
            stocksId.getNmHostAddress(),
            stocksId.getApplicationSubmitter(),
            stocksId.getResource(),
            id.getExpiryTimeStamp(),
            stocksId.getMasterKeyId(),
            stocksId.getRMIdentifier(),
            stocksId.getPriority(),
            id.getCreationTime(),
            stocksId.getLogAggregationContext(),
            stocksId.getNodeLabelExpression(),
            stocksId.getContainerType(),
            stocksId.getExecutionType(),
            stocksId.getAllocationRequestId());
    assertArrayEquals(expected.getBytes(), ours.getContainerToken().getIdentifier().array());
    assertEquals(stocks.getContainerToken().getService(), ours.getContainerToken().getService());
    assertVerifies(ours);
    assertNull(RunTimeHint.learnt(id.getAllcationTags()));
  }

  @Test
  public void theEstimateIsSignedIntoTheToken() throws Exception {
    Map<Integer, Long> runMs = new HashMap<>();
    runMs.put(20, 1_200L);
    runMs.put(10, -5L);
    MercuryAllocator allocator =
        allocator(
            FeatureMode.ON,
            new TopKPlacement(50),
            (attempt, priority) -> runMs.get(priority),
            PlacementQuota.NONE,
            stock(-1),
            PATIENT);
    PlacedApplication app = new PlacedApplication(1, nodes(4));
    List<Container> containers =
        app.allocate(allocator, ask(20, ANY, 2), ask(10, ANY, 1), ask(5, ANY, 1));
    assertEquals(4, containers.size());
    for (Container c : containers) {
      assertVerifies(c);
      ContainerTokenIdentifier id = id(c.getContainerToken());
      Long expected = c.getPriority().getPriority() == 20 ? Long.valueOf(1_200) : null;
      assertEquals(expected, RunTimeHint.learnt(id.getAllcationTags()));
      assertEquals(c.getId(), id.getContainerID());
      assertEquals(c.getNodeId().toString(), id.getNmHostAddress());
      assertEquals(c.getResource(), id.getResource());
      assertEquals(c.getPriority(), id.getPriority());
    }
  }

  @Test
  public void theNodeIsToldThatDeclaredRunTimesAreAccepted() throws Exception {
    for (boolean accepts : new boolean[] {true, false}) {
      RunTimeSource runTimes =
          new RunTimeSource() {
            @Override
            public Long runMs(ApplicationAttemptId attempt, int priority) {
              return 1_200L;
            }

            @Override
            public boolean acceptsClaims(ApplicationAttemptId attempt) {
              return accepts;
            }
          };
      MercuryAllocator allocator =
          allocator(
              FeatureMode.ON,
              new TopKPlacement(50),
              runTimes,
              PlacementQuota.NONE,
              stock(-1),
              PATIENT);
      Container c = new PlacedApplication(1, nodes(4)).allocate(allocator, ask(1, ANY, 1)).get(0);
      Set<String> tags = id(c.getContainerToken()).getAllcationTags();
      assertEquals(Long.valueOf(1_200), RunTimeHint.learnt(tags));
      assertEquals(accepts, tags.contains(RunTimeHint.CLAIMS_ACCEPTED));
    }
  }

  private static SignedContainers signing(PlacedApplication app, NMContainerTokenSecretManager by) {
    return new SignedContainers(
        by, app.context, app.attempt, "user", PlacedApplication.RM_ID, false);
  }

  @Test
  public void aSignedContainerIsStocksButForItsTag() throws Exception {
    RemoteNode node = node(0, "/r", "gpu");
    ResourceRequest ask = ask(3, ANY, 1);
    ask.setNodeLabelExpression("gpu");
    ask.setAllocationRequestId(5);
    ask.setCapability(Resource.newInstance(1_000, 1));
    PlacedApplication app = new PlacedApplication(1, Collections.singletonList(node));
    Container made = signing(app, secrets).make(ask, node, 77L);
    Container stocks =
        new PlacedApplication(1, Collections.singletonList(node)).allocate(stock(-1), ask).get(0);
    ContainerTokenIdentifier id = id(made.getContainerToken());
    assertEquals(
        id(stocks.getContainerToken()).getProto().toBuilder()
            .setContainerId(id.getProto().getContainerId())
            .setExpiryTimeStamp(id.getExpiryTimeStamp())
            .setCreationTime(id.getCreationTime())
            .addAllocationTags(RunTimeHint.tag(77))
            .build(),
        id.getProto());
    assertEquals(
        id(stocks.getContainerToken()).getExpiryTimeStamp()
            - id(stocks.getContainerToken()).getCreationTime(),
        id.getExpiryTimeStamp() - id.getCreationTime());
    assertArrayEquals(
        "as the node will write it",
        id.getBytes(),
        made.getContainerToken().getIdentifier().array());
    assertEquals(stocks.getContainerToken().getService(), made.getContainerToken().getService());
    assertEquals(stocks.getContainerToken().getKind(), made.getContainerToken().getKind());
    assertVerifies(made);
    made.setId(stocks.getId());
    made.setContainerToken(stocks.getContainerToken());
    assertEquals(((ContainerPBImpl) stocks).getProto(), ((ContainerPBImpl) made).getProto());
    Container absurd = signing(app, secrets).make(ask, node, Long.MAX_VALUE);
    assertTrue(id(absurd.getContainerToken()).getAllcationTags().isEmpty());
  }

  /** Until it is asked for the third password, all that differs from stock goes wrong. */
  private static final class Failing extends NMContainerTokenSecretManager {
    private final Runnable wrong;
    private int asked;

    Failing(Runnable wrong) {
      super(new Configuration(false));
      this.wrong = wrong;
      PlacedApplication.rollKey(this);
    }

    @Override
    public byte[] createPassword(ContainerTokenIdentifier identifier) {
      if (identifier.getClass() != ContainerTokenIdentifier.class && ++asked < 3) {
        wrong.run();
      }
      return super.createPassword(identifier);
    }
  }

  private void assertStocksTwiceThenOurs(NMContainerTokenSecretManager failing) throws Exception {
    allocator(FeatureMode.ON, new TopKPlacement(50), 77L, Integer.MAX_VALUE);
    MercuryAllocator allocator =
        new MercuryAllocator(stock(-1), failing, placer, (a, p) -> 77L, PlacementQuota.NONE);
    PlacedApplication app = new PlacedApplication(1, nodes(4));
    List<Container> containers = app.allocate(allocator, ask(1, ANY, 4));
    assertEquals(4, containers.size());
    assertTrue("nothing is outstanding", app.context.getOutstandingOpReqs().isEmpty());
    int tagged = 0;
    for (Container c : containers) {
      byte[] password = c.getContainerToken().getPassword().array();
      ContainerTokenIdentifier id = id(c.getContainerToken());
      assertArrayEquals(failing.retrievePassword(id), password);
      tagged += id.getAllcationTags().size();
    }
    assertEquals(2, tagged);
    assertEquals(4L, placer.journal().metrics().snapshot().get("ContainersPlaced"));
  }

  @Test
  public void stockMakesWhatWeCannotSign() throws Exception {
    assertStocksTwiceThenOurs(
        new Failing(
            () -> {
              throw new IllegalStateException("test");
            }));
  }

  @Test
  public void stockMakesItWhereTheKeyChangesMeanwhile() throws Exception {
    Failing[] rolling = new Failing[1];
    rolling[0] = new Failing(() -> PlacedApplication.rollKey(rolling[0]));
    assertStocksTwiceThenOurs(rolling[0]);
  }

  @Test
  public void hostsThenRacksThenAny() throws Exception {
    OpportunisticSchedulerMetrics metrics = OpportunisticSchedulerMetrics.getMetrics();
    long node = metrics.getAggregatedNodeLocalContainers();
    long rack = metrics.getAggregatedRackLocalContainers();
    long off = metrics.getAggregatedOffSwitchContainers();
    MercuryAllocator allocator = allocator(FeatureMode.ON, new TopKPlacement(1), null, 5);
    PlacedApplication app = new PlacedApplication(1, nodes(100));
    List<Container> containers =
        app.allocate(allocator, ask(1, host(90), 2), ask(1, "/rack2", 4), ask(1, ANY, 6));
    assertEquals(5, containers.size());
    assertEquals(2, perHost(containers).get(host(90)).intValue());
    assertEquals(1, perHost(containers).get(host(0)).intValue());
    assertEquals(node + 2, metrics.getAggregatedNodeLocalContainers());
    assertEquals(
        "two of four are on host 90", rack + 2, metrics.getAggregatedRackLocalContainers());
    assertEquals(off + 1, metrics.getAggregatedOffSwitchContainers());
    OpportunisticContainerAllocator.EnrichedResourceRequest left =
        app.context.getOutstandingOpReqs().firstEntry().getValue().values().iterator().next();
    assertEquals(1, left.getRequest().getNumContainers());
    assertTrue(left.getNodeMap().isEmpty());
    assertTrue("the rack's four are used up", left.getRackMap().isEmpty());
  }

  @Test
  public void theBlacklistHoldsUntilItIsTakenBack() throws Exception {
    PlacedApplication app = new PlacedApplication(1, nodes(2));
    MercuryAllocator allocator = on();
    List<String> first = Collections.singletonList(host(0));
    ResourceBlacklistRequest add = ResourceBlacklistRequest.newInstance(first, new ArrayList<>());
    Container only = app.allocate(allocator, add, ask(1, ANY, 9)).get(0);
    assertEquals(host(1), only.getNodeId().getHost());
    assertEquals(1, perHost(app.allocate(allocator, ask(1, ANY, 9))).size());
    ResourceBlacklistRequest remove =
        ResourceBlacklistRequest.newInstance(new ArrayList<>(), first);
    Map<String, Integer> after = perHost(app.allocate(allocator, remove, ask(1, ANY, 9)));
    assertEquals("18 are on the other", Collections.singletonMap(host(0), 9), after);
  }

  @Test
  public void labelsMatchExactlyAndTheRestStaysOutstanding() throws Exception {
    List<RemoteNode> nodes =
        Arrays.asList(node(0, "/r", "gpu"), node(1, "/r", null), node(2, "/r", ""));
    PlacedApplication app = new PlacedApplication(1, nodes);
    ResourceRequest gpu = ask(1, ANY, 3);
    gpu.setNodeLabelExpression("gpu");
    ResourceRequest fpga = ask(2, ANY, 3);
    fpga.setNodeLabelExpression("fpga");
    List<Container> containers = app.allocate(on(), gpu, fpga, ask(3, ANY, 4));
    assertEquals(3, perHost(containers).get(host(0)).intValue());
    assertEquals(2, perHost(containers).get(host(1)).intValue());
    assertEquals(7, containers.size());
    assertEquals(1, app.context.getOutstandingOpReqs().size());
    assertEquals("PLACE_NO_MATCH", placer.journal().ring().recent(1).get(0).reason().code());
    app.context.updateNodeList(Collections.singletonList(node(7, "/r", "fpga")));
    assertEquals(3, app.allocate(on()).size());
  }

  @Test(timeout = 20_000)
  public void asksOfNothingAreNotServed() throws Exception {
    PlacedApplication app = new PlacedApplication(1, nodes(4));
    MercuryAllocator allocator = on();
    assertTrue(app.allocate(allocator, ask(1, ANY, 0), ask(2, ANY, -3)).isEmpty());
    assertTrue(app.allocate(allocator).isEmpty());
    assertEquals("no decision", 0, placer.journal().ring().recorded());
    assertEquals(2, app.allocate(allocator, ask(1, ANY, 2)).size());
  }

  @Test
  public void theMostImportantAskIsServedFirst() throws Exception {
    MercuryAllocator allocator = allocator(FeatureMode.ON, new TopKPlacement(50), null, 3);
    PlacedApplication app = new PlacedApplication(1, nodes(4));
    List<Container> containers = app.allocate(allocator, ask(20, ANY, 2), ask(5, ANY, 2));
    assertEquals(3, containers.size());
    assertEquals(2, containers.stream().filter(c -> c.getPriority().getPriority() == 5).count());
  }

  @Test
  public void stocksLimitPerHeartbeatHolds() throws Exception {
    MercuryAllocator allocator =
        allocator(
            FeatureMode.ON,
            new TopKPlacement(50),
            (a, p) -> null,
            PlacementQuota.NONE,
            stock(3),
            PATIENT);
    PlacedApplication app = new PlacedApplication(1, nodes(4));
    assertEquals(3, app.allocate(allocator, ask(1, ANY, 5)).size());
    assertEquals(2, app.allocate(allocator).size());
    assertEquals(0, app.allocate(allocator).size());
  }

  @Test
  public void whatWasPlacedIsRememberedForAWhile() throws Exception {
    MercuryAllocator allocator = on();
    List<Container> containers = new ArrayList<>();
    for (int app = 0; app < 8; app++) {
      containers.addAll(new PlacedApplication(app, nodes(8)).allocate(allocator, ask(1, ANY, 1)));
    }
    assertEquals("each saw those before", 8, perHost(containers).size());
    clock.advance(Duration.ofSeconds(4));
    int[] first = new int[8];
    for (int i = 0; i < 400; i++) {
      clock.advance(Duration.ofSeconds(4));
      String host =
          new PlacedApplication(i, nodes(8))
              .allocate(allocator, ask(1, ANY, 1))
              .get(0)
              .getNodeId()
              .getHost();
      first[Integer.parseInt(host.substring(host.lastIndexOf('.') + 1))]++;
    }
    Arrays.stream(first).forEach(n -> assertEquals("chance again", 50, n, 35));
  }

  /** Fails, on a thread that it remembers. */
  private static final class FailingPolicy implements PlacementPolicy {
    private final long steps;
    private Thread on;

    FailingPolicy(long steps) {
      this.steps = steps;
    }

    @Override
    public Decision<List<Assignment>> place(PlacementView view, Random random) {
      on = Thread.currentThread();
      throw new LinkageError("test");
    }

    @Override
    public long steps(PlacementView view) {
      return steps;
    }
  }

  @Test
  public void stockServesWhenALongDecisionFails() throws Exception {
    FailingPolicy failing = new FailingPolicy(100_001);
    assertStockServes(failing);
    assertNotSame("it may take too long", Thread.currentThread(), failing.on);
  }

  @Test
  public void stockServesWhenAShortDecisionFails() throws Exception {
    FailingPolicy failing = new FailingPolicy(100_000);
    assertStockServes(failing);
    assertSame(Thread.currentThread(), failing.on);
  }

  private void assertStockServes(PlacementPolicy failing) throws Exception {
    MercuryAllocator allocator = allocator(FeatureMode.ON, failing, 100L, Integer.MAX_VALUE);
    PlacedApplication app = new PlacedApplication(1, nodes(8));
    ResourceBlacklistRequest blacklist =
        ResourceBlacklistRequest.newInstance(Collections.singletonList(host(0)), new ArrayList<>());
    List<Container> containers = app.allocate(allocator, blacklist, ask(1, ANY, 10));
    assertEquals("one a node, as stock", 7, containers.size());
    assertFalse(perHost(containers).containsKey(host(0)));
    for (Container c : containers) {
      CandidateNode node = CandidateNode.of(c.getNodeId().getHost(), 8041, "", "");
      assertEquals("it is load of its node", 1, recent.addedMs(node));
    }
    assertEquals(1, app.context.getOutstandingOpReqs().size());
    assertEquals("the other three", 3, app.allocate(allocator).size());
    assertEquals(10L, placer.journal().metrics().snapshot().get("ContainersPlacedByStock"));
    for (Container c : containers) {
      assertVerifies(c);
      assertTrue(id(c.getContainerToken()).getAllcationTags().isEmpty());
    }
  }

  @Test(timeout = 20_000)
  public void stockServesWhenThePolicyHangs() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    PlacementPolicy hanging =
        (view, random) -> {
          try {
            never.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          return null;
        };
    MercuryAllocator allocator =
        allocator(
            FeatureMode.ON,
            hanging,
            (a, p) -> null,
            PlacementQuota.NONE,
            stock(-1),
            Duration.ofMillis(50));
    PlacedApplication app = new PlacedApplication(1, nodes(8));
    assertEquals(8, app.allocate(allocator, ask(1, ANY, 10)).size());
    long start = System.nanoTime();
    assertEquals("tripped: at once", 2, app.allocate(allocator).size());
    assertTrue(System.nanoTime() - start < 5_000_000_000L);
    never.countDown();
  }

  @Test
  public void stockServesWhenTheQuotaCannotBeTold() throws Exception {
    MercuryAllocator allocator =
        allocator(
            FeatureMode.ON,
            new TopKPlacement(50),
            (a, p) -> null,
            attempt -> {
              throw new IllegalStateException("test");
            },
            stock(-1),
            PATIENT);
    assertEquals(8, new PlacedApplication(1, nodes(8)).allocate(allocator, ask(1, ANY, 10)).size());
  }

  @Test
  public void aNodeThatCannotBeNamedCostsOnlyItself() throws Exception {
    List<RemoteNode> nodes = new ArrayList<>(nodes(1));
    nodes.add(
        RemoteNode.newInstance(
            NodeId.newInstance("no.such.host.invalid", 1), "no.such.host.invalid:2", "/r", null));
    PlacedApplication app = new PlacedApplication(1, nodes);
    List<Container> containers = app.allocate(on(), ask(1, ANY, 4));
    assertEquals(2, containers.size());
    assertEquals(2L, placer.journal().metrics().snapshot().get("ContainersFailed"));
    assertEquals(2L, placer.journal().metrics().snapshot().get("ContainersPlaced"));
    assertEquals(1, app.context.getOutstandingOpReqs().size());
  }

  @Test
  public void anAskOfNoSizeIsLeftOutAndCostsNobodyElse() throws Exception {
    MercuryAllocator allocator = on();
    PlacedApplication odd = new PlacedApplication(1, nodes(4));
    ResourceRequest noSize = ask(1, ANY, 10);
    noSize.setCapability(null);
    List<ResourceRequest> asks = Arrays.asList(noSize, ask(2, ANY, 3));
    for (int i = 0; i < 6; i++) {
      assertEquals(
          i == 0 ? 3 : 0,
          odd.allocate(allocator, i == 0 ? asks.toArray(new ResourceRequest[0]) : NOTHING).size());
    }
    assertEquals(0, placer.guard().counters().failures());
    assertEquals(0L, placer.journal().metrics().snapshot().get("ContainersFailed"));
    assertEquals(
        10, new PlacedApplication(2, nodes(4)).allocate(allocator, ask(1, ANY, 10)).size());
  }

  @Test
  public void whatCannotBeSignedTripsNothingAndIsWarnedOfOnce() throws Exception {
    NMContainerTokenSecretManager none =
        new NMContainerTokenSecretManager(new Configuration(false)) {
          @Override
          public byte[] createPassword(ContainerTokenIdentifier identifier) {
            throw new IllegalStateException("test");
          }
        };
    PlacedApplication.rollKey(none);
    on();
    MercuryAllocator allocator =
        new MercuryAllocator(stock(-1), none, placer, (a, p) -> null, PlacementQuota.NONE);
    List<LoggingEvent> warnings = new ArrayList<>();
    AppenderSkeleton appender = appender(warnings);
    Logger logger = Logger.getLogger(MercuryAllocator.class);
    logger.addAppender(appender);
    logger.setLevel(Level.WARN);
    try {
      PlacedApplication app = new PlacedApplication(1, nodes(4));
      assertEquals(0, app.allocate(allocator, ask(1, ANY, 100)).size());
    } finally {
      logger.setLevel(null);
      logger.removeAppender(appender);
    }
    assertEquals(1, warnings.size());
    assertEquals(100L, placer.journal().metrics().snapshot().get("ContainersFailed"));
    assertEquals(100, placer.guard().counters().failures());
    assertEquals(GuardState.HEALTHY, placer.guard().state());
  }

  private static AppenderSkeleton appender(List<LoggingEvent> warnings) {
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

  @Test
  public void shadowDecidesAndStockPlaces() throws Exception {
    MercuryAllocator allocator =
        allocator(FeatureMode.SHADOW, new TopKPlacement(50), 100L, Integer.MAX_VALUE);
    PlacedApplication app = new PlacedApplication(1, nodes(8));
    assertEquals(8, app.allocate(allocator, ask(1, ANY, 10)).size());
    assertFalse(placer.journal().ring().recent(1).get(0).applied());
    Map<String, Number> counted = placer.journal().metrics().snapshot();
    assertEquals(1L, counted.get("Decision_PLACE_ALL_shadow"));
    assertEquals(0L, counted.get("ContainersPlaced"));
    assertEquals(8L, counted.get("ContainersPlacedByStock"));
  }

  @Test
  public void whatStockPlacesElsewhereIsConsideredAndNoted() {
    MercuryAllocator allocator =
        allocator(FeatureMode.SHADOW, new TopKPlacement(50), null, Integer.MAX_VALUE);
    PlacedApplication app = new PlacedApplication(1, nodes(4));
    allocator.note(
        null,
        Arrays.asList(ask(1, ANY, 2), ask(1, PlacedApplication.host(0), 1)),
        app.attempt,
        app.context);
    allocator.consider(app.attempt, app.context);
    allocator.placedByStock(container(app, 1, PlacedApplication.SIZE), app.attempt, app.context);
    allocator.consider(app.attempt, app.context);
    allocator.placedByStock(
        container(app, 2, Resource.newInstance(2048, 1)), app.attempt, app.context);
    assertTrue("rounded up", app.context.getOutstandingOpReqs().isEmpty());
    allocator.placedByStock(container(app, 3, PlacedApplication.SIZE), app.attempt, app.context);
    allocator.consider(app.attempt, app.context);
    Map<String, Number> counted = placer.journal().metrics().snapshot();
    assertEquals(2L, counted.get("Decision_PLACE_ALL_shadow"));
    assertEquals(3L, counted.get("ContainersPlacedByStock"));
    assertEquals(0L, counted.get("ContainersPlaced"));
  }

  private static Container container(PlacedApplication app, long id, Resource size) {
    return Container.newInstance(
        ContainerId.newContainerId(app.attempt, id),
        NodeId.newInstance(PlacedApplication.host(0), 8041),
        "",
        size,
        Priority.newInstance(1),
        null);
  }

  @Test
  public void offAndClosedAreStock() throws Exception {
    MercuryAllocator off =
        allocator(FeatureMode.OFF, new TopKPlacement(50), null, Integer.MAX_VALUE);
    assertEquals(8, new PlacedApplication(1, nodes(8)).allocate(off, ask(1, ANY, 10)).size());
    MercuryAllocator closed = on();
    placer.close();
    assertEquals(8, new PlacedApplication(1, nodes(8)).allocate(closed, ask(1, ANY, 10)).size());
    assertEquals(0, placer.journal().ring().recorded());
  }

  @Test
  public void manyApplicationsPlaceAtOnce() throws Exception {
    MercuryAllocator allocator =
        allocator(
            FeatureMode.ON,
            new TopKPlacement(50),
            (a, p) -> 100L,
            PlacementQuota.NONE,
            stock(-1),
            PATIENT);
    List<RemoteNode> nodes = nodes(50);
    ExecutorService threads = Executors.newFixedThreadPool(16);
    List<Callable<List<Container>>> calls = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      PlacedApplication app = new PlacedApplication(i, nodes);
      calls.add(() -> app.allocate(allocator, ask(1, ANY, 4)));
    }
    List<Container> containers = new ArrayList<>();
    for (Future<List<Container>> f : threads.invokeAll(calls)) {
      containers.addAll(f.get());
    }
    threads.shutdownNow();
    assertEquals(2_000, containers.size());
    assertEquals(2_000L, placer.journal().metrics().snapshot().get("ContainersPlaced"));
    perHost(containers).forEach((host, n) -> assertEquals(host, 40, n.intValue()));
  }

  @Test
  public void cancelledAsksAreNotKept() throws Exception {
    MercuryAllocator allocator =
        allocator(FeatureMode.ON, new TopKPlacement(50), 100L, Integer.MAX_VALUE);
    PlacedApplication app = new PlacedApplication(1, nodes(4));
    ResourceRequest[] asks = new ResourceRequest[1_000];
    for (int round = 0; round < 100; round++) {
      for (int count = 1; count >= 0; count--) {
        for (int i = 0; i < asks.length; i++) {
          asks[i] = ask(1, "*", count);
          asks[i].setAllocationRequestId(1_000L * round + i);
        }
        if (count == 0) {
          app.allocate(allocator, asks);
        } else {
          allocator.note(null, Arrays.asList(asks), app.attempt, app.context);
        }
      }
    }
    assertEquals(0, app.context.getOutstandingOpReqs().size());
  }

  /** An application may send them with each heartbeat. */
  @Test
  public void malformedAsksFillNoLog() throws Exception {
    MercuryAllocator allocator =
        allocator(FeatureMode.ON, new TopKPlacement(50), 100L, Integer.MAX_VALUE);
    PlacedApplication app = new PlacedApplication(1, nodes(4));
    ResourceRequest[] asks = new ResourceRequest[1_000];
    for (int i = 0; i < asks.length; i++) {
      asks[i] = ask(1, "*", 1);
      asks[i].setCapability(null);
    }
    List<LoggingEvent> warnings = new ArrayList<>();
    AppenderSkeleton appender = appender(warnings);
    Logger logger = Logger.getLogger(MercuryAllocator.class);
    logger.addAppender(appender);
    logger.setLevel(Level.WARN);
    try {
      for (int call = 0; call < 20; call++) {
        app.allocate(allocator, asks);
      }
    } finally {
      logger.setLevel(null);
      logger.removeAppender(appender);
    }
    int length = 0;
    for (LoggingEvent warning : warnings) {
      length += warning.getRenderedMessage().length();
    }
    assertTrue(warnings.size() + " warnings of " + length + " characters", length < 1_000);
  }
}
