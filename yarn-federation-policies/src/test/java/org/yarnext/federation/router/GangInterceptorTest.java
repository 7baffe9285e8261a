// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.router;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.net.URL;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.protocolrecords.ApplicationsRequestScope;
import org.apache.hadoop.yarn.api.protocolrecords.GetApplicationReportRequest;
import org.apache.hadoop.yarn.api.protocolrecords.GetApplicationReportResponse;
import org.apache.hadoop.yarn.api.protocolrecords.GetApplicationsRequest;
import org.apache.hadoop.yarn.api.protocolrecords.GetApplicationsResponse;
import org.apache.hadoop.yarn.api.protocolrecords.KillApplicationRequest;
import org.apache.hadoop.yarn.api.protocolrecords.KillApplicationResponse;
import org.apache.hadoop.yarn.api.protocolrecords.SubmitApplicationRequest;
import org.apache.hadoop.yarn.api.protocolrecords.SubmitApplicationResponse;
import org.apache.hadoop.yarn.api.records.ApplicationAccessType;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.router.clientrm.PassThroughClientRequestInterceptor;
import org.apache.hadoop.yarn.util.Records;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.yarnext.federation.FederationConfiguration;
import org.yarnext.federation.gang.GangJob;
import org.yarnext.federation.gang.GangStore;
import org.yarnext.federation.policy.gang.AdmittedGang;
import org.yarnext.federation.policy.gang.AdmittedGangRegistry;
import org.yarnext.federation.policy.gang.PendingGang;
import org.yarnext.federation.store.LossyZooKeeper;
import org.yarnext.federation.store.ZooKeeperRecordStore;
import org.yarnext.federation.store.ZooKeeperRule;

/**
 * What clients see of jobs that wait: queue root.a has a quota of 4,096 MB, and all of it is taken.
 */
public class GangInterceptorTest {
  private static final ApplicationId JOB = ApplicationId.newInstance(1, 1);

  @Rule public final ZooKeeperRule zooKeeper = new ZooKeeperRule();

  private final Stock stock = new Stock();
  private final GangInterceptor interceptor = new GangInterceptor();
  private Configuration conf;
  private ZooKeeperRecordStore records;
  private GangStore store;

  /** Notes what reaches it. */
  private static final class Stock extends PassThroughClientRequestInterceptor {
    final List<ApplicationId> submitted = new ArrayList<>();
    final List<ApplicationId> killed = new ArrayList<>();
    ApplicationReport running;
    boolean knowsNone;

    @Override
    public SubmitApplicationResponse submitApplication(SubmitApplicationRequest request) {
      submitted.add(request.getApplicationSubmissionContext().getApplicationId());
      return SubmitApplicationResponse.newInstance();
    }

    @Override
    public GetApplicationReportResponse getApplicationReport(GetApplicationReportRequest request)
        throws YarnException {
      if (running == null) {
        throw new YarnException("stock knows no " + request.getApplicationId());
      }
      GetApplicationReportResponse response = Records.newRecord(GetApplicationReportResponse.class);
      response.setApplicationReport(running);
      return response;
    }

    @Override
    public GetApplicationsResponse getApplications(GetApplicationsRequest request) {
      return GetApplicationsResponse.newInstance(Collections.emptyList());
    }

    @Override
    public KillApplicationResponse forceKillApplication(KillApplicationRequest request)
        throws YarnException {
      if (knowsNone) {
        throw new YarnException("stock knows no " + request.getApplicationId());
      }
      killed.add(request.getApplicationId());
      return KillApplicationResponse.newInstance(true);
    }
  }

  @Before
  public void connect() throws Exception {
    conf = new Configuration(zooKeeper.conf());
    conf.set("yarn.federation.policies.gang.mode", "on");
    conf.set("yarn.federation.policies.gang.interval", "10m");
    conf.set("yarn.federation.policies.guard.deadline", "1m");
    records = zooKeeper.connect();
    store = new GangStore(records);
    store.publish(Collections.singletonMap("root.a", 4_096L));
    AdmittedGang all = AdmittedGang.of("root.a", 4_096, "router", 0, true, false);
    assertTrue(
        store.replace(
            AdmittedGangRegistry.of(
                store.registry().version(),
                Collections.singletonMap("application_9_0009", all),
                Collections.emptyMap(),
                Collections.emptySet())));
  }

