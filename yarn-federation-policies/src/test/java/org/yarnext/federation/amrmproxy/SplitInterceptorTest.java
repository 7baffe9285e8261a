// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.amrmproxy;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.net.AbstractDNSToSwitchMapping;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.protocolrecords.FinishApplicationMasterRequest;
import org.apache.hadoop.yarn.api.protocolrecords.FinishApplicationMasterResponse;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterRequest;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterResponse;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceBlacklistRequest;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.UpdateContainerRequest;
import org.apache.hadoop.yarn.exceptions.ApplicationMasterNotRegisteredException;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.federation.policies.FederationPolicyInitializationContext;
import org.apache.hadoop.yarn.server.federation.policies.amrmproxy.FederationAMRMProxyPolicy;
import org.apache.hadoop.yarn.server.federation.policies.amrmproxy.RejectAMRMProxyPolicy;
import org.apache.hadoop.yarn.server.federation.policies.dao.WeightedPolicyInfo;
import org.apache.hadoop.yarn.server.federation.policies.manager.UniformBroadcastPolicyManager;
import org.apache.hadoop.yarn.server.federation.policies.manager.WeightedLocalityPolicyManager;
import org.apache.hadoop.yarn.server.federation.resolver.SubClusterResolver;
import org.apache.hadoop.yarn.server.federation.store.FederationStateStore;
import org.apache.hadoop.yarn.server.federation.store.impl.MemoryFederationStateStore;
import org.apache.hadoop.yarn.server.federation.store.records.GetSubClustersInfoResponse;
import org.apache.hadoop.yarn.server.federation.store.records.SetSubClusterPolicyConfigurationRequest;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterId;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterIdInfo;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterInfo;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterPolicyConfiguration;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterRegisterRequest;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterState;
import org.apache.hadoop.yarn.server.federation.utils.FederationStateStoreFacade;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.apache.hadoop.yarn.server.nodemanager.amrmproxy.AMRMProxyApplicationContext;
import org.apache.hadoop.yarn.server.nodemanager.amrmproxy.AbstractRequestInterceptor;
import org.apache.hadoop.yarn.server.nodemanager.amrmproxy.FederationInterceptor;
import org.apache.hadoop.yarn.server.nodemanager.recovery.NMStateStoreService;
import org.apache.hadoop.yarn.util.ReadRacks;
import org.apache.hadoop.yarn.util.Records;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.mockito.stubbing.Answer;
import org.yarnext.common.decision.DecisionBuffer;
import org.yarnext.federation.HydraPolicyManager;
import org.yarnext.federation.amrmproxy.subcluster.ActiveSubClusterCache;
import org.yarnext.federation.control.PolicyParameters;
import org.yarnext.federation.control.PolicyPublisher;
import org.yarnext.federation.control.PolicyWeights;
import org.yarnext.federation.store.ZooKeeperRule;

/** Interceptor and policy together, before a federation that calls them as YARN's does. */
public class SplitInterceptorTest {
  private static final ApplicationAttemptId ATTEMPT =
      ApplicationAttemptId.newInstance(ApplicationId.newInstance(1, 1), 1);
  private static final long MORE_THAN_DEADLINE_NANOS = 11_000_000;
  private static final SubClusterId A = SubClusterId.newInstance("a");
  private static final SubClusterId B = SubClusterId.newInstance("b");

  @Rule public final ZooKeeperRule zooKeeper = new ZooKeeperRule();

  private final Configuration conf = new Configuration();
  private Federation federation = new Federation();
  private final Map<String, byte[]> remembered = new HashMap<>();
  private SplitInterceptor interceptor = newInterceptor();
  private FederationStateStoreFacade facade;

  /** What is stored when an application begins; null for equal weights. */
  private SubClusterPolicyConfiguration beginning;

  /** The sub-clusters know of these containers. */
  private final Map<ContainerId, SubClusterId> owners = new HashMap<>();

  private SplitInterceptor newInterceptor() {
    return new SplitInterceptor(behind -> owners);
  }

  /** Asks the policy when there are asks, and tells it of each sub-cluster's answer. */
  private final class Federation extends AbstractRequestInterceptor {
    final Map<String, String> sent = new TreeMap<>();
    final Set<SubClusterId> timedOut = new HashSet<>();
    final Map<SubClusterId, Container> granting = new HashMap<>();
    final List<ContainerId> released = new ArrayList<>();
    final List<ContainerStatus> ended = new ArrayList<>();
    FederationAMRMProxyPolicy policy;
    boolean failing;

    /** Whether it fails once it has asked the policy, and sent who knows what. */
    boolean failingLate;

    boolean forgetful;
    boolean slow;
    boolean anonymous;

    /** The one that has room for more; null if none has. */
    SubClusterId roomy;

    /** The last answer, if the application's call is one that it makes again. */
    AllocateResponse repeated;

    /** What b names though it granted it before, as when YARN registers there anew. */
    final List<Container> running = new ArrayList<>();

    @Override
    public RegisterApplicationMasterResponse registerApplicationMaster(
        RegisterApplicationMasterRequest request) throws YarnException, IOException {
      if (policy == null) { // later ones are only answered
        policy = newPolicy();
      }
      return null;
    }

