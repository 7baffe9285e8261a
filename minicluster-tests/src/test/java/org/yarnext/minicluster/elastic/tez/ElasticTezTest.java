// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.elastic.tez;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.apache.tez.dag.app.DAGAppMaster;
import org.apache.tez.runtime.task.TezChild;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.yarnext.minicluster.cluster.MiniCluster;
import org.yarnext.minicluster.elastic.ContainerJvm;
import org.yarnext.minicluster.elastic.ContainerWatch;
import org.yarnext.minicluster.elastic.ElasticCluster;
import org.yarnext.minicluster.elastic.ElasticCounters;
import org.yarnext.minicluster.elastic.FileGate;
import org.yarnext.minicluster.elastic.IdleClusterCheck;
import org.yarnext.minicluster.process.Await;
import org.yarnext.minicluster.process.BackgroundCall;
import org.yarnext.minicluster.shell.Attempt;
import org.yarnext.minicluster.shell.ShellTask;
import org.yarnext.minicluster.shell.ShellWorkload;

/**
 * An unmodified Tez DAG runs with under-sized containers beside a job that holds half of the
 * memory, on either scheduler. Its master waits for its full size, whatever a profile says of it,
 * and containers that run several tasks have the smaller heap for all of them.
 */
@RunWith(Parameterized.class)
public class ElasticTezTest {
  private static final int TOKENIZERS = 10;
  private static final int SUMMATIONS = 3;
  private static final int TASKS = TOKENIZERS + SUMMATIONS + 1;

  /** Priority of Tez's requests for a vertex, from its distance to the root and its number. */
  private static final int TOKENIZER_PRIORITY = 8;

  private static final int SUMMATION_PRIORITY = 20;

  /** Memory that sorting tasks request from Tez; those with the smaller heap request half. */
  private static final long SORT_MB = 120;

  private static final long SMALL_SORT_MB = ElasticCluster.SMALL_HEAP_KB / 1024 / 2;

  /** Heartbeats of a node, each of which would place the master if it had room. */
  private static final int TURNS = 5;

  @Parameterized.Parameters(name = "{0}")
  public static Collection<String> schedulers() {
    return Arrays.asList("fair", "capacity");
  }

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private final String scheduler;

  public ElasticTezTest(String scheduler) {
    this.scheduler = scheduler;
  }

  @Test
  public void tezTasksRunWithLessMemoryAndTheMasterDoesNot() throws Exception {
    try (ElasticCluster elastic =
        ElasticCluster.start(
            ElasticCluster.witnessed("elastic-tez", scheduler)
                .set("yarn.elastic.profiles.file", profiles().toString()),
            TOKENIZERS)) {
      MiniCluster cluster = elastic.cluster();
      try (ShellWorkload holds = ShellWorkload.start(cluster, "holds", 100)) {
        FileGate first = new FileGate(cluster.workDir().resolve("first"));
        FileGate last = new FileGate(cluster.workDir().resolve("last"));
        for (int i = 0; i < cluster.size(); i++) {
          holds.submit(ShellTask.guaranteed(first.command()).on(cluster.host(i)));
          holds.submit(ShellTask.guaranteed(last.command()).on(cluster.host(i)));
        }
        int held = 2 * cluster.size();
        holds.await(Attempt.State.RUNNING, held, ElasticCluster.PATIENCE_MS);

        CompletableFuture<Void> dag =
            elastic.start(
                (text, output) ->
                    elastic
                        .tez()
                        .summations(SUMMATIONS)
                        .set(
                            "tez.runtime.io.sort.mb",
                            "${env.YARNEXT_ELASTIC_SORT_MB:-" + SORT_MB + "}")
                        .tags(
                            ElasticCluster.tag("tokenizer", "priority=" + TOKENIZER_PRIORITY + ";"))
                        .run(text, output));
        awaitWaitingMaster(elastic);
        assertEquals("the master waits", held, ContainerWatch.running(cluster).size());
        first.open();
        BackgroundCall.await(dag, ElasticCluster.PATIENCE_MS);
        last.open();
        holds.awaitEnd(ElasticCluster.PATIENCE_MS);
      }
      assertMasterWasWhole(elastic.watch());
      assertTrue("some tasks had less", ElasticCounters.scheduled("ContainersUndersized") > 0);
      elastic.assertSizesAreTrue();
      assertTasksShared(elastic);
      IdleClusterCheck.await(elastic);
    }
  }