  /** To be called once a test has set the configuration. */
  private void start() throws Exception {
    if (YarnConfiguration.isAclEnabled(conf)) { // there is no ResourceManager to ask
      GangHook.set(
          conf,
          new GangHook(FederationConfiguration.read(conf), conf, null, (user, queue) -> true));
    }
    interceptor.setNextInterceptor(stock);
    interceptor.setConf(conf);
    interceptor.init(UserGroupInformation.getCurrentUser().getShortUserName());
  }

  @After
  public void disconnect() {
    records.close();
  }

  private void submit(ApplicationId id, String queue, String... tags) throws Exception {
    submit(id, queue, context -> {}, tags);
  }

  private void submit(
      ApplicationId id, String queue, Consumer<ApplicationSubmissionContext> asks, String... tags)
      throws Exception {
    ApplicationSubmissionContext context = Records.newRecord(ApplicationSubmissionContext.class);
    context.setApplicationId(id);
    context.setApplicationName("name");
    context.setApplicationType("KIND");
    context.setQueue(queue);
    context.setResource(Resource.newInstance(1024, 1));
    context.setApplicationTags(new HashSet<>(Arrays.asList(tags)));
    asks.accept(context);
    interceptor.submitApplication(SubmitApplicationRequest.newInstance(context));
  }

  private ApplicationReport report(ApplicationId id) throws Exception {
    return interceptor
        .getApplicationReport(GetApplicationReportRequest.newInstance(id))
        .getApplicationReport();
  }

  @Test
  public void aGangWaitsAndIsShownAsAccepted() throws Exception {
    start();
    submit(JOB, "a", "gang=3x1024");
    assertTrue(stock.submitted.isEmpty());
    assertEquals(4_096, store.job(JOB.toString()).gang().amount());
    ApplicationReport report = report(JOB);
    assertEquals(YarnApplicationState.ACCEPTED, report.getYarnApplicationState());
    assertEquals("root.a", report.getQueue());
    assertEquals("name", report.getName());
    assertNotNull("stock takes it for a URL", new URL(report.getTrackingUrl()));
    assertEquals(0, report.getCurrentApplicationAttemptId().getAttemptId());
    assertTrue(report.getDiagnostics(), report.getDiagnostics().contains("gang"));
    submit(JOB, "a", "gang=3x1024");
    assertEquals("a client that repeats itself", 1, store.jobs().size());
  }

  @Test
  public void aGangThatIsAdmittedAndThatNobodyHasTakenYetSaysSo() throws Exception {
    start();
    submit(JOB, "a", "gang=3x1024");
    AdmittedGang admitted = AdmittedGang.of("root.a", 4_096, "other", Long.MAX_VALUE, false, false);
    assertTrue(
        store.replace(
            AdmittedGangRegistry.of(
                store.registry().version(),
                Collections.singletonMap(JOB.toString(), admitted),
                Collections.emptyMap(),
                Collections.emptySet())));
    long untilNanos = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
    ApplicationReport report = report(JOB);
    while (!report.getDiagnostics().contains("accepts it")) { // what was read last is told at first
      assertTrue(report.getDiagnostics(), System.nanoTime() < untilNanos);
      TimeUnit.MILLISECONDS.sleep(100);
      report = report(JOB);
    }
    assertEquals(YarnApplicationState.ACCEPTED, report.getYarnApplicationState());
  }

  @Test
  public void jobsThatWaitAreListedAsAskedFor() throws Exception {
    start();
    submit(JOB, "a", "gang=1x1024");
    assertEquals(1, list(null, null));
    assertEquals(1, list(EnumSet.of(YarnApplicationState.ACCEPTED), "KIND"));
    assertEquals(0, list(EnumSet.of(YarnApplicationState.RUNNING), null));
    assertEquals(0, list(null, "OTHER"));
  }

