// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.mercury.daemon;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.rules.TestRule;
import org.junit.runner.Description;
import org.junit.runners.model.Statement;
import org.yarnext.minicluster.cluster.MiniCluster;
import org.yarnext.minicluster.cluster.NodeProcess;
import org.yarnext.minicluster.mercury.MercuryNode;
import org.yarnext.minicluster.mercury.NodeLedger;
import org.yarnext.minicluster.process.Await;
import org.yarnext.minicluster.shell.ShellTask;
import org.yarnext.minicluster.shell.ShellWorkload;

/**
 * A node with Mercury from conf-samples/mercury whose NodeManager is a process that can be killed,
 * and a book in which every task writes when it starts and ends. A failing test shows the end of
 * the NodeManager's log; nothing is left running.
 */
final class DaemonNode implements TestRule {
  private static final String MERCURY = "Mercury";
  private static final String STOCK = "NodeManagerMetrics";

  private final String name;
  private MiniCluster cluster;
  private NodeProcess daemon;
  private Path book;

  DaemonNode(String name) {
    this.name = name;
  }

  @Override
  public Statement apply(Statement test, Description description) {
    return new Statement() {
      @Override
      public void evaluate() throws Throwable {
        try {
          open();
          test.evaluate();
        } catch (Throwable t) {
          if (daemon != null) {
            t.addSuppressed(new IllegalStateException("The NodeManager's log" + daemon.tail()));
          }
          throw t;
        } finally {
          close();
        }
      }
    };
  }

  private void open() throws IOException {
    cluster =
        MercuryNode.settings(name)
            .nodes(0)
            // Every task has its place before the NodeManager is killed; with Mercury off nobody
            // would report the waits that the sample ranks by.
            .set(YarnConfiguration.NM_CONTAINER_QUEUING_LOAD_COMPARATOR, "QUEUE_LENGTH")
            .set(YarnConfiguration.NM_CONTAINER_QUEUING_MIN_QUEUE_LENGTH, "100")
            .set(YarnConfiguration.NM_CONTAINER_QUEUING_MAX_QUEUE_LENGTH, "100")
            .start();
    daemon = NodeProcess.of(cluster);
    book = Files.createFile(cluster.workDir().resolve("book"));
  }

  private void close() throws IOException {
    try {
      if (daemon != null) {
        daemon.close();
      }
    } finally {
      if (cluster != null) {
        cluster.close();
      }
    }
    if (cluster != null) {
      assertEquals("left running", Collections.emptyList(), containerPids());
    }
  }

  NodeProcess daemon() {
    return daemon;
  }

  ShellWorkload application(String application) throws IOException {
    return ShellWorkload.start(cluster, application, 100);
  }

  MercuryNode.Gate gate(String gate) {
    return new MercuryNode.Gate(cluster.workDir().resolve(gate));
  }

  /** Processes that work for containers; the NodeManager is none of them. */
  List<String> containerPids() throws IOException {
    return cluster.containerPids(0);
  }

  // ---- what the daemon shows -----------------------------------------------------------------

  long metric(String metric) {
    Long value = daemon.metric(MERCURY, metric);
    assertNotNull("the NodeManager shows no " + metric, value);
    return value;
  }

  boolean showsMercury() {
    return daemon.metric(MERCURY, "QueuedContainers") != null;
  }

  void awaitMetric(String metric, long value) {
    await(MERCURY, metric, value);
  }

  void awaitStockMetric(String metric, long value) {
    await(STOCK, metric, value);
  }

  private void await(String bean, String metric, long value) {
    Await.until(
        () -> metric + " to be " + value + ", it is " + daemon.metric(bean, metric),
        MercuryNode.PATIENCE_MS,
        () -> Long.valueOf(value).equals(daemon.metric(bean, metric)));
  }

  /** In this life of the daemon. */
  void assertLedgerBalances() {
    NodeLedger.assertBalances(this::metric);
  }

  /** Waits until what Mercury keeps of run times names the application. */
  void awaitSavedEstimates(ShellWorkload application) {
    Path record =
        cluster.workDir().resolve("node0/recovery/nm-aux-services/mercury/estimates.json");
    Await.until(
        "run times in " + record,
        MercuryNode.PATIENCE_MS,
        () ->
            Files.exists(record) && read(record).contains(application.applicationId().toString()));
  }

  // ---- the book ------------------------------------------------------------------------------

  /** An opportunistic task under a number of its own. */
  ShellTask opportunistic(int task, String command) {
    return ShellTask.opportunistic(written(task, command));
  }

  /** A guaranteed task under a number of its own. */
  ShellTask guaranteed(int task, String command) {
    return ShellTask.guaranteed(written(task, command));
  }

  private String written(int task, String command) {
    String into = " $$ >> '" + book + "'";
    return "echo start " + task + into + "; " + command + "; echo end " + task + into;
  }

  /** The tasks that were started, in order; one that was started twice is there twice. */
  List<Integer> started() throws IOException {
    return tasks("start");
  }

  private List<Integer> tasks(String what) throws IOException {
    return lines(what).stream().map(line -> Integer.valueOf(line[1])).collect(Collectors.toList());
  }

  /** The process of each task that was started and has not ended by itself. */
  TreeMap<Integer, String> running() throws IOException {
    TreeMap<Integer, String> running = new TreeMap<>();
    lines("start").forEach(line -> running.put(Integer.valueOf(line[1]), line[2]));
    running.keySet().removeAll(tasks("end"));
    return running;
  }

  /** Every task of 0..{@code tasks}-1 ran from its start to its end once, in one process. */
  void assertEachRanOnce(int tasks) throws IOException {
    List<Integer> all = IntStream.range(0, tasks).boxed().collect(Collectors.toList());
    assertEquals("started, of " + read(book), all, sorted(tasks("start")));
    assertEquals("ended, of " + read(book), all, sorted(tasks("end")));
    assertEquals("processes that started and ended", processes("start"), processes("end"));
  }

  private TreeMap<Integer, String> processes(String what) throws IOException {
    TreeMap<Integer, String> processes = new TreeMap<>();
    lines(what).forEach(line -> processes.put(Integer.valueOf(line[1]), line[2]));
    return processes;
  }

  private List<String[]> lines(String what) throws IOException {
    List<String[]> lines = new ArrayList<>();
    for (String line : Files.readAllLines(book)) {
      String[] words = line.split(" ");
      if (words[0].equals(what)) {
        lines.add(words);
      }
    }
    return lines;
  }

  private static List<Integer> sorted(List<Integer> numbers) {
    return numbers.stream().sorted().collect(Collectors.toList());
  }

  private static String read(Path file) throws IOException {
    return new String(Files.readAllBytes(file), UTF_8);
  }

  static boolean isAlive(String pid) {
    return Files.exists(Paths.get("/proc", pid));
  }
}
