// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.router;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.federation.policies.FederationPolicyInitializationContext;
import org.apache.hadoop.yarn.server.federation.policies.FederationPolicyUtils;
import org.apache.hadoop.yarn.server.federation.policies.dao.WeightedPolicyInfo;
import org.apache.hadoop.yarn.server.federation.policies.router.FederationRouterPolicy;
import org.apache.hadoop.yarn.server.federation.store.impl.MemoryFederationStateStore;
import org.apache.hadoop.yarn.server.federation.store.records.ApplicationHomeSubCluster;
import org.apache.hadoop.yarn.server.federation.store.records.GetSubClustersInfoRequest;
import org.apache.hadoop.yarn.server.federation.store.records.GetSubClustersInfoResponse;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterDeregisterRequest;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterId;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterIdInfo;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterInfo;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterRegisterRequest;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterState;
import org.apache.hadoop.yarn.server.federation.utils.FederationStateStoreFacade;
import org.apache.hadoop.yarn.util.Records;
import org.junit.Before;
import org.junit.Test;
import org.yarnext.federation.FederationConfiguration;
import org.yarnext.federation.HydraPolicyManager;
import org.yarnext.federation.SubClusterRecords;

/** Made as YARN's Router makes it, by the policy manager, over YARN's own store in memory. */
public class HomeRouterPolicyTest {
  private static final String EMPTY = report(0, 1000, 0);
  private static final String FULL = report(1000, 0, 0);
  private static final ApplicationId ID = ApplicationId.newInstance(1, 1);

  /** A store that fails on request. */
  private static final class Store extends MemoryFederationStateStore {
    boolean broken;

    /** Lead of the clock of a, in ms. */
    long aheadMs;

    /** Whether sub-clusters report between any two reads. */
    boolean beats = true;

    private long now = System.currentTimeMillis();

    @Override
    public GetSubClustersInfoResponse getSubClusters(GetSubClustersInfoRequest request)
        throws YarnException {
      if (broken) {
        throw new YarnException("no quorum");
      }
      GetSubClustersInfoResponse response = super.getSubClusters(request);
      for (SubClusterInfo info : response.getSubClusters()) {
        boolean isFirst = info.getSubClusterId().getId().equals("a");
        info.setLastHeartBeat(now + (isFirst ? aheadMs : 0));
      }
      now += beats ? 1 : 0;
      return response;
    }
  }

  private final Configuration conf = new Configuration();
  private final Store store = new Store();
  private final Map<SubClusterIdInfo, Float> weights = new HashMap<>();
  private final ApplicationSubmissionContext application =
      Records.newRecord(ApplicationSubmissionContext.class);
  private FederationStateStoreFacade facade;

  private static String report(int allocated, int available, int pending) {
    return String.format(
        Locale.ROOT,
        "{\"clusterMetrics\":{\"allocatedMB\":%d,\"reservedMB\":0,\"availableMB\":%d,"
            + "\"pendingMB\":%d}}",
        allocated,
        available,
        pending);
  }

  /** Returns the report of a sub-cluster with 100 vcores and mostly free memory. */
  private static String cores(int allocated, int pending) {
    return String.format(
        Locale.ROOT,
        "{\"clusterMetrics\":{\"allocatedMB\":10,\"reservedMB\":0,\"availableMB\":990,\"pendingMB\":0,"
            + "\"allocatedVirtualCores\":%d,\"reservedVirtualCores\":0,"
            + "\"availableVirtualCores\":%d,\"pendingVirtualCores\":%d}}",
        allocated,
        100 - allocated,
        pending);
  }

  @Before
  public void twoSubClusters() throws Exception {
    conf.set("yarn.federation.cache-ttl.secs", "0");
    conf.set("yarn.federation.policies.home.mode", "on");
    conf.set("yarn.federation.policies.home.choices", "9");
    conf.set("yarn.federation.policies.home.anti-affinity", "0");
    store.init(conf);
    facade = FederationStateStoreFacade.getInstance(conf);
    facade.reinitialize(store, conf);
    application.setApplicationId(ID);
    subCluster("a", FULL);
    subCluster("b", EMPTY);
  }

  private void subCluster(String name, String capability) throws YarnException {
    SubClusterId id = SubClusterId.newInstance(name);
    store.registerSubCluster(
        SubClusterRegisterRequest.newInstance(SubClusterRecords.running(id, capability)));
    weights.put(new SubClusterIdInfo(id), 1f);
  }