  /** The master's, which nothing may heed, and that of the second vertex. */
  private Path profiles() throws IOException {
    String entry =
        "{\"job\": \"ordered word *\", \"framework\": \"TEZ\", \"task\": \"%s\", \"priority\": %d,"
            + " \"model\": \"step\", \"idealMb\": 512, \"idealMs\": 6000, \"undersized\": 1.1,"
            + " \"outputMb\": 1}";
    Path file = folder.newFile().toPath();
    String text =
        "{\"version\": 1, \"profiles\": ["
            + String.format(Locale.ROOT, entry, "master", 0)
            + ", "
            + String.format(Locale.ROOT, entry, "Summation", SUMMATION_PRIORITY)
            + "]}";
    return Files.write(file, text.getBytes(UTF_8));
  }

  private static void awaitWaitingMaster(ElasticCluster elastic) {
    QueueMetrics root = elastic.scheduler().getRootQueueMetrics();
    Await.until(
        "the master to be asked for",
        ElasticCluster.PATIENCE_MS,
        () -> root.getPendingMB() == ElasticCluster.TASK_MB);
    for (int i = 0; i < elastic.cluster().size(); i++) {
      RMNode node =
          elastic
              .cluster()
              .resourceManager()
              .getRMContext()
              .getRMNodes()
              .get(elastic.cluster().nodeId(i));
      int turn = turn(node);
      Await.until(
          "heartbeats of " + node, ElasticCluster.PATIENCE_MS, () -> turn(node) >= turn + TURNS);
    }
  }

  private static int turn(RMNode node) {
    return node.getLastNodeHeartBeatResponse().getResponseId();
  }

  private static void assertMasterWasWhole(ContainerWatch watch) {
    List<String> masters =
        watch.jvms().entrySet().stream()
            .filter(jvm -> jvm.getValue().runs(DAGAppMaster.class))
            .map(Map.Entry::getKey)
            .collect(Collectors.toList());
    assertEquals(masters.toString(), 1, masters.size());
    String master = masters.get(0);
    assertTrue(watch.granted().get(master).master);
    assertEquals(ElasticCluster.TASK_MB, watch.granted().get(master).mb);
    assertEquals(ElasticCluster.HEAP_KB, watch.jvms().get(master).heapKb);
  }

  /**
   * Every task ran once, several in a container, and each found the heap of its container: what Tez
   * hands out to its inputs and outputs goes by that, and the sort buffer by the node's variable.
   */
  private static void assertTasksShared(ElasticCluster elastic) throws IOException {
    Map<String, ContainerJvm> jvms = elastic.watch().jvms();
    Map<String, List<Path>> tasks = TezTaskLogs.byContainer(elastic.cluster());
    assertEquals(tasks.toString(), TASKS, tasks.values().stream().mapToInt(List::size).sum());
    assertTrue("some shared: " + tasks, tasks.size() < TASKS);
    List<String> small = new ArrayList<>();
    int sorted = 0;
    for (Map.Entry<String, List<Path>> container : tasks.entrySet()) {
      ContainerJvm jvm = jvms.get(container.getKey());
      assertTrue(container.getKey(), jvm.runs(TezChild.class));
      if (jvm.heapKb < ElasticCluster.HEAP_KB) {
        small.add(container.getKey());
      }
      for (Path log : container.getValue()) {
        long found = TezTaskLogs.heapBytes(log);
        assertTrue(log + ": " + found, found > 0 && found <= jvm.heapKb * 1024);
        long sort = TezTaskLogs.sortBytes(log);
        if (sort >= 0) {
          long wantedMb = jvm.heapKb < ElasticCluster.HEAP_KB ? SMALL_SORT_MB : SORT_MB;
          assertEquals(log.toString(), wantedMb << 20, sort);
          sorted++;
        }
      }
    }
    assertFalse("some with a smaller heap: " + tasks, small.isEmpty());
    assertEquals("all but the last vertex", TASKS - 1, sorted);
  }
}
