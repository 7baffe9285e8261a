// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.rm;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterNodeManagerRequest;
import org.apache.hadoop.yarn.server.federation.policies.manager.UniformBroadcastPolicyManager;
import org.apache.hadoop.yarn.server.federation.store.impl.MemoryFederationStateStore;
import org.apache.hadoop.yarn.server.federation.store.records.GetSubClusterPolicyConfigurationRequest;
import org.apache.hadoop.yarn.server.federation.store.records.SetSubClusterPolicyConfigurationRequest;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterId;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterInfo;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterPolicyConfiguration;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterRegisterRequest;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterState;
import org.apache.hadoop.yarn.server.federation.utils.FederationStateStoreFacade;
import org.apache.hadoop.yarn.server.resourcemanager.AdminService;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.apache.hadoop.yarn.server.resourcemanager.nodelabels.RMNodeLabelsManager;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.MutableConfigurationProvider;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacitySchedulerConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.conf.YarnConfigurationStore.LogMutation;
import org.apache.hadoop.yarn.util.YarnVersionInfo;
import org.apache.hadoop.yarn.util.resource.DominantResourceCalculator;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.apache.hadoop.yarn.webapp.dao.QueueConfigInfo;
import org.apache.hadoop.yarn.webapp.dao.SchedConfUpdateInfo;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.mockito.AdditionalAnswers;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.federation.HydraPolicyManager;
import org.yarnext.federation.control.PolicyParameters;
import org.yarnext.federation.control.PolicyPublisher;
import org.yarnext.federation.control.PolicyWeights;
import org.yarnext.federation.policy.share.SubClusterDemand;
import org.yarnext.federation.store.LossyZooKeeper;
import org.yarnext.federation.store.ShareStore;
import org.yarnext.federation.store.ZooKeeperRecordStore;
import org.yarnext.federation.store.ZooKeeperRule;
import org.yarnext.testing.ProxyKeys;

/** A real ResourceManager whose queues are in this module's capacity-scheduler.xml. */
public class ShareEnforcerTest {
  private static final double EXACT = 1e-3;
  private static final String PREFIX = CapacitySchedulerConfiguration.PREFIX;

  @Rule public final ZooKeeperRule zooKeeper = new ZooKeeperRule();

  @Rule public final TemporaryFolder folder = new TemporaryFolder(new File("target"));

  private ResourceManager resourceManager;
  private ZooKeeperRecordStore records;
  private ShareStore store;
  private Configuration conf;

  @Before
  public void connect() throws Exception {
    conf = new YarnConfiguration(zooKeeper.conf());
    for (String address :
        new String[] {
          YarnConfiguration.RM_ADDRESS,
          YarnConfiguration.RM_SCHEDULER_ADDRESS,
          YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS,
          YarnConfiguration.RM_ADMIN_ADDRESS,
          YarnConfiguration.RM_WEBAPP_ADDRESS
        }) {
      conf.set(address, "127.0.0.1:0");
    }
    conf.set(YarnConfiguration.RM_SCHEDULER, CapacityScheduler.class.getName());
    conf.set(YarnConfiguration.SCHEDULER_CONFIGURATION_STORE_CLASS, "memory");
    conf.set(YarnConfiguration.RM_CLUSTER_ID, "x");
    // Stock's default is one directory for all of a user's.
    conf.set(
        YarnConfiguration.FS_NODE_ATTRIBUTE_STORE_ROOT_DIR, folder.newFolder().toURI().toString());
    conf.set("yarn.federation.policies.share.mode", "on");
    conf.set("yarn.federation.policies.share.pause", "0");
    conf.set("yarn.federation.policies.share.max-step", "100");
    conf.set("yarn.federation.policies.share.min-change", "0.1");
    conf.set("yarn.federation.policies.share.floor", "0");
    conf.set("yarn.federation.policies.guard.deadline", "1m"); // however busy the machine is
    records = zooKeeper.connect();
    store = new ShareStore(records);
  }

  private ShareEnforcer enforcer() throws Exception {
    resourceManager = new ResourceManager();
    resourceManager.init(conf);
    ProxyKeys.giveTo(resourceManager);
    resourceManager.start();
    ShareEnforcer enforcer = new ShareEnforcer();
    enforcer.init(conf, resourceManager.getRMContext(), resourceManager.getResourceScheduler());
    return enforcer;
  }

  @After
  public void disconnect() {
    if (resourceManager != null) {
      resourceManager.stop();
    }
    records.close();
  }

