// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.demo;

import static org.apache.hadoop.yarn.conf.YarnConfiguration.NM_CONTAINER_EXECUTOR_SCHED_PRIORITY;
import static org.apache.hadoop.yarn.conf.YarnConfiguration.NM_CONTAINER_QUEUING_MAX_QUEUE_LENGTH;
import static org.apache.hadoop.yarn.conf.YarnConfiguration.NM_CONTAINER_QUEUING_MIN_QUEUE_LENGTH;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.benchmarks.report.DaemonLog;
import org.yarnext.benchmarks.report.Progress;
import org.yarnext.minicluster.cluster.ClusterSettings;
import org.yarnext.minicluster.cluster.MiniCluster;
import org.yarnext.minicluster.process.ObjectFile;

/**
 * Main class of the process of one cluster of the demo. A JVM runs its second cluster up to a
 * quarter faster than its first, so each cluster has its own.
 */
final class DemoCluster {

  static final String STOCK = "stock";
  static final String MERCURY = "mercury";
  static final int NODES = 4;
  static final int NODE_MB = 2048;
  static final int NODE_HEARTBEAT_MS = 250;

  private static final int NODE_VCORES = 8;
  private static final int STOCK_QUEUE_LENGTH = 100;
  private static final Logger LOG = LoggerFactory.getLogger(DemoCluster.class);

  private DemoCluster() {}

  /**
   * Measures one cluster and writes the result to {@link DemoOptions#measurements}. Exits with 0 on
   * success, after Ctrl-C if the cluster is to be kept.
   *
   * @param args name of the cluster and the demo's options
   */
  public static void main(String[] args) {
    DemoOptions options = DemoOptions.ofProcess(args);
    DaemonLog.into(options.log());
    int status = 1;
    try {
      run(args[0], options);
      status = 0;
    } catch (IOException | InterruptedException | RuntimeException e) {
      System.err.println("On the " + args[0] + " cluster: " + e.getMessage());
      LOG.error("The demo failed", e);
    }
    // Daemons leave threads running.
    System.exit(status);
  }

  private static void run(String name, DemoOptions options)
      throws IOException, InterruptedException {
    Progress progress = Progress.onStandardOutput();
    progress.say("Starting a cluster of " + NODES + " nodes: " + name);
    boolean keep = options.keep && (options.stockOnly || name.equals(MERCURY));
    try (MiniCluster cluster = settings(name, options).start()) {
      progress.say("Running the jobs on " + cluster.webAddress());
      ObjectFile.write(
          options.measurements(name),
          new ScenarioRun(Scenario.of(options.seed), options.text(), progress).on(cluster, name));
      if (keep) {
        new CountDownLatch(1).await();
      }
      progress.update("  stopping " + name);
    }
    progress.update("");
  }

  private static ClusterSettings settings(String name, DemoOptions options) {
    ClusterSettings settings =
        MiniCluster.named(name)
            .nodes(NODES)
            .nodeSize(NODE_MB, NODE_VCORES)
            .heartbeatMs(NODE_HEARTBEAT_MS)
            // On a small machine, the JVMs of a few tasks would keep the daemons from launching
            // others.
            .set(NM_CONTAINER_EXECUTOR_SCHED_PRIORITY, "10")
            .baseDir(options.clusters());
    return name.equals(STOCK) ? stock(settings) : settings.confSample(options.mercurySample());
  }

  /**
   * Configures stock YARN at its best, with queues as long as in the Mercury sample. By default the
   * ResourceManager lets a node queue 5 to 15 containers and stops the rest. Under this load it
   * would stop more containers than it runs.
   */
  private static ClusterSettings stock(ClusterSettings settings) {
    return settings
        .opportunistic(STOCK_QUEUE_LENGTH)
        .set(NM_CONTAINER_QUEUING_MIN_QUEUE_LENGTH, Integer.toString(STOCK_QUEUE_LENGTH))
        .set(NM_CONTAINER_QUEUING_MAX_QUEUE_LENGTH, Integer.toString(STOCK_QUEUE_LENGTH));
  }
}
