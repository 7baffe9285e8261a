// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.mercury.admin;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.HttpURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.management.ObjectName;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterResponse;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppState;
import org.junit.After;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.Test;
import org.yarnext.mercury.application.ApplicationAttemptRecord;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.estimate.UserRunTimeCache;
import org.yarnext.minicluster.mercury.MercuryNode;
import org.yarnext.minicluster.mercury.hybrid.HybridCluster;
import org.yarnext.minicluster.process.Await;
import org.yarnext.minicluster.shell.ShellTask;
import org.yarnext.minicluster.shell.ShellWorkload;

/** Every way in which an application can end leaves nothing of it behind. */
public class ApplicationEndsTest {
  private static final long PATIENCE_MS = AdministeredCluster.PATIENCE_MS;
  private static final int QUOTA = AdministeredCluster.WIDE_QUOTA;

  /** More than the quota allows, so that some of them always wait. */
  private static final int ASKED = QUOTA + 2;

  private static final int LOST_NODE = 1;

  private static final Set<RMAppState> OVER =
      EnumSet.of(RMAppState.FINISHED, RMAppState.FAILED, RMAppState.KILLED);

  private static AdministeredCluster cluster;

  @BeforeClass
  public static void start() throws Exception {
    Map<String, String> settings = new HashMap<>();
    // All masters at the same time.
    settings.put("yarn.scheduler.capacity.maximum-am-resource-percent", "1");
    // A second master beside all tasks of the first: a node that is full would stop one for it.
    cluster = AdministeredCluster.start("ends", 2 * MercuryNode.NODE_VCORES, settings);
  }

  @AfterClass
  public static void stop() throws Exception {
    cluster.close();
  }

  @After
  public void clear() throws Exception {
    cluster.clear();
  }

  private static RMApp app(ApplicationId id) {
    return cluster.context().getRMApps().get(id);
  }

  private static boolean isOver(ApplicationId id) {
    return OVER.contains(app(id).getState());
  }

  private static ControlledMaster held(String name, int node) throws Exception {
    ControlledMaster master = new ControlledMaster(cluster, name, "wide", node, 1, false);
    master.register(1);
    master.ask(ASKED);
    master.heartbeat();
    ApplicationAttemptRecord record = cluster.record(master.id(), 1);
    assertEquals(record.ledger().toString(), ASKED, (long) record.ledger().get("asked"));
    return master;
  }

  private static ShellWorkload waiting(MercuryNode.Gate gate) throws IOException {
    ShellWorkload application = cluster.application("wide");
    for (int i = 0; i < ASKED; i++) {
      application.submit(ShellTask.guaranteed(gate.command()).size(256, 1));
    }
    return application;
  }

  private static void killOverRest(ApplicationId id) throws IOException {
    URL url =
        new URL(
            cluster.cluster().webAddress()
                + "/ws/v1/cluster/apps/"
                + id
                + "/state?user.name="
                + System.getProperty("user.name"));
    HttpURLConnection call = (HttpURLConnection) url.openConnection();
    call.setRequestMethod("PUT");
    call.setDoOutput(true);
    call.setRequestProperty("Content-Type", "application/json");
    call.getOutputStream().write("{\"state\":\"KILLED\"}".getBytes(StandardCharsets.UTF_8));
    assertTrue("" + call.getResponseCode(), call.getResponseCode() / 100 == 2);
  }

  /**
   * How many live objects there are of each class that the features' daemons use, but for what a
   * bounded number is kept of: counters, decisions to be explained, what was learnt of users, and
   * what all features share. Of the shared classes, only requests are an application's.
   */
  private static Map<String, Long> instances() throws Exception {
    String histogram =
        (String)
            ManagementFactory.getPlatformMBeanServer()
                .invoke(
                    new ObjectName("com.sun.management:type=DiagnosticCommand"),
                    "gcClassHistogram",
                    new Object[] {null},
                    new String[] {String[].class.getName()});
    Map<String, Long> instances = new TreeMap<>();
    for (String line : histogram.split("\n")) {
      String[] columns = line.trim().split("\\s+");
      if (columns.length >= 4 && isCounted(columns[3])) {
        instances.put(columns[3], Long.parseLong(columns[1]));
      }
    }
    return instances;
  }

