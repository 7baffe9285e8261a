// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.router.subcluster;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.retry.RetryPolicy;
import org.apache.hadoop.ipc.Client;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.yarn.api.ApplicationClientProtocol;
import org.apache.hadoop.yarn.api.protocolrecords.GetApplicationReportResponse;
import org.apache.hadoop.yarn.api.protocolrecords.SubmitApplicationResponse;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.ReservationId;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.api.records.impl.pb.ApplicationSubmissionContextPBImpl;
import org.apache.hadoop.yarn.client.RMProxy;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.ApplicationNotFoundException;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.exceptions.YarnRuntimeException;
import org.apache.hadoop.yarn.server.federation.policies.dao.WeightedPolicyInfo;
import org.apache.hadoop.yarn.server.federation.store.impl.MemoryFederationStateStore;
import org.apache.hadoop.yarn.server.federation.store.records.AddApplicationHomeSubClusterRequest;
import org.apache.hadoop.yarn.server.federation.store.records.ApplicationHomeSubCluster;
import org.apache.hadoop.yarn.server.federation.store.records.DeleteApplicationHomeSubClusterRequest;
import org.apache.hadoop.yarn.server.federation.store.records.GetSubClustersInfoRequest;
import org.apache.hadoop.yarn.server.federation.store.records.GetSubClustersInfoResponse;
import org.apache.hadoop.yarn.server.federation.store.records.SetSubClusterPolicyConfigurationRequest;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterId;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterIdInfo;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterInfo;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterRegisterRequest;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterState;
import org.apache.hadoop.yarn.server.federation.utils.FederationStateStoreFacade;
import org.apache.hadoop.yarn.util.Records;
import org.junit.Before;
import org.junit.Test;
import org.yarnext.federation.HydraPolicyManager;
import org.yarnext.federation.gang.GangJob;
import org.yarnext.federation.gang.GangLauncher;
import org.yarnext.federation.policy.gang.PendingGang;

/** One Router before YARN's own store in memory and the ResourceManagers of two sub-clusters. */
public class RouterGangLauncherTest {
  private static final ApplicationId ID = ApplicationId.newInstance(1, 1);
  private static final long STARTED_MS = 10_000_000;

  /** Of a that it took a job in, and that is over. */
  private static final String BEFORE = "a@900";

  private static final SubClusterId A = SubClusterId.newInstance("a");
  private static final SubClusterId B = SubClusterId.newInstance("b");

  private final Configuration conf = new Configuration();
  private final Store store = new Store();
  private final Map<SubClusterId, ResourceManager> managers = new HashMap<>();
  private final List<String> submitted = new ArrayList<>();
  private long nowNanos;

  private final RouterGangLauncher starter =
      new RouterGangLauncher(
          (user, where) -> managers.get(where).proxy,
          new HomeRegistry(conf, () -> nowNanos),
          "router",
          () -> nowNanos);

  /** Of ResourceManagers whose clocks are ahead of this host's. */
  private static final class Store extends MemoryFederationStateStore {
    long aheadMs;

    @Override
    public GetSubClustersInfoResponse getSubClusters(GetSubClustersInfoRequest request)
        throws YarnException {
      GetSubClustersInfoResponse response = super.getSubClusters(request);
      List<SubClusterInfo> copies = new ArrayList<>();
      for (SubClusterInfo info : response.getSubClusters()) {
        copies.add(
            SubClusterInfo.newInstance(
                info.getSubClusterId(),
                info.getAMRMServiceAddress(),
                info.getClientRMServiceAddress(),
                info.getRMAdminServiceAddress(),
                info.getRMWebServiceAddress(),
                info.getLastHeartBeat() + aheadMs,
                info.getState(),
                info.getLastStartTime(),
                info.getCapability()));
      }
      return GetSubClustersInfoResponse.newInstance(copies);
    }
  }

  private interface Failure {
    void beforeAnswering() throws YarnException, IOException;
  }

  /** Answers as it is told to. */
  private final class ResourceManager {
    final ApplicationClientProtocol proxy = mock(ApplicationClientProtocol.class);
    Failure reporting =
        () -> {
          throw new ApplicationNotFoundException("no " + ID);
        };
    Failure submitting = () -> {};
    YarnApplicationState state = YarnApplicationState.RUNNING;

