// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.amrmproxy;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
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
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.exceptions.ApplicationMasterNotRegisteredException;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.federation.policies.FederationPolicyInitializationContext;
import org.apache.hadoop.yarn.server.federation.policies.amrmproxy.FederationAMRMProxyPolicy;
import org.apache.hadoop.yarn.server.federation.policies.dao.WeightedPolicyInfo;
import org.apache.hadoop.yarn.server.federation.policies.manager.WeightedLocalityPolicyManager;
import org.apache.hadoop.yarn.server.federation.resolver.SubClusterResolver;
import org.apache.hadoop.yarn.server.federation.store.impl.MemoryFederationStateStore;
import org.apache.hadoop.yarn.server.federation.store.records.SetSubClusterPolicyConfigurationRequest;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterId;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterIdInfo;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterPolicyConfiguration;
import org.apache.hadoop.yarn.server.federation.utils.FederationStateStoreFacade;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.apache.hadoop.yarn.server.nodemanager.amrmproxy.AMRMProxyApplicationContext;
import org.apache.hadoop.yarn.server.nodemanager.amrmproxy.AbstractRequestInterceptor;
import org.apache.hadoop.yarn.server.nodemanager.amrmproxy.FederationInterceptor;
import org.apache.hadoop.yarn.server.nodemanager.recovery.NMStateStoreService;
import org.apache.hadoop.yarn.util.Records;
import org.junit.Before;
import org.junit.Rule;
import org.yarnext.federation.HydraPolicyManager;
import org.yarnext.federation.SubClusterRecords;
import org.yarnext.federation.control.PolicyParameters;
import org.yarnext.federation.store.ZooKeeperRule;

/**
 * Interceptor and policy together, before a federation of two sub-clusters that calls them as YARN
 * does.
 */
abstract class SplitInterceptorTestBase {
  static final ApplicationAttemptId ATTEMPT =
      ApplicationAttemptId.newInstance(ApplicationId.newInstance(1, 1), 1);
  static final long MORE_THAN_DEADLINE_NANOS = 11_000_000;
  static final SubClusterId A = SubClusterId.newInstance("a");
  static final SubClusterId B = SubClusterId.newInstance("b");
  @Rule public final ZooKeeperRule zooKeeper = new ZooKeeperRule();
  final Configuration conf = new Configuration();
  Federation federation = new Federation();
  final Map<String, byte[]> remembered = new HashMap<>();
  SplitInterceptor interceptor = newInterceptor();
  FederationStateStoreFacade facade;

  /** Policy that is stored when an application begins; null for equal weights. */
  SubClusterPolicyConfiguration beginning;

  /** The sub-clusters know of these containers. */
  final Map<ContainerId, SubClusterId> owners = new HashMap<>();

  SplitInterceptor newInterceptor() {
    return new SplitInterceptor(behind -> owners);
  }

  /** Asks the policy when there are asks, and tells it of each sub-cluster's answer. */
  final class Federation extends AbstractRequestInterceptor {
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

    /** Container that b reports although it granted it before, as after a new registration. */
    final List<Container> running = new ArrayList<>();

    @Override
    public RegisterApplicationMasterResponse registerApplicationMaster(
        RegisterApplicationMasterRequest request) throws YarnException, IOException {
      if (policy == null) { // later ones are only answered
        policy = newPolicy();
      }
      return null;
    }

    /** Recovers as YARN's interceptor does. */
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
            .forEach((s, requests) -> sent.put(s.getId(), text(requests)));
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

  static AllocateResponse response(List<Container> containers) {
    AllocateResponse response = Records.newRecord(AllocateResponse.class);
    response.setAllocatedContainers(containers);
    response.setAvailableResources(Resource.newInstance(1000, 10));
    return response;
  }

  static String text(List<ResourceRequest> requests) {
    StringBuilder text = new StringBuilder();
    requests.forEach(a -> text.append(a.getResourceName() + "=" + a.getNumContainers() + " "));
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
    SubClusterRecords.register(store, A, B);
  }

  /** Starts; called once a test has set the configuration. */
  void start() throws Exception {
    begin();
    interceptor.registerApplicationMaster(null);
  }

  void begin() throws Exception {
    begin(conf);
  }

  void begin(Configuration with) throws Exception {
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
  void restart() throws Exception {
    restartWith(conf);
  }

  void restartWith(Configuration with) throws Exception {
    Map<String, byte[]> left = new HashMap<>(remembered);
    left.putAll(registered());
    interceptor = newInterceptor();
    federation = new Federation();
    begin(with);
    interceptor.recover(left);
    interceptor.registerApplicationMaster(null);
  }

  /** State that YARN itself stores of a registered application. */
  static Map<String, byte[]> registered() {
    return Collections.singletonMap(FederationInterceptor.NMSS_REG_REQUEST_KEY, new byte[1]);
  }

  /** Another application on the same NodeManager. */
  void startAnother() throws Exception {
    interceptor = newInterceptor();
    federation = new Federation();
    start();
  }

  /** The application does as the exception tells it. */
  void registerAgain() throws Exception {
    assertThrows(ApplicationMasterNotRegisteredException.class, this::call);
    interceptor.registerApplicationMaster(null);
  }

  static <M extends WeightedLocalityPolicyManager> M weighted(M manager, float a, float b) {
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
  static SubClusterPolicyConfiguration with(
      WeightedLocalityPolicyManager manager, String name, String value) throws YarnException {
    SubClusterPolicyConfiguration policy = manager.serializeConf();
    policy.setParams(
        PolicyParameters.of(Collections.singletonMap(name, value)).addTo(policy.getParams()));
    return policy;
  }

  FederationAMRMProxyPolicy newPolicy() throws YarnException {
    HydraPolicyManager manager = weighted(new HydraPolicyManager(), 1, 1);
    SubClusterResolver resolver = mock(SubClusterResolver.class);
    when(resolver.getSubClusterForNode("a1")).thenReturn(A);
    when(resolver.getSubClusterForNode("b1")).thenReturn(B);
    return manager.getAMRMPolicy(
        new FederationPolicyInitializationContext(
            beginning == null ? manager.serializeConf() : beginning, resolver, facade, A),
        null);
  }

  static ResourceRequest request(String name, int count) {
    return ResourceRequest.newInstance(
        Priority.newInstance(20), name, Resource.newInstance(1024, 1), count);
  }

  AllocateResponse call(ResourceRequest... requests) throws Exception {
    return interceptor.allocate(
        AllocateRequest.newInstance(
            0, 0, new ArrayList<>(Arrays.asList(requests)), new ArrayList<>(), null));
  }

  Container container(int id, String host) {
    return Container.newInstance(
        ContainerId.newContainerId(ATTEMPT, id),
        NodeId.newInstance(host, 1),
        host + ":2",
        Resource.newInstance(1024, 1),
        Priority.newInstance(20),
        null);
  }

  Map<String, Long> counts() {
    return ((SplitPolicy) federation.policy).counts();
  }

  void assertCounted(long value, String metric) {
    assertEquals(metric, value, SplitHook.of(conf).log().metrics().snapshot().get(metric));
  }

  static ContainerStatus end(Container container) {
    return ContainerStatus.newInstance(container.getId(), ContainerState.COMPLETE, "", 0);
  }

  /** Publishes a policy as an operator does, and lets the NodeManager's thread find it. */
  void publish(SubClusterPolicyConfiguration policy) throws Exception {
    facade
        .getStateStore()
        .setPolicyConfiguration(SetSubClusterPolicyConfigurationRequest.newInstance(policy));
    SplitHook.of(conf).policies().reload();
  }
}
