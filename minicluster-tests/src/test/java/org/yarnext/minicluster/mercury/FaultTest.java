// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.mercury;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.service.Service;
import org.junit.Test;
import org.yarnext.common.testing.LogLines;
import org.yarnext.mercury.policy.ContainerView;
import org.yarnext.mercury.policy.queue.QueueOrder;
import org.yarnext.minicluster.cluster.ClusterSettings;
import org.yarnext.minicluster.shell.Attempt;
import org.yarnext.minicluster.shell.ShellTask;
import org.yarnext.minicluster.shell.ShellWorkload;

/** With any fault of Mercury the NodeManager stays up, and containers run as on stock. */
public class FaultTest {
  private static final long PATIENCE_MS = MercuryNode.PATIENCE_MS;
  private static final int TASKS = 12;

  /** Fails whenever two containers are compared. */
  public static final class ThrowingOrder implements QueueOrder {
    @Override
    public int compare(ContainerView a, ContainerView b) {
      throw new IllegalStateException("this order always fails");
    }
  }

  /** Never answers. */
  public static final class HangingOrder implements QueueOrder {
    private static final CountDownLatch NEVER = new CountDownLatch(1);

    @Override
    public int compare(ContainerView a, ContainerView b) {
      while (true) {
        try {
          NEVER.await();
        } catch (InterruptedException e) {
          // A policy that ignores interruption is the hard case.
          continue;
        }
      }
    }
  }

  @Test
  public void policyThatThrowsLeavesStock() throws Exception {
    try (LogLines log = new LogLines("org.yarnext");
        MercuryNode node =
            MercuryNode.start(
                MercuryNode.settings("fault-throw")
                    .set("yarn.mercury.queue.order", ThrowingOrder.class.getName()))) {
      runsAsStock(node);
      assertTrue("handed back", MercuryNode.metric("ContainersReturnedToStock") > 0);
      assertTrue("failures", MercuryNode.metric("GuardFailures") > 0);
      assertEquals(
          "one line for one kind of failure", 1, log.count("IllegalStateException", "stock"));
      MercuryNode.assertLedgerBalances();
    }
  }

  @Test
  public void policyThatHangsLeavesStock() throws Exception {
    try (LogLines log = new LogLines("org.yarnext");
        MercuryNode node =
            MercuryNode.start(
                MercuryNode.settings("fault-hang")
                    .set("yarn.mercury.queue.order", HangingOrder.class.getName())
                    .set("yarn.mercury.guard.deadline", "200ms"))) {
      runsAsStock(node);
      assertTrue("timeouts", MercuryNode.metric("GuardTimeouts") > 0);
      assertTrue("trips", MercuryNode.metric("GuardTrips") > 0);
      assertTrue("a line says so", log.count("mercury", "tripped") >= 1);
      MercuryNode.assertLedgerBalances();
    }
  }

  @Test
  public void corruptRecoveryRecordIsDiscarded() throws Exception {
    try (LogLines log = new LogLines("org.yarnext");
        MercuryNode node =
            MercuryNode.start(
                MercuryNode.settings("fault-record").set("yarn.mercury.tick", "100ms"))) {
      try (ShellWorkload application = node.application("learn")) {
        application.submit(ShellTask.opportunistic("true"));
        application.awaitEnd(PATIENCE_MS);
        MercuryNode.awaitMetric("ApplicationsWithRunTimes", 1);
        Path record = awaitFile(node.cluster().workDir(), "estimates.json");
        node.cluster().stopNodeManager(0);
        Files.write(record, "{\"version\":1,\"appl".getBytes(StandardCharsets.UTF_8));
        node.cluster().startNodeManager(0);
        node.cluster().awaitRunningNodes(1);
      }
      assertEquals(1, MercuryNode.metric("RecoveryRecordsRefused"));
      assertEquals(1, log.count("recovery record"));
      // The corrupt file is gone; Mercury continues to work.
      try (ShellWorkload application = node.application("after")) {
        application.submit(Collections.nCopies(TASKS, ShellTask.opportunistic("true")));
        application.awaitEnd(PATIENCE_MS);
        assertEquals(TASKS, application.count(Attempt.State.SUCCEEDED));
      }
      assertEquals(TASKS, MercuryNode.metric("ContainersStarted"));
    }
  }

  @Test
  public void refusedConfigurationLeavesStock() throws Exception {
    try (LogLines log = new LogLines("org.yarnext");
        MercuryNode node =
            MercuryNode.start(
                stockRanking("fault-conf")
                    .set("yarn.mercury.queue.agging-limit", "10s")
                    .set("yarn.mercury.shedding.max-share", "7"))) {
      runsAsStock(node);
      assertEquals(1, MercuryNode.metric("ConfigurationRefused"));
      assertEquals(
          "one line of the NodeManager names key, value and fix",
          1,
          log.count("yarn.mercury.shedding.max-share=7", "Containers run as in stock YARN"));
      assertTrue(
          "an unknown key is warned about, with the nearest",
          log.count("yarn.mercury.queue.agging-limit", "yarn.mercury.queue.aging-limit") > 0);
    }
  }

  @Test
  public void missingAuxiliaryServiceLeavesStock() throws Exception {
    try (LogLines log = new LogLines("org.yarnext");
        MercuryNode node =
            MercuryNode.start(
                stockRanking("fault-aux")
                    .set("yarn.nodemanager.aux-services", "mapreduce_shuffle"))) {
      runsAsStock(node);
      assertEquals(1, MercuryNode.metric("ConfigurationRefused"));
      assertEquals(1, log.count("add mercury to yarn.nodemanager.aux-services"));
    }
  }

  /** Without Mercury nobody reports queue waits, and a ranking by them would place nothing. */
  private static ClusterSettings stockRanking(String name) {
    return MercuryNode.settings(name)
        // The ResourceManager would refuse the same configuration for its coordinator.
        .set("yarn.resourcemanager.scheduler.monitor.enable", "false")
        .set("yarn.resourcemanager.nm-container-queuing.load-comparator", "QUEUE_LENGTH");
  }

  private static void runsAsStock(MercuryNode node) throws Exception {
    try (ShellWorkload application = node.application("work")) {
      application.submit(Collections.nCopies(TASKS, ShellTask.opportunistic("sleep 0.3")));
      application.submit(Collections.nCopies(2, ShellTask.guaranteed("sleep 0.3")));
      application.awaitEnd(PATIENCE_MS);
      assertEquals(TASKS + 2, application.count(Attempt.State.SUCCEEDED));
    }
    assertEquals(Service.STATE.STARTED, node.cluster().nodeManager(0).getServiceState());
  }

  private static Path awaitFile(Path below, String name) {
    Path[] found = new Path[1];
    org.yarnext.minicluster.process.Await.until(
        "a file " + name,
        PATIENCE_MS,
        () -> {
          try (Stream<Path> files = Files.walk(below)) {
            List<Path> hits = files.filter(f -> f.endsWith(name)).collect(Collectors.toList());
            found[0] = hits.isEmpty() ? null : hits.get(0);
          } catch (java.io.UncheckedIOException e) {
            // A directory of a finished container went away meanwhile.
            return false;
          }
          return found[0] != null;
        });
    return found[0];
  }
}