    ResourceManager(SubClusterId where) throws YarnException, IOException {
      when(proxy.getApplicationReport(any()))
          .thenAnswer(
              call -> {
                reporting.beforeAnswering();
                ApplicationReport report = Records.newRecord(ApplicationReport.class);
                report.setYarnApplicationState(state);
                GetApplicationReportResponse response =
                    Records.newRecord(GetApplicationReportResponse.class);
                response.setApplicationReport(report);
                return response;
              });
      when(proxy.submitApplication(any()))
          .thenAnswer(
              call -> {
                submitted.add(where.getId());
                submitting.beforeAnswering();
                return SubmitApplicationResponse.newInstance();
              });
    }
  }

  @Before
  public void twoSubClusters() throws Exception {
    conf.set("yarn.federation.cache-ttl.secs", "0");
    store.init(conf);
    FederationStateStoreFacade.getInstance(conf).reinitialize(store, conf);
    for (SubClusterId id : Arrays.asList(A, B)) {
      managers.put(id, new ResourceManager(id));
      register(id, SubClusterState.SC_RUNNING);
    }
    prefer(1, 1);
  }

  private void register(SubClusterId id, SubClusterState state) throws YarnException {
    register(id, state, STARTED_MS);
  }

  private void register(SubClusterId id, SubClusterState state, long startedMs)
      throws YarnException {
    store.registerSubCluster(
        SubClusterRegisterRequest.newInstance(
            SubClusterInfo.newInstance(id, "h:1", "h:2", "h:3", "h:4", state, startedMs, "{}")));
  }

  private void prefer(float a, float b) throws YarnException {
    Map<SubClusterIdInfo, Float> weights = new HashMap<>();
    weights.put(new SubClusterIdInfo(A), a);
    weights.put(new SubClusterIdInfo(B), b);
    WeightedPolicyInfo info = new WeightedPolicyInfo();
    info.setRouterPolicyWeights(weights);
    info.setAMRMPolicyWeights(weights);
    HydraPolicyManager manager = new HydraPolicyManager();
    manager.setQueue("q");
    manager.setWeightedPolicyInfo(info);
    store.setPolicyConfiguration(
        SetSubClusterPolicyConfigurationRequest.newInstance(manager.serializeConf()));
  }

  private void store(SubClusterId home) throws YarnException {
    store.addApplicationHomeSubCluster(
        AddApplicationHomeSubClusterRequest.newInstance(
            ApplicationHomeSubCluster.newInstance(ID, home)));
  }

  private void start() throws YarnException, IOException {
    starter.start(job(), true);
  }

  private void startAgain() throws YarnException, IOException {
    starter.start(job(), false);
  }

  private static GangJob job() {
    return job(context -> {});
  }

  private static GangJob job(Consumer<ApplicationSubmissionContext> declares) {
    ApplicationSubmissionContext context = Records.newRecord(ApplicationSubmissionContext.class);
    context.setApplicationId(ID);
    context.setQueue("q");
    declares.accept(context);
    return GangJob.of(
        "user",
        PendingGang.of(ID.toString(), "root.q", 1, 1, 0),
        5,
        ((ApplicationSubmissionContextPBImpl) context).getProto().toByteArray());
  }

  @Test
  public void whereAnotherRouterSubmittedItItIsSubmittedAgain() throws Exception {
    store(A);
    prefer(0, 1);
    start();
    assertEquals("[a]", submitted.toString());
  }

  @Test
  public void ofTwoRoutersThatChooseTheFirstIsFollowed() throws Exception {
    prefer(0, 1);
    managers.get(B).reporting = () -> store(A); // the other one, meanwhile
    start();
    assertEquals("[a]", submitted.toString());
  }

  /** As a ResourceManager does with jobs that it does not know when it recovers. */
  private void isForgotten() throws YarnException {
    store.deleteApplicationHomeSubCluster(DeleteApplicationHomeSubClusterRequest.newInstance(ID));
  }

  @Test
  public void whereAResourceManagerHasItItIsSubmittedAgainThoughItsHomeIsForgotten()
      throws Exception {
    prefer(1, 0);
    start();
    isForgotten();
    managers.get(A).reporting = () -> {};
    prefer(0, 1);
    startAgain();
    startAgain();
    assertEquals("[a, a, a]", submitted.toString());
    assertEquals(
        "known to clients again",
        A,
        FederationStateStoreFacade.getInstance(conf).getApplicationHomeSubCluster(ID));
  }

  @Test
  public void aResourceManagerThatStartsAgainIsAskedToo() throws Exception {
    conf.set("yarn.federation.cache-ttl.secs", "300");
    FederationStateStoreFacade facade = FederationStateStoreFacade.getInstance(conf);
    facade.reinitialize(store, conf);
    facade.getSubClusters(true);
    register(A, SubClusterState.SC_NEW);
    managers.get(A).reporting = () -> {};
    prefer(0, 1);
    startAgain();
    assertEquals("[a]", submitted.toString());
  }

