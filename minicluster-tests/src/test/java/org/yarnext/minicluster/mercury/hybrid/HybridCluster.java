// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.mercury.hybrid;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppState;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.tez.dag.api.TezConfiguration;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.mercury.application.ApplicationAttemptRecord;
import org.yarnext.mercury.application.AttemptRegistry;
import org.yarnext.mercury.policy.RequestReason;
import org.yarnext.minicluster.cluster.ClusterSettings;
import org.yarnext.minicluster.cluster.MiniCluster;
import org.yarnext.minicluster.jobs.MapReduceWordCount;
import org.yarnext.minicluster.jobs.TezWordCount;
import org.yarnext.minicluster.jobs.WordText;
import org.yarnext.minicluster.mercury.MercuryNode;
import org.yarnext.minicluster.process.Await;
import org.yarnext.minicluster.process.BackgroundCall;

/**
 * A cluster with Mercury from conf-samples/mercury and hybrid policies on, and unmodified jobs on
 * it whose results are checked.
 */
public final class HybridCluster implements AutoCloseable {
  public static final long PATIENCE_MS = MercuryNode.PATIENCE_MS;

  /** A job whose node is lost runs its maps once more. */
  static final long JOB_MS = 3 * PATIENCE_MS;

  private static final int MAX_NODES = 16;
  private static final String QUEUES = "yarn.scheduler.capacity.root.";

  /** A job and the check of its result. */
  interface Job {
    void run(HybridCluster on) throws IOException;
  }

  private final MiniCluster cluster;
  private final Path text;
  private final SortedMap<String, Long> counts;
  private final AtomicInteger outputs = new AtomicInteger();

  private HybridCluster(MiniCluster cluster, int maps) throws IOException {
    this.cluster = cluster;
    text = cluster.workDir().resolve("text");
    WordText.write(text, 7, maps, 20_000);
    counts = WordText.count(text);
  }

  /** Returns a cluster whose requests pass through the ResourceManager alone. */
  static ClusterSettings centralised(String name, String policy) {
    return MercuryNode.settings(name)
        .nodes(2)
        .set("yarn.mercury.coordinator.interval", "200ms")
        .set("yarn.mercury.hybrid.mode", "on")
        // By the queue's path: jobs are submitted to "default".
        .set("yarn.mercury.hybrid.policy", "only-G")
        .set("yarn.mercury.hybrid.queues", "root.default:" + policy);
  }

  /** Jobs may have half of the nodes as guaranteed, so that asks wait for those that run. */
  static ClusterSettings halfGuaranteed(ClusterSettings settings) {
    return guaranteed(50, settings);
  }

  /** The same with another percentage of the nodes. */
  public static ClusterSettings guaranteed(int percent, ClusterSettings settings) {
    return settings
        .set(QUEUES + "queues", "default,idle")
        .set(QUEUES + "default.capacity", String.valueOf(percent))
        .set(QUEUES + "default.maximum-capacity", String.valueOf(percent))
        .set(QUEUES + "idle.capacity", String.valueOf(100 - percent));
  }

  /** Returns a cluster whose requests pass through the NodeManager of the Application Master. */
  static ClusterSettings distributed(String name, String policy) {
    return centralised(name, policy)
        .set(YarnConfiguration.AMRM_PROXY_ENABLED, "true")
        .set(YarnConfiguration.DIST_SCHEDULING_ENABLED, "true")
        .set(
            YarnConfiguration.AMRM_PROXY_INTERCEPTOR_CLASS_PIPELINE,
            "org.yarnext.mercury.amrmproxy.MercuryInterceptor,"
                + YarnConfiguration.DEFAULT_AMRM_PROXY_INTERCEPTOR_CLASS_PIPELINE);
  }