  private static boolean isCounted(String name) throws ClassNotFoundException {
    return name.startsWith("org.yarnext.")
        && !name.startsWith("org.yarnext.minicluster.")
        && (name.startsWith("org.yarnext.common.requests.")
            || !name.startsWith("org.yarnext.common."))
        && !name.startsWith(UserRunTimeCache.class.getName())
        && !name.contains("$$Lambda")
        && !Enum.class.isAssignableFrom(
            Class.forName(name, false, ApplicationEndsTest.class.getClassLoader()));
  }

  /** Returns the classes with more objects than before, and how many more. */
  private static Map<String, Long> grown(Map<String, Long> before) throws Exception {
    Map<String, Long> grown = instances();
    grown.replaceAll((name, count) -> count - before.getOrDefault(name, 0L));
    // A node remembers the size of the container that waited there last.
    grown.computeIfPresent(
        ResourceVector.class.getName(), (name, count) -> count - AdministeredCluster.NODES);
    grown.entrySet().removeIf(e -> e.getValue() <= 0);
    return grown;
  }

  private static String text(Map<String, Long> before) {
    try {
      return grown(before).toString();
    } catch (Exception e) {
      return e.toString();
    }
  }

  /** An application that makes all that is made once. */
  private static void endOne() throws Exception {
    MercuryNode.Gate gate = cluster.gate("one");
    ShellWorkload one = waiting(gate);
    cluster.assertEndsInOrder(one, gate);
  }