  @Test
  public void whileOneDoesNotAnswerThatMayHaveItItIsNotStartedElsewhere() throws Exception {
    prefer(0, 1);
    managers.get(A).reporting = RouterGangLauncherTest::refuseConnections;
    assertThrows(IOException.class, this::startAgain);
    assertThrows(IOException.class, () -> starter.kill(job()));
    assertEquals(GangLauncher.State.UNKNOWN, starter.state(ID.toString(), BEFORE));
    assertTrue(submitted.isEmpty());
    start();
    assertEquals("a first start need not wait", "[b]", submitted.toString());
    isForgotten();
    register(A, SubClusterState.SC_LOST);
    startAgain();
    assertEquals("nor any once it is lost", "[b, b]", submitted.toString());
  }

  @Test
  public void aJobWhoseHomeIsForgottenIsKilledWhereItIs() throws Exception {
    managers.get(B).reporting = () -> {};
    starter.kill(job());
    verify(managers.get(B).proxy).forceKillApplication(any());
    verify(managers.get(A).proxy, never()).forceKillApplication(any());
    managers.get(B).state = YarnApplicationState.ACCEPTED;
    assertEquals(GangLauncher.State.KEPT, starter.state(ID.toString(), BEFORE));
  }

  @Test
  public void whatIsSubmittedAtAllStaysThere() throws Exception {
    prefer(1, 0);
    managers.get(A).submitting =
        () -> {
          throw new SocketTimeoutException("it may have it");
        };
    assertThrows(IOException.class, this::start);
    prefer(0, 1);
    afterARest();
    assertThrows(IOException.class, this::start);
    assertEquals("[a, a]", submitted.toString());
  }

  private void afterARest() {
    nowNanos += 30_000_000_000L;
  }

  @Test
  public void ofASubClusterThatDoesNotAnswerTheRestIsNotAskedForNow() throws Exception {
    store(A);
    int[] asked = new int[1];
    managers.get(A).reporting =
        () -> {
          asked[0]++;
          refuseConnections();
        };
    for (int i = 0; i < 5; i++) {
      assertEquals(GangLauncher.State.UNKNOWN, starter.state(ID.toString(), BEFORE));
    }
    assertEquals(1, asked[0]);
    afterARest();
    starter.state(ID.toString(), BEFORE);
    assertEquals(2, asked[0]);
  }

  private void goes(SubClusterId where, SubClusterState state) throws YarnException {
    register(where, state);
    managers.get(where).reporting = RouterGangLauncherTest::refuseConnections;
    managers.get(where).submitting = RouterGangLauncherTest::refuseConnections;
    afterARest();
  }

  @Test
  public void aJobWhoseHomeIsGoneForGoodGetsAnotherOne() throws Exception {
    for (SubClusterState state :
        new SubClusterState[] {
          SubClusterState.SC_LOST,
          SubClusterState.SC_DECOMMISSIONED,
          SubClusterState.SC_UNREGISTERED
        }) {
      submitted.clear();
      twoSubClusters();
      isForgottenIfKnown();
      store(A);
      goes(A, state);
      if (state == SubClusterState.SC_UNREGISTERED) {
        assertThrows("it may come back", IOException.class, this::start);
        afterHalfAnHour();
        submitted.clear();
      }
      assertThrows("only its home is taken away", IOException.class, this::start);
      assertTrue(submitted.isEmpty());
      startAgain();
      startAgain();
      assertEquals(state.toString(), "[b, b]", submitted.toString());
    }
  }

  private void isForgottenIfKnown() throws YarnException {
    try {
      isForgotten();
    } catch (YarnException e) {
      assertTrue(e.getMessage(), e.getMessage().contains("does not exist"));
    }
  }

  @Test
  public void aHomeThatIsUnreachableOrUnhealthyIsNotGone() throws Exception {
    store(A);
    for (SubClusterState state :
        new SubClusterState[] {
          SubClusterState.SC_RUNNING,
          SubClusterState.SC_NEW,
          SubClusterState.SC_UNHEALTHY,
          SubClusterState.SC_UNREGISTERED // as each that is restarted
        }) {
      goes(A, state);
      assertThrows(IOException.class, this::startAgain);
      assertThrows(IOException.class, () -> starter.kill(job()));
      assertEquals(GangLauncher.State.UNKNOWN, starter.state(ID.toString(), BEFORE));
    }
    managers.get(A).submitting = () -> {};
    submitted.clear();
    afterARest();
    startAgain();
    assertEquals("[a]", submitted.toString());
  }

