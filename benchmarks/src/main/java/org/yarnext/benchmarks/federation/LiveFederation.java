// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.federation;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.federation.policies.dao.WeightedPolicyInfo;
import org.apache.hadoop.yarn.server.federation.policies.manager.WeightedLocalityPolicyManager;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterIdInfo;
import org.apache.hadoop.yarn.server.federation.utils.FederationStateStoreFacade;
import org.yarnext.benchmarks.experiment.BenchOptions;
import org.yarnext.benchmarks.report.JobRecord;
import org.yarnext.federation.HydraPolicyManager;
import org.yarnext.federation.gang.GangStore;
import org.yarnext.federation.store.ZooKeeperRecordStore;
import org.yarnext.minicluster.cluster.FederatedCluster;
import org.yarnext.minicluster.cluster.SubClusterProcess;
import org.yarnext.minicluster.process.Await;
import org.yarnext.minicluster.process.FreePorts;
import org.yarnext.minicluster.shell.AttemptRecord;
import org.yarnext.minicluster.shell.ShellJob;
import org.yarnext.minicluster.shell.ShellTask;

/**
 * A running federation with two queues, {@code a} and {@code b}, of half the capacity each. Its
 * daemons have the pack installed with conf-samples/federation; which policies act is a matter of
 * what is published for the queues. Not thread-safe.
 */
final class LiveFederation implements AutoCloseable {
  static final int HEARTBEAT_MS = 1_000;

  /** Memory of a task, in MB. */
  static final int TASK_MB = 512;

  /** Memory of a master, in MB. A node has this much beside its tasks. */
  static final int MASTER_MB = 128;

  private static final String[] QUEUES = {"a", "b"};
  private static final long TIMEOUT_MS = 300_000;

  /** Longer than daemons cache policies and sub-clusters, in ms. */
  private static final long CACHED_MS = 3_000;

  private static final Map<String, String> SETTINGS = new HashMap<>();

  static {
    SETTINGS.put(CommonConfigurationKeys.ZK_AUTH, "digest:yarn:federation");
    SETTINGS.put(CommonConfigurationKeys.ZK_ACL, "auth::rwcda");
    SETTINGS.put("yarn.federation.cache-ttl.secs", "1");
    SETTINGS.put("yarn.federation.state-store.heartbeat-interval-secs", "1");
    SETTINGS.put("yarn.federation.state-store.heartbeat.initial-delay", "1s");
  }

  private final FederatedCluster cluster;
  private final YarnClient yarn = YarnClient.createYarnClient();
  private final List<String> problems = new ArrayList<>();
  private boolean isSharing;

  private LiveFederation(FederatedCluster cluster) throws IOException {
    this.cluster = cluster;
    yarn.init(cluster.conf());
    yarn.start();
  }

  /** Starts the daemons of a scenario. */
  static LiveFederation start(BenchOptions options, FederationScenario scenario)
      throws IOException {
    String root = "yarn.scheduler.capacity.root.";
    Configuration queues = new Configuration(false);
    queues.set(root + "queues", String.join(",", QUEUES));
    for (String queue : QUEUES) {
      queues.set(root + queue + ".capacity", "50");
      queues.set(root + queue + ".maximum-capacity", "100");
      queues.set(root + queue + ".user-limit-factor", "100");
    }
    queues.set("yarn.scheduler.capacity.maximum-am-resource-percent", "1.0");
    Map<String, String> extra = new HashMap<>(SETTINGS);
    extra.putAll(scenario.settings());
    extra.putAll(options.keys);
    return new LiveFederation(
        FederatedCluster.start(
            "federation",
            scenario.nodesMb(),
            queues,
            options.home.resolve("conf-samples/federation"),
            extra));
  }

  /**
   * Publishes a queue's policy. Jobs that are submitted after {@link #awaitPublished} have it.
   *
   * @param home number of the sub-cluster of its masters
   * @param weights of the sub-clusters, for requests
   */
  void publish(String system, String queue, int home, float... weights) throws IOException {
    WeightedLocalityPolicyManager manager =
        system.equals(FederationScenario.HYDRA)
            ? new HydraPolicyManager()
            : new WeightedLocalityPolicyManager();
    WeightedPolicyInfo info = new WeightedPolicyInfo();
    Map<SubClusterIdInfo, Float> tasks = new HashMap<>();
    for (int i = 0; i < weights.length; i++) {
      tasks.put(new SubClusterIdInfo("sc" + i), weights[i]);
    }
    info.setAMRMPolicyWeights(tasks);
    info.setRouterPolicyWeights(Collections.singletonMap(new SubClusterIdInfo("sc" + home), 1f));
    manager.setWeightedPolicyInfo(info);
    try {
      // The Router looks for the queue as submitted, the AMRMProxy for its full path.
      for (String name : new String[] {queue, "root." + queue}) {
        manager.setQueue(name);
        FederationStateStoreFacade.getInstance(new Configuration(false))
            .setPolicyConfiguration(manager.serializeConf());
      }
    } catch (YarnException e) {
      throw new IOException(e);
    }
  }