    /** As YARN's does. */
    @Override
    public void recover(Map<String, byte[]> left) {
      if (!left.containsKey(FederationInterceptor.NMSS_REG_REQUEST_KEY)) {
        return;
      }
      try {
        policy = newPolicy();
      } catch (YarnException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public AllocateResponse allocate(AllocateRequest request) throws YarnException, IOException {
      sent.clear();
      if (failing) {
        throw new YarnException("no such luck");
      }
      if (repeated != null) {
        return repeated;
      }
      if (!request.getAskList().isEmpty()) {
        policy
            .splitResourceRequests(request.getAskList(), timedOut)
            .forEach((s, asks) -> sent.put(s.getId(), text(asks)));
      }
      if (failingLate) {
        throw new YarnException("no such luck");
      }
      released.addAll(request.getReleaseList());
      List<Container> granted = new ArrayList<>(running);
      if (!running.isEmpty()) {
        policy.notifyOfResponse(B, response(new ArrayList<>(running)));
        running.clear();
      }
      for (SubClusterId s : Arrays.asList(A, B)) {
        if (!timedOut.contains(s)) {
          AllocateResponse response = response(Collections.emptyList());
          if (granting.containsKey(s)) {
            response = response(Collections.singletonList(granting.get(s)));
            if (!anonymous) {
              owners.put(granting.get(s).getId(), s);
            }
            granted.add(granting.remove(s));
          }
          if (s.equals(roomy)) {
            response.setAvailableResources(Resource.newInstance(10 * 1024, 10));
          }
          policy.notifyOfResponse(s, response);
        }
      }
      AllocateResponse response = response(granted);
      response.setCompletedContainersStatuses(ended);
      return response;
    }

    @Override
    public FinishApplicationMasterResponse finishApplicationMaster(
        FinishApplicationMasterRequest request) {
      return null;
    }
  }

  private static AllocateResponse response(List<Container> containers) {
    AllocateResponse response = Records.newRecord(AllocateResponse.class);
    response.setAllocatedContainers(containers);
    response.setAvailableResources(Resource.newInstance(1000, 10));
    return response;
  }

  private static String text(List<ResourceRequest> asks) {
    StringBuilder text = new StringBuilder();
    asks.forEach(a -> text.append(a.getResourceName() + "=" + a.getNumContainers() + " "));
    return text.toString().trim();
  }

  @Before
  public void twoSubClusters() throws Exception {
    conf.set("yarn.federation.cache-ttl.secs", "0");
    conf.set("yarn.federation.policies.split.mode", "on");
    MemoryFederationStateStore store = new MemoryFederationStateStore();
    store.init(conf);
    facade = FederationStateStoreFacade.getInstance(conf);
    facade.reinitialize(store, conf);
    for (SubClusterId id : Arrays.asList(A, B)) {
      store.registerSubCluster(
          SubClusterRegisterRequest.newInstance(
              SubClusterInfo.newInstance(
                  id, "h:1", "h:2", "h:3", "h:4", SubClusterState.SC_RUNNING, 1, "{}")));
    }
  }

  /** To be called once a test has set the configuration. */
  private void start() throws Exception {
    begin();
    interceptor.registerApplicationMaster(null);
  }

  private void begin() throws Exception {
    begin(conf);
  }

  private void begin(Configuration with) throws Exception {
    NMStateStoreService store = mock(NMStateStoreService.class);
    when(store.canRecover()).thenReturn(true);
    doAnswer(
            call -> {
              if (federation.forgetful) {
                throw new IOException("disk full");
              }
              long slowUntil = System.nanoTime() + (federation.slow ? MORE_THAN_DEADLINE_NANOS : 0);
              while (System.nanoTime() < slowUntil) {
                Thread.yield();
              }
              return remembered.put(call.getArgument(1), call.getArgument(2));
            })
        .when(store)
        .storeAMRMProxyAppContextEntry(any(), any(), any());
    doAnswer(call -> remembered.remove(call.<String>getArgument(1)))
        .when(store)
        .removeAMRMProxyAppContextEntry(any(), any());
    Context nodeManager = mock(Context.class);
    when(nodeManager.getNMStateStore()).thenReturn(store);
    AMRMProxyApplicationContext context = mock(AMRMProxyApplicationContext.class);
    when(context.getConf()).thenReturn(with);
    when(context.getNMContext()).thenReturn(nodeManager);
    when(context.getApplicationAttemptId()).thenReturn(ATTEMPT);
    interceptor.setNextInterceptor(federation);
    interceptor.init(context);
  }

  /** The NodeManager comes back, and the application registers again, which YARN demands. */
  private void restart() throws Exception {
    restartWith(conf);
  }

  private void restartWith(Configuration with) throws Exception {
    Map<String, byte[]> left = new HashMap<>(remembered);
    left.putAll(registered());
    interceptor = newInterceptor();
    federation = new Federation();
    begin(with);
    interceptor.recover(left);
    interceptor.registerApplicationMaster(null);
  }

  /** What YARN itself leaves of an application that registered. */
  private static Map<String, byte[]> registered() {
    return Collections.singletonMap(FederationInterceptor.NMSS_REG_REQUEST_KEY, new byte[1]);
  }

  /** Another application on the same NodeManager. */
  private void startAnother() throws Exception {
    interceptor = newInterceptor();
    federation = new Federation();
    start();
  }

  /** The application does as the exception tells it. */
  private void registerAgain() throws Exception {
    assertThrows(ApplicationMasterNotRegisteredException.class, this::call);
    interceptor.registerApplicationMaster(null);
  }

  private static <M extends WeightedLocalityPolicyManager> M weighted(M manager, float a, float b) {
    Map<SubClusterIdInfo, Float> weights = new HashMap<>();
    weights.put(new SubClusterIdInfo(A), a);
    weights.put(new SubClusterIdInfo(B), b);
    WeightedPolicyInfo info = new WeightedPolicyInfo();
    info.setRouterPolicyWeights(weights);
    info.setAMRMPolicyWeights(weights);
    manager.setQueue("q");
    manager.setWeightedPolicyInfo(info);
    return manager;
  }

  /** A policy with such a parameter. */
  private static SubClusterPolicyConfiguration with(
      WeightedLocalityPolicyManager manager, String name, String value) throws YarnException {
    SubClusterPolicyConfiguration policy = manager.serializeConf();
    policy.setParams(
        PolicyParameters.of(Collections.singletonMap(name, value)).addTo(policy.getParams()));
    return policy;
  }

  private FederationAMRMProxyPolicy newPolicy() throws YarnException {
    HydraPolicyManager manager = weighted(new HydraPolicyManager(), 1, 1);
    SubClusterResolver resolver = mock(SubClusterResolver.class);
    when(resolver.getSubClusterForNode("a1")).thenReturn(A);
    when(resolver.getSubClusterForNode("b1")).thenReturn(B);
    return manager.getAMRMPolicy(
        new FederationPolicyInitializationContext(
            beginning == null ? manager.serializeConf() : beginning, resolver, facade, A),
        null);
  }

  private static ResourceRequest ask(String name, int count) {
    return ResourceRequest.newInstance(
        Priority.newInstance(20), name, Resource.newInstance(1024, 1), count);
  }

  private AllocateResponse call(ResourceRequest... asks) throws Exception {
    return interceptor.allocate(
        AllocateRequest.newInstance(
            0, 0, new ArrayList<>(Arrays.asList(asks)), new ArrayList<>(), null));
  }

  private Container container(int id, String host) {
    return Container.newInstance(
        ContainerId.newContainerId(ATTEMPT, id),
        NodeId.newInstance(host, 1),
        host + ":2",
        Resource.newInstance(1024, 1),
        Priority.newInstance(20),
        null);
  }

  @Test
  public void asksAreDividedAndToldOnce() throws Exception {
    start();
    call(ask("a1", 1), ask("b1", 3), ask("*", 4));
    assertEquals("{a=a1=1 *=1, b=b1=3 *=3}", federation.sent.toString());
    call();
    assertEquals("{}", federation.sent.toString());
  }

  @Test
  public void aSilentApplicationsAsksLeaveALostSubCluster() throws Exception {
    start();
    call(ask("b1", 3), ask("*", 3));
    call();
    federation.timedOut.add(B);
    call();
    assertEquals("{a=*=3}", federation.sent.toString());
    federation.timedOut.clear();
    call();
    assertEquals("b knows of its own still", "{a=*=0}", federation.sent.toString());
    assertEquals(Long.valueOf(6), counts().get("redistributed"));
  }

  private Map<String, Long> counts() {
    return ((SplitPolicy) federation.policy).counts();
  }

  @Test
  public void aSubClusterThatNeverAnsweredIsNotLostAtOnce() throws Exception {
    start();
    federation.timedOut.add(B);
    call(ask("b1", 3), ask("*", 3));
    assertEquals("{b=b1=3 *=3}", federation.sent.toString());
    call();
    assertEquals("{}", federation.sent.toString());
  }

  @Test
  public void aContainerThatNobodyAskedForIsReleasedUnseen() throws Exception {
    start();
    call(ask("b1", 1), ask("*", 1));
    call(ask("b1", 0), ask("*", 0));
    Container late = container(1, "b1");
    federation.granting.put(B, late);
    assertTrue(call().getAllocatedContainers().isEmpty());
    call();
    assertEquals(Collections.singletonList(late.getId()), federation.released);
    call();
    assertEquals("released once", 1, federation.released.size());
  }

  @Test
  public void whatWasAskedForIsSeen() throws Exception {
    start();
    call(ask("b1", 1), ask("*", 1));
    federation.granting.put(B, container(1, "b1"));
    assertEquals(1, call().getAllocatedContainers().size());
    assertEquals(Long.valueOf(1), counts().get("granted"));
    assertEquals(Long.valueOf(0), counts().get("outstanding"));
  }

  @Test
  public void whatAFailedCallToldIsToldAgain() throws Exception {
    start();
    call(ask("b1", 3), ask("*", 3));
    federation.failingLate = true;
    assertThrows(YarnException.class, () -> call(ask("b1", 2), ask("*", 2)));
    federation.failingLate = false;
    call();
    assertEquals("{b=*=0 b1=2 *=2}", federation.sent.toString());
    federation.failing = true;
    assertThrows(YarnException.class, this::call);
    federation.failing = false;
    call();
    assertEquals("the failed call told nothing", "{}", federation.sent.toString());
  }

  private void assertCounted(long value, String metric) {
    assertEquals(metric, value, SplitHook.of(conf).log().metrics().snapshot().get(metric));
  }

  @Test
  public void whatTheLedgersCountIsInTheMetrics() throws Exception {
    start();
    call(ask("b1", 3), ask("*", 4));
    federation.granting.put(B, container(1, "b1"));
    call();
    federation.granting.put(B, container(2, "b2"));
    call();
    assertCounted(4, "ContainersRequested");
    assertCounted(2, "ContainersGranted");
    assertCounted(1, "GrantedOnHost");
    assertCounted(1, "GrantedOffHost");
    assertCounted(0, "GrantedWithoutPreference");
    call(ask("b1", 0), ask("*", 0));
    assertCounted(2, "ContainersCancelled");
    federation.granting.put(B, container(3, "b1"));
    call();
    assertCounted(1, "ContainersExcess");
    startAnother();
    call(ask("*", 5));
    assertCounted(9, "ContainersRequested");
    assertCounted(2, "ContainersGranted");
  }

  /** Of the topology below. */
  public static final class Racks extends AbstractDNSToSwitchMapping {
    @Override
    public List<String> resolve(List<String> hosts) {
      return hosts.stream().map(host -> "/rack-" + host.charAt(0)).collect(Collectors.toList());
    }

    @Override
    public void reloadCachedMappings() {}

    @Override
    public void reloadCachedMappings(List<String> hosts) {}
  }

  @Test
  public void grantsAreCountedByTheRacksOfTheTopology() throws Exception {
    conf.setClass(
        "net.topology.node.switch.mapping.impl", Racks.class, AbstractDNSToSwitchMapping.class);
    ReadRacks.forget();
    try {
      start();
      call(ask("b1", 3), ask("/rack-b", 3), ask("*", 3));
      int id = 0;
      for (String host : new String[] {"b1", "b2", "c3"}) {
        federation.granting.put(B, container(++id, host));
        call();
      }
      waitFor("GrantedInRack", 1);
      waitFor("GrantedOffHost", 1);
      assertCounted(1, "GrantedOnHost");
    } finally {
      ReadRacks.forget();
    }
  }

  /** In as many calls as it takes. */
  private void waitFor(String metric, long value) throws Exception {
    long untilNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (SplitHook.of(conf).log().metrics().snapshot().get(metric).longValue() != value
        && System.nanoTime() < untilNanos) {
      Thread.sleep(5);
      call();
    }
    assertCounted(value, metric);
  }

  @Test
  public void whyAsksMoveIsExplainedInShadowToo() throws Exception {
    conf.set("yarn.federation.policies.split.mode", "shadow");
    start();
    call(ask("b1", 3), ask("*", 3));
    call();
    federation.timedOut.add(B);
    call(ask("b1", 3), ask("*", 3));
    assertCounted(3, "RequestsRedistributed");
    assertCounted(0, "RequestsRelaxed");
    assertCounted(1, "Decision_REQUESTS_REDISTRIBUTED_shadow");
    DecisionBuffer.Entry explained = SplitHook.of(conf).log().ring().recent(1).get(0);
    assertEquals(ATTEMPT.toString(), explained.subject());
    assertEquals("{asks=3, nowIn-a=3, nowIn-b=0}", explained.inputs().toString());
  }

  @Test
  public void theEndOfWhatTheApplicationWasNotToldOfIsNotTold() throws Exception {
    start();
    call(ask("b1", 2), ask("*", 2));
    Container seen = container(1, "b1");
    federation.granting.put(B, seen);
    call();
    call(ask("b1", 0), ask("*", 0));
    Container late = container(2, "b1");
    federation.granting.put(B, late);
    assertTrue(call().getAllocatedContainers().isEmpty());
    federation.ended.addAll(Arrays.asList(end(seen), end(late)));
    assertEquals(Collections.singletonList(end(seen)), call().getCompletedContainersStatuses());
  }

  private static ContainerStatus end(Container container) {
    return ContainerStatus.newInstance(container.getId(), ContainerState.COMPLETE, "", 0);
  }

  @Test
  public void floodsAreRefusedWithTheNumbers() throws Exception {
    conf.set("yarn.federation.policies.split.requests-per-call", "2");
    start();
    YarnException e =
        assertThrows(YarnException.class, () -> call(ask("a1", 1), ask("b1", 1), ask("*", 2)));
    assertTrue(e.getMessage(), e.getMessage().contains("REQUESTS_TOO_MANY{lines=3, limit=2}"));
    call(ask("*", 1));
    assertEquals("the next call is served", 1, federation.sent.size());
  }

  @Test
  public void changesOfContainersAndOfTheBlacklistCountAsLinesAndReleasesDoNot() throws Exception {
    conf.set("yarn.federation.policies.split.requests-per-call", "2");
    start();
    AllocateRequest changes = AllocateRequest.newInstance(0, 0, null, new ArrayList<>(), null);
    changes.setUpdateRequests(Collections.nCopies(3, mock(UpdateContainerRequest.class)));
    AllocateRequest blacklist =
        AllocateRequest.newInstance(
            0,
            0,
            null,
            new ArrayList<>(),
            ResourceBlacklistRequest.newInstance(
                Arrays.asList("a1", "a2"), Collections.singletonList("b1")));
    for (AllocateRequest flood : Arrays.asList(changes, blacklist)) {
      YarnException e = assertThrows(YarnException.class, () -> interceptor.allocate(flood));
      assertTrue(e.getMessage(), e.getMessage().contains("{lines=3, limit=2}"));
    }
    List<ContainerId> released = new ArrayList<>();
    for (int i = 1; i <= 3; i++) {
      released.add(ContainerId.newContainerId(ATTEMPT, i));
    }
    interceptor.allocate(AllocateRequest.newInstance(0, 0, new ArrayList<>(), released, null));
  }

  /** As an operator does, and as the NodeManager's thread finds it. */
  private void publish(SubClusterPolicyConfiguration policy) throws Exception {
    facade
        .getStateStore()
        .setPolicyConfiguration(SetSubClusterPolicyConfigurationRequest.newInstance(policy));
    SplitHook.of(conf).policies().reload();
  }

  /** Until that many policies were taken over, and all that moves has moved. */
  private void settle(long taken) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (taken("PoliciesAdopted") < taken) {
      assertTrue("not told of it", System.nanoTime() < end);
      SplitHook.of(conf).policies().reload();
      call();
    }
    for (int i = 0; i < 4; i++) {
      call();
    }
  }

