// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.mercury.admin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.client.cli.RMAdminCLI;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.yarnext.mercury.application.ApplicationAttemptRecord;
import org.yarnext.mercury.application.AttemptRegistry;
import org.yarnext.minicluster.cluster.ClusterSettings;
import org.yarnext.minicluster.cluster.MiniCluster;
import org.yarnext.minicluster.mercury.MercuryNode;
import org.yarnext.minicluster.mercury.hybrid.HybridCluster;
import org.yarnext.minicluster.process.Await;
import org.yarnext.minicluster.shell.Attempt;
import org.yarnext.minicluster.shell.ShellWorkload;

/**
 * A cluster that an administrator changes while it runs, with policies of applications, quotas,
 * placement, promotion and elastic sizes on. Its queues: {@code default} and {@code wide}, whose
 * applications ask for opportunistic containers alone, {@link #NARROW_QUOTA} and {@link
 * #WIDE_QUOTA} at a time, and {@code sure}, where all are guaranteed.
 */
final class AdministeredCluster implements AutoCloseable {
  static final int NODES = 2;
  static final int NARROW_QUOTA = 2;
  static final int WIDE_QUOTA = 4;
  static final long PATIENCE_MS = 2 * MercuryNode.PATIENCE_MS;

  private static final Path SAMPLES = new File("../conf-samples").toPath();
  private static final String QUEUES = "yarn.scheduler.capacity.root.";
  private static final int HEARTBEAT_MS = 100;

  private final MiniCluster cluster;

  /** Contents of the administrator's files. */
  private final Configuration site;

  private final Path files;

  private AdministeredCluster(MiniCluster cluster, Path files) {
    this.cluster = cluster;
    this.files = files;
    site = new Configuration(cluster.conf());
  }

  static AdministeredCluster start(String name) throws IOException {
    return start(name, MercuryNode.NODE_VCORES, Collections.emptyMap());
  }

  /**
   * @param vcores of each node
   */
  static AdministeredCluster start(String name, int vcores, Map<String, String> extra)
      throws IOException {
    Path base = Files.createDirectories(new File("target/clusters").toPath().toAbsolutePath());
    Path files = Files.createTempDirectory(base, name + "-conf-");
    Path excluded = Files.createFile(files.resolve("excluded"));
    ClusterSettings settings =
        MiniCluster.named(name)
            .nodes(NODES)
            .nodeSize(MercuryNode.NODE_MEMORY_MB, vcores)
            .heartbeatMs(HEARTBEAT_MS)
            .confSample(SAMPLES.resolve("mercury-hybrid"))
            .confSample(SAMPLES.resolve("elastic-capacity"))
            .set(
                "yarn.resourcemanager.application-master-service.processors",
                "org.yarnext.elastic.rm.ElasticAmsProcessor,"
                    + "org.yarnext.mercury.rm.PromotionProcessor,"
                    + "org.yarnext.mercury.rm.MercuryAmsProcessor")
            .set("yarn.mercury.mode", "on")
            .set("yarn.mercury.coordinator.mode", "on")
            .set("yarn.mercury.placement.mode", "on")
            .set("yarn.mercury.hybrid.mode", "on")
            .set("yarn.mercury.promotion.mode", "on")
            .set("yarn.elastic.mode", "on")
            .set("yarn.mercury.coordinator.interval", "200ms")
            // However busy the machine is.
            .set("yarn.mercury.guard.deadline", "9s")
            .set("yarn.elastic.guard.deadline", "9s")
            .set("yarn.mercury.placement.max-queue-wait", "0s")
            .set("yarn.mercury.policing.policy", "none")
            // Promotion would make room in a quota.
            .set("yarn.mercury.promotion.min-run-time", "10m")
            .set("yarn.mercury.hybrid.policy", "only-Q")
            .set("yarn.mercury.hybrid.queues", "root.sure:only-G")
            .set("yarn.mercury.quota.default", "max=" + WIDE_QUOTA)
            .set("yarn.mercury.quota.queues", "root.default:max=" + NARROW_QUOTA)
            .set(YarnConfiguration.NM_CONTAINER_QUEUING_MIN_QUEUE_WAIT_TIME_MS, "600000")
            .set(QUEUES + "queues", "default,wide,sure")
            .set(QUEUES + "default.capacity", "40")
            .set(QUEUES + "wide.capacity", "40")
            .set(QUEUES + "sure.capacity", "20")
            .set(YarnConfiguration.NODE_LABELS_ENABLED, "true")
            .set(
                YarnConfiguration.RM_CONFIGURATION_PROVIDER_CLASS,
                "org.apache.hadoop.yarn.FileSystemBasedConfigurationProvider")
            .set(YarnConfiguration.FS_BASED_RM_CONF_STORE, files.toUri().toString())
            .set(YarnConfiguration.RM_NODES_EXCLUDE_FILE_PATH, excluded.toString())
            .set(YarnConfiguration.RM_DECOMMISSIONING_NODES_WATCHER_POLL_INTERVAL, "1");
    extra.forEach(settings::set);
    return new AdministeredCluster(settings.start(), files);
  }

  MiniCluster cluster() {
    return cluster;
  }

  RMContext context() {
    return cluster.resourceManager().getRMContext();
  }

