// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.mercury.hybrid;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotSame;
import static org.junit.Assert.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.mapreduce.v2.app.MRAppMaster;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.Container;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.junit.Test;
import org.yarnext.mercury.application.ApplicationAttemptRecord;
import org.yarnext.minicluster.cluster.MiniCluster;
import org.yarnext.minicluster.elastic.GatedMapper;
import org.yarnext.minicluster.jobs.MapReduceWordCount;
import org.yarnext.minicluster.mercury.MercuryNode;
import org.yarnext.minicluster.process.Await;
import org.yarnext.minicluster.process.BackgroundCall;
import org.yarnext.minicluster.shell.Attempt;
import org.yarnext.minicluster.shell.ShellTask;
import org.yarnext.minicluster.shell.ShellWorkload;

/**
 * An application never has more opportunistic containers than its quota, and all its tasks run,
 * also when a NodeManager restarts or its master dies meanwhile. Where NodeManagers keep the quota,
 * {@link HybridDistributedTest} shows it.
 */
public class QuotaTest {
  private static final int QUOTA = 3;
  private static final int TASKS = 12;

  /** More than the quota, so that some wait for those that end. */
  private static final int MAPS = 2 * QUOTA;

  @Test
  public void aliveOpportunisticContainersNeverExceedTheQuota() throws Exception {
    try (MiniCluster cluster =
            MercuryNode.settings("quota")
                .nodes(2)
                .set("yarn.mercury.coordinator.interval", "200ms")
                .set("yarn.mercury.quota.default", "max=" + QUOTA)
                .start();
        ShellWorkload application = ShellWorkload.start(cluster, "quota", 100)) {
      MercuryNode.Gate gate = new MercuryNode.Gate(cluster.workDir().resolve("gate"));
      List<ShellTask> tasks = new ArrayList<>();
      for (int i = 0; i < TASKS; i++) {
        tasks.add(ShellTask.opportunistic(gate.command() + "; sleep 0.5"));
      }
      application.submit(tasks);
      application.await(Attempt.State.RUNNING, QUOTA, MercuryNode.PATIENCE_MS);
      cluster.restartNodeManager(0);
      gate.open();
      application.awaitEnd(MercuryNode.PATIENCE_MS);

      assertEquals(TASKS, application.count(Attempt.State.SUCCEEDED));
      List<Attempt> attempts = application.attempts();
      assertEquals("none was taken back", TASKS, attempts.size());
      int most = 0;
      for (Attempt a : attempts) {
        int alive = 0;
        for (Attempt other : attempts) {
          boolean overlaps =
              other.allocatedMs() <= a.allocatedMs() && a.allocatedMs() < other.completedMs();
          alive += overlaps ? 1 : 0;
        }
        most = Math.max(most, alive);
      }
      assertTrue(most + " at a time", most <= QUOTA);
      assertEquals("the quota was used", QUOTA, most);
    }
  }

  /** MapReduce's next master keeps no container of the one before. */
  @Test
  public void nextMasterOfAJobHasTheSameQuota() throws Exception {
    try (HybridCluster hybrid =
            HybridCluster.start(
                HybridCluster.centralised("quota-master", "only-Q")
                    .set("yarn.mercury.quota.default", "max=" + QUOTA),
                MAPS);
        OnNodes nodes = new OnNodes(hybrid.cluster())) {
      Path gate = hybrid.cluster().workDir().resolve("gate");
      MapReduceWordCount job = GatedMapper.hold(new MapReduceWordCount(hybrid.cluster()), gate);
      CompletableFuture<Void> running = hybrid.start(on -> on.run(job));
      ApplicationAttemptRecord first = hybrid.awaitRecord();
      nodes.await(QUOTA);
      assertEquals(first.ledger().toString(), QUOTA, first.opportunisticAlive());

      assertEquals(1, hybrid.cluster().killContainers(MRAppMaster.class));
      RMApp application = hybrid.apps().iterator().next();
      Await.until(
          "a second master",
          HybridCluster.PATIENCE_MS,
          () -> application.getAppAttempts().size() == 2);
      ApplicationAttemptRecord second = hybrid.awaitRecord();
      assertNotSame("each master has a record of its own", first, second);
      Await.until(
          () -> QUOTA + " opportunistic containers again: " + second.ledger(),
          HybridCluster.PATIENCE_MS,
          () -> second.opportunisticAlive() == QUOTA);
      nodes.await(QUOTA);
      assertTrue("more are wanted", second.ledger().get("queueable") > 0);

      Files.createFile(gate);
      BackgroundCall.await(running, HybridCluster.JOB_MS);
      HybridCluster.assertLedgerIsClosed(second.ledger());
      assertEquals(0, (long) HybridCluster.used().get("AttemptsGivenUp"));
      assertEquals("at a time, of both masters", QUOTA, nodes.most());
      hybrid.awaitQuiet();
    }
  }

  /** Counts the opportunistic containers on all nodes again and again, as nodes know them. */
  private static final class OnNodes implements AutoCloseable {
    private static final long INTERVAL_MS = 20;

    private final MiniCluster cluster;
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
    private final ScheduledFuture<?> counting;
    private volatile int now;
    private volatile int most;

    OnNodes(MiniCluster cluster) {
      this.cluster = cluster;
      counting = thread.scheduleWithFixedDelay(this::count, 0, INTERVAL_MS, TimeUnit.MILLISECONDS);
    }

    private void count() {
      List<Container> seen = new ArrayList<>();
      for (int i = 0; i < cluster.size(); i++) {
        for (Container each : cluster.nodeManager(i).getNMContext().getContainers().values()) {
          ExecutionType type = each.getContainerTokenIdentifier().getExecutionType();
          if (type == ExecutionType.OPPORTUNISTIC && isAlive(each)) {
            seen.add(each);
          }
        }
      }
      // One may have ended, and its successor begun on a node that was looked at later.
      seen.removeIf(each -> !isAlive(each));
      now = seen.size();
      most = Math.max(most, now);
    }

    private static boolean isAlive(Container container) {
      return container.cloneAndGetContainerStatus().getState() != ContainerState.COMPLETE;
    }

    void await(int count) {
      Await.until(
          () -> count + " opportunistic containers, there are " + now,
          HybridCluster.PATIENCE_MS,
          () -> now == count);
    }

    int most() {
      assertFalse("a failed count is the last one", counting.isDone());
      return most;
    }

    @Override
    public void close() {
      thread.shutdownNow();
    }
  }
}