  /** In percent of the parent. */
  private double capacity(String queue) {
    CapacityScheduler scheduler = (CapacityScheduler) resourceManager.getResourceScheduler();
    return 100 * scheduler.getQueue(queue).getCapacity();
  }

  private void grant(double a, double b, double c) throws Exception {
    Map<String, Double> shares = new HashMap<>();
    shares.put("root.a", a);
    shares.put("root.t.b", b);
    shares.put("root.t.c", c);
    store.grant("x", "memory-mb", 100, shares);
  }

  @Test
  public void capacitiesFollowShares() throws Exception {
    ShareEnforcer enforcer = enforcer();
    enforcer.editSchedule();
    assertEquals("as configured without any", 40, capacity("root.a"), EXACT);
    grant(10, 30, 60);
    enforcer.editSchedule();
    assertEquals(10, capacity("root.a"), EXACT);
    assertEquals(90, capacity("root.t"), EXACT);
    assertEquals(100.0 / 3, capacity("root.t.b"), EXACT);
    grant(0, 100, 0);
    enforcer.editSchedule();
    assertEquals("its maximum", 70, capacity("root.t.b"), EXACT);
    grant(0, 0, 0);
    enforcer.editSchedule();
    assertEquals(40, capacity("root.a"), EXACT);
    assertEquals(50, capacity("root.t.b"), EXACT);
  }

  @Test
  public void noGaugeWaitsForAStoreThatDoesNotAnswer() throws Exception {
    ShareEnforcer enforcer = enforcer();
    grant(10, 30, 60);
    enforcer.editSchedule();
    FeatureMetrics metrics =
        (FeatureMetrics) DefaultMetricsSystem.instance().getSource("FederationShares");
    zooKeeper.stop();
    Thread rounds = new Thread(enforcer::editSchedule);
    rounds.setDaemon(true);
    rounds.start();
    FutureTask<Number> read = new FutureTask<>(() -> metrics.snapshot().get("ShareAgeMillis"));
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (Thread.getAllStackTraces().values().stream()
        .flatMap(Arrays::stream)
        .noneMatch(frame -> frame.getMethodName().equals("granted"))) {
      assertTrue("no round waits for the store", System.nanoTime() < end);
      Thread.yield();
    }
    Thread reader = new Thread(read);
    reader.setDaemon(true);
    reader.start();
    try {
      assertTrue(read.get(1, TimeUnit.SECONDS).longValue() >= 0);
      assertTrue("the round waits still", rounds.isAlive());
    } finally {
      rounds.interrupt();
      zooKeeper.start();
    }
  }

  @Test
  public void aParentThatNothingIsLeftForKeepsWhatYarnInsistsOn() throws Exception {
    ShareEnforcer enforcer = enforcer();
    grant(100, 0, 0);
    enforcer.editSchedule();
    assertEquals(99.999, capacity("root.a"), EXACT / 2);
    assertEquals(0.001, capacity("root.t"), EXACT / 2);
    grant(10, 30, 60);
    enforcer.editSchedule();
    assertEquals(10, capacity("root.a"), EXACT);
  }

  @Test
  public void aParentWhoseChildrenHaveNothingIsLeftAlone() throws Exception {
    ShareEnforcer enforcer = enforcer();
    SchedConfUpdateInfo change = new SchedConfUpdateInfo();
    change.getAddQueueInfo().add(capacityOf("root.z", "0"));
    change.getAddQueueInfo().add(capacityOf("root.z.y", "0"));
    finish(begin(change));
    Map<String, Double> shares = new HashMap<>();
    shares.put("root.a", 10.0);
    shares.put("root.t.b", 70.0);
    shares.put("root.z", 20.0);
    store.grant("x", "memory-mb", 100, shares);
    enforcer.editSchedule();
    assertEquals(0, capacity("root.z"), 0);
    assertEquals("what root.t's maximum leaves", 26.364, capacity("root.a"), EXACT);
  }

  @Test
  public void aChangeThatIsRefusedIsFollowedByAPause() throws Exception {
    enforcer();
    AdminService admin = mock(AdminService.class);
    doThrow(new IOException("refused")).when(admin).refreshQueues();
    RMContext context =
        mock(RMContext.class, AdditionalAnswers.delegatesTo(resourceManager.getRMContext()));
    doReturn(admin).when(context).getRMAdminService();
    ShareEnforcer enforcer = new ShareEnforcer();
    enforcer.init(conf, context, resourceManager.getResourceScheduler());
    grant(10, 30, 60);
    enforcer.editSchedule();
    enforcer.editSchedule();
    verify(admin, times(1)).refreshQueues();
  }

