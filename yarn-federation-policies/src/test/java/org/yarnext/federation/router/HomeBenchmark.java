// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.router;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.federation.policies.FederationPolicyInitializationContext;
import org.apache.hadoop.yarn.server.federation.policies.dao.WeightedPolicyInfo;
import org.apache.hadoop.yarn.server.federation.policies.router.FederationRouterPolicy;
import org.apache.hadoop.yarn.server.federation.policies.router.LoadBasedRouterPolicy;
import org.apache.hadoop.yarn.server.federation.policies.router.LocalityRouterPolicy;
import org.apache.hadoop.yarn.server.federation.policies.router.UniformRandomRouterPolicy;
import org.apache.hadoop.yarn.server.federation.policies.router.WeightedRandomRouterPolicy;
import org.apache.hadoop.yarn.server.federation.store.FederationStateStore;
import org.apache.hadoop.yarn.server.federation.store.impl.MemoryFederationStateStore;
import org.apache.hadoop.yarn.server.federation.store.impl.ZookeeperFederationStateStore;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterId;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterIdInfo;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterInfo;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterPolicyConfiguration;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterRegisterRequest;
import org.apache.hadoop.yarn.server.federation.utils.FederationStateStoreFacade;
import org.apache.hadoop.yarn.util.Records;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;
import org.yarnext.federation.FixedTopology;
import org.yarnext.federation.SubClusterRecords;
import org.yarnext.federation.store.ZooKeeperRule;

/**
 * Counts how many homes a second a Router's policy chooses for new applications among 20
 * sub-clusters, by one thread and by eight, ours and stock's ones, without their logs. Reports of
 * load are as ResourceManagers write them, and as in a Router the facade caches them.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class HomeBenchmark {
  private static final int SUB_CLUSTERS = 20;
  private static final int NODES = 2_500;
  private static final long MB_A_CORE = 4_096;
  private static final String HOST = "node-1";
  private static final String RACK = "/rack-1";

  /** Policy that chooses; the first is ours. */
  @Param({"hydra", "load-based", "locality", "uniform-random", "weighted-random"})
  public String policy;

  /** Store of the federation's state, in which our policy looks for an application's home. */
  @Param({"memory", "zookeeper"})
  public String store;

  private final ZooKeeperRule zooKeeper = new ZooKeeperRule();
  private final AtomicInteger applications = new AtomicInteger();
  private FederationStateStore state;
  private FederationRouterPolicy router;

  private static SubClusterId id(int n) {
    return SubClusterId.newInstance("sc" + n);
  }

  @Setup
  public void setUp() throws Exception {
    zooKeeper.before();
    Configuration conf = new Configuration(zooKeeper.conf());
    conf.set("yarn.federation.policies.home.mode", "on");
    state =
        store.equals("memory")
            ? new MemoryFederationStateStore()
            : new ZookeeperFederationStateStore();
    state.init(conf);
    FederationStateStoreFacade facade = FederationStateStoreFacade.getInstance(conf);
    facade.reinitialize(state, conf);
    Map<SubClusterIdInfo, Float> weights = new HashMap<>();
    Random random = new Random(1);
    for (int s = 0; s < SUB_CLUSTERS; s++) {
      SubClusterInfo info = SubClusterRecords.running(id(s), report(random));
      info.setLastHeartBeat(System.currentTimeMillis());
      state.registerSubCluster(SubClusterRegisterRequest.newInstance(info));
      weights.put(new SubClusterIdInfo(id(s)), 1f);
    }
    WeightedPolicyInfo info = new WeightedPolicyInfo();
    info.setRouterPolicyWeights(weights);
    info.setAMRMPolicyWeights(weights);
    router = router();
    router.reinitialize(
        new FederationPolicyInitializationContext(
            SubClusterPolicyConfiguration.newInstance(
                "q", router.getClass().getName(), info.toByteBuffer()),
            new FixedTopology().host(HOST, id(0)).rack(RACK, id(0)),
            facade,
            null));
    chooseHome();
    check(facade);
  }

  /** Otherwise another path than the intended one would be timed. */
  private void check(FederationStateStoreFacade facade) {
    if (policy.equals("hydra")) {
      Map<String, Number> counts = HomeHook.of(facade).log().metrics().snapshot();
      if (!counts.containsKey("Decision_HOME_LEAST_LOADED_applied")) {
        throw new IllegalStateException(counts.toString());
      }
    }
  }

  private FederationRouterPolicy router() {
    switch (policy) {
      case "hydra":
        return new HomeRouterPolicy();
      case "load-based":
        return new LoadBasedRouterPolicy();
      case "locality":
        return new LocalityRouterPolicy();
      case "uniform-random":
        return new UniformRandomRouterPolicy();
      default:
        return new WeightedRandomRouterPolicy();
    }
  }

  /** Returns the report of a ResourceManager of 2,500 nodes, with a random load. */
  private static String report(Random random) {
    long mb = NODES * 131_072L;
    long usedMb = (long) (mb * (0.5 + random.nextDouble() / 2));
    long pendingMb = (long) (mb * random.nextDouble() / 4);
    StringBuilder report = new StringBuilder("{\"clusterMetrics\":{");
    String[] others =
        ("appsSubmitted appsCompleted appsPending appsRunning appsFailed appsKilled reservedMB"
                + " reservedVirtualCores containersAllocated containersReserved containersPending"
                + " totalMB utilizedMB totalVirtualCores utilizedVirtualCores utilizedMBPercent"
                + " utilizedVirtualCoresPercent rmSchedulerBusyPercent totalNodes lostNodes"
                + " unhealthyNodes decommissioningNodes decommissionedNodes rebootedNodes activeNodes"
                + " shutdownNodes containerAssignedPerSecond rmEventQueueSize schedulerEventQueueSize")
            .split(" ");
    for (String each : others) {
      report.append('"').append(each).append("\":").append(random.nextInt(10_000)).append(',');
    }
    return report
        .append("\"availableMB\":")
        .append(mb - usedMb)
        .append(",\"allocatedMB\":")
        .append(usedMb)
        .append(",\"pendingMB\":")
        .append(pendingMb)
        .append(",\"availableVirtualCores\":")
        .append((mb - usedMb) / MB_A_CORE)
        .append(",\"allocatedVirtualCores\":")
        .append(usedMb / MB_A_CORE)
        .append(",\"pendingVirtualCores\":")
        .append(pendingMb / MB_A_CORE)
        .append("}}")
        .toString();
  }

  @TearDown
  public void tearDown() throws Exception {
    state.close();
    zooKeeper.after();
  }

  private SubClusterId chooseHome() throws YarnException {
    ApplicationSubmissionContext application =
        Records.newRecord(ApplicationSubmissionContext.class);
    application.setApplicationId(ApplicationId.newInstance(1, applications.incrementAndGet()));
    application.setQueue("q");
    if (policy.equals("locality")) {
      application.setAMContainerResourceRequests(
          Arrays.asList(master(HOST), master(RACK), master(ResourceRequest.ANY)));
    }
    return router.getHomeSubcluster(application, null);
  }

  private static ResourceRequest master(String name) {
    return ResourceRequest.newInstance(
        Priority.newInstance(0), name, Resource.newInstance(1_024, 1), 1);
  }

  @Benchmark
  @Threads(1)
  public SubClusterId one() throws YarnException {
    return chooseHome();
  }

  @Benchmark
  @Threads(8)
  public SubClusterId many() throws YarnException {
    return chooseHome();
  }
}