  private long taken(String metric) {
    return SplitHook.of(conf).log().metrics().snapshot().get(metric).longValue();
  }

  @Test
  public void aPublishedPolicyReachesAnApplicationThatRuns() throws Exception {
    conf.set("yarn.federation.policies.split.policy-interval", "0");
    start();
    call(ask("*", 4));
    assertEquals("{a=*=2, b=*=2}", federation.sent.toString());
    publish(weighted(new HydraPolicyManager(), 1, 0).serializeConf());
    call();
    assertEquals("b is told first", "{b=*=0}", federation.sent.toString());
    call();
    assertEquals("it may not have heard yet", "{}", federation.sent.toString());
    call();
    assertEquals("{a=*=0 *=4}", federation.sent.toString());
    call(ask("*", 6));
    assertEquals("{a=*=0 *=6}", federation.sent.toString());
    publish(weighted(new HydraPolicyManager(), 0, 1).serializeConf());
    call();
    assertEquals("the home, too", "{a=*=0}", federation.sent.toString());
  }

  @Test
  public void aPolicyThatIsStagedInTheHomeGoesBeforeTheOneInForce() throws Exception {
    conf.addResource(zooKeeper.conf());
    conf.set("yarn.federation.policies.split.policy-interval", "0");
    conf.set("yarn.federation.policies.split.staging", "true");
    start();
    call(ask("*", 4));
    try (PolicyPublisher book = PolicyPublisher.open(conf)) {
      Map<String, Float> all = Collections.singletonMap("a", 1f);
      book.set("q", PolicyWeights.of(all, Collections.singletonMap("b", 1f)));
      book.stage("q", Collections.singleton("a"), PolicyWeights.of(all, all));
      settle(1);
      call(ask("*", 5));
      assertEquals("{a=*=0 *=5}", federation.sent.toString());
      assertCounted(1, "StagedPoliciesAdopted");
      book.rollback("q");
      settle(2);
      call(ask("*", 6));
      assertEquals("{b=*=0 *=6}", federation.sent.toString());
      assertCounted(2, "PoliciesAdopted");
      assertCounted(1, "StagedPoliciesAdopted");
    }
  }