  @Test
  public void whileAResourceManagerRestartsAJobThatItMayHaveIsNotStartedElsewhere()
      throws Exception {
    for (int hours : new int[] {0, 2, -2}) {
      twoSubClusters();
      isForgottenIfKnown();
      submitted.clear();
      store.aheadMs = TimeUnit.HOURS.toMillis(hours);
      prefer(0, 1);
      goes(A, SubClusterState.SC_UNREGISTERED);
      assertThrows(hours + " h ahead", IOException.class, this::startAgain);
      assertTrue(submitted.isEmpty());
      afterHalfAnHour();
      startAgain();
      assertEquals("it does not come back", "[b]", submitted.toString());
    }
  }

  private void afterHalfAnHour() {
    nowNanos += TimeUnit.MINUTES.toNanos(30);
  }

  @Test
  public void whatIsTakenForGoneAndAnswersYetKeepsItsJob() throws Exception {
    store(A);
    goes(A, SubClusterState.SC_LOST);
    managers.get(A).reporting = () -> {};
    managers.get(A).submitting = () -> {};
    startAgain();
    assertEquals("[a]", submitted.toString());
    assertEquals(GangLauncher.State.KEPT, starter.state(ID.toString(), BEFORE));
  }

  @Test
  public void whileAnotherSubClusterDoesNotAnswerAJobWithoutItsHomeWaits() throws Exception {
    store(A);
    goes(A, SubClusterState.SC_LOST);
    assertThrows(IOException.class, this::startAgain);
    managers.get(B).reporting = RouterGangLauncherTest::refuseConnections;
    assertThrows("it may have it", IOException.class, this::startAgain);
    assertTrue(submitted.isEmpty());
    managers.get(B).reporting = () -> {};
    afterARest();
    startAgain();
    assertEquals("[b]", submitted.toString());
  }

  /** Of two Routers in the middle of it, one is late: the job is found, and stays one. */
  @Test
  public void aHomeThatIsTakenAwayTooLateMakesNoSecondJob() throws Exception {
    store(A);
    goes(A, SubClusterState.SC_LOST);
    managers.get(A).reporting =
        () -> { // between looking at the old home and taking it away
          isForgotten();
          store(B);
          managers.get(B).reporting = () -> {};
          refuseConnections();
        };
    assertThrows(IOException.class, this::startAgain);
    startAgain();
    assertEquals("where the other one submitted it", "[b]", submitted.toString());
  }

  @Test
  public void whatRanWhereAllIsGoneCountsAsGoneAndCanBeKilled() throws Exception {
    store(A);
    goes(A, SubClusterState.SC_LOST);
    assertEquals(GangLauncher.State.GONE, starter.state(ID.toString(), BEFORE));
    starter.kill(job());
    assertTrue(submitted.isEmpty());
  }

  /** By stock's own retries, in its own words: refused at once, and twice. */
  @Test
  public void stocksPatienceIsNotOurs() throws Exception {
    Configuration limited = StockSubClusterClients.limited(new YarnConfiguration());
    for (boolean failover : new boolean[] {true, false}) {
      RetryPolicy retries = RMProxy.createRetryPolicy(limited, failover);
      ConnectException refused = new ConnectException("refused");
      assertNotEquals(
          RetryPolicy.RetryAction.RetryDecision.FAIL,
          retries.shouldRetry(refused, 0, 0, true).action);
      assertEquals(
          RetryPolicy.RetryAction.RetryDecision.FAIL,
          retries.shouldRetry(refused, 1, 1, true).action);
    }
    assertEquals(10_000, Client.getRpcTimeout(limited));
  }

  private static void refuseConnections() throws IOException {
    throw new ConnectException("refused");
  }

  @Test
  public void whoeverDoesNotAnswerBecomesNoHome() throws Exception {
    managers.get(A).reporting = RouterGangLauncherTest::refuseConnections;
    start();
    assertEquals("[b]", submitted.toString());
  }

  @Test
  public void whileNobodyAnswersThereIsNoHome() throws Exception {
    managers.get(A).reporting = RouterGangLauncherTest::refuseConnections;
    managers.get(B).reporting = RouterGangLauncherTest::refuseConnections;
    assertThrows(IOException.class, this::start);
    assertTrue(submitted.isEmpty());
    managers.get(A).reporting = () -> {};
    assertThrows("just now it did not", IOException.class, this::start);
    afterARest();
    start();
    assertEquals("[a]", submitted.toString());
  }