  @Test
  public void aNewEnforcerKnowsWhatWasConfigured() throws Exception {
    ShareEnforcer before = enforcer();
    grant(10, 30, 60);
    before.editSchedule();
    assertEquals(10, capacity("root.a"), EXACT);
    ShareEnforcer after = new ShareEnforcer();
    after.init(conf, resourceManager.getRMContext(), resourceManager.getResourceScheduler());
    assertEquals("stopping changes nothing", 10, capacity("root.a"), EXACT);
    grant(0, 0, 0);
    after.editSchedule();
    assertEquals(40, capacity("root.a"), EXACT);
    assertEquals(40, store.reports().get(0).demand().queues().get("root.a").weight(), EXACT);
  }

  @Test
  public void whatOperatorsChangeCountsAsConfigured() throws Exception {
    ShareEnforcer enforcer = enforcer();
    grant(10, 30, 60);
    enforcer.editSchedule();
    finish(begin(update(capacityOf("root.a", "20"), capacityOf("root.t", "80"))));
    grant(0, 0, 0);
    enforcer.editSchedule();
    assertEquals(20, capacity("root.a"), EXACT);
    assertEquals(80, capacity("root.t"), EXACT);
    assertEquals("as configured before", 50, capacity("root.t.b"), EXACT);
  }

  @Test
  public void whatOperatorsLeaveOfOursCountsAsConfiguredToo() throws Exception {
    ShareEnforcer enforcer = enforcer();
    enforcer.editSchedule();
    grant(10, 30, 60);
    enforcer.editSchedule();
    assertEquals(90, capacity("root.t"), EXACT);
    // A tenth of root.t from what root.t.b has of us, for a new queue.
    SchedConfUpdateInfo change = update(capacityOf("root.t.b", "23.333"));
    change.getAddQueueInfo().add(capacityOf("root.t.d", "10"));
    finish(begin(change));
    double ours = capacity("root.t.c");
    grant(0, 0, 0);
    enforcer.editSchedule();
    assertEquals(10, capacity("root.t.d"), EXACT);
    assertEquals(ours, capacity("root.t.c"), EXACT);
    assertEquals(23.333, capacity("root.t.b"), EXACT);
    assertEquals("no sibling of those was changed", 40, capacity("root.a"), EXACT);
  }

  @Test
  public void whatOperatorsAreChangingIsLeftToThem() throws Exception {
    ShareEnforcer enforcer = enforcer();
    grant(10, 30, 60);
    enforcer.editSchedule();
    assertEquals(10, capacity("root.a"), EXACT);
    LogMutation theirs = begin(update(capacityOf("root.a", "20"), capacityOf("root.t", "80")));
    grant(50, 25, 25);
    enforcer.editSchedule();
    finish(theirs);
    assertEquals(20, capacity("root.a"), EXACT);
    grant(50, 25, 25);
    enforcer.editSchedule();
    assertEquals("and goes on", 50, capacity("root.a"), EXACT);
    grant(0, 0, 0);
    enforcer.editSchedule();
    assertEquals(20, capacity("root.a"), EXACT);
  }

  @Test
  public void nothingIsSetWhileOperatorsChangeAnythingElse() throws Exception {
    ShareEnforcer enforcer = enforcer();
    SchedConfUpdateInfo change = new SchedConfUpdateInfo();
    change.getGlobalParams().put(PREFIX + "node-locality-delay", "7");
    LogMutation theirs = begin(change);
    grant(10, 30, 60);
    enforcer.editSchedule();
    assertEquals(40, capacity("root.a"), EXACT);
    finish(theirs);
    enforcer.editSchedule();
    assertEquals("and goes on", 10, capacity("root.a"), EXACT);
  }

  /** The first half of what the REST interface does. */
  private LogMutation begin(SchedConfUpdateInfo change) throws Exception {
    return configuration().logAndApplyMutation(UserGroupInformation.getLoginUser(), change);
  }

  private void finish(LogMutation begun) throws Exception {
    resourceManager.getRMContext().getRMAdminService().refreshQueues();
    configuration().confirmPendingMutation(begun, true);
  }

  private MutableConfigurationProvider configuration() {
    return ((CapacityScheduler) resourceManager.getResourceScheduler()).getMutableConfProvider();
  }

  private static SchedConfUpdateInfo update(QueueConfigInfo... queues) {
    SchedConfUpdateInfo change = new SchedConfUpdateInfo();
    change.getUpdateQueueInfo().addAll(Arrays.asList(queues));
    return change;
  }