  private int list(EnumSet<YarnApplicationState> states, String type) throws Exception {
    GetApplicationsRequest request =
        states == null
            ? GetApplicationsRequest.newInstance()
            : GetApplicationsRequest.newInstance(states);
    if (type != null) {
      request.setApplicationTypes(Collections.singleton(type));
    }
    return interceptor.getApplications(request).getApplicationList().size();
  }

  @Test
  public void onlyJobsWithAllThatAClientAsksForAreListed() throws Exception {
    start();
    submit(JOB, "a", "gang=1x1024", "mine");
    assertEquals(1, list(r -> r.setApplicationTags(Collections.singleton("mine"))));
    assertEquals(0, list(r -> r.setApplicationTags(Collections.singleton("oozie-1"))));
    assertEquals(1, list(r -> r.setName("name")));
    assertEquals(0, list(r -> r.setName("other")));
    assertEquals(1, list(r -> r.setQueues(Collections.singleton("root.a"))));
    assertEquals(1, list(r -> r.setQueues(Collections.singleton("a"))));
    assertEquals(0, list(r -> r.setQueues(Collections.singleton("b"))));
    assertEquals(1, list(r -> r.setApplicationTypes(Collections.singleton("kind"))));
    assertEquals(1, list(r -> r.setStartRange(0, Long.MAX_VALUE)));
    assertEquals(0, list(r -> r.setStartRange(0, 1)));
    assertEquals("it has not ended", 0, list(r -> r.setFinishRange(1, Long.MAX_VALUE)));
    assertEquals(0, list(r -> r.setLimit(0)));
    assertEquals(1, list(r -> r.setLimit(1)));
    assertEquals(1, list(r -> r.setScope(ApplicationsRequestScope.OWN)));
  }

  @Test
  public void othersListItWhereTheyMayViewIt() throws Exception {
    conf.setBoolean(YarnConfiguration.YARN_ACL_ENABLE, true);
    conf.set(YarnConfiguration.YARN_ADMIN_ACL, "admin");
    start();
    submit(JOB, "a", "gang=1x1024");
    String other = "somebody-else";
    assertEquals(1, listedFor(other, ApplicationsRequestScope.ALL));
    assertEquals(0, listedFor(other, ApplicationsRequestScope.OWN));
    assertEquals(0, listedFor(other, ApplicationsRequestScope.VIEWABLE));
    assertEquals(1, listedFor("admin", ApplicationsRequestScope.VIEWABLE));
    conf.setBoolean(YarnConfiguration.FILTER_ENTITY_LIST_BY_USER, true);
    assertEquals(0, listedFor(other, ApplicationsRequestScope.ALL));
  }

  private int listedFor(String client, ApplicationsRequestScope scope) throws Exception {
    GetApplicationsRequest request = GetApplicationsRequest.newInstance(scope);
    return forUser(client).getApplications(request).getApplicationList().size();
  }

  private int list(Consumer<GetApplicationsRequest> asks) throws Exception {
    GetApplicationsRequest request = GetApplicationsRequest.newInstance();
    asks.accept(request);
    return interceptor.getApplications(request).getApplicationList().size();
  }

  @Test
  public void aJobThatRunsIsShownAsItsResourceManagerShowsItThoughItsRecordIsKept()
      throws Exception {
    start();
    submit(JOB, "a", "gang=1x1024");
    stock.running = Records.newRecord(ApplicationReport.class);
    stock.running.setYarnApplicationState(YarnApplicationState.RUNNING);
    assertEquals(
        "not started", YarnApplicationState.ACCEPTED, report(JOB).getYarnApplicationState());
    assertEquals(1, list(null, null));
    AdmittedGang runs = AdmittedGang.of("root.a", 1_024, "router", 0, true, false);
    assertTrue(
        store.replace(
            AdmittedGangRegistry.of(
                store.registry().version(),
                Collections.singletonMap(JOB.toString(), runs),
                Collections.emptyMap(),
                Collections.emptySet())));
    long until = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
    while (report(JOB).getYarnApplicationState() != YarnApplicationState.RUNNING) {
      assertTrue("once it is read anew", System.nanoTime() < until);
      Thread.sleep(200);
    }
    assertEquals("stock lists it", 0, list(null, null));
  }