  @Test
  public void aPublishedPolicyThatIsRefusedChangesNothing() throws Exception {
    conf.set("yarn.federation.policies.split.policy-interval", "0");
    start();
    call(ask("b1", 2), ask("*", 2));
    publish(weighted(new HydraPolicyManager(), 0, 0).serializeConf());
    publish(
        SubClusterPolicyConfiguration.newInstance("q", "no.such.Manager", ByteBuffer.allocate(0)));
    call();
    assertEquals("{}", federation.sent.toString());
    call(ask("b1", 3), ask("*", 3));
    assertEquals("{b=*=0 b1=3 *=3}", federation.sent.toString());
  }

  private void setRelaxation(String relaxation) {
    conf.set("yarn.federation.policies.split.policy-interval", "0");
    conf.set("yarn.federation.policies.split.relaxation", relaxation);
    conf.set("yarn.federation.policies.split.relax-after", "100ms");
  }

  /** Asks of b that wait there for longer than asks do before they move, if they do. */
  private void waitInB() throws Exception {
    federation.roomy = A;
    call(ask("b1", 3), ask("*", 3));
    long fromNanos = System.nanoTime();
    while (System.nanoTime() - fromNanos < TimeUnit.MILLISECONDS.toNanos(200)) {
      call();
    }
  }