  private static QueueConfigInfo capacityOf(String queue, String percent) {
    return new QueueConfigInfo(queue, Collections.singletonMap("capacity", percent));
  }

  @Test
  public void aChangeIsFollowedByAPause() throws Exception {
    conf.set("yarn.federation.policies.share.pause", "1h");
    ShareEnforcer enforcer = enforcer();
    grant(10, 30, 60);
    enforcer.editSchedule();
    grant(90, 5, 5);
    enforcer.editSchedule();
    assertEquals(10, capacity("root.a"), EXACT);
  }

  private void publish(PolicyPublisher book, boolean staged, String... parameters)
      throws Exception {
    Map<String, String> values = new HashMap<>();
    for (String each : parameters) {
      values.put(each.split("=")[0], each.split("=")[1]);
    }
    Map<String, Float> all = Collections.singletonMap("x", 1f);
    PolicyWeights policy = PolicyWeights.of(all, all).with(PolicyParameters.of(values));
    if (staged) {
      book.stage("root", Collections.singleton("x"), policy);
    } else {
      book.set("root", policy);
    }
  }

  private void subCluster() throws Exception {
    MemoryFederationStateStore states = new MemoryFederationStateStore();
    states.init(conf);
    FederationStateStoreFacade.getInstance(conf).reinitialize(states, conf);
    states.registerSubCluster(
        SubClusterRegisterRequest.newInstance(
            SubClusterInfo.newInstance(
                SubClusterId.newInstance("x"),
                "h:1",
                "h:2",
                "h:3",
                "h:4",
                SubClusterState.SC_RUNNING,
                1,
                "{}")));
  }

  @Test
  public void rulesThatArePublishedStagedAndTakenBackHoldFromTheNextRoundOn() throws Exception {
    subCluster();
    ShareEnforcer enforcer = enforcer();
    try (PolicyPublisher book = PolicyPublisher.open(conf)) {
      publish(book, false, "share.max-step=5");
      grant(10, 30, 60);
      enforcer.editSchedule();
      assertEquals(35, capacity("root.a"), EXACT);
      publish(book, true, "share.max-step=100", "share.floor=0.5");
      enforcer.editSchedule();
      assertEquals(
          "half of what is configured, and half of the share", 25, capacity("root.a"), EXACT);
      book.rollback("root");
      enforcer.editSchedule();
      assertEquals("as published", 20, capacity("root.a"), EXACT);
      publish(book, false, "share.pause=1h");
      enforcer.editSchedule();
      assertEquals("as configured but for the pause", 20, capacity("root.a"), EXACT);
      book.rollback("root");
      enforcer.editSchedule();
      assertEquals(15, capacity("root.a"), EXACT);
    }
  }

  @Test
  public void rulesThatWereStagedOverAPolicyOfYarnsOwnToolsAreTakenBackToo() throws Exception {
    subCluster();
    ShareEnforcer enforcer = enforcer();
    putInForce(UniformBroadcastPolicyManager.class, new byte[0]);
    try (PolicyPublisher book = PolicyPublisher.open(conf)) {
      publish(book, true, "share.max-step=5");
      grant(10, 30, 60);
      enforcer.editSchedule();
      assertEquals(35, capacity("root.a"), EXACT);
      book.rollback("root");
      enforcer.editSchedule();
      assertEquals("as configured", 10, capacity("root.a"), EXACT);
    }
  }

  @Test
  public void rulesThatAreRefusedChangeNothing() throws Exception {
    subCluster();
    ShareEnforcer enforcer = enforcer();
    try (PolicyPublisher book = PolicyPublisher.open(conf)) {
      publish(book, false, "share.max-step=5");
      byte[] good = inForce();
      byte[] bad = new String(good, ISO_8859_1).replace("\"5\"", "\"x\"").getBytes(ISO_8859_1);
      assertEquals(good.length, bad.length);
      putInForce(bad);
      grant(10, 30, 60);
      enforcer.editSchedule();
      assertEquals("as configured", 10, capacity("root.a"), EXACT);
      putInForce(good);
      grant(40, 30, 30);
      enforcer.editSchedule();
      assertEquals(15, capacity("root.a"), EXACT);
      putInForce(bad);
      enforcer.editSchedule();
      assertEquals("those that held", 20, capacity("root.a"), EXACT);
    }
  }

