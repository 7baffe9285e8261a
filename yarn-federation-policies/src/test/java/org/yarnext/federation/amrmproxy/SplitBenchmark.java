// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.amrmproxy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.federation.policies.FederationPolicyInitializationContext;
import org.apache.hadoop.yarn.server.federation.policies.amrmproxy.FederationAMRMProxyPolicy;
import org.apache.hadoop.yarn.server.federation.policies.dao.WeightedPolicyInfo;
import org.apache.hadoop.yarn.server.federation.policies.manager.WeightedLocalityPolicyManager;
import org.apache.hadoop.yarn.server.federation.store.impl.MemoryFederationStateStore;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterId;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterIdInfo;
import org.apache.hadoop.yarn.server.federation.utils.FederationStateStoreFacade;
import org.apache.hadoop.yarn.util.Records;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.yarnext.common.FeatureMode;
import org.yarnext.federation.FixedTopology;
import org.yarnext.federation.HydraPolicyManager;
import org.yarnext.federation.SubClusterRecords;

/**
 * Times the policies that YARN calls, ours with guard and counts: the division of a call of 1,000
 * asks over 20 sub-clusters, all of them changed since the last one, and the answers to it, against
 * stock without its log. Nothing is granted, and nothing waits long enough to move.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class SplitBenchmark {
  private static final int SUB_CLUSTERS = 20;
  private static final int ASKS = 1_000;
  private static final int PRIORITIES = 10;

  private final List<List<ResourceRequest>> calls = new ArrayList<>();
  private FederationAMRMProxyPolicy stock;
  private FederationAMRMProxyPolicy ours;
  private final List<SubClusterId> ids = new ArrayList<>();
  private final AllocateResponse answer = Records.newRecord(AllocateResponse.class);
  private int call;

  private static SubClusterId id(int n) {
    return SubClusterId.newInstance("sc" + n);
  }

  @Setup
  public void setUp() throws Exception {
    answer.setAllocatedContainers(Collections.emptyList());
    answer.setAvailableResources(Resource.newInstance(10_000, 10));
    Configuration conf = new Configuration();
    conf.set("yarn.federation.policies.split.mode", "on");
    conf.set("yarn.federation.policies.split.relax-after", "1h");
    MemoryFederationStateStore store = new MemoryFederationStateStore();
    store.init(conf);
    FederationStateStoreFacade facade = FederationStateStoreFacade.getInstance(conf);
    facade.reinitialize(store, conf);
    Map<SubClusterIdInfo, Float> weights = new HashMap<>();
    for (int s = 0; s < SUB_CLUSTERS; s++) {
      SubClusterRecords.register(store, id(s));
      weights.put(new SubClusterIdInfo(id(s)), 1f);
      ids.add(id(s));
    }
    WeightedPolicyInfo info = new WeightedPolicyInfo();
    info.setRouterPolicyWeights(weights);
    info.setAMRMPolicyWeights(weights);
    // host h is in sub-cluster h modulo 20
    FixedTopology resolver = new FixedTopology();
    for (int h = 0; h < ASKS; h++) {
      resolver.host("h" + h, id(h % SUB_CLUSTERS));
    }
    stock = policy(new WeightedLocalityPolicyManager(), info, resolver, facade);
    new SplitSession(SplitHook.of(conf), "application", FeatureMode.ON).setCurrent();
    ours = policy(new HydraPolicyManager(), info, resolver, facade);
    SplitSession.clearCurrent();
    for (int count = 1; count <= 2; count++) {
      calls.add(requests(count));
    }
    int stocks = atOwners(stock(), resolver);
    call = 0; // the same call for both
    int mine = atOwners(ours(), resolver);
    if (stocks != 2 * (ASKS - PRIORITIES) || mine != stocks) {
      throw new IllegalStateException(
          "stock asks " + stocks + " of the owners of hosts, and we " + mine);
    }
  }

  private static FederationAMRMProxyPolicy policy(
      WeightedLocalityPolicyManager manager,
      WeightedPolicyInfo info,
      FixedTopology resolver,
      FederationStateStoreFacade facade)
      throws Exception {
    manager.setQueue("q");
    manager.setWeightedPolicyInfo(info);
    return manager.getAMRMPolicy(
        new FederationPolicyInitializationContext(manager.serializeConf(), resolver, facade, id(0)),
        null);
  }

  /** How many containers are asked for on a host of the sub-cluster that is asked. */
  private static int atOwners(
      Map<SubClusterId, List<ResourceRequest>> split, FixedTopology resolver) {
    int containers = 0;
    for (Map.Entry<SubClusterId, List<ResourceRequest>> e : split.entrySet()) {
      for (ResourceRequest line : e.getValue()) {
        if (e.getKey().equals(resolver.getNodeToSubCluster().get(line.getResourceName()))) {
          containers += line.getNumContainers();
        }
      }
    }
    return containers;
  }

  private static List<ResourceRequest> requests(int count) {
    List<ResourceRequest> requests = new ArrayList<>();
    int hosts = (ASKS - PRIORITIES) / PRIORITIES;
    for (int p = 0; p < PRIORITIES; p++) {
      for (int h = 0; h < hosts; h++) {
        requests.add(request(p, "h" + (p * hosts + h), count));
      }
      requests.add(request(p, ResourceRequest.ANY, count * hosts));
    }
    return requests;
  }

  private static ResourceRequest request(int priority, String name, int count) {
    return ResourceRequest.newBuilder()
        .priority(Priority.newInstance(priority))
        .allocationRequestId(priority)
        .resourceName(name)
        .capability(Resource.newInstance(1024, 1))
        .numContainers(count)
        .build();
  }

  private List<ResourceRequest> next() {
    call = 1 - call;
    return calls.get(call);
  }

  private Map<SubClusterId, List<ResourceRequest>> call(FederationAMRMProxyPolicy policy)
      throws Exception {
    Map<SubClusterId, List<ResourceRequest>> split =
        policy.splitResourceRequests(next(), Collections.emptySet());
    for (SubClusterId each : ids) {
      policy.notifyOfResponse(each, answer);
    }
    return split;
  }

  @Benchmark
  public Map<SubClusterId, List<ResourceRequest>> stock() throws Exception {
    return call(stock);
  }

  @Benchmark
  public Map<SubClusterId, List<ResourceRequest>> ours() throws Exception {
    return call(ours);
  }
}
