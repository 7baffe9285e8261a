// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.amrmproxy;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterResponse;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.ContainerUpdateType;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceBlacklistRequest;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.UpdatedContainer;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.apache.hadoop.yarn.server.nodemanager.NodeStatusUpdater;
import org.apache.hadoop.yarn.server.nodemanager.amrmproxy.AMRMProxyApplicationContext;
import org.apache.hadoop.yarn.server.nodemanager.amrmproxy.AbstractRequestInterceptor;
import org.apache.hadoop.yarn.server.nodemanager.recovery.NMNullStateStoreService;
import org.apache.hadoop.yarn.server.nodemanager.security.NMContainerTokenSecretManager;
import org.apache.hadoop.yarn.server.nodemanager.security.NMTokenSecretManagerInNM;
import org.apache.hadoop.yarn.server.scheduler.DistributedOpportunisticContainerAllocator;
import org.apache.hadoop.yarn.server.scheduler.OpportunisticContainerContext;
import org.apache.hadoop.yarn.server.security.BaseNMTokenSecretManager;
import org.junit.After;
import org.junit.Test;
import org.mockito.Mockito;
import org.yarnext.mercury.allocation.PlacedApplication;
import org.yarnext.mercury.application.ApplicationAttemptRecord;
import org.yarnext.mercury.application.AttemptRegistry;
import org.yarnext.mercury.application.Requests;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.estimate.RunTimeCodec;

/**
 * The interceptor between an unmodified master and a ResourceManager: whatever fails or restarts,
 * the master gets exactly what it asks. A random world that fails tells its seed; {@code
 * -Dmercury.seed=<seed>} runs that world alone, {@code -Dmercury.worlds=<n>} changes how many run.
 */
public class MercuryInterceptorTest {
  private static final int WORLDS = Integer.getInteger("mercury.worlds", 200);
  private static final int STEPS = 60;

  private static final String KEY = "yarnext.mercury";
  private static final String[] MODES = {"on", "shadow", "off"};

  private final Configuration conf = new Configuration(false);
  private final FakeResourceManager rm = new FakeResourceManager();
  private final FakeMaster master = new FakeMaster();
  private final Map<String, byte[]> stored = new HashMap<>();
  private final Set<ContainerId> completed = new HashSet<>();
  private boolean distributed = true;
  private ApplicationAttemptId attempt = Requests.ATTEMPT;
  private boolean placementFails;
  private List<ResourceRequest> lastAsks;
  private boolean storeFails;
  private int writes;
  private Context node;
  private MercuryInterceptor interceptor;

  /** What the NodeManager keeps over its restarts. */
  private final class Store extends NMNullStateStoreService {
    @Override
    public boolean canRecover() {
      return true;
    }

    @Override
    public void storeAMRMProxyAppContextEntry(ApplicationAttemptId attempt, String key, byte[] data)
        throws IOException {
      if (storeFails) {
        throw new IOException("disk full");
      }
      writes++;
      stored.put(key, data);
    }

    @Override
    public void removeAMRMProxyAppContextEntry(ApplicationAttemptId attempt, String key) {
      stored.remove(key);
    }
  }

  private final class Allocator extends DistributedOpportunisticContainerAllocator {
    Allocator(NMContainerTokenSecretManager secrets) {
      super(secrets);
    }

    @Override
    public List<Container> allocateContainers(
        ResourceBlacklistRequest blacklist,
        List<ResourceRequest> asks,
        ApplicationAttemptId attempt,
        OpportunisticContainerContext context,
        long rmIdentifier,
        String user)
        throws YarnException {
      lastAsks = asks;
      if (placementFails) {
        throw new IllegalStateException("broken");
      }
      return super.allocateContainers(blacklist, asks, attempt, context, rmIdentifier, user);
    }
  }

  private static NMTokenSecretManagerInNM nmTokens() {
    NMTokenSecretManagerInNM secrets = new NMTokenSecretManagerInNM();
    secrets.setMasterKey(
        new BaseNMTokenSecretManager() {
          {
            currentMasterKey = createNewMasterKey();
          }
        }.getCurrentKey());
    return secrets;
  }