  @Test
  public void aJobThatWaitsCanBeKilled() throws Exception {
    start();
    submit(JOB, "a", "gang=1x1024");
    assertTrue(
        interceptor
            .forceKillApplication(KillApplicationRequest.newInstance(JOB))
            .getIsKillCompleted());
    assertEquals(YarnApplicationState.KILLED, report(JOB).getYarnApplicationState());
    assertTrue(stock.killed.isEmpty());
    ApplicationId other = ApplicationId.newInstance(1, 2);
    interceptor.forceKillApplication(KillApplicationRequest.newInstance(other));
    assertEquals("stock's", Collections.singletonList(other), stock.killed);
  }

  @Test
  public void aJobThatWasKilledDoesNotWaitAgain() throws Exception {
    start();
    submit(JOB, "a", "gang=1x1024");
    interceptor.forceKillApplication(KillApplicationRequest.newInstance(JOB));
    submit(JOB, "a", "gang=1x1024");
    assertNull("as a ResourceManager, too, takes an id once", store.job(JOB.toString()));
    assertTrue(stock.submitted.isEmpty());
    assertEquals(YarnApplicationState.KILLED, report(JOB).getYarnApplicationState());
  }

  @Test
  public void whoAsksAgainAndAgainOfAJobThatWaitsCostsTheStoreNextToNothing() throws Exception {
    start();
    submit(JOB, "a", "gang=1x1024");
    report(JOB);
    long before = zooKeeper.calls();
    for (int i = 0; i < 1_000; i++) {
      assertEquals(YarnApplicationState.ACCEPTED, report(JOB).getYarnApplicationState());
      assertEquals(1, list(null, null));
    }
    long calls = zooKeeper.calls() - before;
    assertTrue(calls + " calls", calls < 100);
  }

  @Test
  public void whoListsLateStopsNobodyFromKilling() throws Exception {
    conf.set("yarn.federation.policies.guard.deadline", "10ms");
    start();
    submit(JOB, "a", "gang=1x1024");
    GangJob job = store.job(JOB.toString());
    for (int i = 0; i < 500; i++) {
      PendingGang gang = PendingGang.of("application_2_" + (1_000 + i), "root.a", 1, 1_024, 0);
      store.add(GangJob.of("user", gang, 5, job.submission()));
    }
    for (int i = 0; i < 30; i++) { // until what was read last is too old, and more
      list(null, null);
      Thread.sleep(100);
    }
    assertTrue(
        interceptor
            .forceKillApplication(KillApplicationRequest.newInstance(JOB))
            .getIsKillCompleted());
    assertTrue(stock.killed.toString(), stock.killed.isEmpty());
    assertNull(store.job(JOB.toString()));
  }

  @Test
  public void whileTheStoreIsDownAClientIsToldThatItsKillIsNotDone() throws Exception {
    conf.set("yarn.federation.policies.guard.deadline", "1s");
    start();
    submit(JOB, "a", "gang=1x1024");
    zooKeeper.stop();
    YarnException e =
        assertThrows(
            YarnException.class,
            () -> interceptor.forceKillApplication(KillApplicationRequest.newInstance(JOB)));
    assertTrue(e.getMessage(), e.getMessage().contains("kill it again"));
    assertTrue(stock.killed.toString(), stock.killed.isEmpty());
  }