  private long relaxed() {
    return SplitHook.of(conf).log().metrics().snapshot().get("RequestsRelaxed").longValue();
  }

  @Test
  public void aPublishedParameterHoldsForAsksThatWaitAlready() throws Exception {
    setRelaxation("none");
    start();
    waitInB();
    assertEquals("as configured", 0, relaxed());
    publish(with(weighted(new HydraPolicyManager(), 1, 1), "relaxation", "weight"));
    call();
    assertEquals("though the weights are the same", 3, relaxed());
    assertCounted(1, "PoliciesAdopted");
    assertEquals("b is told first", "{b=b1=0 *=0}", federation.sent.toString());
  }

  @Test
  public void aPolicyWithoutTheParameterGoesBackToTheConfiguration() throws Exception {
    setRelaxation("weight");
    beginning = with(weighted(new HydraPolicyManager(), 1, 1), "relaxation", "none");
    start();
    waitInB();
    assertEquals("it began with none", 0, relaxed());
    publish(weighted(new HydraPolicyManager(), 1, 1).serializeConf());
    call();
    assertEquals(3, relaxed());
  }

  @Test
  public void aParameterOutlivesARestart() throws Exception {
    setRelaxation("weight");
    beginning = with(weighted(new HydraPolicyManager(), 1, 1), "relaxation", "none");
    start();
    call(ask("b1", 3), ask("*", 3));
    restart();
    waitInB();
    assertEquals(0, relaxed());
    assertCounted(1, "ApplicationsRecovered");
  }

  @Test
  public void aPolicyWithParametersThatAreNoneChangesNothing() throws Exception {
    setRelaxation("none");
    start();
    call(ask("*", 4));
    assertEquals("{a=*=2, b=*=2}", federation.sent.toString());
    publish(with(weighted(new HydraPolicyManager(), 1, 0), "relax-after", "2h"));
    call();
    assertEquals("{}", federation.sent.toString());
    publish(with(weighted(new HydraPolicyManager(), 1, 0), "relaxation", "never"));
    call();
    assertEquals("{}", federation.sent.toString());
    assertCounted(2, "PoliciesRefused");
    assertCounted(0, "ApplicationFallbacks");
  }

  @Test
  public void aParameterOfALaterVersionDoesNotStopItsPolicy() throws Exception {
    setRelaxation("none");
    start();
    call(ask("*", 4));
    publish(with(weighted(new HydraPolicyManager(), 1, 0), "relaxes", "2s"));
    call();
    assertEquals("{b=*=0}", federation.sent.toString());
    assertCounted(0, "PoliciesRefused");
  }

  @Test
  public void whoBeginsWithParametersThatAreNoneHasTheConfigurations() throws Exception {
    setRelaxation("weight");
    beginning = with(weighted(new HydraPolicyManager(), 1, 1), "relaxation", "never");
    start();
    waitInB();
    assertTrue("and maybe again", relaxed() >= 3);
    assertCounted(1, "PoliciesRefused");
    assertCounted(0, "ApplicationFallbacks");
  }

