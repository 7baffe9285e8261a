// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.jobs;

import java.io.IOException;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppState;
import org.apache.tez.client.TezClient;
import org.apache.tez.dag.api.DAG;
import org.apache.tez.dag.api.TezConfiguration;
import org.apache.tez.dag.api.TezException;
import org.apache.tez.dag.api.client.DAGStatus;
import org.apache.tez.examples.TezExampleBase;
import org.apache.tez.runtime.library.api.TezRuntimeConfiguration;
import org.yarnext.minicluster.cluster.MiniCluster;
import org.yarnext.minicluster.process.Await;

/** A Tez session on a cluster: one Application Master that runs Tez examples and DAGs in turn. */
public final class TezSession implements AutoCloseable {
  private static final int CONTAINER_MB = 512;
  private static final int HEAP_MB = 320;

  private static final long END_TIMEOUT_MS = 60_000;
  private static final Set<RMAppState> ENDS =
      EnumSet.of(RMAppState.FINISHED, RMAppState.FAILED, RMAppState.KILLED);

  private final TezConfiguration conf;
  private final TezClient client;

  private TezSession(TezConfiguration conf, TezClient client) {
    this.conf = conf;
    this.client = client;
  }

  /**
   * Starts a session.
   *
   * @param settings Tez settings, which override all others
   */
  public static TezSession start(MiniCluster cluster, String name, Map<String, String> settings)
      throws IOException {
    TezConfiguration conf = clusterConf(cluster);
    settings.forEach(conf::set);
    TezClient client = TezClient.create(name, conf, true);
    try {
      client.start();
    } catch (TezException e) {
      throw new IOException(e);
    }
    return new TezSession(conf, client);
  }

  /**
   * Runs one example in its own Application Master. Returns once the application has ended.
   *
   * @param settings Tez settings, which override all others
   * @return id of the application
   * @throws IllegalStateException if the example fails
   */
  public static ApplicationId runAlone(
      MiniCluster cluster,
      Map<String, String> settings,
      TezExampleBase example,
      String... arguments)
      throws IOException {
    TezConfiguration conf = clusterConf(cluster);
    settings.forEach(conf::set);
    TezClient client = TezClient.create(example.getClass().getSimpleName(), conf, false);
    try (TezSession alone = new TezSession(conf, client)) {
      client.start();
      alone.run(example, arguments);
    } catch (TezException e) {
      throw new IOException(e);
    }
    ApplicationId id = client.getAppMasterApplicationId();
    Await.until(
        () -> id + " to have ended", END_TIMEOUT_MS, () -> ENDS.contains(stateOf(cluster, id)));
    return id;
  }

  private static RMAppState stateOf(MiniCluster cluster, ApplicationId id) {
    return cluster.resourceManager().getRMContext().getRMApps().get(id).getState();
  }

  /**
   * Returns JVM options for containers with the given heap, as a value of tez.task.launch.cmd-opts.
   */
  public static String jvmOptions(int heapMb) {
    return "-Xmx"
        + heapMb
        + "m -XX:+IgnoreUnrecognizedVMOptions --add-opens=java.base/java.lang=ALL-UNNAMED "
        + MiniCluster.CONTAINER_JVM_OPTIONS;
  }

  /**
   * Returns a new configuration for small containers, which load Tez from the class path of Hadoop.
   */
  static TezConfiguration clusterConf(MiniCluster cluster) {
    TezConfiguration conf = new TezConfiguration(cluster.masterConf());
    conf.setBoolean(TezConfiguration.TEZ_IGNORE_LIB_URIS, true);
    conf.setBoolean(TezConfiguration.TEZ_USE_CLUSTER_HADOOP_LIBS, true);
    conf.set(
        TezConfiguration.TEZ_AM_STAGING_DIR, cluster.workDir().resolve("tez-staging").toString());
    conf.setInt(TezConfiguration.TEZ_AM_RESOURCE_MEMORY_MB, CONTAINER_MB);
    conf.set(TezConfiguration.TEZ_AM_LAUNCH_CMD_OPTS, jvmOptions(HEAP_MB));
    conf.setInt(TezConfiguration.TEZ_TASK_RESOURCE_MEMORY_MB, CONTAINER_MB);
    conf.set(TezConfiguration.TEZ_TASK_LAUNCH_CMD_OPTS, jvmOptions(HEAP_MB));
    conf.setInt(TezRuntimeConfiguration.TEZ_RUNTIME_IO_SORT_MB, 32);
    conf.setInt(TezRuntimeConfiguration.TEZ_RUNTIME_UNORDERED_OUTPUT_BUFFER_SIZE_MB, 16);
    conf.setLong(TezConfiguration.TEZ_AM_SLEEP_TIME_BEFORE_EXIT_MILLIS, 500);
    return conf;
  }

  /** Returns the application id of the session. */
  public ApplicationId application() {
    return client.getAppMasterApplicationId();
  }

  /**
   * Runs an example to completion.
   *
   * @throws IllegalStateException if it fails
   */
  public void run(TezExampleBase example, String... arguments) throws IOException {
    int status;
    try {
      status = example.run(new TezConfiguration(conf), arguments, client);
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException(e);
    }
    if (status != 0) {
      throw new IllegalStateException(
          example.getClass().getSimpleName() + " failed with status " + status);
    }
  }

  /**
   * Runs a DAG to completion.
   *
   * @throws IllegalStateException if it does not succeed, with Tez's diagnostics
   */
  public void run(DAG dag) throws IOException, InterruptedException {
    try {
      client.waitTillReady();
      DAGStatus status = client.submitDAG(dag).waitForCompletion();
      if (status.getState() != DAGStatus.State.SUCCEEDED) {
        throw new IllegalStateException(
            dag.getName() + " " + status.getState() + ": " + status.getDiagnostics());
      }
    } catch (TezException e) {
      throw new IOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    try {
      client.stop();
    } catch (TezException e) {
      throw new IOException(e);
    }
  }
}
