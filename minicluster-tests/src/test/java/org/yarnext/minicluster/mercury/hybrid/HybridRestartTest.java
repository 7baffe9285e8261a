// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.mercury.hybrid;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.Container;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerState;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.Test;
import org.yarnext.mercury.application.ApplicationAttemptRecord;
import org.yarnext.minicluster.elastic.GatedMapper;
import org.yarnext.minicluster.jobs.HistoryFiles;
import org.yarnext.minicluster.jobs.MapReduceWordCount;
import org.yarnext.minicluster.mercury.MercuryNode;
import org.yarnext.minicluster.process.Await;
import org.yarnext.minicluster.process.BackgroundCall;

/**
 * The ResourceManager, which divides and places the asks of unmodified jobs, restarts in the middle
 * of them: what has been granted runs on, what is outstanding is divided again, and nothing is
 * asked or granted twice.
 */
public class HybridRestartTest {
  private static final int MAPS = 12;

  /** Opportunistic containers at a time; with it some asks are outstanding while others wait. */
  private static final int QUOTA = 5;

  /** The containers that fit on the nodes, the master's included. */
  private static final int ROOM = 2 * MercuryNode.NODE_VCORES;

  /** Containers that the queue allows to be guaranteed, the master's included. */
  private static final int GUARANTEED = ROOM / 2;

  private static HybridCluster hybrid;

  @BeforeClass
  public static void start() throws IOException {
    hybrid =
        HybridCluster.start(
            HybridCluster.halfGuaranteed(HybridCluster.centralised("hybrid-restart", "60%-Q"))
                .set("yarn.mercury.quota.default", "max=" + QUOTA)
                .set(YarnConfiguration.RECOVERY_ENABLED, "true")
                .set(YarnConfiguration.RM_WORK_PRESERVING_RECOVERY_SCHEDULING_WAIT_MS, "0")
                .set(YarnConfiguration.RESOURCEMANAGER_CONNECT_RETRY_INTERVAL_MS, "500"),
            MAPS);
  }

  @AfterClass
  public static void close() throws IOException {
    hybrid.close();
  }

  @Test
  public void mapReduceAndTezSurviveAResourceManagerRestart() throws Exception {
    mapReduce();
    tez();
    hybrid.assertMastersGuaranteed(2);
    hybrid.awaitQuiet();
  }

  /** No map ends until the gate opens, so that the counters do not change. */
  private static void mapReduce() throws Exception {
    final long arrived = HybridCluster.used().get("ContainersArrived");
    Path gate = hybrid.cluster().workDir().resolve("gate");
    MapReduceWordCount job = GatedMapper.hold(new MapReduceWordCount(hybrid.cluster()), gate);
    CompletableFuture<Void> running = hybrid.start(on -> on.run(job));
    ApplicationAttemptRecord record = hybrid.awaitRecord();
    Census[] census = {Census.of(hybrid)};
    Await.until(
        () -> census[0] + " of " + record.ledger(),
        HybridCluster.PATIENCE_MS,
        () -> {
          census[0] = Census.of(hybrid);
          return record.opportunisticAlive() == QUOTA && census[0].rests(record.ledger());
        });
    Map<String, Long> first = record.ledger();

    ApplicationAttemptRecord again = restart(record);
    // The nodes tell the quota of those that an earlier life granted.
    Await.until(
        () -> again.opportunisticAlive() + " opportunistic, " + again.ledger(),
        HybridCluster.PATIENCE_MS,
        () -> again.opportunisticAlive() >= QUOTA);
    Files.createFile(gate);
    BackgroundCall.await(running, HybridCluster.JOB_MS);

    Map<String, Long> second = again.ledger();
    assertGoesOn(first, second);
    String both = first + ", then " + second;
    long attempts = attempts(job);
    // Without those that the scheduler had granted when more were asked: the master gives them
    // back.
    assertEquals(both, attempts, HybridCluster.granted(first) + HybridCluster.granted(second));
    assertEquals(
        both,
        HybridCluster.used().get("ContainersArrived") - arrived,
        first.get("grantedOpportunistic") + second.get("grantedOpportunistic"));
    long outstanding = first.get("guaranteed") + first.get("queueable");
    assertEquals(
        both + ": what was outstanding was asked again, once",
        attempts,
        first.get("asked") - outstanding + second.get("asked"));
  }