  @Test
  public void whatCouldNeverStartIsRefusedAtOnce() throws Exception {
    start();
    YarnException tooLarge =
        assertThrows(YarnException.class, () -> submit(JOB, "a", "gang=4x1024"));
    assertTrue(tooLarge.getMessage(), tooLarge.getMessage().contains("GANG_NEVER_FITS"));
    YarnException nowhere =
        assertThrows(YarnException.class, () -> submit(JOB, "b", "gang=1x1024"));
    assertTrue(nowhere.getMessage(), nowhere.getMessage().contains("GANG_NO_SUCH_QUEUE"));
    YarnException malformed = assertThrows(YarnException.class, () -> submit(JOB, "a", "gang=4"));
    assertTrue(malformed.getMessage(), malformed.getMessage().contains("such as gang=16x2048"));
    assertTrue(stock.submitted.isEmpty());
    assertNull(store.job(JOB.toString()));
  }

  @Test
  public void beyondTheMostThatMayWaitGangsAreRefused() throws Exception {
    conf.set("yarn.federation.policies.gang.max-waiting", "2");
    start();
    submit(JOB, "a", "gang=1x1024");
    submit(ApplicationId.newInstance(1, 2), "a", "gang=1x1024");
    ApplicationId third = ApplicationId.newInstance(1, 3);
    YarnException full = assertThrows(YarnException.class, () -> submit(third, "a", "gang=1x1024"));
    assertTrue(full.getMessage(), full.getMessage().contains("GANG_TOO_MANY{jobs=2"));
    assertTrue(full.getMessage(), full.getMessage().contains("gang.max-waiting and"));
    submit(JOB, "a", "gang=1x1024");
    assertTrue("neither past the quota", stock.submitted.isEmpty());
    assertNull(store.job(third.toString()));
    interceptor.forceKillApplication(KillApplicationRequest.newInstance(JOB));
    submit(third, "a", "gang=1x1024");
    assertNotNull(store.job(third.toString()));
  }

  @Test
  public void lateAnswersOfTheStoreLeadNobodyPastQuotas() throws Exception {
    conf.set("yarn.federation.policies.guard.deadline", "10ms");
    conf.set("yarn.federation.policies.guard.failures-to-trip", "1");
    start();
    String name = String.join("", Collections.nCopies(900_000, "x"));
    for (int i = 1; i <= 10; i++) {
      submit(ApplicationId.newInstance(1, i), "a", c -> c.setApplicationName(name), "gang=1x1024");
    }
    assertTrue(stock.submitted.toString(), stock.submitted.isEmpty());
    assertEquals(10, store.count());
  }

  @Test
  public void aJobThatNamesNoQueueIsInTheDefaultOne() throws Exception {
    store.publish(Collections.singletonMap("root.default", 4_096L));
    start();
    submit(JOB, null, "gang=1x1024");
    assertEquals("root.default", report(JOB).getQueue());
  }

  @Test
  public void otherJobsPass() throws Exception {
    start();
    submit(JOB, "a", "nightly");
    assertEquals(Collections.singletonList(JOB), stock.submitted);
    assertThrows(YarnException.class, () -> report(JOB));
  }

  @Test
  public void withoutQuotasGangsPass() throws Exception {
    start();
    records.remove("gangs/quotas");
    submit(JOB, "a", "gang=1x1024");
    assertEquals(Collections.singletonList(JOB), stock.submitted);
  }

  @Test
  public void whatTheStoreMayHaveIsNotStartedPastItThoughNoAnswerCame() throws Exception {
    try (LossyZooKeeper lossy = new LossyZooKeeper(zooKeeper.port())) {
      conf.set(CommonConfigurationKeys.ZK_ADDRESS, "127.0.0.1:" + lossy.port());
      conf.set("yarn.federation.policies.guard.failures-to-trip", "1");
      conf.set("yarn.federation.policies.guard.cool-down", "1s");
      start();
      submit(ApplicationId.newInstance(1, 2), "a", "gang=1x1024");
      lossy.breakAt(JOB.toString());
      YarnException unsure =
          assertThrows(YarnException.class, () -> submit(JOB, "a", "gang=1x1024"));
      assertTrue(unsure.getMessage(), unsure.getMessage().contains("under the same id"));
      assertThrows("tripped", YarnException.class, () -> submit(JOB, "a", "gang=1x1024"));
      lossy.mend();
      assertNotNull("written", store.job(JOB.toString()));
      long until = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
      while (!isTaken(JOB)) {
        assertTrue("the repetition finds the record", System.nanoTime() < until);
        Thread.sleep(200);
      }
      assertTrue(stock.submitted.toString(), stock.submitted.isEmpty());
    }
  }