  @Test
  public void aPublishedPolicyOfAnotherClassDividesFromThenOn() throws Exception {
    conf.set("yarn.federation.policies.split.policy-interval", "0");
    start();
    call(ask("b1", 2), ask("*", 2));
    UniformBroadcastPolicyManager broadcast = new UniformBroadcastPolicyManager();
    broadcast.setQueue("q");
    publish(broadcast.serializeConf());
    call(ask("b1", 3), ask("*", 3));
    assertEquals("it will state them again", "{}", federation.sent.toString());
    registerAgain();
    federation.granting.put(A, container(1, "a1"));
    AllocateResponse response = call(ask("b1", 3), ask("*", 3));
    assertEquals("as stock", 1, response.getAllocatedContainers().size());
    assertEquals("{a=b1=3 *=3, b=b1=0 *=0 b1=3 *=3}", federation.sent.toString());
    call(ask("b1", 3), ask("*", 3));
    assertEquals("{a=b1=3 *=3, b=b1=3 *=3}", federation.sent.toString());
  }

  /**
   * The store of the federation, as it is from now on, and as the NodeManager's thread finds it.
   */
  private void storeWith(Answer<?> subClusters) throws Exception {
    FederationStateStore store = mock(FederationStateStore.class);
    when(store.getSubClusters(any())).thenAnswer(subClusters);
    facade.reinitialize(store, conf);
  }

  private static GetSubClustersInfoResponse active(SubClusterId... ids) {
    List<SubClusterInfo> infos = new ArrayList<>();
    for (SubClusterId id : ids) {
      infos.add(
          SubClusterInfo.newInstance(
              id, "h:1", "h:2", "h:3", "h:4", SubClusterState.SC_RUNNING, 1, "{}"));
    }
    return GetSubClustersInfoResponse.newInstance(infos);
  }

  @Test
  public void whileTheStateStoreFailsTheLastListOfSubClustersStays() throws Exception {
    start();
    ActiveSubClusterCache watch = SplitHook.of(conf).subClusters();
    watch.read();
    storeWith(
        call -> {
          throw new YarnException("down");
        });
    assertThrows(YarnException.class, watch::read);
    call(ask("b1", 3), ask("*", 3));
    assertEquals("{b=b1=3 *=3}", federation.sent.toString());
    call();
    assertEquals("{}", federation.sent.toString());
    storeWith(call -> active());
    assertThrows(IllegalStateException.class, watch::read);
    call(ask("b1", 4), ask("*", 4));
    assertEquals("an empty list is none", "{b=*=0 b1=4 *=4}", federation.sent.toString());
    storeWith(call -> active(A));
    watch.read();
    call();
    assertEquals("it is back, and b is not", "{a=*=4}", federation.sent.toString());
    assertEquals("never given up", Long.valueOf(4), counts().get("outstanding"));
  }

  @Test
  public void noCallWaitsForAStateStoreThatBlocks() throws Exception {
    CountDownLatch done = new CountDownLatch(1);
    CountDownLatch asked = new CountDownLatch(1);
    storeWith(
        call -> {
          asked.countDown();
          done.await();
          return active(A);
        });
    try {
      start();
      asked.await();
      Thread master =
          new Thread(
              () -> {
                try {
                  call();
                  call(ask("b1", 3), ask("*", 3));
                } catch (Exception e) {
                  throw new IllegalStateException(e);
                }
              });
      master.setDaemon(true);
      master.start();
      master.join(TimeUnit.SECONDS.toMillis(20));
      assertEquals("by the policy's names", "{b=b1=3 *=3}", federation.sent.toString());
    } finally {
      done.countDown();
    }
  }

  @Test
  public void aPolicyThatIsNotOursIsNotAskedForNothing() throws Exception {
    federation.policy = new RejectAMRMProxyPolicy();
    start();
    call();
    assertThrows("as stock", YarnException.class, () -> call(ask("*", 1)));
  }

  @Test
  public void anApplicationThatBeginsLaterGoesNotBackToAnOlderPolicy() throws Exception {
    conf.set("yarn.federation.policies.split.policy-interval", "0");
    start();
    UniformBroadcastPolicyManager mistake = new UniformBroadcastPolicyManager();
    mistake.setQueue("q");
    publish(mistake.serializeConf());
    startAnother();
    call(ask("b1", 2), ask("*", 2));
    assertEquals("the mistake was rolled back", "{b=b1=2 *=2}", federation.sent.toString());
    call(ask("b1", 3), ask("*", 3));
    assertEquals("{b=*=0 b1=3 *=3}", federation.sent.toString());
  }

  @Test
  public void offIsStock() throws Exception {
    conf.set("yarn.federation.policies.split.mode", "off");
    start();
    call(ask("b1", 3), ask("*", 3));
    assertEquals("{b=b1=3 *=3}", federation.sent.toString());
    federation.granting.put(A, container(1, "a1"));
    assertEquals("stock shows what it gets", 1, call().getAllocatedContainers().size());
    assertEquals("and asks nothing by itself", "{}", federation.sent.toString());
  }

  @Test
  public void shadowChangesNothing() throws Exception {
    conf.set("yarn.federation.policies.split.mode", "shadow");
    conf.set("yarn.federation.policies.split.requests-per-call", "1");
    start();
    call(ask("b1", 3), ask("*", 3));
    assertEquals("{b=b1=3 *=3}", federation.sent.toString());
    federation.granting.put(A, container(1, "a1"));
    federation.granting.put(B, container(2, "b1"));
    assertEquals(2, call().getAllocatedContainers().size());
    assertEquals("but is counted", Long.valueOf(2), counts().get("granted"));
  }