  /** Changes a file that the ResourceManager reads again on a refresh. */
  AdministeredCluster configure(String key, String value) throws IOException {
    site.set(key, value);
    for (String name :
        new String[] {
          YarnConfiguration.YARN_SITE_CONFIGURATION_FILE, YarnConfiguration.CS_CONFIGURATION_FILE
        }) {
      try (OutputStream file = Files.newOutputStream(files.resolve(name))) {
        site.writeXml(file);
      }
    }
    return this;
  }

  AdministeredCluster configureQueue(String key, String value) throws IOException {
    return configure(QUEUES + key, value);
  }

  /** Runs {@code yarn rmadmin}. */
  void admin(String... command) throws Exception {
    assertEquals(
        Arrays.toString(command),
        0,
        new RMAdminCLI(new Configuration(cluster.conf())).run(command));
  }

  /** Names the only nodes that are not to be used from the next refresh on. */
  void exclude(String... hosts) throws IOException {
    Files.write(files.resolve("excluded"), String.join("\n", hosts).getBytes(UTF_8));
    configure(YarnConfiguration.RM_NODES_EXCLUDE_FILE_PATH, files.resolve("excluded").toString());
  }

  /** Waits until the coordinator has looked at all nodes again. */
  void awaitRound() {
    long before = rounds();
    // One may have begun before.
    Await.until("two rounds of the coordinator", PATIENCE_MS, () -> rounds() >= before + 2);
  }

  private static long rounds() {
    return HybridCluster.sum("MercuryCoordinator", "Rounds");
  }

  ShellWorkload application(String queue) throws IOException {
    return ShellWorkload.startIn(queue, cluster, "in " + queue, HEARTBEAT_MS);
  }

  MercuryNode.Gate gate(String name) {
    return new MercuryNode.Gate(cluster.workDir().resolve(name));
  }

  /** Requests of the application's only attempt in the ResourceManager. */
  ApplicationAttemptRecord record(ShellWorkload application) {
    return record(application.applicationId(), 1);
  }

  ApplicationAttemptRecord record(ApplicationId application, int attempt) {
    return AttemptRegistry.of(context(), cluster.conf(), "Test")
        .find(ApplicationAttemptId.newInstance(application, attempt));
  }

  /** Waits until exactly so many of the application's tasks run, and all others wait. */
  void awaitRunning(ShellWorkload application, int count) {
    Await.until(
        () -> count + " running of " + application + ": " + application.attempts(),
        PATIENCE_MS,
        () -> application.count(Attempt.State.RUNNING) == count);
  }

  /** How many of the application's tasks run on a node. */
  long running(ShellWorkload application, int node) {
    return application.attempts().stream()
        .filter(a -> a.state() == Attempt.State.RUNNING)
        .filter(a -> a.container().getNodeId().equals(cluster.nodeId(node)))
        .count();
  }

  /**
   * Lets all tasks end: each succeeded, none had two containers unless a node shed it, and nobody
   * waits for a container that was not asked for or already given.
   */
  void assertEndsInOrder(ShellWorkload application, MercuryNode.Gate gate) throws IOException {
    assertEndsInOrder(application, gate, true);
  }

  /**
   * @param alone whether no other application runs
   */
  void assertEndsInOrder(ShellWorkload application, MercuryNode.Gate gate, boolean alone)
      throws IOException {
    gate.open();
    assertAllSucceed(application);
    ApplicationAttemptRecord record = record(application);
    HybridCluster.assertLedgerIsClosed(record.ledger());
    application.close();
    if (alone) {
      awaitNothingPending();
    }
  }

  /**
   * All tasks end: each succeeds once. A task that waits on its node behind one that runs far
   * longer than those before may be shed, and only then has another container.
   */
  static void assertAllSucceed(ShellWorkload application) {
    application.awaitEnd(PATIENCE_MS);
    List<Attempt> attempts = application.attempts();
    assertEquals(
        attempts.toString(),
        attempts.stream().map(attempt -> attempt.task).distinct().count(),
        application.count(Attempt.State.SUCCEEDED));
    for (Attempt attempt : attempts) {
      assertTrue(
          attempt.toString(),
          attempt.state() == Attempt.State.SUCCEEDED || attempt.diagnostics().contains("SHED_"));
    }
  }

  /** The schedulers neither run nor owe anything. */
  void awaitNothingPending() {
    QueueMetrics root = context().getScheduler().getRootQueueMetrics();
    Await.until(
        () ->
            "nothing pending; "
                + root.getPendingMB()
                + " MB are, "
                + root.getAllocatedMB()
                + " MB are allocated, "
                + root.getReservedMB()
                + " MB reserved",
        PATIENCE_MS,
        () ->
            root.getPendingMB() == 0
                && root.getPendingContainers() == 0
                && root.getAllocatedMB() == 0
                && root.getReservedMB() == 0);
  }

  /** Kills what a test has left, so that the next one does not fail of it. */
  void clear() throws Exception {
    try (YarnClient yarn = YarnClient.createYarnClient()) {
      yarn.init(cluster.conf());
      yarn.start();
      for (ApplicationId id : context().getRMApps().keySet()) {
        yarn.killApplication(id);
      }
    }
    awaitNothingPending();
  }

  @Override
  public void close() throws IOException {
    cluster.close();
  }
}