  private FederationRouterPolicy policy() throws Exception {
    WeightedPolicyInfo info = new WeightedPolicyInfo();
    info.setRouterPolicyWeights(weights);
    info.setAMRMPolicyWeights(weights);
    HydraPolicyManager manager = new HydraPolicyManager();
    manager.setQueue("q");
    manager.setWeightedPolicyInfo(info);
    return manager.getRouterPolicy(
        new FederationPolicyInitializationContext(
            manager.serializeConf(), facade.getSubClusterResolver(), facade, null),
        null);
  }

  private String home(String... failed) throws Exception {
    ours(); // a first look: of what has not changed since, nobody knows how old it is
    List<SubClusterId> blacklist = new ArrayList<>();
    for (String each : failed) {
      blacklist.add(SubClusterId.newInstance(each));
    }
    return policy().getHomeSubcluster(application, blacklist).getId();
  }

  /** Returns the homes of many applications, since stock chooses at random. */
  private Set<String> homes() throws Exception {
    Set<String> homes = new HashSet<>();
    for (int i = 0; i < 100; i++) {
      homes.add(home());
    }
    return homes;
  }

  private SubClusterId ours() {
    return HomeHook.of(facade).choose(facade, ID, weights, null);
  }

  @Test
  public void leastLoadedSubClusterIsHome() throws Exception {
    assertEquals(Collections.singleton("b"), homes());
    assertEquals("queue as YARN sets it", "default", application.getQueue());
  }

  @Test
  public void modeChangesWithTheNextSubmission() throws Exception {
    for (String mode : new String[] {"on", "shadow", "off", "shadow", "on", "off", "on"}) {
      Configuration changed = new Configuration(facade.getConf());
      changed.set("yarn.federation.policies.home.mode", mode);
      FederationConfiguration.of(facade.getConf()).live().reload(changed);
      ours(); // a first look
      SubClusterId chosen = ours();
      assertEquals(mode, mode.equals("on") ? "b" : null, chosen == null ? null : chosen.getId());
    }
  }

  @Test
  public void reportOfARemovedSubClusterIsForgotten() throws Exception {
    ours();
    assertEquals(2, HomeHook.of(facade).reports().size());
    store.deregisterSubCluster(
        SubClusterDeregisterRequest.newInstance(
            SubClusterId.newInstance("b"), SubClusterState.SC_DECOMMISSIONED));
    ours();
    assertEquals(1, HomeHook.of(facade).reports().size());
  }

  @Test
  public void configurationOfAStoppedRouterIsNotKept() {
    Reference<Configuration> gone = hooksOfAnotherRouter();
    facade.reinitialize(store, conf);
    long endNanos = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
    while (gone.get() != null) {
      assertTrue("something holds it", System.nanoTime() < endNanos);
      System.gc();
    }
  }

  private Reference<Configuration> hooksOfAnotherRouter() {
    Configuration other = new Configuration(conf);
    facade.reinitialize(store, other);
    assertTrue(HomeHook.of(facade).log() != null);
    assertFalse(GangHookRegistry.of(other).decides());
    return new WeakReference<>(other);
  }

  @Test
  public void pendingMemoryCounts() throws Exception {
    subCluster("b", report(900, 100, 5000));
    assertEquals(Collections.singleton("a"), homes());
    subCluster("b", report(600, 400, Integer.MAX_VALUE));
    assertEquals("has room", Collections.singleton("b"), homes());
  }

  @Test
  public void vcoresCountWhereTheyAreScarcerThanMemory() throws Exception {
    subCluster("a", cores(90, 0));
    subCluster("b", report(800, 200, 0));
    assertEquals(Collections.singleton("b"), homes());
    subCluster("a", cores(70, 0));
    assertEquals(Collections.singleton("a"), homes());
    subCluster("a", cores(70, 50));
    assertEquals("waited for", Collections.singleton("b"), homes());
    subCluster("b", cores(160, 0));
    assertEquals("not counted by its scheduler", Collections.singleton("a"), homes());
  }

  @Test
  public void retryAvoidsTheFailedSubCluster() throws Exception {
    assertEquals("a", home("b"));
    YarnException e = assertThrows(YarnException.class, () -> home("a", "b"));
    assertEquals(
        "as stock says it", FederationPolicyUtils.NO_ACTIVE_SUBCLUSTER_AVAILABLE, e.getMessage());
  }

