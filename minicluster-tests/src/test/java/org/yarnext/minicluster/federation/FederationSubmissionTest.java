// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.federation;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.yarnext.minicluster.federation.SampleFederation.allocated;
import static org.yarnext.minicluster.federation.SampleFederation.asks;

import java.io.IOException;
import java.util.Collections;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.Test;
import org.yarnext.federation.gang.GangStore;
import org.yarnext.federation.store.ZooKeeperRecordStore;
import org.yarnext.minicluster.cluster.FederatedCluster;
import org.yarnext.minicluster.cluster.SubClusterProcess;
import org.yarnext.minicluster.process.Await;

/**
 * The Router gives a new application a home by the policy in force, and lets a gang wait until it
 * fits. Each test leaves the federation idle.
 */
public class FederationSubmissionTest {
  private static final long PATIENCE_MS = 150_000;

  private static SampleFederation federation;
  private static FederatedCluster cluster;

  @BeforeClass
  public static void start() throws Exception {
    federation = SampleFederation.start("federation-submission");
    cluster = federation.cluster();
  }

  @AfterClass
  public static void stopAndLeaveNothing() throws Exception {
    if (federation != null) {
      federation.close();
    }
  }

  /** Routers cache policies, so that the first masters may still come where the old one says. */
  @Test
  public void mastersStartWhereANewPolicySays() throws Exception {
    federation.run(
        "set", "default", "root.default", "--requests", asks(1, 1), "--homes", "sc0=0,sc1=1");
    try (GangJobs jobs = new GangJobs(cluster)) {
      Await.until(
          () -> "a master in the second sub-cluster; logs in " + cluster.workDir(),
          PATIENCE_MS,
          () -> isInSecond(jobs));
    } finally {
      federation.run("rollback", "default", "root.default");
    }
  }

  private static boolean isInSecond(GangJobs jobs) throws YarnException, IOException {
    SubClusterProcess first = cluster.subCluster(0);
    SubClusterProcess second = cluster.subCluster(1);
    ApplicationId job = jobs.submit("any");
    Await.until(
        () -> "one master: " + federation.state(),
        PATIENCE_MS,
        () -> allocated(first) + allocated(second) == 1);
    boolean isThere = allocated(second) == 1;
    jobs.finish(job);
    Await.until(
        () -> "the master to end: " + federation.state(),
        PATIENCE_MS,
        () -> allocated(first) + allocated(second) == 0);
    return isThere;
  }

  @Test
  public void policiesArePublishedByCommand() {
    String set =
        federation.run("set", "other", "--requests", "sc0=1,sc1=1", "--homes", "sc0=1").trim();
    assertEquals("other: homes {sc0=1.0}, requests {sc0=1.0, sc1=1.0}, version 1", set);
    String staged = federation.run("stage", "other", "--in", "sc1", "--requests", "sc1=1").trim();
    assertEquals("other: homes {sc1=1.0}, requests {sc1=1.0}, staged in [sc1]", staged);
    String all = federation.run("list");
    assertTrue(all, all.contains("other  in force  HydraPolicyManager  homes {sc0=1.0}"));
    assertTrue(all, all.contains("other  staged in sc1  HydraPolicyManager  homes {sc1=1.0}"));
    assertEquals(
        "other: cancelled the policy staged in [sc1]", federation.run("rollback", "other").trim());
    String parameters = "relax-after=20s,relaxation=load";
    String shown = "parameters {relax-after=20s, relaxation=load}";
    String again =
        federation.run("set", "other", "--requests", "sc0=1", "--param", parameters).trim();
    assertTrue(again, again.endsWith(shown + ", version 2"));
    assertTrue(federation.run("list"), federation.run("list").contains(shown + "  version 2"));
    String history = federation.run("list", "--history");
    assertTrue(history, history.contains("other  version 2  20"));
    String back = federation.run("rollback", "other", "--to", "1");
    assertTrue(back, back.contains("homes {sc0=1.0}, requests {sc0=1.0, sc1=1.0}, version 3"));
  }

  @Test
  public void gangWaitsAtTheRouterUntilItFits() throws Exception {
    try (ZooKeeperRecordStore records = federation.gangRecords();
        GangJobs jobs = new GangJobs(cluster)) {
      new GangStore(records).publish(Collections.singletonMap("root.default", 2_048L));
      // With the master of 512 MB, 1536 each: the second does not fit beside the first.
      ApplicationId first = jobs.submit("gang=2x512");
      jobs.awaitAttempt(first);
      ApplicationId second = jobs.submitByRest("gang=2x512");
      jobs.awaitDiagnostics(second, "It is number 1 of the waiting jobs of root.default");
      assertEquals("{\"state\":\"ACCEPTED\"}", jobs.askByRest("/" + second + "/state"));
      String listed = jobs.askByRest("");
      assertTrue(listed, listed.contains("It is number 1 of the waiting jobs of root.default"));
      ApplicationId third = jobs.submit("gang=1x512");
      jobs.awaitDiagnostics(third, "It is number 2 of the waiting jobs of root.default");
      assertEquals(YarnApplicationState.ACCEPTED, jobs.state(third));
      jobs.kill(third);
      assertEquals(YarnApplicationState.KILLED, jobs.state(third));
      assertEquals(YarnApplicationState.ACCEPTED, jobs.state(second));

      jobs.finish(first);
      jobs.awaitAttempt(second);
      assertEquals("it never ran", YarnApplicationState.KILLED, jobs.state(third));
      jobs.finish(second);
      Await.until(
          () -> "the last job to end: " + federation.state(),
          PATIENCE_MS,
          () -> allocated(cluster.subCluster(0)) == 0);
    }
  }
}