  /** Waits until no daemon has earlier policies in its cache. */
  void awaitPublished() throws InterruptedException {
    TimeUnit.MILLISECONDS.sleep(CACHED_MS);
  }

  /** Publishes the quotas of gangs, in MB by the full path of a queue. */
  void publishQuotas(Map<String, Long> quotas) throws IOException {
    Configuration conf = new Configuration(false);
    SETTINGS.forEach(conf::set);
    conf.set(CommonConfigurationKeys.ZK_ADDRESS, cluster.zooKeeper().address());
    try (ZooKeeperRecordStore records = ZooKeeperRecordStore.open(conf, "/yarnext")) {
      new GangStore(records).publish(quotas);
    }
  }

  /** Starts or stops the Global Policy Generator, and waits for the configured capacities. */
  void share(boolean isOn) throws IOException {
    if (isOn && !isSharing) {
      cluster.startGlobalPolicyGenerator();
    } else if (!isOn && isSharing) {
      cluster.killGlobalPolicyGenerator();
    }
    isSharing = isOn;
    Await.until(
        () -> "the configured capacities; logs in " + cluster.workDir(),
        TIMEOUT_MS,
        () -> sum(each -> Math.abs(each.capacity(QUEUES[0]) - 50) < 0.5 ? 1 : 0) == cluster.size());
  }

  ShellJob submit(String queue, List<ShellTask> tasks, String... tags) throws IOException {
    return ShellJob.submit(cluster, yarn, queue, queue, HEARTBEAT_MS, tasks, tags);
  }

  /** Returns a task that sleeps. */
  static ShellTask sleep(double seconds) {
    return task(ShellTask.sleep(seconds));
  }

  static ShellTask task(String command) {
    return ShellTask.guaranteed(command).size(TASK_MB, 1);
  }

  /** Returns the memory of a node with room for a number of tasks and a master, in MB. */
  static int nodeMb(int tasks) {
    return tasks * TASK_MB + MASTER_MB;
  }

  /** Returns the host of the node of a sub-cluster. */
  static String host(int subCluster) {
    return FreePorts.hostOfNode(subCluster);
  }

  SubClusterProcess subCluster(int i) {
    return cluster.subCluster(i);
  }

  int size() {
    return cluster.size();
  }

  Path workDir() {
    return cluster.workDir();
  }

  /** Returns the sum of a number over all sub-clusters. */
  long sum(ToLongFunction<SubClusterProcess> number) {
    long sum = 0;
    for (int i = 0; i < cluster.size(); i++) {
      sum += number.applyAsLong(cluster.subCluster(i));
    }
    return sum;
  }

  /** Waits until at least that many containers are allocated in a sub-cluster. */
  void awaitAllocated(int subCluster, int containers) {
    Await.until(
        () -> containers + " containers in sc" + subCluster + "; logs in " + cluster.workDir(),
        TIMEOUT_MS,
        () -> cluster.subCluster(subCluster).clusterMetric("containersAllocated") >= containers);
  }

  /** Waits until nothing runs or waits. */
  void awaitIdle() {
    Await.until(
        () -> "all jobs to end; logs in " + cluster.workDir(),
        TIMEOUT_MS,
        () ->
            sum(
                    each ->
                        each.clusterMetric("containersAllocated")
                            + each.clusterMetric("containersPending"))
                == 0);
  }

  /** Throws if a job takes too long. */
  void requireInTime(ShellJob job) throws IOException {
    if (System.currentTimeMillis() - job.submittedMs > TIMEOUT_MS) {
      throw new IOException(job.applicationId() + " does not end; logs in " + cluster.workDir());
    }
  }

  /**
   * Returns the record of a job that has ended, and notes a problem unless exactly {@code tasks} of
   * its tasks succeeded and none failed.
   */
  JobRecord check(String queue, ShellJob job, int tasks) throws IOException {
    List<AttemptRecord> attempts = job.records();
    long succeeded = attempts.stream().filter(a -> a.end == AttemptRecord.End.SUCCEEDED).count();
    if (succeeded != tasks) {
      problems.add(job.applicationId() + ": " + succeeded + " of " + tasks + " tasks succeeded");
    }
    return checkFailures(queue, job.submittedMs, attempts);
  }

  /** Returns the record of a job, and notes a problem if a task failed. */
  JobRecord checkFailures(String queue, long submittedMs, List<AttemptRecord> attempts) {
    attempts.stream()
        .filter(a -> a.end == AttemptRecord.End.FAILED)
        .forEach(a -> problems.add(a.why));
    return new JobRecord(queue, submittedMs, attempts);
  }

  /** Returns the errors in the results so far. */
  List<String> problems() {
    return Collections.unmodifiableList(problems);
  }

  @Override
  public void close() throws IOException {
    yarn.close();
    cluster.close();
  }
}