  /** A new NodeManager process, with what the old one left if there was one. */
  private void startNode() {
    forgetNode();
    node = mock(Context.class);
    NMContainerTokenSecretManager secrets = PlacedApplication.secrets();
    NMTokenSecretManagerInNM nmTokens = nmTokens();
    NodeStatusUpdater updater = mock(NodeStatusUpdater.class);
    Store store = new Store();
    Allocator allocator = new Allocator(secrets);
    when(node.isDistributedSchedulingEnabled()).thenReturn(distributed);
    when(node.getNMStateStore()).thenReturn(store);
    when(node.getContainerAllocator()).thenReturn(allocator);
    when(node.getContainerTokenSecretManager()).thenReturn(secrets);
    when(node.getNMTokenSecretManager()).thenReturn(nmTokens);
    when(node.getNodeStatusUpdater()).thenReturn(updater);
    AMRMProxyApplicationContext application = mock(AMRMProxyApplicationContext.class);
    when(application.getNMContext()).thenReturn(node);
    when(application.getApplicationAttemptId()).thenReturn(attempt);
    when(application.getUser()).thenReturn("user");
    interceptor = new MercuryInterceptor();
    interceptor.setConf(conf);
    interceptor.setNextInterceptor(rm);
    interceptor.init(application);
  }

  private void restartNode() {
    startNode();
    interceptor.recover(new HashMap<>(stored));
  }

  private void start(String policy) throws Exception {
    conf.set("yarn.mercury.hybrid.mode", "on");
    conf.set("yarn.mercury.hybrid.policy", policy);
    startNode();
    register();
  }

  private void register() throws Exception {
    RegisterApplicationMasterResponse response =
        interceptor.registerApplicationMasterForDistributedScheduling(null).getRegisterResponse();
    assertTrue("as stock answers", response.getResourceProfiles().isEmpty());
    master.registered();
  }

  @After
  public void forgetNode() {
    if (node != null) {
      AttemptRegistry.forget(node);
    }
  }

  private ApplicationAttemptRecord record() {
    return AttemptRegistry.of(node, conf, "Test").find(attempt);
  }

  private void callUntilServed() throws Exception {
    for (int i = 0; i < 200 && master.outstanding() > 0; i++) {
      complete();
      master.call(interceptor);
    }
    assertEquals("still outstanding", 0, master.outstanding());
    master.call(interceptor);
    assertEquals("nothing is left over", 0, rm.outstanding());
    assertTrue("none unknown to it", rm.known.containsAll(master.got.keySet()));
  }

  /** All that the master has got so far. */
  private void complete() {
    for (ContainerId id : master.got.keySet()) {
      if (completed.add(id)) {
        rm.completed.add(ContainerStatus.newInstance(id, ContainerState.COMPLETE, "", 0));
      }
    }
  }

  @Test
  public void hybridGqDividesWhatItKnowsToBeShort() throws Exception {
    start("hybrid-GQ(10s, 50%)");
    master.ask(1, 1);
    master.ask(2, 1);
    List<Container> first = master.call(interceptor);
    assertEquals("their lengths are unknown", 0, master.opportunistic());
    long[] ranMs = {2_000, 20_000};
    for (int i = 0; i < 2; i++) {
      rm.completed.add(
          ContainerStatus.newInstance(
              first.get(i).getId(),
              ContainerState.COMPLETE,
              RunTimeCodec.of(ranMs[first.get(i).getPriority().getPriority() - 1], null).toString(),
              0));
    }
    master.call(interceptor);
    master.ask(1, 6);
    master.ask(2, 6);
    master.call(interceptor);
    assertEquals("the long ones are guaranteed", 3, master.opportunistic());
    assertTrue(
        master.got.values().stream()
            .filter(c -> c.getExecutionType() == ExecutionType.OPPORTUNISTIC)
            .allMatch(c -> c.getPriority().getPriority() == 1));
    callUntilServed();
  }

