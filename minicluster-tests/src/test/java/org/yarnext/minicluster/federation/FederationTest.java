// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.federation;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.yarnext.minicluster.cluster.FederatedCluster.SUB_CLUSTER_TIMEOUT_MS;
import static org.yarnext.minicluster.federation.FederatedJob.MAPS;
import static org.yarnext.minicluster.federation.FederatedJob.PATIENCE_MS;
import static org.yarnext.minicluster.federation.FederatedJob.WAITING;
import static org.yarnext.minicluster.federation.SampleFederation.SLOTS;
import static org.yarnext.minicluster.federation.SampleFederation.allocated;
import static org.yarnext.minicluster.federation.SampleFederation.asks;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.Test;
import org.yarnext.federation.gang.GangStore;
import org.yarnext.federation.store.ZooKeeperRecordStore;
import org.yarnext.minicluster.cluster.FederatedCluster;
import org.yarnext.minicluster.cluster.SubClusterProcess;
import org.yarnext.minicluster.process.Await;
import org.yarnext.tools.ExitCode;
import org.yarnext.tools.cli.Yarnext;

/**
 * An unmodified MapReduce job in a federation of separate daemons with conf-samples/federation: it
 * spans both sub-clusters, gets its share of both, outlives the loss of one, uses it again when it
 * is back, and follows policies that are published while it runs. It goes on without the Global
 * Policy Generator, while a ResourceManager hangs, through restarts of a NodeManager and both
 * ResourceManagers, and to its end while the state store hangs; meanwhile every daemon's web server
 * answers as ever.
 */
public class FederationTest {
  /** In percent, where a queue with 60 % uses all of a sub-cluster, but the floor of the other. */
  private static final double SHARE_OF_ALL = 0.05 * 60 + 0.95 * 100;

  /** Age far above the intervals at which policies and sub-clusters are read. */
  private static final long OLD_MS = 3_000;

  /** Time far below that of calls to the store while it hangs. */
  private static final double SOON_MS = 1_000;

  private static final int CALLS = 5;

  /** How often a time that a busy machine makes longer is measured. */
  private static final int LOOKS = 5;

  /** Thrice the interval of MapReduce's calls. */
  private static final long CALL_MS = 3_000;

  /** More than three sweeps of the Router, of five rounds each. */
  private static final long LOOKS_MS = 5_000;

  private static SampleFederation federation;
  private static FederatedCluster cluster;

  @BeforeClass
  public static void start() throws Exception {
    federation = SampleFederation.start("federation");
    cluster = federation.cluster();
  }

  @AfterClass
  public static void stopAndLeaveNothing() throws Exception {
    if (federation != null) {
      federation.close();
    }
  }

  private FederatedJob job;

  @Test
  public void aJobOutlivesWhatFailsAndFollowsPolicies() throws Exception {
    SubClusterProcess first = cluster.subCluster(0);
    SubClusterProcess second = cluster.subCluster(1);
    job = new FederatedJob(federation);

    job.await(first, "containersAllocated", SLOTS);
    job.await(second, "containersAllocated", SLOTS);
    job.awaitWaiting();

    // All demand is in one queue, of which the other one needs its floor only.
    cluster.startGlobalPolicyGenerator();
    awaitCapacity(first, SHARE_OF_ALL);
    awaitCapacity(second, SHARE_OF_ALL);
    assertAllIsListedAsShareOf("root.default");
    cluster.killGlobalPolicyGenerator();

    second.powerOff();
    job.await(first, "containersPending", MAPS - SLOTS + 1);
    assertEquals("nothing more than it has room for", SLOTS, allocated(first));

    second.start();
    second.awaitReady();
    job.await(second, "containersAllocated", SLOTS);
    job.awaitWaiting();
    awaitCapacity(second, SHARE_OF_ALL); // as published last, though nobody publishes now

    // With the master's AMRMProxy, whose ledger knows which asks are where.
    job.awaitStarted(first);
    job.awaitStarted(second);
    first.restartNode();
    assertEquals(1, first.nodeBean("FederationSplit", "ApplicationsRecovered"));

    String parameter = "relax-after=20s";
    federation.run(
        "stage", "root.default", "--in", "sc0", "--requests", asks(1, 0), "--param", parameter);
    job.awaitTaken(first, 1);
    // Counted after it is counted as taken over.
    job.until(
        () -> "the policy to count as staged; logs in " + cluster.workDir(),
        () -> first.nodeBean("FederationSplit", "StagedPoliciesAdopted") == 1);
    job.awaitAllWaitIn(first, second);
    assertEquals("neither lost nor asked for again", SLOTS, allocated(first));
    assertEquals(SLOTS, allocated(second));
    federation.run("rollback", "root.default");
    job.awaitTaken(first, 2);
    federation.publish(0, 1);
    job.awaitTaken(first, 3);
    job.awaitAllWaitIn(second, first);
    federation.publish(1, 0);
    job.awaitTaken(first, 4);
    job.awaitAllWaitIn(first, second);
    federation.run("rollback", "default", "root.default");
    job.awaitTaken(first, 5);
    job.awaitAllWaitIn(second, first);
    assertEquals(1, first.nodeBean("FederationSplit", "StagedPoliciesAdopted"));
    outlivesAPartition(first, second);

    gangsOutliveARestartOfTheirHome(first, second);
    job.awaitAllWaitIn(second, first);
    awaitCapacity(first, SHARE_OF_ALL);
    federation.publish(1, 0);
    job.awaitTaken(first, 8);
    job.awaitAllWaitIn(first, second);
    second.restartManager();
    job.await(second, "containersAllocated", SLOTS);
    // Until the master's node has found the new one, it asks the store where it is.
    federation.publish(0, 1);
    job.awaitTaken(first, 9);
    job.awaitAllWaitIn(second, first);

    cluster.zooKeeper().hang();
    try {
      awaitOldKnowledge(first);
      assertMasterCalls(first);
      assertAnswersSoon(first);
    } finally {
      cluster.zooKeeper().resume();
    }
    federation.publish(1, 0);
    job.awaitTaken(first, 10);
    job.awaitAllWaitIn(first, second);

    cluster.zooKeeper().hang();
    job.openGate();
    job.await(first, "containersAllocated", 0);
    job.await(second, "containersAllocated", 0);
    awaitOldKnowledge(first);
    assertEquals(0, first.nodeBean("FederationSplit", "ApplicationFallbacks"));
    cluster.zooKeeper().resume();
    job.assertSucceeds();
    cluster.startGlobalPolicyGenerator();
    assertEquals(0, first.clusterMetric("containersPending"));
    assertEquals(0, second.clusterMetric("containersPending"));
    awaitCapacity(first, 60);
  }

