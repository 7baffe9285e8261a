// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.router;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.io.Closeable;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.yarn.api.ApplicationClientProtocol;
import org.apache.hadoop.yarn.api.protocolrecords.GetApplicationReportRequest;
import org.apache.hadoop.yarn.api.protocolrecords.GetApplicationReportResponse;
import org.apache.hadoop.yarn.api.protocolrecords.SubmitApplicationRequest;
import org.apache.hadoop.yarn.api.protocolrecords.SubmitApplicationResponse;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.exceptions.ApplicationNotFoundException;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.federation.policies.dao.WeightedPolicyInfo;
import org.apache.hadoop.yarn.server.federation.store.impl.MemoryFederationStateStore;
import org.apache.hadoop.yarn.server.federation.store.records.AddApplicationHomeSubClusterRequest;
import org.apache.hadoop.yarn.server.federation.store.records.AddApplicationHomeSubClusterResponse;
import org.apache.hadoop.yarn.server.federation.store.records.DeleteApplicationHomeSubClusterRequest;
import org.apache.hadoop.yarn.server.federation.store.records.DeleteApplicationHomeSubClusterResponse;
import org.apache.hadoop.yarn.server.federation.store.records.GetApplicationHomeSubClusterRequest;
import org.apache.hadoop.yarn.server.federation.store.records.GetApplicationHomeSubClusterResponse;
import org.apache.hadoop.yarn.server.federation.store.records.SetSubClusterPolicyConfigurationRequest;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterId;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterIdInfo;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterInfo;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterRegisterRequest;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterState;
import org.apache.hadoop.yarn.server.federation.utils.FederationStateStoreFacade;
import org.apache.hadoop.yarn.util.Records;
import org.junit.After;
import org.junit.Rule;
import org.junit.Test;
import org.yarnext.federation.FederationConfiguration;
import org.yarnext.federation.HydraPolicyManager;
import org.yarnext.federation.gang.GangCoordinator;
import org.yarnext.federation.gang.GangLauncher;
import org.yarnext.federation.gang.GangStore;
import org.yarnext.federation.gang.StoredGangs;
import org.yarnext.federation.policy.gang.AdmittedGangRegistry;
import org.yarnext.federation.policy.gang.GangAdmissionPolicy;
import org.yarnext.federation.router.subcluster.HomeRegistry;
import org.yarnext.federation.router.subcluster.RouterGangLauncher;
import org.yarnext.federation.store.LossyZooKeeper;
import org.yarnext.federation.store.StoredRecord;
import org.yarnext.federation.store.ZooKeeperRecordStore;
import org.yarnext.federation.store.ZooKeeperRule;

/**
 * Three Routers, of which one dies in the middle of starting a job, over and over, and one dies so
 * and never comes back, before three sub-clusters that forget what ended, some of it before anybody
 * asks: of ten thousand jobs, most of which clients submit twice, each runs exactly once. ZooKeeper
 * is not told of a death: the session goes on until its time-out, as after kill -9.
 */
public class GangFederationTest {
  private static final int JOBS = 10_000;
  private static final int CLIENTS = 3;
  private static final int DEATHS = 5;
  private static final int ROUTERS = 3;

  /** Which of them dies over and over, and which once. */
  private static final int DYING = 0;

  private static final int GONE = 2;
  private static final int KEPT_ENDS = 100;
  private static final int RUNS_FOR = 20;

  /** One of so many ends and is forgotten as soon as the book says that it runs. */
  private static final int BRIEF = 20;

  private static final long LEASE_MS = 5_000;
  private static final int SESSION_MS = 2_000;
  private static final long PAUSE_MS = 20;
  private static final long PATIENCE_MS = 480_000;
  private static final String[] SUB_CLUSTERS = {"a", "b", "c"};

  @Rule public final ZooKeeperRule zooKeeper = new ZooKeeperRule();