  /** As with stock's interceptor for federation, which inherits the answer of a chain's end. */
  @Test
  public void whatCannotRegisterForDistributedSchedulingIsAnsweredAsStockDoes() throws Exception {
    conf.set("yarn.mercury.hybrid.mode", "on");
    startNode();
    interceptor.setNextInterceptor(
        mock(AbstractRequestInterceptor.class, Mockito.CALLS_REAL_METHODS));
    assertNull(interceptor.registerApplicationMasterForDistributedScheduling(null));
    assertEquals(0, AttemptRegistry.of(node, conf, "Test").guard().counters().failures());
  }

  @Test
  public void aRepeatedCallGetsTheSameContainersAndTheirTokens() throws Exception {
    start("50%-Q");
    master.ask(1, 6);
    List<ContainerId> lost = ids(master.send(interceptor));
    assertEquals(6, lost.size());
    AllocateResponse again = master.send(interceptor);
    assertEquals(lost, ids(again));
    final int known = rm.known.size();
    master.take(again);
    callUntilServed();
    assertEquals("nothing was asked twice", known, rm.known.size());
    assertEquals(6, master.got.size());
  }

  private static List<ContainerId> ids(AllocateResponse response) {
    return response.getAllocatedContainers().stream()
        .map(Container::getId)
        .collect(Collectors.toList());
  }

  @Test
  public void aRepeatedCallAfterARestartGetsThemToo() throws Exception {
    start("50%-Q");
    master.ask(1, 6);
    List<ContainerId> lost = ids(master.send(interceptor));
    restartNode();
    AllocateResponse again = master.send(interceptor);
    assertEquals(lost, ids(again));
    master.take(again);
    callUntilServed();
    assertEquals(6, master.got.size());
    assertEquals(3, master.opportunistic());
  }

  @Test
  public void aCallThatFailsLosesNothing() throws Exception {
    start("50%-Q");
    for (FakeResourceManager.Failure failure : FakeResourceManager.Failure.values()) {
      master.ask(1, 6);
      rm.failing = failure;
      assertThrows(Exception.class, () -> master.call(interceptor));
      callUntilServed();
    }
    assertEquals(18, master.got.size());
    assertEquals(9, master.opportunistic());
  }

  @Test
  public void whatStockPlacedForACallThatFailedUsesUpNoQuota() throws Exception {
    conf.set("yarn.mercury.quota.default", "max=3");
    start("only-Q");
    long id = 0;
    for (FakeResourceManager.Failure failure : FakeResourceManager.Failure.values()) {
      placedByStock(++id, ++id);
      rm.failing = failure;
      assertThrows(Exception.class, () -> master.send(interceptor));
      assertEquals(failure + ": the master has none", 0, record().opportunisticAlive());
    }
    placedByStock(++id);
    master.send(interceptor);
    assertEquals("of a call that is read", 1, record().opportunisticAlive());
    placedByStock(++id);
    master.take(master.send(interceptor));
    assertEquals("and placed anew for the same call", 2, record().opportunisticAlive());
    master.elsewhere.clear();
    master.ask(1, 3);
    assertEquals("what is left of the quota", 1, master.call(interceptor).size());
  }

  private void placedByStock(long... ids) {
    master.elsewhere.clear();
    for (long id : ids) {
      master.elsewhere.add(Requests.container(1_000 + id, 9, ExecutionType.OPPORTUNISTIC));
    }
  }

  @Test
  public void aRestartGoesOnWithWhatIsOutstanding() throws Exception {
    start("50%-Q");
    rm.maxPerCall = 1;
    master.ask(1, 20);
    master.call(interceptor);
    final Map<String, Long> ledger = record().ledger();
    restartNode();
    assertEquals(ledger, record().ledger());
    callUntilServed();
    assertEquals(20, master.got.size());
    assertEquals(10, master.opportunistic());
  }

  @Test
  public void registeredAgainNoIdIsUsedTwice() throws Exception {
    start("only-Q");
    master.ask(1, 3);
    callUntilServed();
    register();
    master.ask(1, 3);
    callUntilServed();
    assertEquals(6, master.opportunistic());
  }