  private byte[] inForce() throws Exception {
    ByteBuffer parameters =
        FederationStateStoreFacade.getInstance(conf)
            .getStateStore()
            .getPolicyConfiguration(GetSubClusterPolicyConfigurationRequest.newInstance("root"))
            .getPolicyConfiguration()
            .getParams();
    byte[] bytes = new byte[parameters.remaining()];
    parameters.duplicate().get(bytes);
    return bytes;
  }

  /** By YARN's own call. */
  private void putInForce(byte[] parameters) throws Exception {
    putInForce(HydraPolicyManager.class, parameters);
  }

  private void putInForce(Class<?> manager, byte[] parameters) throws Exception {
    FederationStateStoreFacade.getInstance(conf)
        .getStateStore()
        .setPolicyConfiguration(
            SetSubClusterPolicyConfigurationRequest.newInstance(
                SubClusterPolicyConfiguration.newInstance(
                    "root", manager.getName(), ByteBuffer.wrap(parameters))));
  }

  @Test
  public void aPolicyOfYarnsOwnToolsTakesTheRulesOfTheOneBeforeAway() throws Exception {
    subCluster();
    ShareEnforcer enforcer = enforcer();
    try (PolicyPublisher book = PolicyPublisher.open(conf)) {
      publish(book, false, "share.max-step=5");
      grant(10, 30, 60);
      enforcer.editSchedule();
      assertEquals(35, capacity("root.a"), EXACT);
      putInForce(new byte[0]);
      enforcer.editSchedule();
      assertEquals("as configured", 10, capacity("root.a"), EXACT);
    }
  }

  /** The command dies, or the state store fails, after the publication was counted. */
  @Test
  public void rulesWhosePublicationFailedDoNotHold() throws Exception {
    subCluster();
    ShareEnforcer enforcer = enforcer();
    try (PolicyPublisher book = PolicyPublisher.open(conf)) {
      publish(book, false, "share.max-step=5");
      byte[] before = inForce();
      publish(book, false, "share.max-step=20");
      putInForce(before);
      grant(10, 30, 60);
      enforcer.editSchedule();
      assertEquals(35, capacity("root.a"), EXACT);
    }
  }

  @Test
  public void queuesAreReported() throws Exception {
    enforcer().editSchedule();
    List<ShareStore.Report> reports = store.reports();
    assertEquals("[root.a, root.t, root.t.b, root.t.c]", paths(reports.get(0).demand()));
    assertEquals("x", reports.get(0).demand().name());
    assertEquals(60, reports.get(0).demand().queues().get("root.t").weight(), EXACT);
    assertEquals(1, reports.get(0).demand().queues().get("root.a").maximum(), EXACT);
    assertEquals(
        "of its parent", 0.63, reports.get(0).demand().queues().get("root.t.b").maximum(), EXACT);
  }

  @Test
  public void nodesOfALabelDoNotCount() throws Exception {
    conf.setBoolean(YarnConfiguration.NODE_LABELS_ENABLED, true);
    conf.set(
        YarnConfiguration.FS_NODE_LABELS_STORE_ROOT_DIR, folder.newFolder().toURI().toString());
    ShareEnforcer enforcer = enforcer();
    RMNodeLabelsManager labels = resourceManager.getRMContext().getNodeLabelManager();
    labels.addToCluserNodeLabelsWithDefaultExclusivity(Collections.singleton("gpu"));
    labels.addLabelsToNode(
        Collections.singletonMap(NodeId.newInstance("127.0.0.1", 2), Collections.singleton("gpu")));
    startNodes();
    enforcer.editSchedule();
    assertEquals(4096, store.reports().get(0).demand().capacity().get("memory-mb"), EXACT);
  }

  @Test
  public void coresAreReportedWhereTheSchedulerCountsThem() throws Exception {
    ShareEnforcer enforcer = enforcer();
    startNodes();
    enforcer.editSchedule();
    SubClusterDemand report = store.reports().get(0).demand();
    assertEquals(Collections.singleton("memory-mb"), report.capacity().keySet());
    assertEquals(
        "by default each container counts one core, whatever it asks for",
        Collections.singleton("memory-mb"),
        report.queues().get("root.a").waiting().keySet());
  }

  @Test
  public void dominantResourcesAreAllReported() throws Exception {
    conf.set(
        CapacitySchedulerConfiguration.RESOURCE_CALCULATOR_CLASS,
        DominantResourceCalculator.class.getName());
    ShareEnforcer enforcer = enforcer();
    startNodes();
    enforcer.editSchedule();
    SubClusterDemand report = store.reports().get(0).demand();
    assertEquals(8, report.capacity().get("vcores"), EXACT);
    assertEquals(0, report.queues().get("root.a").used().get("vcores"), EXACT);
  }