  @Test
  public void afterARestartOfTheNodeManagerAllIsToldAgainAndNothingIsAskedTwice() throws Exception {
    start();
    call(ask("a1", 1), ask("b1", 3), ask("*", 4));
    restart();
    call(ask("a1", 1), ask("b1", 3), ask("*", 4));
    assertEquals("{a=*=0 a1=1 *=1, b=*=0 b1=3 *=3}", federation.sent.toString());
    call();
    assertEquals("{}", federation.sent.toString());
    assertEquals(Long.valueOf(4), counts().get("outstanding"));
  }

  @Test
  public void whatTheApplicationDoesNotAskForAfterARestartIsTakenBack() throws Exception {
    start();
    call(ask("b1", 3), ask("*", 3));
    restart();
    call(ask("b1", 1), ask("*", 1));
    assertEquals("{b=*=0 b1=1 *=1}", federation.sent.toString());
    federation.granting.put(B, container(1, "b1"));
    assertEquals(1, call().getAllocatedContainers().size());
    assertEquals(Long.valueOf(0), counts().get("outstanding"));
  }

  private Map<String, String> again() throws Exception {
    call();
    return federation.sent;
  }

  @Test
  public void anAskThatIsForgottenAtARestartIsCancelledEverywhere() throws Exception {
    start();
    call(ask("*", 4));
    restart();
    call();
    assertEquals("{a=*=0, b=*=0}", federation.sent.toString());
    Container late = container(1, "b1");
    federation.granting.put(B, late);
    assertTrue(call().getAllocatedContainers().isEmpty());
    call();
    assertEquals(Collections.singletonList(late.getId()), federation.released);
  }

  @Test
  public void aSubClusterThatLostItsWeightIsToldAfterARestart() throws Exception {
    conf.set("yarn.federation.policies.split.policy-interval", "0");
    start();
    call(ask("*", 4));
    restart();
    publish(weighted(new HydraPolicyManager(), 1, 0).serializeConf());
    call(ask("*", 4));
    assertTrue(federation.sent.toString(), federation.sent.get("b").endsWith("*=0"));
  }

  @Test
  public void anApplicationWhoseLedgerCannotBeKeptOrReadGoesOnAsStock() throws Exception {
    start();
    federation.forgetful = true;
    call(ask("b1", 3), ask("*", 3));
    assertEquals("it has been told all the same", "{b=b1=3 *=3}", federation.sent.toString());
    registerAgain();
    call(ask("b1", 3), ask("*", 3));
    assertEquals("{b=b1=0 *=0 b1=3 *=3}", federation.sent.toString());
    assertEquals("stock", "{}", again().toString());
    remembered.put(SplitInterceptor.LEDGER_KEY, new byte[] {0, 0, 0, 9});
    restart();
    federation.granting.put(A, container(1, "a1"));
    assertEquals(1, call().getAllocatedContainers().size());
    assertEquals("nor after the next one", 0, remembered.get(SplitInterceptor.LEDGER_KEY).length);
  }

  /** What was taken from b is not asked of a yet, and the application would not say it again. */
  private void giveUpWhileAsksMove() throws Exception {
    conf.set("yarn.federation.policies.split.policy-interval", "0");
    start();
    call(ask("*", 4));
    assertEquals("{a=*=2, b=*=2}", federation.sent.toString());
    publish(weighted(new HydraPolicyManager(), 1, 0).serializeConf());
    federation.forgetful = true;
    call();
    assertEquals("{b=*=0}", federation.sent.toString());
  }

  @Test
  public void anApplicationThatIsGivenUpStatesAllItsAsksOnceMore() throws Exception {
    giveUpWhileAsksMove();
    assertThrows(ApplicationMasterNotRegisteredException.class, this::call);
    registerAgain();
    federation.failing = true;
    assertThrows(YarnException.class, () -> call(ask("*", 4)));
    federation.failing = false;
    call(ask("*", 4));
    assertEquals("{a=*=0 *=4, b=*=0}", federation.sent.toString());
    call(ask("*", 5));
    assertEquals("once", "{a=*=5}", federation.sent.toString());
  }

  @Test
  public void ofAnApplicationThatAsksNothingMoreAllIsTakenBack() throws Exception {
    giveUpWhileAsksMove();
    registerAgain();
    call();
    assertEquals("{a=*=0, b=*=0}", federation.sent.toString());
  }

  @Test
  public void anAnswerThatDidNotArriveIsNotLostByRegisteringAgain() throws Exception {
    giveUpWhileAsksMove();
    federation.granting.put(A, container(1, "a1"));
    int repeated = 7;
    AllocateResponse response =
        interceptor.allocate(
            AllocateRequest.newInstance(repeated, 0, new ArrayList<>(), new ArrayList<>(), null));
    assertEquals(1, response.getAllocatedContainers().size());
  }

  @Test
  public void whatFailsForOneApplicationIsNoFailureOfOthers() throws Exception {
    start();
    SplitInterceptor first = interceptor;
    Federation firsts = federation;
    for (int i = 0; i < 10; i++) {
      startAnother();
      federation.forgetful = true;
      call(ask("*", 4));
      registerAgain();
    }
    interceptor = first;
    federation = firsts;
    call(ask("*", 4));
    assertEquals(Long.valueOf(4), counts().get("asked"));
    startAnother();
    call(ask("*", 4));
    assertEquals(Long.valueOf(4), counts().get("asked"));
  }

  @Test
  public void slowCallsAreNoReasonToGiveUp() throws Exception {
    conf.set("yarn.federation.policies.guard.deadline", "10ms");
    start();
    federation.slow = true;
    for (int i = 1; i <= 10; i++) {
      call(ask("*", i));
    }
    assertEquals(Long.valueOf(10), counts().get("asked"));
    assertTrue(SplitHook.of(conf).guard().counters().slow() >= 10);
  }

