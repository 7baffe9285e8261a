// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.mercury;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import javax.management.JMException;
import javax.management.ObjectName;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.minicluster.cluster.ClusterSettings;
import org.yarnext.minicluster.cluster.MiniCluster;
import org.yarnext.minicluster.process.Await;
import org.yarnext.minicluster.shell.ShellTask;
import org.yarnext.minicluster.shell.ShellWorkload;

/**
 * A cluster of one node with Mercury from conf-samples/mercury, seen as an operator sees it:
 * metrics come from JMX. Tests decide when a task ends through {@link Gate}s.
 */
public final class MercuryNode implements AutoCloseable {
  public static final long PATIENCE_MS = 60_000;
  public static final int NODE_MEMORY_MB = 2048;
  public static final int NODE_VCORES = 4;
  static final Path SAMPLE = new File("../conf-samples/mercury").toPath();

  private static final AtomicInteger GATES = new AtomicInteger();

  private final MiniCluster cluster;

  private MercuryNode(MiniCluster cluster) {
    this.cluster = cluster;
  }

  /** Nothing is shed unless a test lowers the wait limit. */
  public static ClusterSettings settings(String name) {
    return MiniCluster.named(name)
        .nodes(1)
        .nodeSize(NODE_MEMORY_MB, NODE_VCORES)
        .heartbeatMs(100)
        // A NodeManager that recovers does not wait for its containers when it stops.
        .recovery(true)
        .confSample(SAMPLE)
        // Everything waits in the node's queue, which is what most tests are about.
        .set("yarn.mercury.placement.max-queue-wait", "0s")
        // However busy the machine is.
        .set("yarn.mercury.guard.deadline", "10s")
        .set("yarn.mercury.reclaim.timeout", "1m")
        // Tests declare what they want a node to believe, and their tasks do not run that long.
        .set("yarn.mercury.claims.min-runs", "0")
        .set("yarn.mercury.hybrid.estimate-tolerance", "1000")
        .set(YarnConfiguration.NM_CONTAINER_QUEUING_MIN_QUEUE_WAIT_TIME_MS, "600000");
  }

  public static MercuryNode start(ClusterSettings settings) throws IOException {
    return new MercuryNode(settings.start());
  }

  public MiniCluster cluster() {
    return cluster;
  }

  public ShellWorkload application(String name) throws IOException {
    return ShellWorkload.start(cluster, name, 100);
  }

  /** A task that fills the whole node. */
  public static ShellTask filling(ShellTask task) {
    return task.size(NODE_MEMORY_MB, NODE_VCORES);
  }

  /** A metric as it is now; the values in JMX may be as old as the metrics period. */
  public static long metric(String name) {
    Number value = source().snapshot().get(name);
    if (value == null) {
      throw new IllegalStateException("no metric " + name + " in " + source().snapshot());
    }
    return value.longValue();
  }

  /** How often the node has decided for a reason. */
  static long decided(String reason) {
    return source().snapshot().getOrDefault("Decision_" + reason + "_applied", 0).longValue();
  }

  private static FeatureMetrics source() {
    return (FeatureMetrics) DefaultMetricsSystem.instance().getSource("Mercury");
  }

  /** The names that /jmx shows of Mercury. */
  static Set<ObjectName> beans() {
    try {
      return ManagementFactory.getPlatformMBeanServer()
          .queryNames(new ObjectName("Hadoop:service=NodeManager,name=Mercury*"), null);
    } catch (JMException e) {
      throw new IllegalStateException(e);
    }
  }

  public static void awaitMetric(String name, long value) {
    Await.until(
        () -> name + " to be " + value + ", it is " + metric(name),
        PATIENCE_MS,
        () -> metric(name) == value);
  }

  public static void assertLedgerBalances() {
    NodeLedger.assertBalances(MercuryNode::metric);
  }

  public Gate gate() throws IOException {
    return new Gate(cluster.workDir().resolve("gate" + GATES.incrementAndGet()));
  }

  @Override
  public void close() throws IOException {
    cluster.close();
  }

  /** Holds tasks until it is opened. */
  public static final class Gate {
    private final Path file;

    public Gate(Path file) {
      this.file = file;
    }

    /** A command that ends well once the gate is open. */
    public String command() {
      return "until [ -e '" + file + "' ]; do sleep 0.1; done";
    }

    public void open() throws IOException {
      Files.createFile(file);
    }

    /** The file. */
    @Override
    public String toString() {
      return "'" + file + "'";
    }
  }
}