  /**
   * @param maps of each MapReduce job
   */
  public static HybridCluster start(ClusterSettings settings, int maps) throws IOException {
    MiniCluster cluster = settings.start();
    try {
      return new HybridCluster(cluster, maps);
    } catch (IOException | RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  public MiniCluster cluster() {
    return cluster;
  }

  /** Runs it on a thread of its own; the future fails as the job does. */
  public CompletableFuture<Void> start(Job job) {
    return BackgroundCall.start(
        () -> {
          job.run(this);
          return null;
        });
  }

  /** Runs it and checks its result. */
  void mapReduce(String tags) throws IOException {
    run(new MapReduceWordCount(cluster).tags(tags));
  }

  /** Runs it, with a reducer that starts when the maps have ended, and checks its result. */
  public void run(MapReduceWordCount job) throws IOException {
    job.reducer(LateReducer.class).set("mapreduce.job.reduce.slowstart.completedmaps", "1");
    assertEquals(counts, job.run(text, output(), JOB_MS).counts);
  }

  /** Runs it and checks its result. */
  void tez(String tags) throws IOException {
    run(new TezWordCount(cluster).tags(tags));
  }

  /**
   * Runs it and checks its result. Every task has a container of its own, and what runs later is
   * asked for later. Of a node that is lost Tez runs all tasks again at once, not when their
   * outputs have been sought for two minutes; a task may be stopped for guaranteed containers more
   * often than stock Tez forgives.
   */
  void tezWithoutReuse(String tags) throws IOException {
    run(
        new TezWordCount(cluster)
            .tags(tags)
            .set(TezConfiguration.TEZ_AM_CONTAINER_REUSE_ENABLED, "false")
            .set(TezConfiguration.TEZ_AM_NODE_UNHEALTHY_RESCHEDULE_TASKS, "true")
            .set(TezConfiguration.TEZ_AM_TASK_MAX_FAILED_ATTEMPTS, "10"));
  }

  private void run(TezWordCount dag) throws IOException {
    assertEquals(counts, dag.run(text, output()).counts);
  }

  private Path output() {
    return cluster.workDir().resolve("output" + outputs.incrementAndGet());
  }

  /** A counter of all daemons together: in this JVM each has a source of its own. */
  public static long sum(String source, String metric) {
    long sum = 0;
    for (int i = 0; i < MAX_NODES; i++) {
      MetricsSource s =
          DefaultMetricsSystem.instance().getSource(i == 0 ? source : source + "-" + i);
      Number value = s == null ? null : ((FeatureMetrics) s).snapshot().get(metric);
      sum += value == null ? 0 : value.longValue();
    }
    return sum;
  }

  /** How often asks were divided for that reason. */
  static long decided(RequestReason reason) {
    return sum("MercuryHybrid", "Decision_" + reason.code() + "_applied");
  }

  /** Counters of used opportunistic containers, and of failures. */
  static Map<String, Long> used() {
    Map<String, Long> used = new LinkedHashMap<>();
    used.put("OpportunisticGranted", sum("MercuryHybrid", "OpportunisticGranted"));
    used.put("AttemptsGivenUp", sum("MercuryHybrid", "AttemptsGivenUp"));
    used.put("ContainersArrived", sum("Mercury", "ContainersArrived"));
    used.put("ContainersStarted", sum("Mercury", "ContainersStarted"));
    return used;
  }

  /** Since {@code before}, opportunistic containers were granted and ran, and nothing failed. */
  static void assertUsed(Map<String, Long> before, int least) {
    Map<String, Long> now = used();
    String numbers = before + " -> " + now;
    assertTrue(
        numbers, now.get("OpportunisticGranted") - before.get("OpportunisticGranted") >= least);
    assertTrue(numbers, now.get("ContainersArrived") - before.get("ContainersArrived") >= least);
    assertTrue(numbers, now.get("ContainersStarted") - before.get("ContainersStarted") >= least);
    assertEquals(numbers, before.get("AttemptsGivenUp"), now.get("AttemptsGivenUp"));
  }

  /** The container of no Application Master was opportunistic, and each needed one. */
  void assertMastersGuaranteed(int applications) {
    Collection<RMApp> apps = apps();
    assertEquals(applications, apps.size());
    for (RMApp app : apps) {
      RMAppAttempt master = app.getCurrentAppAttempt();
      assertEquals(attempts(app), 1, app.getAppAttempts().size());
      assertEquals(ExecutionType.GUARANTEED, master.getMasterContainer().getExecutionType());
    }
  }

  /** Returns the attempts with the reasons for their ends. */
  private static String attempts(RMApp app) {
    return app.getAppAttempts().values().stream()
        .map(attempt -> attempt.getAppAttemptId() + ": " + attempt.getDiagnostics())
        .collect(Collectors.joining("; ", app.getApplicationType() + " ", ""));
  }

  Collection<RMApp> apps() {
    return cluster.resourceManager().getRMContext().getRMApps().values();
  }

  /**
   * Waits for the only application that runs to register; what the ResourceManager keeps of its
   * asks.
   */
  ApplicationAttemptRecord awaitRecord() {
    RMContext context = cluster.resourceManager().getRMContext();
    AttemptRegistry masters = AttemptRegistry.of(context, cluster.conf(), "Test");
    AtomicReference<ApplicationAttemptRecord> record = new AtomicReference<>();
    Await.until(
        "an Application Master",
        PATIENCE_MS,
        () -> {
          for (RMApp app : apps()) {
            RMAppAttempt attempt = app.getCurrentAppAttempt();
            if (attempt != null && record.get() == null) {
              // None of those that have ended.
              record.set(masters.find(attempt.getAppAttemptId()));
            }
          }
          return record.get() != null;
        });
    return record.get();
  }

  /** All that was asked was granted or cancelled, and nothing is outstanding. */
  public static void assertLedgerIsClosed(Map<String, Long> ledger) {
    assertEquals(ledger.toString(), 0L, (long) ledger.get("guaranteed"));
    assertEquals(ledger.toString(), 0L, (long) ledger.get("queueable"));
    assertEquals(
        ledger.toString(), (long) ledger.get("asked"), granted(ledger) + ledger.get("cancelled"));
  }

  static long granted(Map<String, Long> ledger) {
    return ledger.get("grantedGuaranteed") + ledger.get("grantedOpportunistic");
  }

  /** Waits for the only application's master to register, wherever its asks are divided. */
  void awaitMaster() {
    Await.until(
        "an Application Master",
        2 * PATIENCE_MS,
        () -> apps().stream().anyMatch(app -> app.getState() == RMAppState.RUNNING));
  }

  /** The containers of the only application that the scheduler knows now. */
  Collection<RMContainer> liveContainers() {
    RMContext context = cluster.resourceManager().getRMContext();
    SchedulerApplicationAttempt attempt =
        ((AbstractYarnScheduler<?, ?>) context.getScheduler())
            .getApplicationAttempt(
                apps().iterator().next().getCurrentAppAttempt().getAppAttemptId());
    return attempt == null ? Collections.emptyList() : attempt.getLiveContainers();
  }

  /** The node of the only application's master. */
  NodeId masterNode() {
    return apps().iterator().next().getCurrentAppAttempt().getMasterContainer().getNodeId();
  }

  /** Returns the index of the master's node in the cluster. */
  int masterNodeIndex() {
    return nodeIndex(apps().iterator().next());
  }

  /** Returns the index of the node of an application's master in the cluster. */
  int nodeIndex(RMApp app) {
    NodeId id = app.getCurrentAppAttempt().getMasterContainer().getNodeId();
    for (int i = 0; i < cluster.size(); i++) {
      if (cluster.nodeId(i).equals(id)) {
        return i;
      }
    }
    throw new IllegalStateException(id + " is not a node of this cluster");
  }

  static String policyTag(String policy) {
    return "yarnext.mercury.policy=" + policy;
  }

  /** All jobs have ended, and nothing runs in this cluster any more. */
  void awaitQuiet() throws IOException {
    cluster.endMapReduceMasters();
    Await.until(
        () -> "the end of " + apps(),
        PATIENCE_MS,
        () -> apps().stream().allMatch(app -> app.getState() == RMAppState.FINISHED));
    Await.until(
        "no container processes",
        PATIENCE_MS,
        () -> {
          for (int i = 0; i < cluster.size(); i++) {
            if (!cluster.containerPids(i).isEmpty()) {
              return false;
            }
          }
          return true;
        });
  }

  @Override
  public void close() throws IOException {
    cluster.close();
  }
}