  private static List<String> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        // A guard starts another worker when one is late.
        .filter(name -> !name.contains("-guard-"))
        .filter(
            name ->
                name.contains("yarnext") || name.contains("mercury") || name.contains("elastic"))
        .sorted()
        .collect(Collectors.toList());
  }

  @Test
  public void endedApplicationsLeaveNothingBehind() throws Exception {
    endOne();
    Map<String, Long> before = instances();
    List<String> threadsBefore = threads();
    endInEveryWay();
    Await.until(
        () -> "nothing to run on the node that is left",
        PATIENCE_MS,
        () ->
            HybridCluster.sum("Mercury", "RunningOpportunistic") == 0
                && HybridCluster.sum("Mercury", "QueuedContainers") == 0);
    Await.until(
        () -> "no thread to be left: " + threads() + " after " + threadsBefore,
        PATIENCE_MS,
        () -> {
          List<String> more = threads();
          threadsBefore.forEach(more::remove);
          return more.isEmpty();
        });
    Await.until(
        () -> "no object to be left of the applications: " + text(before),
        PATIENCE_MS,
        () -> grown(before).isEmpty());
  }

  private static void endInEveryWay() throws Exception {
    MercuryNode.Gate gate = cluster.gate("ends");
    try (YarnClient yarn = YarnClient.createYarnClient();
        ControlledMaster lost = held("lost with its node", LOST_NODE);
        ControlledMaster failed = held("failed", 0);
        ControlledMaster expired = held("silent", 0)) {
      ShellWorkload finished = waiting(gate);
      ShellWorkload killed = waiting(gate);
      ShellWorkload killedOverRest = waiting(gate);
      ShellWorkload gone = waiting(gate);
      yarn.init(cluster.cluster().conf());
      yarn.start();
      for (ShellWorkload some : Arrays.asList(finished, killed, killedOverRest, gone)) {
        Await.until("its record", PATIENCE_MS, () -> cluster.record(some) != null);
        Await.until(
            "its asks", PATIENCE_MS, () -> cluster.record(some).ledger().get("asked") >= ASKED);
      }
      // The queue has room for three masters.
      cluster.cluster().expireMaster(expired.id());
      ControlledMaster unregistered = held("unregistered", 0);
      unregistered.unregister();
      unregistered.close();
      cluster.cluster().killNodeManager(LOST_NODE);
      cluster.cluster().expireNode(LOST_NODE);
      failed.fail();
      yarn.killApplication(killed.applicationId());
      killOverRest(killedOverRest.applicationId());
      for (ShellWorkload some : Arrays.asList(killed, killedOverRest, gone)) {
        some.abandon();
      }
      cluster.cluster().expireMaster(gone.applicationId());
      gate.open();
      finished.awaitEnd(PATIENCE_MS);
      finished.close();

      awaitEnds(
          lost.id(),
          failed.id(),
          expired.id(),
          unregistered.id(),
          finished.applicationId(),
          killed.applicationId(),
          killedOverRest.applicationId(),
          gone.applicationId());
      assertEquals(RMAppState.FAILED, app(lost.id()).getState());
      assertEquals(RMAppState.FAILED, app(failed.id()).getState());
      assertEquals(RMAppState.FAILED, app(expired.id()).getState());
      assertEquals(RMAppState.FAILED, app(gone.applicationId()).getState());
      assertEquals(RMAppState.KILLED, app(killed.applicationId()).getState());
      assertEquals(RMAppState.KILLED, app(killedOverRest.applicationId()).getState());
      assertEquals(RMAppState.FINISHED, app(finished.applicationId()).getState());
      cluster.awaitNothingPending();
    }
  }

  private static void awaitEnds(ApplicationId... ids) {
    Await.until(
        () ->
            "the ends of "
                + Arrays.stream(ids)
                    .map(id -> app(id).getName() + " " + app(id).getState())
                    .collect(Collectors.toList()),
        PATIENCE_MS,
        () -> Arrays.stream(ids).allMatch(ApplicationEndsTest::isOver));
  }

  @Test
  public void nextAttemptKeepsContainersAndQuotaOfTheFirst() throws Exception {
    try (ControlledMaster master = new ControlledMaster(cluster, "kept", "wide", -1, 2, true)) {
      master.register(1);
      master.ask(ASKED);
      List<Container> granted = master.await(QUOTA);
      assertTrue(
          granted.toString(),
          granted.stream().allMatch(c -> c.getExecutionType() == ExecutionType.OPPORTUNISTIC));
      ApplicationAttemptRecord first = cluster.record(master.id(), 1);
      assertEquals(QUOTA, first.opportunisticAlive());
      MercuryNode.Gate tasks = cluster.gate("kept tasks");
      master.start(granted, tasks);
      master.fail();

      RegisterApplicationMasterResponse again = master.register(2);
      assertEquals(
          "the containers go on",
          granted.stream().map(Container::getId).sorted().collect(Collectors.toList()),
          again.getContainersFromPreviousAttempts().stream()
              .map(Container::getId)
              .sorted()
              .collect(Collectors.toList()));
      ApplicationAttemptRecord second = cluster.record(master.id(), 2);
      assertEquals("and count", QUOTA, second.opportunisticAlive());
      Await.until(
          "the first attempt's record to go",
          PATIENCE_MS,
          () -> cluster.record(master.id(), 1) == null);
      master.ask(2);
      for (int i = 0; i < 10; i++) {
        List<Container> more = master.heartbeat();
        assertTrue(
            "the quota is used up: "
                + more
                + "; alive "
                + second.opportunisticAlive()
                + " of "
                + granted
                + "; ledger "
                + second.ledger(),
            more.isEmpty());
      }
      ContainerId one = granted.get(0).getId();
      master.release(one);
      assertEquals(1, master.await(1).size());
      assertEquals(QUOTA, second.opportunisticAlive());
      master.unregister();
      Await.until("its end", PATIENCE_MS, () -> isOver(master.id()));
      cluster.awaitNothingPending();
    }
  }
}