  /** Tez, and a NodeManager that restarts, know a container by the text of its id. */
  @Test
  public void inEachEpochTheTextOfAnIdSaysAllOfIt() throws Exception {
    start("only-Q");
    for (rm.epoch = 0; rm.epoch < 3; rm.epoch++) {
      register();
      master.ask(1, 3);
      callUntilServed();
    }
    assertEquals(9, master.opportunistic());
    for (ContainerId id : master.got.keySet()) {
      assertEquals(id, ContainerId.fromString(id.toString()));
    }
  }

  @Test
  public void whereNothingCanBePlacedAllIsAskedOfTheResourceManager() throws Exception {
    start("only-Q");
    placementFails = true;
    master.ask(1, 4);
    master.call(interceptor);
    assertEquals("in the same call", 4, master.got.size());
    assertEquals(0, master.opportunistic());
    placementFails = false;
    master.ask(1, 2);
    callUntilServed();
    assertEquals("and from then on", 0, master.opportunistic());
    assertFalse("nothing to go on with", stored.containsKey(KEY));
    restartNode();
    master.ask(1, 2);
    callUntilServed();
    assertEquals(0, master.opportunistic());
  }

  @Test
  public void whatCannotBeKeptIsLeftToStock() throws Exception {
    start("only-Q");
    storeFails = true;
    master.ask(1, 4);
    callUntilServed();
    master.ask(1, 4);
    callUntilServed();
    assertEquals("those of the first call, one a node", 3, master.opportunistic());
    assertEquals(8, master.got.size());
  }

  @Test
  public void whatWasKeptGoesWithOneThatIsLeftToStock() throws Exception {
    start("only-Q");
    master.ask(1, 2);
    master.call(interceptor);
    assertFalse(stored.isEmpty());
    placementFails = true;
    master.ask(1, 2);
    master.call(interceptor);
    callUntilServed();
    assertTrue("a restart would go on from it", stored.isEmpty());
  }

  @Test
  public void whatCannotBeReadIsLeftToStock() throws Exception {
    start("only-Q");
    stored.put(KEY, "{\"gate\":7}".getBytes("UTF-8"));
    restartNode();
    master.ask(1, 4);
    callUntilServed();
    assertEquals(0, master.opportunistic());
  }

  @Test
  public void withoutDistributedSchedulingAllPasses() throws Exception {
    distributed = false;
    start("only-Q");
    for (boolean undistributed : new boolean[] {false, true}) {
      master.undistributed = undistributed;
      master.ask(1, 4);
      List<Container> got = master.call(interceptor);
      assertEquals(4, got.size());
      assertEquals(0, master.opportunistic());
      assertEquals(Collections.singletonList(Requests.any(1, 4)), rm.last().getAskList());
      assertTrue(stored.isEmpty());
    }
  }

  /** Each keeps the next life of the NodeManager from dividing. */
  private final Map<String, Runnable> ends = new TreeMap<>();