  @Test
  public void withoutLabelsAllNodesCount() throws Exception {
    ShareEnforcer enforcer = enforcer();
    startNodes();
    enforcer.editSchedule();
    assertEquals(8192, store.reports().get(0).demand().capacity().get("memory-mb"), EXACT);
  }

  /** Two alike, on ports 1 and 2. */
  private void startNodes() throws Exception {
    Resource each = Resource.newInstance(4096, 4);
    for (int port = 1; port <= 2; port++) {
      resourceManager
          .getResourceTrackerService()
          .registerNodeManager(
              RegisterNodeManagerRequest.newInstance(
                  NodeId.newInstance("127.0.0.1", port),
                  port,
                  each,
                  YarnVersionInfo.getVersion(),
                  Collections.emptyList(),
                  Collections.emptyList(),
                  Collections.emptySet()));
    }
    Resource both = Resources.multiply(each, 2);
    long deadline = System.nanoTime() + 60_000_000_000L;
    while (!resourceManager.getResourceScheduler().getClusterResource().equals(both)
        && System.nanoTime() < deadline) {
      Thread.yield();
    }
  }

  private static String paths(SubClusterDemand report) {
    return report.queues().keySet().toString();
  }

  @Test
  public void lastSharesHoldWhileTheStoreIsDownAndConfiguredOnesWhenTheyAreOld() throws Exception {
    conf.set("yarn.federation.policies.share.interval", "1s");
    conf.set("yarn.federation.policies.share.stale-after", "3s");
    conf.set("yarn.federation.policies.guard.failures-to-trip", "1");
    conf.set("yarn.federation.policies.guard.deadline", "5s");
    conf.set("yarn.federation.policies.guard.cool-down", "1h");
    ShareEnforcer enforcer = enforcer();
    grant(10, 30, 60);
    enforcer.editSchedule();
    assertEquals(10, capacity("root.a"), EXACT);
    zooKeeper.stop();
    long deadline = System.nanoTime() + 60_000_000_000L;
    while (capacity("root.a") < 39 && System.nanoTime() < deadline) {
      enforcer.editSchedule();
    }
    assertEquals(40, capacity("root.a"), EXACT);
  }

  @Test
  public void configuredOnesComeBackInTimeWhileTheStoreHangs() throws Exception {
    conf.set("yarn.federation.policies.share.interval", "1s");
    conf.set("yarn.federation.policies.share.stale-after", "3s");
    conf.set("yarn.federation.policies.guard.deadline", "1s");
    try (LossyZooKeeper way = new LossyZooKeeper(zooKeeper.port())) {
      conf.set(CommonConfigurationKeys.ZK_ADDRESS, "127.0.0.1:" + way.port());
      ShareEnforcer enforcer = enforcer();
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
      while (capacity("root.a") > 39) {
        assertTrue("shares never hold", System.nanoTime() < deadline);
        grant(10, 30, 60);
        enforcer.editSchedule();
      }
      way.hang();
      long fromNanos = System.nanoTime();
      while (capacity("root.a") < 39) {
        assertTrue("not within 20 s", System.nanoTime() - fromNanos < TimeUnit.SECONDS.toNanos(20));
        enforcer.editSchedule();
      }
    }
  }

  @Test
  public void withAStoreThatSurvivesNothingIsTouched() throws Exception {
    conf.set(YarnConfiguration.SCHEDULER_CONFIGURATION_STORE_CLASS, "file");
    ShareEnforcer enforcer = enforcer();
    grant(10, 30, 60);
    enforcer.editSchedule();
    assertEquals(40, capacity("root.a"), EXACT);
    assertEquals(0, store.reports().size());
  }

  @Test
  public void shadowChangesNothing() throws Exception {
    conf.set("yarn.federation.policies.share.mode", "shadow");
    ShareEnforcer enforcer = enforcer();
    grant(10, 30, 60);
    enforcer.editSchedule();
    assertEquals(40, capacity("root.a"), EXACT);
    assertEquals("but reports", 1, store.reports().size());
  }

  @Test
  public void offIsStock() throws Exception {
    conf.set("yarn.federation.policies.share.mode", "off");
    ShareEnforcer enforcer = enforcer();
    grant(10, 30, 60);
    enforcer.editSchedule();
    assertEquals(40, capacity("root.a"), EXACT);
    assertNull(records.read("shares/demand"));
  }
}
