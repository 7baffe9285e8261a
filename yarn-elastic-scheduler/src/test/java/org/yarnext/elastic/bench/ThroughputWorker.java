// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.yarnext.elastic.rm.world.SchedulerKind;

/**
 * One scheduler of {@link ThroughputBenchmark}, in a process of its own, so that each is compiled
 * as if it were the only one. Works as many seconds of its cluster's time as a line on its standard
 * input says, on one thread, and answers with what that took and came to.
 */
final class ThroughputWorker {
  /** Each node reports once in a second of the cluster's time. */
  static final int NODES = 1_000;

  private static final int JOBS = 500;

  private static final int BATCH = 100;

  /** More than are ever placed. */
  private static final int WAITING = 1_000_000;

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final BusyCluster cluster;
  private final boolean elastic;

  /** How many nodes report in a row, and masters after them. */
  private final int batch;

  private long nodeNanos;
  private long masterNanos;
  private long containers;

  private ThroughputWorker(BusyCluster cluster, boolean elastic, int batch) {
    this.cluster = cluster;
    this.elastic = elastic;
    this.batch = batch;
  }

  /**
   * @param args base, scheduler and load
   */
  public static void main(String[] args) throws Exception {
    PrintStream answers = System.out;
    System.setOut(System.err); // where whatever else says something
    BusyCluster.Scheduler scheduler = BusyCluster.Scheduler.valueOf(args[1]);
    BusyCluster.Load load = BusyCluster.Load.valueOf(args[2]);
    try (BusyCluster cluster =
        new BusyCluster(SchedulerKind.valueOf(args[0]), scheduler, load, NODES, JOBS, WAITING)) {
      boolean elastic = scheduler == BusyCluster.Scheduler.ALL;
      check(cluster.undersized() > 0, elastic && load.ends(), "under-sized tasks");
      long before = cluster.decisions();
      new ThroughputWorker(cluster, elastic, load.changesRequests() ? 1 : BATCH).serve(answers);
      check(cluster.decisions() > before, elastic, "decisions");
    }
  }

  private static void check(boolean some, boolean wanted, String what) {
    if (some != wanted) {
      throw new IllegalStateException((some ? "there were " : "there were no ") + what);
    }
  }

  private void serve(PrintStream answers) throws IOException {
    answers.println("ready");
    BufferedReader requested = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    for (String line = requested.readLine(); line != null; line = requested.readLine()) {
      nodeNanos = 0;
      masterNanos = 0;
      containers = 0;
      for (int second = 0; second < Integer.parseInt(line); second++) {
        if (elastic) {
          cluster.book().renew(); // on a thread of its own in a ResourceManager
        }
        for (int i = 0; i < NODES; i += batch) {
          work(i % (NODES / 2) == 0);
        }
      }
      answers.println(nodeNanos + " " + masterNanos + " " + containers);
    }
  }

  private void work(boolean updates) {
    long began = threads.getCurrentThreadCpuTime();
    if (updates) {
      cluster.update();
    }
    for (int i = 0; i < batch; i++) {
      cluster.node();
    }
    long between = threads.getCurrentThreadCpuTime();
    for (int i = 0; i < batch; i++) {
      containers += cluster.master();
    }
    nodeNanos += between - began;
    masterNanos += threads.getCurrentThreadCpuTime() - between;
  }
}