  @Test
  public void applicationKeepsItsHomeUnlessThatFailed() throws Exception {
    facade.addApplicationHomeSubCluster(
        ApplicationHomeSubCluster.newInstance(ID, SubClusterId.newInstance("a")));
    assertEquals(Collections.singleton("a"), homes());
    assertEquals("b", home("a"));
  }

  @Test
  public void repeatedSubmissionsOfAnApplicationCountOnce() throws Exception {
    Configuration spread = new Configuration(conf);
    spread.set("yarn.federation.policies.home.anti-affinity", "0.5");
    facade.reinitialize(store, spread);
    subCluster("a", report(500, 500, 0));
    subCluster("b", report(600, 400, 0));
    facade.addApplicationHomeSubCluster(
        ApplicationHomeSubCluster.newInstance(ID, SubClusterId.newInstance("a")));
    for (int i = 0; i < 100; i++) {
      ours();
    }
    ApplicationId other = ApplicationId.newInstance(1, 2);
    assertEquals("a", HomeHook.of(facade).choose(facade, other, weights, null).getId());
  }

  @Test
  public void subClusterWithoutWeightIsNeverHome() throws Exception {
    weights.put(new SubClusterIdInfo(SubClusterId.newInstance("b")), 0f);
    assertEquals(Collections.singleton("a"), homes());
  }

  @Test
  public void unreadableReportsLeaveTheChoiceToStock() throws Exception {
    for (String bad : Arrays.asList("-", "{", "[]", "{\"clusterMetrics\":{\"availableMB\":-1}}")) {
      subCluster("a", bad);
      subCluster("b", bad);
      assertEquals(bad, new HashSet<>(Arrays.asList("a", "b")), homes());
    }
  }

  @Test
  public void unreadableReportLeavesTheChoiceAmongTheOthers() throws Exception {
    String deep = new String(new char[200_000]).replace("\0", "[");
    for (String bad :
        Arrays.asList(
            "{\"clusterMetrics\":" + deep,
            "{\"clusterMetrics\":{\"allocatedMB\":1e999,\"availableMB\":1000}}",
            "{\"clusterMetrics\":{\"allocatedMB\":\"NaN\",\"availableMB\":1000}}",
            "{\"clusterMetrics\":{\"availableMB\":1000,\"pendingVirtualCores\":1e999}}")) {
      subCluster("a", bad);
      assertEquals(bad.substring(0, 30), Collections.singleton("b"), homes());
    }
  }

  @Test
  public void modeOffAndShadowModeAreStock() {
    for (String mode : Arrays.asList("off", "shadow")) {
      Configuration stock = new Configuration(conf);
      stock.set("yarn.federation.policies.home.mode", mode);
      facade.reinitialize(store, stock);
      assertNull(mode, ours());
    }
  }

  @Test
  public void refusedConfigurationIsStock() throws Exception {
    conf.set("yarn.federation.policies.home.choices", "none");
    assertEquals(new HashSet<>(Arrays.asList("a", "b")), homes());
  }

  private long reportAgeMs() {
    return HomeHook.of(facade).log().metrics().snapshot().get("ReportAgeMillis").longValue();
  }

  @Test
  public void reportsThatNeverChangedAreNotUsed() throws Exception {
    store.beats = false;
    assertEquals("as stock", new HashSet<>(Arrays.asList("a", "b")), homes());
    store.beats = true;
    assertEquals(Collections.singleton("b"), homes());
  }

  @Test
  public void leastLoadedSubClusterIsHomeDespiteWrongClocks() throws Exception {
    for (int hours : new int[] {-20, 20}) {
      store.aheadMs = TimeUnit.HOURS.toMillis(hours);
      assertEquals(Collections.singleton("b"), homes());
    }
  }

  @Test
  public void ageOfTheOldestReportIsShownDespiteWrongClocks() throws Exception {
    assertEquals(-1, reportAgeMs());
    store.aheadMs = -TimeUnit.DAYS.toMillis(1);
    home();
    assertTrue("of a, whose clock is a day behind: " + reportAgeMs(), reportAgeMs() < 60_000);
    store.broken = true;
    assertNull(ours());
    assertTrue("as it was", reportAgeMs() >= 0);
  }

  @Test
  public void failureOfTheStoreIsReportedByStock() {
    store.broken = true;
    assertNull(ours());
    assertThrows(YarnException.class, this::home);
  }
}
