// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.router;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.net.URL;
import java.util.Collections;
import java.util.EnumSet;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.yarn.api.protocolrecords.ApplicationsRequestScope;
import org.apache.hadoop.yarn.api.protocolrecords.GetApplicationsRequest;
import org.apache.hadoop.yarn.api.protocolrecords.KillApplicationRequest;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.util.Records;
import org.junit.Test;
import org.yarnext.federation.gang.GangJob;
import org.yarnext.federation.policy.gang.AdmittedGang;
import org.yarnext.federation.policy.gang.AdmittedGangRegistry;
import org.yarnext.federation.policy.gang.PendingGang;

/** Gangs wait, are listed, killed and refused; applications that are no gangs pass. */
public class GangInterceptorTest extends GangInterceptorTestBase {
  @Test
  public void gangWaitsAndIsShownAsAccepted() throws Exception {
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
  public void admittedGangThatIsNotStartedIsReportedAsAdmitted() throws Exception {
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
  public void waitingGangsAreListedByStateAndType() throws Exception {
    start();
    submit(JOB, "a", "gang=1x1024");
    assertEquals(1, list(null, null));
    assertEquals(1, list(EnumSet.of(YarnApplicationState.ACCEPTED), "KIND"));
    assertEquals(0, list(EnumSet.of(YarnApplicationState.RUNNING), null));
    assertEquals(0, list(null, "OTHER"));
  }

  @Test
  public void waitingGangsAreListedByAllFilters() throws Exception {
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
  public void waitingGangIsListedOnlyForUsersWhoMayViewIt() throws Exception {
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

  @Test
  public void runningGangIsReportedByItsResourceManager() throws Exception {
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
      assertTrue("once it is read again", System.nanoTime() < until);
      Thread.sleep(200);
    }
    assertEquals("stock lists it", 0, list(null, null));
  }

  @Test
  public void waitingGangCanBeKilled() throws Exception {
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
  public void killedGangDoesNotWaitAgain() throws Exception {
    start();
    submit(JOB, "a", "gang=1x1024");
    interceptor.forceKillApplication(KillApplicationRequest.newInstance(JOB));
    submit(JOB, "a", "gang=1x1024");
    assertNull("as a ResourceManager, too, takes an id once", store.job(JOB.toString()));
    assertTrue(stock.submitted.isEmpty());
    assertEquals(YarnApplicationState.KILLED, report(JOB).getYarnApplicationState());
  }

  @Test
  public void repeatedReportsOfAWaitingGangRarelyReadTheStore() throws Exception {
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
  public void slowListingDoesNotPreventAKill() throws Exception {
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
  public void killFailsWhileTheStoreIsDown() throws Exception {
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
  public void gangThatCouldNeverStartIsRefusedAtOnce() throws Exception {
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
  public void gangsBeyondTheWaitingLimitAreRefused() throws Exception {
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
  public void lateStoreResponsesDoNotBypassQuotas() throws Exception {
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
  public void gangWithoutAQueueIsInTheDefaultQueue() throws Exception {
    store.publish(Collections.singletonMap("root.default", 4_096L));
    start();
    submit(JOB, null, "gang=1x1024");
    assertEquals("root.default", report(JOB).getQueue());
  }

  @Test
  public void applicationsThatAreNoGangsPass() throws Exception {
    start();
    submit(JOB, "a", "nightly");
    assertEquals(Collections.singletonList(JOB), stock.submitted);
    assertThrows(YarnException.class, () -> report(JOB));
  }

  @Test
  public void gangsPassWithoutQuotas() throws Exception {
    start();
    records.remove("gangs/quotas");
    submit(JOB, "a", "gang=1x1024");
    assertEquals(Collections.singletonList(JOB), stock.submitted);
  }
}
