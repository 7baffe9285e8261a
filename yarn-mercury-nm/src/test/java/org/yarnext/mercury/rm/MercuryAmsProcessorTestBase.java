// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.rm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
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
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceBlacklistRequest;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.SchedulingRequest;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.scheduler.OpportunisticContainerContext;
import org.apache.hadoop.yarn.util.Records;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;
import org.junit.After;
import org.junit.Before;
import org.junit.BeforeClass;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.mercury.application.AttemptRegistry;
import org.yarnext.mercury.application.Requests;
import org.yarnext.mercury.policy.placement.ranking.NodeRanking;
import org.yarnext.mercury.policy.placement.ranking.NodeRankingCache;

/** An embedded ResourceManager whose ApplicationMasterService has the processor in its chain. */
abstract class MercuryAmsProcessorTestBase {
  static final long PATIENCE_MS = 120_000;
  final Configuration conf = EmbeddedResourceManager.configuration();
  final Stock stock = new Stock();
  final MercuryAmsProcessor processor = new MercuryAmsProcessor();
  final List<NodeId> nodes = new ArrayList<>();
  final Set<ContainerId> got = new HashSet<>();
  final List<ContainerId> releases = new ArrayList<>();
  Set<String> tags = Collections.emptySet();
  String type = "SHELL";
  EmbeddedResourceManager rm;
  ApplicationAttemptId attempt;

  /** Stock's processors: what is outstanding with them, "q" in front if as opportunistic. */
  static final class Stock implements ApplicationMasterServiceProcessor {
    final Map<String, Integer> outstanding = new TreeMap<>();
    final List<ContainerStatus> completed = new ArrayList<>();
    final List<Container> granted = new ArrayList<>();
    List<ResourceRequest> last;
    List<SchedulingRequest> lastConstrained;
    boolean refuses;

    /** Kinds of requests of an application. */
    Resource most = Resource.newInstance(8192, 4);

    /** Whether grants change the objects of the request, as stock's do. */
    boolean lowersAsks;

    RuntimeException failure;

    /** Context in which opportunistic requests are recorded; null for none. */
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

  void start(String policy) throws Exception {
    conf.set("yarn.mercury.hybrid.policy", policy);
    rm = EmbeddedResourceManager.start(conf);
    for (int i = 1; i <= 3; i++) {
      nodes.add(rm.register("10.0.0." + i));
    }
    attempt = rm.submit(tags, type);
    processor.init(rm.getRMContext(), stock);
    register();
  }

  RegisterApplicationMasterResponse register() throws Exception {
    RegisterApplicationMasterResponse response =
        Records.newRecord(RegisterApplicationMasterResponse.class);
    processor.registerApplicationMaster(attempt, null, response);
    return response;
  }

  static void await(String what, Callable<Boolean> condition) throws Exception {
    long end = Time.monotonicNow() + PATIENCE_MS;
    while (!condition.call()) {
      assertTrue("waited in vain for " + what, Time.monotonicNow() < end);
      Thread.sleep(20);
    }
  }

  /** The coordinator hears of all nodes; the first waits least. */
  void heartbeats() throws Exception {
    await(
        "the coordinator",
        () -> {
          for (int i = 0; i < nodes.size(); i++) {
            rm.heartbeat(nodes.get(i), 1 + i * 60_000);
          }
          return ranking().size() == nodes.size();
        });
  }

  NodeRanking ranking() {
    NodeRankingCache known = MercuryCoordinator.rankings(rm.getRMContext());
    return known == null ? NodeRanking.EMPTY : known.ranking(Time.monotonicNow());
  }

  /** One call of the master; the containers in the answer, each for the first time. */
  List<Container> call(ResourceRequest... asks) throws Exception {
    return call(null, asks);
  }

  List<Container> call(ResourceBlacklistRequest blacklist, ResourceRequest... asks)
      throws Exception {
    AllocateResponse response = send(blacklist, asks);
    for (Container c : response.getAllocatedContainers()) {
      assertTrue("twice: " + c.getId(), got.add(c.getId()));
      assertEquals(ExecutionType.OPPORTUNISTIC, c.getExecutionType());
      assertNotNull("the scheduler knows it", rm.getResourceScheduler().getRMContainer(c.getId()));
    }
    return response.getAllocatedContainers();
  }

  AllocateResponse send(ResourceBlacklistRequest blacklist, ResourceRequest... asks)
      throws Exception {
    AllocateRequest request =
        AllocateRequest.newInstance(
            0, 0, new ArrayList<>(Arrays.asList(asks)), new ArrayList<>(releases), blacklist);
    AllocateResponse response = Records.newRecord(AllocateResponse.class);
    processor.allocate(attempt, request, response);
    return response;
  }

  static Map<String, Integer> map(Object... kv) {
    Map<String, Integer> map = new TreeMap<>();
    for (int i = 0; i < kv.length; i += 2) {
      map.put((String) kv[i], (Integer) kv[i + 1]);
    }
    return map;
  }

  static ResourceRequest sized(ResourceRequest ask, int memoryMb, int vcores) {
    ask.setCapability(Resource.newInstance(memoryMb, vcores));
    return ask;
  }

  /** With stock and here together. */
  int outstanding(List<Container> placedNow) {
    return placedNow.size() + stock.outstanding.values().stream().mapToInt(n -> n).sum();
  }

  Collection<RMContainer> live() {
    return rm.getResourceScheduler().getSchedulerAppInfo(attempt).getLiveContainers();
  }

  long waitMs(int node) {
    return ranking().find(nodes.get(node).toString()).loadMs();
  }

  Container container(long id, int priority, NodeId node) {
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

  /** A counter of this ResourceManager; 0 if nothing was counted yet. */
  static long counted(String source, String metric) {
    FeatureMetrics metrics = (FeatureMetrics) DefaultMetricsSystem.instance().getSource(source);
    return metrics.snapshot().getOrDefault(metric, 0).longValue();
  }

  ApplicationSubmissionContext submitted() {
    return rm.getRMContext()
        .getRMApps()
        .get(attempt.getApplicationId())
        .getApplicationSubmissionContext();
  }

  /** Makes the application managed, as if a NodeManager had started its master. */
  void managed() {
    submitted().setUnmanagedAM(false);
  }
}