  private boolean isTaken(ApplicationId id) throws Exception {
    try {
      submit(id, "a", "gang=1x1024");
      return true;
    } catch (YarnException e) {
      return false;
    }
  }

  @Test
  public void aClientThatRepeatsItselfStartsNothingWhileTheGuardIsTripped() throws Exception {
    conf.set("yarn.federation.policies.guard.failures-to-trip", "1");
    start();
    submit(JOB, "a", "gang=1x1024");
    zooKeeper.stop();
    ApplicationId later = ApplicationId.newInstance(1, 2);
    submit(later, "a", "gang=1x1024");
    submit(JOB, "a", "gang=1x1024");
    assertEquals(Collections.singletonList(later), stock.submitted);
  }

  @Test
  public void absurdSubmissionsAreRefusedAndTripNothing() throws Exception {
    conf.set("yarn.federation.policies.guard.failures-to-trip", "1");
    start();
    for (long mb : new long[] {Long.MIN_VALUE, -2_000, Long.MAX_VALUE}) {
      YarnException absurd =
          assertThrows(
              YarnException.class,
              () ->
                  submit(JOB, "a", c -> c.setResource(Resource.newInstance(mb, 1)), "gang=1x1024"));
      assertTrue(absurd.getMessage(), absurd.getMessage().contains("ask for 0 to"));
    }
    String name = String.join("", Collections.nCopies(1 << 20, "x"));
    YarnException large =
        assertThrows(
            YarnException.class,
            () -> submit(JOB, "a", c -> c.setApplicationName(name), "gang=1x1024"));
    assertTrue(large.getMessage(), large.getMessage().contains("shorten its environment"));
    submit(null, "a", "gang=1x1024");
    assertEquals("stock refuses it", Collections.singletonList(null), stock.submitted);
    submit(JOB, "a", "gang=1x1024");
    assertNotNull(store.job(JOB.toString()));
  }

  @Test
  public void whatFitsARecordFitsItsEndToo() throws Exception {
    start();
    int most = ZooKeeperRecordStore.maxBytes() - GangJob.MAX_OTHER_BYTES - 200;
    String name = String.join("", Collections.nCopies(most, "x"));
    submit(JOB, "a", c -> c.setApplicationName(name), "gang=1x1024");
    assertTrue(
        interceptor
            .forceKillApplication(KillApplicationRequest.newInstance(JOB))
            .getIsKillCompleted());
    assertEquals(YarnApplicationState.KILLED, report(JOB).getYarnApplicationState());
  }

  @Test
  public void reportsOfOtherApplicationsCostTheStoreNothing() throws Exception {
    start();
    stock.running = Records.newRecord(ApplicationReport.class);
    report(JOB);
    long before = zooKeeper.calls();
    for (int i = 0; i < 500; i++) {
      report(JOB);
    }
    long calls = zooKeeper.calls() - before;
    assertTrue(calls + " calls", calls < 100);
  }

  @Test
  public void whatAnotherRouterJustTookIsShownAndKilledHere() throws Exception {
    start();
    submit(JOB, "a", "gang=1x1024");
    GangInterceptor another = another(UserGroupInformation.getCurrentUser().getShortUserName());
    assertEquals(
        YarnApplicationState.ACCEPTED,
        another
            .getApplicationReport(GetApplicationReportRequest.newInstance(JOB))
            .getApplicationReport()
            .getYarnApplicationState());
    stock.knowsNone = true;
    assertTrue(
        another.forceKillApplication(KillApplicationRequest.newInstance(JOB)).getIsKillCompleted());
    assertNull(store.job(JOB.toString()));
  }