  private static void awaitOldKnowledge(SubClusterProcess node) {
    Await.until(
        () -> "the node to say how old what it knows is; logs in " + cluster.workDir(),
        PATIENCE_MS,
        () ->
            node.nodeBean("FederationSplit", "PolicyAgeMillis") > OLD_MS
                && node.nodeBean("FederationSplit", "SubClustersAgeMillis") > OLD_MS);
  }

  /**
   * None of a master's calls at its node waits for the store, or each would last as long. Several
   * looks, as in {@link #assertSoon}.
   */
  private static void assertMasterCalls(SubClusterProcess node) {
    long ms = Long.MAX_VALUE;
    for (int i = 0; i < LOOKS && ms >= CALLS * CALL_MS; i++) {
      long before = calls(node);
      long fromNanos = System.nanoTime();
      Await.until(
          () -> CALLS + " calls of masters; logs in " + cluster.workDir(),
          PATIENCE_MS,
          () -> calls(node) >= before + CALLS);
      ms = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - fromNanos);
    }
    assertTrue(CALLS + " calls of masters took " + ms + " ms", ms < CALLS * CALL_MS);
  }

  private static long calls(SubClusterProcess node) {
    return node.nodeBean("AMRMProxyMetrics", "TotalSucceededAllocateRequestsNumOps");
  }

  /** Answers within ms, measured once. */
  private interface Answer {
    double ms() throws IOException;
  }

  /** The web servers of all daemons, so that operators see what is wrong with the store. */
  private static void assertAnswersSoon(SubClusterProcess subCluster) throws IOException {
    for (String path : new String[] {"/jmx", "/prom"}) {
      assertSoon("NodeManager " + path, () -> subCluster.nodeAnswerMs(path));
      assertSoon("ResourceManager " + path, () -> subCluster.managerAnswerMs(path));
      assertSoon("Router " + path, () -> cluster.routerAnswerMs(path));
    }
  }

  /** A page that waits for the store takes seconds each time; a busy machine's now and then. */
  private static void assertSoon(String what, Answer answer) throws IOException {
    double soonest = Double.MAX_VALUE;
    for (int i = 0; i < LOOKS && soonest >= SOON_MS; i++) {
      soonest = Math.min(soonest, answer.ms());
    }
    assertTrue(what + ": " + soonest + " ms", soonest < SOON_MS);
  }

  /**
   * While the manager that has a gang is stopped for long the gang keeps its quota, so that the
   * next one stays in line. No node has room for its master, which waits there.
   */
  private void gangsOutliveARestartOfTheirHome(SubClusterProcess home, SubClusterProcess other)
      throws YarnException, IOException {
    String waits = "It is number 1 of the waiting jobs of root.default";
    try (ZooKeeperRecordStore records = federation.gangRecords();
        GangJobs jobs = new GangJobs(cluster)) {
      GangStore gangs = new GangStore(records);
      gangs.publish(Collections.singletonMap("root.default", 2_048L));
      ApplicationId started = jobs.submit("gang=2x512");
      jobs.awaitAttempt(started);
      ApplicationId next = jobs.submit("gang=2x512");
      jobs.awaitDiagnostics(next, waits);
      home.stopManager();
      awaitLooks();
      assertTrue("its quota is its own", gangs.registry().isRunning(started.toString()));
      home.restartManager();
      jobs.awaitAttempt(started);
      job.await(home, "containersAllocated", SLOTS);
      job.await(home, "containersPending", 1);
      job.await(other, "containersPending", WAITING);
      jobs.awaitDiagnostics(next, waits);
      jobs.kill(next);
      jobs.kill(started);
    }
  }

  /**
   * All that waits is where it hangs, and moves by a policy that is published meanwhile; what is
   * not local where it went is back once it answers, since nothing else moves asks.
   */
  private void outlivesAPartition(SubClusterProcess first, SubClusterProcess second)
      throws IOException {
    cluster.startGlobalPolicyGenerator();
    awaitAges(first, false);
    second.hang();
    awaitAges(first, true);
    assertEquals("as told last", 0, first.clusterMetric("containersPending"));
    String parameter = "relaxation=none";
    String homes = "sc0=1,sc1=0";
    federation.run(
        "set",
        "default",
        "root.default",
        "--requests",
        asks(1, 1),
        "--homes",
        homes,
        "--param",
        parameter);
    job.awaitTaken(first, 6);
    job.await(first, "containersPending", WAITING);
    assertEquals(SLOTS, allocated(first));
    awaitAges(first, true);
    second.resume();
    // Two of three are local to the first if all name the one rack, which both have. Of those that
    // were lost with the power some may still wait, for which MapReduce names none.
    job.until(
        () -> "some to come back: " + federation.state(),
        () -> second.clusterMetric("containersPending") > 0);
    job.awaitWaiting();
    awaitAges(first, false);
    assertEquals("containers ran on", SLOTS, allocated(second));
    assertEquals(SLOTS, allocated(first));
    cluster.killGlobalPolicyGenerator();
    federation.publish(0, 1);
    job.awaitTaken(first, 7);
    job.awaitAllWaitIn(second, first);
  }

  /** Waits for the ages on the master's node and on the Global Policy Generator. */
  private void awaitAges(SubClusterProcess first, boolean old) {
    job.until(
        () ->
            "ages of answers and reports to be "
                + (old ? "above " : "below ")
                + SUB_CLUSTER_TIMEOUT_MS
                + " ms: "
                + Arrays.toString(ages(first))
                + "; logs in "
                + cluster.workDir(),
        () -> Arrays.stream(ages(first)).allMatch(age -> age > SUB_CLUSTER_TIMEOUT_MS == old));
  }

  private static long[] ages(SubClusterProcess first) {
    return new long[] {
      first.nodeBean("FederationSplit", "AnswersAgeMillis"),
      cluster.generatorBean("FederationShares", "OldestReportAgeMillis")
    };
  }

  /** Waits for the number of looks after which a lost job counts as ended. */
  private static void awaitLooks() {
    long fromNanos = System.nanoTime();
    Await.until(
        () -> "time to pass",
        PATIENCE_MS,
        () -> System.nanoTime() - fromNanos > TimeUnit.MILLISECONDS.toNanos(LOOKS_MS));
  }

  private static void awaitCapacity(SubClusterProcess where, double percent) {
    Await.until(
        () ->
            "a capacity of "
                + percent
                + " %, not "
                + where.capacity("default")
                + "; logs in "
                + cluster.workDir(),
        PATIENCE_MS,
        () -> Math.abs(where.capacity("default") - percent) < 0.5);
  }

  /** All that a sub-cluster has, by the operators' command. */
  private static void assertAllIsListedAsShareOf(String queue) {
    StringWriter out = new StringWriter();
    PrintWriter writer = new PrintWriter(out, true);
    String site = cluster.siteFile().toString();
    int status = Yarnext.run(writer, writer, "federation", "shares", queue, "--site", site);
    assertEquals(out.toString(), ExitCode.DONE, status);
    List<String> lines = Arrays.asList(out.toString().split("\n"));
    assertEquals(out.toString(), 1 + cluster.size(), lines.size());
    for (int i = 0; i < cluster.size(); i++) {
      String row = "root.default +sc" + i + " +memory-mb +2048 +\\d+ +2048 +\\d+ s +\\d+ s";
      assertTrue(out.toString(), lines.get(1 + i).matches(row));
    }
  }
}