  {
    ends.put("off", () -> conf.set("yarn.mercury.hybrid.mode", "off"));
    ends.put("shadow", () -> conf.set("yarn.mercury.hybrid.mode", "shadow"));
    ends.put(
        "placement alone",
        () -> {
          conf.set("yarn.mercury.hybrid.mode", "off");
          conf.set("yarn.mercury.placement.mode", "on");
        });
    ends.put("refused", () -> conf.set("yarn.mercury.hybrid.policy", "nonsense"));
    ends.put(
        "not distributed",
        () -> {
          distributed = false;
          master.undistributed = true;
        });
    ends.put(
        "another version",
        () ->
            stored.computeIfPresent(
                KEY,
                (key, bytes) ->
                    new String(bytes, StandardCharsets.UTF_8)
                        .replaceAll("\"version\":\\d+", "\"version\":99")
                        .getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  public void whatIsHeldIsAskedWhereNobodyDividesAnyMore() throws Exception {
    for (String end : ends.keySet()) {
      MercuryInterceptorTest test = new MercuryInterceptorTest();
      try {
        test.held();
        test.endsBy(end);
      } catch (Exception | AssertionError e) {
        throw new AssertionError(end + ": " + e.getMessage(), e);
      } finally {
        test.forgetNode();
      }
    }
  }

  private void held() throws Exception {
    conf.set("yarn.mercury.quota.default", "max=1");
    start("only-Q");
    master.ask(1, 4);
    master.ask(2, 2);
    master.call(interceptor);
    assertEquals(1, master.opportunistic());
    assertEquals("held back", 0, rm.outstanding());
  }

  private void endsBy(String end) throws Exception {
    ends.get(end).run();
    restartNode();
    rm.maxPerCall = 0;
    master.call(interceptor);
    assertEquals("all of it at once", 5, rm.outstanding());
    rm.maxPerCall = 2;
    callUntilServed();
    assertEquals(6, master.got.size());
    master.ask(1, 2);
    callUntilServed();
    restartNode();
    master.ask(1, 2);
    callUntilServed();
    assertEquals(10, master.got.size());
    assertEquals("that of before", 1, master.opportunistic());
    boolean follows = end.equals("shadow") || end.equals("placement alone");
    assertEquals(follows, stored.containsKey(KEY));
  }

  @Test
  public void turnedOffItGivesTheContainersOfAnAnswerThatWasLost() throws Exception {
    start("50%-Q");
    master.ask(1, 6);
    final List<ContainerId> lost = ids(master.send(interceptor));
    conf.set("yarn.mercury.hybrid.mode", "off");
    restartNode();
    AllocateResponse again = master.send(interceptor);
    assertEquals(lost, ids(again));
    master.take(again);
    callUntilServed();
    assertEquals(6, master.got.size());
  }

  @Test
  public void turnedOffNothingIsAskedThatTheMasterStatesItself() throws Exception {
    held();
    conf.set("yarn.mercury.hybrid.mode", "off");
    restartNode();
    register();
    assertFalse(stored.containsKey(KEY));
    master.outstanding.put(1, 1);
    rm.maxPerCall = 0;
    master.call(interceptor);
    assertEquals("as it states now", 3, rm.outstanding());
  }

  @Test
  public void offAllPasses() throws Exception {
    startNode();
    register();
    master.ask(1, 4);
    master.call(interceptor);
    assertEquals(0, master.opportunistic());
    assertTrue(stored.isEmpty());
    assertSame(null, record());
  }

  @Test
  public void shadowAsksAsTheMasterDoes() throws Exception {
    conf.set("yarn.mercury.hybrid.mode", "shadow");
    conf.set("yarn.mercury.hybrid.policy", "only-Q");
    startNode();
    register();
    master.ask(1, 4);
    master.call(interceptor);
    assertEquals(Collections.singletonList(Requests.any(1, 4)), rm.last().getAskList());
    assertEquals(0, master.opportunistic());
    callUntilServed();
  }

  @Test
  public void whatIsStoredDoesNotGrowWithWhatHasEnded() throws Exception {
    start("50%-Q");
    for (int i = 0; i < 300; i++) {
      master.ask(1, 6);
      for (Container c : master.call(interceptor)) {
        rm.completed.add(
            ContainerStatus.newInstance(
                c.getId(), ContainerState.COMPLETE, RunTimeCodec.of(1_000, 900L).toString(), 0));
      }
    }
    callUntilServed();
    master.call(interceptor);
    assertEquals(1_800, master.got.size());
    int bytes = stored.get(KEY).length;
    assertTrue("stored " + bytes, bytes < 2_000);
    final int before = writes;
    master.call(interceptor);
    master.call(interceptor);
    assertEquals("what changes nothing is not written", before, writes);
  }

  @Test
  public void runTimesAreKnownAfterARestart() throws Exception {
    start("shorter-than(10s)");
    master.ask(1, 1);
    Container first = master.call(interceptor).get(0);
    rm.completed.add(
        ContainerStatus.newInstance(
            first.getId(), ContainerState.COMPLETE, RunTimeCodec.of(2_000, null).toString(), 0));
    master.call(interceptor);
    restartNode();
    master.ask(1, 4);
    callUntilServed();
    assertEquals(4, master.opportunistic());
  }

  @Test
  public void theNextAttemptsQuotaCountsTheContainersItGoesOnWith() throws Exception {
    conf.set("yarn.mercury.quota.default", "max=3");
    start("only-Q");
    master.ask(1, 3);
    final List<Container> kept = master.call(interceptor).subList(0, 2);
    assertEquals(3, master.opportunistic());
    attempt = ApplicationAttemptId.newInstance(attempt.getApplicationId(), 2);
    stored.clear();
    rm.previous = new ArrayList<>(kept);
    startNode();
    register();
    assertEquals(2, record().opportunisticAlive());
    master.ask(2, 5);
    assertEquals("what is left of the quota", 1, master.call(interceptor).size());
    Container promoted =
        Container.newInstance(
            kept.get(0).getId(), kept.get(0).getNodeId(), "", Requests.SIZE, null, null);
    rm.updated.add(
        UpdatedContainer.newInstance(ContainerUpdateType.PROMOTE_EXECUTION_TYPE, promoted));
    master.call(interceptor);
    assertEquals(2, record().opportunisticAlive());
    assertEquals("a promoted one counts no more", 1, master.call(interceptor).size());
    restartNode();
    assertEquals(3, record().opportunisticAlive());
    assertEquals(0, master.call(interceptor).size());
  }

  @Test
  public void whatIsBlacklistedStaysSoAfterARestart() throws Exception {
    start("only-Q");
    String bad = PlacedApplication.host(1);
    master.blacklist(Arrays.asList(bad, PlacedApplication.host(2)), null);
    master.call(interceptor);
    restartNode();
    master.blacklist(null, Collections.singletonList(PlacedApplication.host(2)));
    master.call(interceptor);
    restartNode();
    master.ask(1, 6);
    callUntilServed();
    assertEquals(6, master.opportunistic());
    Set<String> hosts =
        master.got.values().stream().map(c -> c.getNodeId().getHost()).collect(Collectors.toSet());
    assertEquals(
        new HashSet<>(Arrays.asList(PlacedApplication.host(0), PlacedApplication.host(2))), hosts);
  }

  @Test
  public void theTagThatTheResourceManagerTellsChooses() throws Exception {
    rm.tags = Collections.singleton("yarnext.mercury.policy=50%-q");
    start("only-G");
    master.ask(1, 4);
    callUntilServed();
    assertEquals(2, master.opportunistic());
    restartNode();
    master.ask(1, 4);
    callUntilServed();
    assertEquals("after a restart of the NodeManager", 4, master.opportunistic());
    register();
    master.ask(1, 4);
    callUntilServed();
    assertEquals("and a failover of the ResourceManager", 6, master.opportunistic());
  }

  @Test
  public void whatIsPlacedHereHasTheDefaultLabelThatTheResourceManagerTells() throws Exception {
    conf.setBoolean(YarnConfiguration.NODE_LABELS_ENABLED, true);
    rm.label = "gpu";
    start("50%-Q");
    master.ask(1, 4);
    master.call(interceptor);
    assertEquals("gpu", lastAsks.get(0).getNodeLabelExpression());
    assertNull("for stock to fill in", rm.last().getAskList().get(0).getNodeLabelExpression());
    restartNode();
    master.ask(2, 4);
    master.call(interceptor);
    for (ResourceRequest ask : lastAsks) {
      assertEquals("after a restart, too", "gpu", ask.getNodeLabelExpression());
    }
    rm.label = null;
    register();
    master.ask(3, 4);
    master.call(interceptor);
    assertTrue(rm.last().getAskList().contains(Requests.any(3, 4)));
    assertTrue(
        "where nobody tells, it stays guaranteed",
        lastAsks.stream().noneMatch(ask -> ask.getPriority().getPriority() == 3));
  }

  /** The list of nodes does not tell how large they are. */
  @Test
  public void whatTheSmallestNodeIsTooSmallForStaysGuaranteed() throws Exception {
    rm.smallestNode = ResourceVector.of(512, 8);
    start("only-Q");
    for (int priority = 1; priority <= 2; priority++) {
      master.ask(priority, 4);
      master.call(interceptor);
      assertTrue(lastAsks.toString(), lastAsks.isEmpty());
      assertTrue(rm.last().getAskList().contains(Requests.any(priority, 4)));
      restartNode();
    }
    rm.smallestNode = ResourceVector.of(1024, 1);
    register();
    master.ask(3, 4);
    callUntilServed();
    assertEquals("just fits", 4, master.opportunistic());
  }

  /** Of guaranteed asks alone: of others it would be made a smaller container. */
  @Test
  public void whatMayNotBeAskedForStaysGuaranteedForStockToRefuse() throws Exception {
    rm.most = Resource.newInstance(1024, 0);
    start("only-Q");
    for (ResourceVector smallestNode : new ResourceVector[] {null, ResourceVector.of(4096, 4)}) {
      rm.smallestNode = smallestNode;
      register();
      master.ask(1, 4);
      master.call(interceptor);
      assertTrue(lastAsks.toString(), lastAsks.isEmpty());
    }
  }

  @Test
  public void anApplicationThatIsMovedHasThePolicyOfItsQueueFromTheNextCallOn() throws Exception {
    conf.set("yarn.mercury.hybrid.queues", "root.default:only-Q;root.other:only-G");
    start("50%-Q");
    master.ask(1, 4);
    callUntilServed();
    assertEquals(4, master.opportunistic());
    rm.movedTo = "root.other";
    master.call(interceptor);
    master.ask(2, 4);
    callUntilServed();
    assertEquals(4, master.opportunistic());
    restartNode();
    master.ask(3, 4);
    callUntilServed();
    assertEquals("after a restart of the NodeManager, too", 4, master.opportunistic());
    rm.movedTo = "root.default";
    master.call(interceptor);
    master.ask(4, 4);
    callUntilServed();
    assertEquals(8, master.opportunistic());
  }

  @Test
  public void aMoveThatIsToldInAnAnswerThatIsLostIsToldAgain() throws Exception {
    conf.set("yarn.mercury.hybrid.queues", "root.default:only-Q;root.other:only-G");
    start("50%-Q");
    master.call(interceptor);
    rm.movedTo = "root.other";
    AllocateResponse lost = master.send(interceptor);
    assertTrue(lost.getNMTokens().isEmpty());
    master.call(interceptor);
    master.ask(1, 4);
    callUntilServed();
    assertEquals(0, master.opportunistic());
  }

  @Test
  public void aMoveIsKeptFromTheMasterWhereNothingIsDivided() throws Exception {
    startNode();
    register();
    rm.movedTo = "root.other";
    assertTrue(master.send(interceptor).getNMTokens().isEmpty());
  }

  @Test
  public void theQueueIsKnownByItsPath() throws Exception {
    conf.set("yarn.mercury.hybrid.queues", "root:50%-Q");
    start("only-G");
    master.ask(1, 4);
    callUntilServed();
    assertEquals("as its parent", 2, master.opportunistic());
  }

  @Test
  public void aTagIsKeptFromTheMasterWhereNothingIsDivided() throws Exception {
    rm.tags = Collections.singleton("yarnext.mercury.policy=only-q");
    startNode();
    register();
    assertTrue(interceptor.registerApplicationMaster(null).getResourceProfiles().isEmpty());
  }

  /** What a refused ask left over of a share is in no store, so the next life divides otherwise. */
  @Test
  public void whatAnEarlierLifeAskedOfTheResourceManagerIsNotServedTwice() throws Exception {
    start("50%-Q");
    master.ask(1, 1);
    callUntilServed();
    final Map<String, byte[]> kept = new HashMap<>(stored);
    master.ask(1, 1);
    rm.failing = FakeResourceManager.Failure.REFUSED;
    assertThrows(YarnException.class, () -> master.call(interceptor));
    rm.maxPerCall = 0;
    master.send(interceptor);
    assertEquals("as guaranteed", 1, rm.outstanding());
    stored.clear();
    stored.putAll(kept);
    restartNode();
    master.call(interceptor);
    rm.maxPerCall = 1;
    callUntilServed();
    assertEquals(2, master.got.size());
    assertEquals("by the next life", 1, master.opportunistic());
  }

  @Test
  public void whatIsCancelledInACallThatNeverArrivesIsNotServed() throws Exception {
    start("50%-Q");
    rm.maxPerCall = 0;
    master.ask(1, 4);
    master.call(interceptor);
    assertEquals("the guaranteed ones", 2, master.outstanding());
    master.cancel(1, 2);
    rm.failing = FakeResourceManager.Failure.REFUSED;
    assertThrows(YarnException.class, () -> master.call(interceptor));
    rm.maxPerCall = 1;
    master.call(interceptor);
    callUntilServed();
    assertEquals("the opportunistic ones", 2, master.got.size());
  }

  /** Calls fail, answers are lost and NodeManagers die at any moment; what is asked is served. */
  @Test
  public void inRandomWorldsEachAskIsServedOnce() throws Exception {
    inManyWorlds(false, false);
  }

  @Test
  public void inRandomWorldsWhatIsCancelledIsNotServed() throws Exception {
    inManyWorlds(true, false);
  }

  @Test
  public void inRandomWorldsItIsTurnedOffAndOn() throws Exception {
    inManyWorlds(true, true);
  }

  private static void inManyWorlds(boolean cancels, boolean turns) {
    Long only = Long.getLong("mercury.seed");
    for (long world = 0; world < (only == null ? WORLDS : 1); world++) {
      long seed = only == null ? world : only;
      MercuryInterceptorTest test = new MercuryInterceptorTest();
      try {
        test.run(new Random(seed), cancels, turns);
      } catch (Exception | AssertionError e) {
        throw new AssertionError("With -Dmercury.seed=" + seed + ": " + e.getMessage(), e);
      } finally {
        test.forgetNode();
      }
    }
  }

  private void run(Random random, boolean cancels, boolean turns) throws Exception {
    conf.set("yarn.mercury.quota.default", turns ? "max=2" : "max=0");
    start(random.nextBoolean() ? "50%-Q" : "only-Q");
    rm.maxPerCall = 1 + random.nextInt(4);
    int asked = 0;
    for (int step = 0; step < STEPS; step++) {
      if (random.nextInt(3) == 0) {
        int more = 1 + random.nextInt(5);
        master.ask(1 + random.nextInt(3), more);
        asked += more;
      }
      if (cancels && random.nextInt(4) == 0) {
        asked -= master.cancel(1 + random.nextInt(3), 1 + random.nextInt(5));
      }
      if (turns && random.nextInt(4) == 0) {
        // As of the next restart.
        conf.set("yarn.mercury.hybrid.mode", MODES[random.nextInt(MODES.length)]);
      }
      if (turns && random.nextInt(4) == 0) {
        complete();
      }
      Map<String, byte[]> before = new HashMap<>(stored);
      int event = random.nextInt(10);
      // Stock loses what is asked anew in a repeated call that fails: nobody reads it.
      if (event == 0 && !master.repeats()) {
        // And what is asked anew in the call after one that failed behind it.
        rm.failing =
            turns
                ? FakeResourceManager.Failure.BEFORE_IT_ARRIVES
                : FakeResourceManager.Failure.values()[random.nextInt(3)];
      }
      try {
        if (event == 1) {
          // The answer is lost.
          master.send(interceptor);
        } else if (event == 2) {
          // As are answer and NodeManager, before it kept anything or after.
          master.send(interceptor);
          if (random.nextBoolean()) {
            stored.clear();
            stored.putAll(before);
          }
          restartNode();
        } else {
          master.call(interceptor);
        }
      } catch (YarnException | IOException e) {
        assertEquals("ours never fail a call", 0, event);
      }
      if (event == 3) {
        restartNode();
      }
    }
    callUntilServed();
    assertEquals(asked, master.got.size());
    assertTrue(turns || master.opportunistic() > 0);
    if (record() != null && !turns) {
      Map<String, Long> ledger = record().ledger();
      assertEquals(ledger.toString(), 0, ledger.get("guaranteed") + ledger.get("queueable"));
    }
  }
}