  private static void tez() throws Exception {
    CompletableFuture<Void> running = hybrid.start(on -> on.tezWithoutReuse(""));
    ApplicationAttemptRecord record = hybrid.awaitRecord();
    Await.until(
        () -> "opportunistic containers: " + record.ledger(),
        HybridCluster.PATIENCE_MS,
        () -> record.ledger().get("grantedOpportunistic") > 0);
    ApplicationAttemptRecord again = restart(record);
    BackgroundCall.await(running, HybridCluster.JOB_MS);
    assertGoesOn(record.ledger(), again.ledger());
  }

  /** State of the same master in the next ResourceManager. */
  private static ApplicationAttemptRecord restart(ApplicationAttemptRecord record) {
    assertEquals(0, (long) HybridCluster.used().get("AttemptsGivenUp"));
    hybrid.cluster().restartResourceManager();
    ApplicationAttemptRecord again = hybrid.awaitRecord();
    assertTrue("another record", again != record);
    return again;
  }

  private static void assertGoesOn(Map<String, Long> first, Map<String, Long> second) {
    String both = first + ", then " + second;
    assertEquals(both, 0, (long) HybridCluster.used().get("AttemptsGivenUp"));
    HybridCluster.assertLedgerIsClosed(second);
    assertTrue("goes on to divide: " + both, second.get("grantedOpportunistic") > 0);
  }

  /** How often the master has started a task. */
  private static long attempts(MapReduceWordCount job) throws IOException {
    Await.until(
        "a history below " + job.histories(),
        HybridCluster.PATIENCE_MS,
        () -> !HistoryFiles.in(job.histories()).isEmpty());
    return HistoryFiles.read(HistoryFiles.in(job.histories()).get(0))
        .getAllTasks()
        .values()
        .stream()
        .mapToLong(task -> task.getAllTaskAttempts().size())
        .sum();
  }

  /** The containers that run on the nodes, and those that wait there. */
  private static final class Census {
    private int running;
    private int runningOpportunistic;
    private int waiting;
    private int waitingGuaranteed;

    static Census of(HybridCluster on) {
      Census census = new Census();
      for (int i = 0; i < on.cluster().size(); i++) {
        on.cluster().nodeManager(i).getNMContext().getContainers().values().forEach(census::add);
      }
      return census;
    }

    private void add(Container container) {
      boolean opportunistic =
          container.getContainerTokenIdentifier().getExecutionType() == ExecutionType.OPPORTUNISTIC;
      if (container.getContainerState() == ContainerState.RUNNING) {
        running++;
        runningOpportunistic += opportunistic ? 1 : 0;
      } else if (container.getContainerState() == ContainerState.SCHEDULED) {
        waiting++;
        waitingGuaranteed += opportunistic ? 0 : 1;
      }
    }

    /**
     * The nodes are full, the queue has no room for more that are guaranteed, and every map is
     * outstanding, waits or runs: nothing is under way.
     */
    boolean rests(Map<String, Long> ledger) {
      long maps = ledger.get("guaranteed") + ledger.get("queueable") + running - 1 + waiting;
      return maps == MAPS
          && running == ROOM
          && runningOpportunistic == ROOM - GUARANTEED
          && waiting > 0
          && waitingGuaranteed == 0
          && ledger.get("guaranteed") > 0
          && ledger.get("queueable") > 0;
    }

    @Override
    public String toString() {
      return running + " run, " + runningOpportunistic + " opportunistic, and " + waiting + " wait";
    }
  }
}