  @Test
  public void policiesThatAreRefusedByManyAreNoFailures() throws Exception {
    conf.set("yarn.federation.policies.split.policy-interval", "0");
    start();
    publish(weighted(new HydraPolicyManager(), 0, 0).serializeConf());
    for (int i = 0; i < 10; i++) {
      startAnother();
      call(ask("*", 4));
      assertEquals(Long.valueOf(4), counts().get("asked"));
    }
    assertEquals(0, SplitHook.of(conf).guard().counters().failures());
  }

  @Test
  public void whatTheApplicationWasNeverToldOfIsGivenBackAfterARestart() throws Exception {
    start();
    call(ask("b1", 3), ask("*", 3));
    federation.granting.put(B, container(1, "b1"));
    assertEquals(1, call().getAllocatedContainers().size());
    ContainerId unheard = container(2, "b1").getId();
    owners.put(unheard, B);
    restart();
    call(ask("b1", 2), ask("*", 2));
    call();
    assertEquals("b may name it yet", Collections.emptyList(), federation.released);
    call();
    call();
    assertEquals(Collections.singletonList(unheard), federation.released);
  }

  @Test
  public void whatASubClusterNamesAfterARestartIsKept() throws Exception {
    start();
    call(ask("b1", 3), ask("*", 3));
    Container late = container(2, "b1");
    owners.put(late.getId(), B);
    restart();
    federation.timedOut.add(B);
    call(ask("b1", 3), ask("*", 3));
    call();
    call();
    federation.timedOut.clear();
    federation.granting.put(B, late);
    assertEquals(1, call().getAllocatedContainers().size());
    call();
    call();
    assertEquals(Collections.emptyList(), federation.released);
  }

  @Test
  public void aRepeatedCallIsNoCallAfterWhichAnythingIsUnheardOf() throws Exception {
    start();
    call(ask("b1", 3), ask("*", 3));
    federation.granting.put(B, container(1, "b1"));
    call();
    Container late = container(2, "b1");
    owners.put(late.getId(), B);
    restart();
    federation.repeated = call(ask("b1", 2), ask("*", 2));
    call();
    call();
    federation.repeated = null;
    federation.granting.put(B, late);
    assertEquals(1, call().getAllocatedContainers().size());
    call();
    assertEquals(Collections.emptyList(), federation.released);
  }

  @Test
  public void whatASubClusterNamesThatWasHandedOutBeforeARestartIsNotGrantedAgain()
      throws Exception {
    start();
    call(ask("b1", 2), ask("*", 2));
    List<Container> running = Arrays.asList(container(1, "b1"), container(2, "b1"));
    for (Container each : running) {
      federation.granting.put(B, each);
      call();
    }
    call(ask("b1", 1), ask("*", 1));
    restart();
    federation.running.addAll(running);
    assertEquals(running, call(ask("b1", 1), ask("*", 1)).getAllocatedContainers());
    call();
    call();
    assertEquals(Collections.emptyList(), federation.released);
    assertEquals("as before", Long.valueOf(1), counts().get("outstanding"));
    federation.ended.add(end(running.get(1)));
    assertEquals(federation.ended, call().getCompletedContainersStatuses());
  }

  @Test
  public void anApplicationThatHadNotRegisteredBeginsAfterTheRestart() throws Exception {
    begin();
    interceptor.recover(Collections.emptyMap());
    interceptor.registerApplicationMaster(null);
    call(ask("b1", 3), ask("*", 3));
    assertEquals("{b=b1=3 *=3}", federation.sent.toString());
    call();
    assertEquals("{}", federation.sent.toString());
    assertEquals(Long.valueOf(3), counts().get("outstanding"));
    federation.granting.put(A, container(1, "a1"));
    call();
    federation.granting.put(A, container(2, "a1"));
    call(ask("b1", 0), ask("*", 0));
    federation.granting.put(A, container(3, "a1"));
    assertEquals("not stock", 0, call().getAllocatedContainers().size());
  }

  @Test
  public void ofAContainerThatIsNobodysNothingIsConcluded() throws Exception {
    start();
    call(ask("b1", 3), ask("*", 3));
    federation.granting.put(B, container(1, "b1"));
    call();
    Container nobodys = container(2, "b1");
    federation.granting.put(B, nobodys);
    federation.anonymous = true;
    assertEquals(1, call().getAllocatedContainers().size());
    owners.put(nobodys.getId(), B);
    restart();
    call(ask("b1", 1), ask("*", 1));
    assertEquals(Collections.emptyList(), federation.released);
  }

  @Test
  public void whatCouldNotBeRemovedIsRemovedLater() throws Exception {
    start();
    federation.forgetful = true;
    call(ask("b1", 3), ask("*", 3));
    assertTrue(remembered.get(SplitInterceptor.DELIVERIES_KEY).length > 0);
    federation.forgetful = false;
    registerAgain();
    call();
    assertEquals(0, remembered.get(SplitInterceptor.DELIVERIES_KEY).length);
    assertEquals(0, remembered.get(SplitInterceptor.LEDGER_KEY).length);
  }

  @Test
  public void whatWasRememberedIsDroppedWhereTheFeatureIsOff() throws Exception {
    start();
    call(ask("*", 4));
    assertTrue(remembered.containsKey(SplitInterceptor.LEDGER_KEY));
    Configuration off = new Configuration(conf);
    off.set("yarn.federation.policies.split.mode", "off");
    restartWith(off);
    assertTrue(remembered.toString(), remembered.isEmpty());
  }

  @Test
  public void withoutAnythingRememberedTheApplicationGoesOnAsStock() throws Exception {
    start();
    interceptor.recover(registered());
    registerAgain();
    call(ask("b1", 3), ask("*", 3));
    call();
    assertEquals("{}", federation.sent.toString());
    federation.granting.put(A, container(1, "a1"));
    assertEquals(1, call().getAllocatedContainers().size());
  }
}
