// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.router;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.Collections;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.thirdparty.protobuf.UnknownFieldSet;
import org.apache.hadoop.yarn.api.protocolrecords.GetApplicationReportRequest;
import org.apache.hadoop.yarn.api.protocolrecords.GetApplicationsRequest;
import org.apache.hadoop.yarn.api.protocolrecords.KillApplicationRequest;
import org.apache.hadoop.yarn.api.protocolrecords.SubmitApplicationRequest;
import org.apache.hadoop.yarn.api.records.ApplicationAccessType;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.api.records.impl.pb.ApplicationSubmissionContextPBImpl;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.util.Records;
import org.junit.Test;
import org.yarnext.federation.gang.GangJob;
import org.yarnext.federation.policy.gang.PendingGang;
import org.yarnext.federation.store.LossyZooKeeper;
import org.yarnext.federation.store.ZooKeeperRecordStore;

/** Clients that repeat themselves, other Routers, and a store that is slow or down. */
public class GangInterceptorStoreTest extends GangInterceptorTestBase {
  @Test
  public void storedGangDoesNotPassToStockAfterALostResponse() throws Exception {
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
  public void resubmissionStartsNothingWhileTheGuardIsTripped() throws Exception {
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
  public void invalidSubmissionIsRefusedAndDoesNotTripTheGuard() throws Exception {
    conf.set("yarn.federation.policies.guard.failures-to-trip", "1");
    start();
    for (long mb : new long[] {Long.MIN_VALUE, -2_000, Long.MAX_VALUE}) {
      YarnException absurd =
          assertThrows(
              YarnException.class,
              () ->
                  submit(JOB, "a", c -> c.setResource(Resource.newInstance(mb, 1)), "gang=1x1024"));
      assertTrue(absurd.getMessage(), absurd.getMessage().contains("request 0 to"));
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
  public void gangThatFitsARecordCanBeRecordedAsKilled() throws Exception {
    start();
    int maxBytes = ZooKeeperRecordStore.maxBytes() - GangJob.MAX_OTHER_BYTES - 200;
    String name = String.join("", Collections.nCopies(maxBytes, "x"));
    submit(JOB, "a", c -> c.setApplicationName(name), "gang=1x1024");
    assertTrue(
        interceptor
            .forceKillApplication(KillApplicationRequest.newInstance(JOB))
            .getIsKillCompleted());
    assertEquals(YarnApplicationState.KILLED, report(JOB).getYarnApplicationState());
  }

  /** Protobuf keeps fields that it does not know. */
  @Test
  public void unknownFieldsOfASubmissionDoNotHideItsEnd() throws Exception {
    conf.set("yarn.federation.policies.guard.failures-to-trip", "1");
    start();
    UnknownFieldSet.Field group =
        UnknownFieldSet.Field.newBuilder().addGroup(UnknownFieldSet.getDefaultInstance()).build();
    ApplicationSubmissionContext valid = Records.newRecord(ApplicationSubmissionContext.class);
    valid.setApplicationId(JOB);
    valid.setApplicationName("name");
    valid.setQueue("a");
    valid.setApplicationTags(Collections.singleton("gang=1x1024"));
    ApplicationSubmissionContext unknown =
        new ApplicationSubmissionContextPBImpl(
            ((ApplicationSubmissionContextPBImpl) valid)
                .getProto().toBuilder()
                    .setUnknownFields(UnknownFieldSet.newBuilder().addField(999, group).build())
                    .build());
    interceptor.submitApplication(SubmitApplicationRequest.newInstance(unknown));
    interceptor.forceKillApplication(KillApplicationRequest.newInstance(JOB));
    assertEquals(YarnApplicationState.KILLED, report(JOB).getYarnApplicationState());
    assertEquals("name", report(JOB).getName());
  }

  @Test
  public void reportsOfOtherApplicationsDoNotReadTheStore() throws Exception {
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
  public void gangHeldByAnotherRouterIsShownAndKilled() throws Exception {
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

  /** Returns an interceptor at another Router. */
  private GangInterceptor another(String client) {
    conf = new Configuration(conf);
    GangInterceptor another = new GangInterceptor();
    another.setNextInterceptor(stock);
    another.setConf(conf);
    another.init(client);
    return another;
  }

  @Test
  public void usersWithModifyRightsMayKillAWaitingGang() throws Exception {
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

  /** As one from an earlier version, which stored any submission. */
  @Test
  public void gangWithAnUnreadableSubmissionIsItsOwnersToKill() throws Exception {
    start();
    stock.knowsNone = true;
    PendingGang gang = PendingGang.of(JOB.toString(), "root.a", 1, 1_024, 0);
    store.add(GangJob.of("owner", gang, 5, new byte[] {1}));
    YarnException unknown = assertThrows(YarnException.class, () -> kill("somebody-else"));
    assertTrue(unknown.getMessage(), unknown.getMessage().contains("stock knows no"));
    kill("owner");
    assertTrue(store.end(JOB.toString()).isKilled());
  }

  /** As in ResourceManagers' reports. */
  @Test
  public void onlyUsersWithViewRightsSeeWhyAGangWaitsOrEnded() throws Exception {
    conf.setBoolean(YarnConfiguration.YARN_ACL_ENABLE, true);
    conf.set(YarnConfiguration.YARN_ADMIN_ACL, "admin");
    start();
    ContainerLaunchContext master = Records.newRecord(ContainerLaunchContext.class);
    master.setApplicationACLs(Collections.singletonMap(ApplicationAccessType.VIEW_APP, "a-friend"));
    submit(JOB, "a", c -> c.setAMContainerSpec(master), "gang=1x1024");
    assertEquals("N/A", shown("somebody-else").getDiagnostics());
    assertEquals("as stock", "name", shown("somebody-else").getName());
    assertEquals("N/A", listed("somebody-else").getDiagnostics());
    String why = report(JOB).getDiagnostics();
    assertTrue(why, why.contains("waits"));
    assertEquals(why, shown("a-friend").getDiagnostics());
    assertEquals(why, shown("admin").getDiagnostics());
    assertEquals(why, listed("a-friend").getDiagnostics());
    kill("admin");
    assertEquals("N/A", shown("somebody-else").getDiagnostics());
    assertEquals(shown("admin").getDiagnostics(), report(JOB).getDiagnostics());
    assertNotEquals("N/A", report(JOB).getDiagnostics());
  }

  private ApplicationReport shown(String client) throws Exception {
    return forUser(client)
        .getApplicationReport(GetApplicationReportRequest.newInstance(JOB))
        .getApplicationReport();
  }

  private ApplicationReport listed(String client) throws Exception {
    return forUser(client)
        .getApplications(GetApplicationsRequest.newInstance())
        .getApplicationList()
        .get(0);
  }

  private void kill(String client) throws Exception {
    forUser(client).forceKillApplication(KillApplicationRequest.newInstance(JOB));
  }

  @Test
  public void shadowModeCreatesNoRecord() throws Exception {
    records.remove("gangs/book");
    conf.set("yarn.federation.policies.gang.mode", "shadow");
    start();
    submit(JOB, "a", "gang=1x1024");
    assertEquals(Collections.singletonList(JOB), stock.submitted);
    assertTrue(store.registry().admitted().isEmpty());
    assertEquals(Collections.singletonList("quotas"), records.below("gangs"));
  }

  @Test
  public void newGangsPassAndWaitingGangsAreShownWhileTheStoreIsDown() throws Exception {
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
  public void shadowModeAndModeOffAreStock() throws Exception {
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
