// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Collections;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.federation.policies.dao.WeightedPolicyInfo;
import org.apache.hadoop.yarn.server.federation.policies.manager.WeightedLocalityPolicyManager;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterIdInfo;
import org.apache.hadoop.yarn.server.federation.utils.FederationStateStoreFacade;
import org.yarnext.benchmarks.experiment.BenchOptions;
import org.yarnext.benchmarks.report.DaemonLog;
import org.yarnext.benchmarks.report.Progress;
import org.yarnext.federation.HydraPolicyManager;
import org.yarnext.minicluster.cluster.FederatedCluster;
import org.yarnext.minicluster.cluster.SubClusterProcess;
import org.yarnext.minicluster.shell.ShellJob;
import org.yarnext.minicluster.shell.ShellTask;

/**
 * Compares how much memory stays idle while requests wait in a federation of two sub-clusters, with
 * stock's locality policy and with the pack's, which moves waiting requests to the other
 * sub-cluster (Hydra section 4.1). Each round runs a job of 60 tasks twice, in different queues:
 * with stock's WeightedLocalityPolicyManager and with this project's policy. Each sub-cluster has
 * room for only a few of the tasks, and a task runs longer than a request waits before it moves to
 * the other sub-cluster.
 */
final class RelaxationBench {
  private static final int TASKS = 60;
  private static final double TASK_SECONDS = 8;
  private static final int TASK_MB = 512;
  private static final String RELAX_AFTER = "5s";
  private static final int HEARTBEAT_MS = 1_000;
  private static final long SAMPLE_MS = 500;
  private static final long TIMEOUT_MS = 900_000;
  private static final String[] QUEUES = {"stock", "hydra"};

  private final BenchOptions options;
  private final Progress progress = Progress.onStandardOutput();
  private final StringBuilder table =
      new StringBuilder(
          String.format(
              "%-8s %8s %24s %12s %8s%n",
              "queue", "job s", "idle GB s while waiting", "worst idle s", "moves"));

  RelaxationBench(BenchOptions options) {
    this.options = options;
  }

  /** Runs all rounds. Returns 0 if every task of every job ran, else 1. */
  int run() throws IOException, InterruptedException {
    FileUtil.fullyDelete(options.out.toFile());
    Files.createDirectories(options.out);
    DaemonLog.into(options.log());
    boolean isWhole = true;
    try (FederatedCluster cluster = start();
        YarnClient yarn = YarnClient.createYarnClient()) {
      publish();
      yarn.init(cluster.conf());
      yarn.start();
      for (int round = 0; round < options.runs; round++) {
        for (String queue : QUEUES) {
          isWhole &= measure(cluster, yarn, queue);
          Files.write(options.out.resolve("table.txt"), table.toString().getBytes(UTF_8));
        }
      }
    } catch (YarnException e) {
      throw new IOException(e);
    }
    progress.say("");
    progress.say(table.toString());
    return isWhole ? 0 : 1;
  }

  private FederatedCluster start() throws IOException {
    String root = "yarn.scheduler.capacity.root.";
    Configuration queues = new Configuration(false);
    queues.set(root + "queues", String.join(",", QUEUES));
    for (String queue : QUEUES) {
      queues.set(root + queue + ".capacity", "50");
      queues.set(root + queue + ".maximum-capacity", "100");
      queues.set(root + queue + ".user-limit-factor", "100");
    }
    queues.set("yarn.scheduler.capacity.maximum-am-resource-percent", "1.0");
    Map<String, String> extra = new HashMap<>();
    extra.put(CommonConfigurationKeys.ZK_AUTH, "digest:yarn:federation");
    extra.put(CommonConfigurationKeys.ZK_ACL, "auth::rwcda");
    extra.put("yarn.federation.cache-ttl.secs", "1");
    extra.put("yarn.federation.state-store.heartbeat-interval-secs", "1");
    extra.put("yarn.federation.state-store.heartbeat.initial-delay", "1s");
    extra.put("yarn.federation.policies.split.relax-after", RELAX_AFTER);
    extra.put("yarn.federation.policies.share.mode", "off");
    extra.put("yarn.federation.policies.gang.mode", "off");
    return FederatedCluster.start(
        "relaxation", 2, queues, options.home.resolve("conf-samples/federation"), extra);
  }

  /** Publishes the policies of both queues: masters run in the first sub-cluster, tasks in both. */
  private static void publish() throws YarnException {
    FederationStateStoreFacade store =
        FederationStateStoreFacade.getInstance(new Configuration(false));
    for (String queue : QUEUES) {
      for (String name : new String[] {queue, "root." + queue}) {
        WeightedLocalityPolicyManager manager =
            queue.equals("stock") ? new WeightedLocalityPolicyManager() : new HydraPolicyManager();
        Map<SubClusterIdInfo, Float> tasks = new HashMap<>();
        tasks.put(new SubClusterIdInfo("sc0"), 1f);
        tasks.put(new SubClusterIdInfo("sc1"), 1f);
        WeightedPolicyInfo info = new WeightedPolicyInfo();
        info.setAMRMPolicyWeights(tasks);
        info.setRouterPolicyWeights(Collections.singletonMap(new SubClusterIdInfo("sc0"), 1f));
        manager.setQueue(name);
        manager.setWeightedPolicyInfo(info);
        store.setPolicyConfiguration(manager.serializeConf());
      }
    }
  }

  private boolean measure(FederatedCluster cluster, YarnClient yarn, String queue)
      throws IOException, InterruptedException {
    SubClusterProcess home = cluster.subCluster(0);
    long movedBefore = home.nodeBean("FederationSplit", "RequestsRelaxed");
    ShellJob job =
        ShellJob.submit(
            cluster,
            yarn,
            queue,
            queue,
            HEARTBEAT_MS,
            Collections.nCopies(
                TASKS, ShellTask.guaranteed(ShellTask.sleep(TASK_SECONDS)).size(TASK_MB, 1)));
    double idleGbSeconds = 0;
    double idleSeconds = 0;
    double worstSeconds = 0;
    long before = System.nanoTime();
    boolean hasBegun = false;
    while (!job.ended()) {
      TimeUnit.MILLISECONDS.sleep(SAMPLE_MS);
      double seconds = (System.nanoTime() - before) / 1e9;
      before = System.nanoTime();
      if (System.currentTimeMillis() - job.submittedMs > TIMEOUT_MS) {
        throw new IOException(job.applicationId() + " does not end");
      }
      long waiting = 0;
      long idleMb = 0;
      long running = 0;
      for (int i = 0; i < cluster.size(); i++) {
        waiting += cluster.subCluster(i).clusterMetric("containersPending");
        idleMb += cluster.subCluster(i).clusterMetric("availableMB") / TASK_MB * TASK_MB;
        running += cluster.subCluster(i).clusterMetric("containersAllocated");
      }
      hasBegun |= running > 2;
      boolean idles = hasBegun && waiting > 0 && idleMb > 0;
      idleGbSeconds += idles ? idleMb / 1024.0 * seconds : 0;
      idleSeconds = idles ? idleSeconds + seconds : 0;
      worstSeconds = Math.max(worstSeconds, idleSeconds);
    }
    double jobSeconds = (System.currentTimeMillis() - job.submittedMs) / 1e3;
    String line =
        String.format(
            Locale.ROOT,
            "%-8s %8.1f %24.1f %12.1f %8d%n",
            queue,
            jobSeconds,
            idleGbSeconds,
            worstSeconds,
            home.nodeBean("FederationSplit", "RequestsRelaxed") - movedBefore);
    table.append(line);
    progress.say(line.trim());
    return job.records().size() >= TASKS;
  }
}