  private final Configuration conf = new Configuration();
  private final Map<String, ResourceManager> managers = new HashMap<>();
  private final AtomicInteger submitted = new AtomicInteger();
  private final AtomicInteger deathsToCome = new AtomicInteger(DEATHS);
  private final AtomicInteger lastDeathToCome = new AtomicInteger(1);

  /** Of dead Routers, too, which closed nothing. */
  private final List<Closeable> opened = Collections.synchronizedList(new ArrayList<>());

  private final List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());

  /** How often each job began to run, in any sub-cluster. */
  private final Map<ApplicationId, Integer> runs = new TreeMap<>();

  private final Store store = new Store();

  /** Stock's, made safe for many threads, as the real ones are. */
  private static final class Store extends MemoryFederationStateStore {
    @Override
    public synchronized AddApplicationHomeSubClusterResponse addApplicationHomeSubCluster(
        AddApplicationHomeSubClusterRequest request) throws YarnException {
      return super.addApplicationHomeSubCluster(request);
    }

    @Override
    public synchronized GetApplicationHomeSubClusterResponse getApplicationHomeSubCluster(
        GetApplicationHomeSubClusterRequest request) throws YarnException {
      return super.getApplicationHomeSubCluster(request);
    }

    @Override
    public synchronized DeleteApplicationHomeSubClusterResponse deleteApplicationHomeSubCluster(
        DeleteApplicationHomeSubClusterRequest request) throws YarnException {
      return super.deleteApplicationHomeSubCluster(request);
    }
  }

  /** Not one that {@link RouterGangLauncher} takes for the ResourceManager's answer. */
  private static final class Death extends Error {}

  /**
   * Takes an id once, as long as it knows it; its time passes with every question. What ended some
   * others ago is forgotten, its home too.
   */
  private final class ResourceManager {
    private final Map<ApplicationId, Integer> endsAt = new HashMap<>();
    private final Deque<ApplicationId> ended = new ArrayDeque<>();
    private int now;

    synchronized void submit(ApplicationId id) {
      if (endsAt.putIfAbsent(id, now + RUNS_FOR) == null) {
        synchronized (runs) {
          runs.merge(id, 1, Integer::sum);
        }
      }
    }

    /** The same as after a thousand others ended. */
    synchronized void forget(ApplicationId id) throws YarnException {
      if (endsAt.remove(id) != null) {
        ended.remove(id);
        store.deleteApplicationHomeSubCluster(
            DeleteApplicationHomeSubClusterRequest.newInstance(id));
      }
    }

    synchronized YarnApplicationState state(ApplicationId id) throws YarnException {
      now++;
      Integer end = endsAt.get(id);
      if (end == null) {
        throw new ApplicationNotFoundException("no " + id);
      }
      if (now < end) {
        return YarnApplicationState.RUNNING;
      }
      if (!ended.contains(id)) {
        ended.add(id);
      }
      while (ended.size() > KEPT_ENDS) {
        ApplicationId oldest = ended.remove();
        endsAt.remove(oldest);
        store.deleteApplicationHomeSubCluster(
            DeleteApplicationHomeSubClusterRequest.newInstance(oldest));
      }
      return YarnApplicationState.FINISHED;
    }
  }

  /**
   * @param toCome how many deaths are left
   */
  private ApplicationClientProtocol proxy(SubClusterId where, Random deaths, AtomicInteger toCome) {
    ResourceManager manager = managers.get(where.getId());
    return (ApplicationClientProtocol)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {ApplicationClientProtocol.class},
            (self, method, arguments) -> {
              if (method.getName().equals("submitApplication")) {
                boolean dies =
                    deaths != null && deaths.nextInt(5) == 0 && toCome.getAndDecrement() > 0;
                if (dies && deaths.nextBoolean()) {
                  throw new Death();
                }
                manager.submit(
                    ((SubmitApplicationRequest) arguments[0])
                        .getApplicationSubmissionContext()
                        .getApplicationId());
                if (dies) {
                  throw new Death();
                }
                return SubmitApplicationResponse.newInstance();
              }
              ApplicationReport report = Records.newRecord(ApplicationReport.class);
              report.setYarnApplicationState(
                  manager.state(((GetApplicationReportRequest) arguments[0]).getApplicationId()));
              GetApplicationReportResponse response =
                  Records.newRecord(GetApplicationReportResponse.class);
              response.setApplicationReport(report);
              return response;
            });
  }

  /**
   * @param deaths null for a Router that lives
   */
  private GangLauncher starter(Random deaths, AtomicInteger toCome) {
    return new RouterGangLauncher(
        (user, where) -> proxy(where, deaths, toCome),
        new HomeRegistry(conf, System::nanoTime),
        "router",
        System::nanoTime);
  }

  private void federate() throws YarnException {
    conf.set("yarn.federation.cache-ttl.secs", "0");
    store.init(conf);
    FederationStateStoreFacade.getInstance(conf).reinitialize(store, conf);
    Map<SubClusterIdInfo, Float> weights = new HashMap<>();
    for (String name : SUB_CLUSTERS) {
      SubClusterId id = SubClusterId.newInstance(name);
      managers.put(name, new ResourceManager());
      store.registerSubCluster(
          SubClusterRegisterRequest.newInstance(
              SubClusterInfo.newInstance(
                  id, "h:1", "h:2", "h:3", "h:4", SubClusterState.SC_RUNNING, 1, "{}")));
      weights.put(new SubClusterIdInfo(name), 1f);
    }
    WeightedPolicyInfo info = new WeightedPolicyInfo();
    info.setRouterPolicyWeights(weights);
    info.setAMRMPolicyWeights(weights);
    HydraPolicyManager manager = new HydraPolicyManager();
    manager.setQueue("q");
    manager.setWeightedPolicyInfo(info);
    store.setPolicyConfiguration(
        SetSubClusterPolicyConfigurationRequest.newInstance(manager.serializeConf()));
  }

  @Test
  public void eachJobRunsOnceThoughRoutersDieAndClientsResubmit() throws Exception {
    federate();
    Configuration routers = zooKeeper.conf();
    routers.set("yarn.federation.policies.gang.mode", "on");
    routers.set("yarn.federation.policies.gang.interval", "10m");
    routers.set("yarn.federation.policies.guard.deadline", "1m");
    routers.setInt("yarn.federation.policies.gang.max-waiting-per-user", JOBS);
    try (ZooKeeperRecordStore records = zooKeeper.connect()) {
      GangStore gangs = new GangStore(records);
      gangs.publish(Collections.singletonMap("root.q", 100L * 1_024));
      List<Thread> threads = new ArrayList<>();
      Life gone = new Life();
      assertTrue("it is the one that dies once", gone.gangs.isSweeper(name(GONE, 0)));
      threads.add(thread(() -> route(GONE, 0, gone)));
      for (int i = 0; i < ROUTERS; i++) {
        int number = i;
        if (number != GONE) {
          threads.add(thread(() -> route(number)));
        }
      }
      GangHook one =
          new GangHook(FederationConfiguration.read(routers), routers, starter(null, null), null);
      GangHook two =
          new GangHook(FederationConfiguration.read(routers), routers, starter(null, null), null);
      for (int i = 0; i < CLIENTS; i++) {
        int first = i;
        threads.add(thread(() -> submit(first, one, two)));
      }
      for (Thread thread : threads) {
        thread.join(PATIENCE_MS);
      }
      assertEquals(failures.toString(), 0, failures.size());
      assertEquals("all ran", JOBS, runs.size());
      runs.forEach((id, times) -> assertEquals(id.toString(), 1, times.intValue()));
      assertTrue("some died", deathsToCome.get() <= 0);
      assertTrue("one for good", lastDeathToCome.get() <= 0);
      assertTrue("and ZooKeeper did not know it", gone.isSweeperYet);
      assertTrue("quota is given back", gangs.registry().admitted().isEmpty());
      assertEquals("no record is left", 0, gangs.jobs().size());
    }
  }

  @After
  public void disconnect() throws IOException {
    for (Closeable each : opened) {
      each.close();
    }
  }

  private interface Work {
    void run() throws Exception;
  }

  private Thread thread(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (Throwable t) {
                failures.add(t);
              }
            });
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  /** Each job at one Router, and most of them at another one too. */
  private void submit(int first, GangHook one, GangHook two) {
    Random random = new Random(first);
    for (int i = first; i < JOBS; i += CLIENTS) {
      ApplicationSubmissionContext context = Records.newRecord(ApplicationSubmissionContext.class);
      context.setApplicationId(ApplicationId.newInstance(1, i));
      context.setQueue("q");
      context.setApplicationTags(Collections.singleton("gang=" + (1 + random.nextInt(8)) + "x512"));
      assertWaits(one.hold("user", context));
      if (random.nextInt(4) > 0) {
        assertWaits(two.hold("user", context));
      }
      submitted.incrementAndGet();
    }
  }

  private static void assertWaits(GangSubmissionDecision hold) {
    assertTrue(hold != GangSubmissionDecision.PASSES);
    assertNull(hold.refusal());
  }

  /** What one Router has of ZooKeeper, and ZooKeeper of it, until one of them dies. */
  private final class Life {
    private final LossyZooKeeper way = new LossyZooKeeper(zooKeeper.port());
    private final GangStore gangs;

    /** Whether ZooKeeper still had its record after its death. */
    private volatile boolean isSweeperYet;

    private Life() throws IOException {
      opened.add(way);
      Configuration own = zooKeeper.conf();
      own.set(CommonConfigurationKeys.ZK_ADDRESS, "127.0.0.1:" + way.port());
      own.setInt(CommonConfigurationKeys.ZK_TIMEOUT_MS, SESSION_MS);
      ZooKeeperRecordStore records = zooKeeper.connect(own);
      opened.add(records);
      gangs = new GangStore(records);
    }

    /** Nothing reaches ZooKeeper any more, no farewell either. */
    private void end(String router) throws IOException {
      way.close();
      try (ZooKeeperRecordStore others = zooKeeper.connect()) {
        StoredRecord sweeper = others.read("gangs/sweeper");
        isSweeperYet = sweeper != null && router.equals(new String(sweeper.data(), UTF_8));
      }
    }
  }

  private void forgetBriefOnes(AdmittedGangRegistry book) throws YarnException {
    for (String name : book.admitted().keySet()) {
      ApplicationId id = ApplicationId.fromString(name);
      if (id.getId() % BRIEF == 0 && book.isRunning(name)) {
        for (ResourceManager each : managers.values()) {
          each.forget(id);
        }
      }
    }
  }

  private static String name(int number, int life) {
    return "router" + number + "-" + life;
  }

  /** A Router and those that are started in its place when it dies. */
  private void route(int number) throws Exception {
    for (int life = 0; !route(number, life, new Life()); life++) {
      Thread.yield();
    }
  }

  /**
   * @param times how often it died before
   * @return whether it lived until all was done
   */
  private boolean route(int number, int times, Life life) throws Exception {
    Random deaths = number == DYING || number == GONE ? new Random(times) : null;
    GangCoordinator keeper =
        new GangCoordinator(
            name(number, times),
            life.gangs,
            new GangAdmissionPolicy(2),
            starter(deaths, number == GONE ? lastDeathToCome : deathsToCome),
            System::currentTimeMillis,
            LEASE_MS,
            PATIENCE_MS,
            StoredGangs.NOBODY);
    try {
      while (submitted.get() < JOBS
          || !life.gangs.registry().admitted().isEmpty()
          || !life.gangs.jobs().isEmpty()) {
        keeper.round();
        forgetBriefOnes(life.gangs.lastRegistry());
        keeper.checkNew(() -> true);
        keeper.sweep(() -> true);
        Thread.sleep(PAUSE_MS);
      }
      return true;
    } catch (Death e) {
      life.end(name(number, times));
      return false;
    }
  }
}