  @Test
  public void whileAllHomesOfAQueueStartAgainItsJobsWait() throws Exception {
    prefer(1, 0);
    for (SubClusterState state :
        new SubClusterState[] {SubClusterState.SC_UNREGISTERED, SubClusterState.SC_NEW}) {
      register(A, state);
      assertThrows(state + ": the other one may not have it", IOException.class, this::start);
    }
    register(B, SubClusterState.SC_NEW);
    assertThrows("none is active", IOException.class, this::start);
    assertTrue(submitted.isEmpty());
    register(A, SubClusterState.SC_RUNNING);
    start();
    assertEquals("[a]", submitted.toString());
  }

  @Test
  public void aJobWaitsUntilItsQueueHasAPolicyThatCanBeUsed() throws Exception {
    prefer(0, 0);
    assertThrows(IOException.class, this::start);
    prefer(0, 1);
    start();
    assertEquals("[b]", submitted.toString());
  }

  @Test
  public void whatIsNoSubmissionIsRefused() {
    GangJob damaged =
        GangJob.of("user", PendingGang.of(ID.toString(), "root.q", 1, 1, 0), 5, new byte[] {1});
    assertThrows(YarnException.class, () -> starter.start(damaged, true));
  }

  @Test
  public void aReservationThatNobodyKnowsIsRefused() throws Exception {
    GangJob reserved = job(context -> context.setReservationID(ReservationId.newInstance(1, 1)));
    assertThrows(YarnException.class, () -> starter.start(reserved, true));
    register(A, SubClusterState.SC_NEW);
    register(B, SubClusterState.SC_NEW);
    assertThrows("who may know it?", IOException.class, () -> starter.start(reserved, true));
  }

  private GangLauncher.State answering(YarnApplicationState state) {
    managers.get(A).state = state;
    managers.get(A).reporting = () -> {};
    return starter.state(ID.toString(), BEFORE);
  }

  @Test
  public void aJobIsLostWhereItsHomeSaysSoOrItHasNone() throws Exception {
    assertEquals(GangLauncher.State.LOST, starter.state(ID.toString(), BEFORE));
    store(A);
    assertEquals(GangLauncher.State.LOST, starter.state(ID.toString(), BEFORE));
    managers.get(A).reporting = RouterGangLauncherTest::refuseConnections;
    assertEquals(GangLauncher.State.UNKNOWN, starter.state(ID.toString(), BEFORE));
    afterARest();
    assertEquals(GangLauncher.State.NEW, answering(YarnApplicationState.NEW_SAVING));
    assertEquals(GangLauncher.State.NEW, answering(YarnApplicationState.SUBMITTED));
    assertEquals(GangLauncher.State.KEPT, answering(YarnApplicationState.ACCEPTED));
    assertEquals(GangLauncher.State.OVER, answering(YarnApplicationState.KILLED));
  }

  @Test
  public void whatAResourceManagerForgotThatDidNotStartSinceIsNotLost() throws Exception {
    prefer(1, 0);
    String life = starter.start(job(), true);
    assertEquals("a@10000000", life);
    assertEquals(GangLauncher.State.FORGOTTEN, starter.state(ID.toString(), life));
    isForgotten();
    assertEquals("nobody", GangLauncher.State.FORGOTTEN, starter.state(ID.toString(), life));
    register(B, SubClusterState.SC_RUNNING, STARTED_MS + 1);
    assertEquals("another", GangLauncher.State.FORGOTTEN, starter.state(ID.toString(), life));
    assertEquals("unknown", GangLauncher.State.FORGOTTEN, starter.state(ID.toString(), ""));
    long anHour = TimeUnit.HOURS.toMillis(1);
    for (long startedMs : new long[] {STARTED_MS + 1, STARTED_MS + anHour, STARTED_MS - anHour}) {
      register(A, SubClusterState.SC_RUNNING, startedMs);
      assertEquals(
          "whatever its clock says", GangLauncher.State.LOST, starter.state(ID.toString(), life));
    }
  }

  @Test
  public void aRefusalIsToldFromSilence() throws Exception {
    store(A);
    managers.get(A).submitting =
        () -> {
          throw new AccessControlException("no proxy user");
        };
    assertThrows(YarnException.class, this::start);
    managers.get(A).submitting =
        () -> {
          throw new NullPointerException("of the ResourceManager, for a job without a master");
        };
    assertThrows(YarnException.class, this::start);
    managers.get(A).submitting =
        () -> {
          throw new YarnRuntimeException("no address");
        };
    assertThrows(IOException.class, this::start);
  }
}