  /** At a Router of its own. */
  private GangInterceptor another(String client) {
    conf = new Configuration(conf);
    GangInterceptor another = new GangInterceptor();
    another.setNextInterceptor(stock);
    another.setConf(conf);
    another.init(client);
    return another;
  }

  @Test
  public void whoeverMayModifyAJobMayKillItWhileItWaits() throws Exception {
    conf.setBoolean(YarnConfiguration.YARN_ACL_ENABLE, true);
    conf.set(YarnConfiguration.YARN_ADMIN_ACL, "admin");
    start();
    submit(JOB, "a", "gang=1x1024");
    kill("somebody-else");
    assertEquals("stock's to refuse", Collections.singletonList(JOB), stock.killed);
    assertNotNull(store.job(JOB.toString()));
    kill("admin");
    assertNull(store.job(JOB.toString()));
    ApplicationId shared = ApplicationId.newInstance(1, 2);
    ContainerLaunchContext master = Records.newRecord(ContainerLaunchContext.class);
    master.setApplicationACLs(
        Collections.singletonMap(ApplicationAccessType.MODIFY_APP, "a-friend"));
    submit(shared, "a", c -> c.setAMContainerSpec(master), "gang=1x1024");
    assertTrue(
        forUser("a-friend")
            .forceKillApplication(KillApplicationRequest.newInstance(shared))
            .getIsKillCompleted());
    assertTrue(store.end(shared.toString()).isKilled());
  }

  private GangInterceptor forUser(String client) {
    GangInterceptor others = new GangInterceptor();
    others.setNextInterceptor(stock);
    others.setConf(conf);
    others.init(client);
    return others;
  }

  private void kill(String client) throws Exception {
    forUser(client).forceKillApplication(KillApplicationRequest.newInstance(JOB));
  }

  @Test
  public void neitherShadowNorReadingCreatesARecord() throws Exception {
    records.remove("gangs/book");
    conf.set("yarn.federation.policies.gang.mode", "shadow");
    start();
    submit(JOB, "a", "gang=1x1024");
    assertEquals(Collections.singletonList(JOB), stock.submitted);
    assertTrue(store.registry().admitted().isEmpty());
    assertEquals(Collections.singletonList("quotas"), records.below("gangs"));
  }

  @Test
  public void whileTheStoreIsDownGangsPassAndThoseThatWaitAreStillShown() throws Exception {
    conf.set("yarn.federation.policies.guard.deadline", "1s");
    start();
    submit(JOB, "a", "gang=1x1024");
    assertEquals("all are read", 1, list(null, null));
    zooKeeper.stop();
    ApplicationId later = ApplicationId.newInstance(1, 2);
    submit(later, "a", "gang=1x1024");
    assertEquals(Collections.singletonList(later), stock.submitted);
    assertEquals(YarnApplicationState.ACCEPTED, report(JOB).getYarnApplicationState());
    assertEquals("and listed", 1, list(null, null));
  }

  @Test
  public void shadowAndOffAreStock() throws Exception {
    for (String mode : new String[] {"shadow", "off"}) {
      conf.set("yarn.federation.policies.gang.mode", mode);
      stock.submitted.clear();
      GangInterceptor fresh = new GangInterceptor();
      Configuration own = new Configuration(conf);
      fresh.setNextInterceptor(stock);
      fresh.setConf(own);
      fresh.init(UserGroupInformation.getCurrentUser().getShortUserName());
      ApplicationSubmissionContext context = Records.newRecord(ApplicationSubmissionContext.class);
      context.setApplicationId(JOB);
      context.setQueue("a");
      context.setApplicationTags(Collections.singleton("gang=4x1024"));
      fresh.submitApplication(SubmitApplicationRequest.newInstance(context));
      assertEquals(mode, Collections.singletonList(JOB), stock.submitted);
      assertFalse(mode, store.registry().admitted().containsKey(JOB.toString()));
      assertEquals(mode, 0, store.jobs().size());
    }
  }
}
