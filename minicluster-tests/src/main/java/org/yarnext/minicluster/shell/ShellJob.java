// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.shell;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.ApplicationConstants;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.yarnext.minicluster.cluster.FederatedCluster;
import org.yarnext.minicluster.cluster.MiniCluster;

/**
 * A job of shell tasks whose Application Master runs in a container of the cluster, as those of
 * MapReduce and Tez do. {@link ShellWorkload} is the cheaper alternative: its master runs in this
 * JVM.
 */
public final class ShellJob {

  private static final EnumSet<YarnApplicationState> ENDED =
      EnumSet.of(
          YarnApplicationState.FAILED, YarnApplicationState.KILLED, YarnApplicationState.FINISHED);

  private static final int MASTER_MB = 128;

  private final YarnClient yarn;
  private final ApplicationId applicationId;
  private final Path dir;

  /** When the job was submitted, in wall-clock milliseconds. */
  public final long submittedMs;

  private ShellJob(YarnClient yarn, ApplicationId applicationId, Path dir, long submittedMs) {
    this.yarn = yarn;
    this.applicationId = applicationId;
    this.dir = dir;
    this.submittedMs = submittedMs;
  }

  /**
   * Submits a job to the default queue. Returns once the ResourceManager has accepted it.
   *
   * @param yarn a started client, which the caller closes
   * @param heartbeatMs interval of the master's allocate calls, in ms
   */
  public static ShellJob submit(
      MiniCluster cluster, YarnClient yarn, String name, int heartbeatMs, List<ShellTask> tasks)
      throws IOException {
    return submit(cluster, yarn, name, heartbeatMs, tasks, ShellMaster.ALL);
  }

  /**
   * Submits a job to the default queue that requests a part of its tasks at a time, in order.
   *
   * @param atHand maximum number of tasks that are requested and have not ended
   */
  public static ShellJob submit(
      MiniCluster cluster,
      YarnClient yarn,
      String name,
      int heartbeatMs,
      List<ShellTask> tasks,
      int atHand)
      throws IOException {
    return submit(
        cluster.workDir(), cluster.masterConf(), yarn, "default", name, heartbeatMs, tasks, atHand);
  }

  /**
   * Submits a job to a queue of a federation.
   *
   * @param tags tags of the application
   */
  public static ShellJob submit(
      FederatedCluster cluster,
      YarnClient yarn,
      String queue,
      String name,
      int heartbeatMs,
      List<ShellTask> tasks,
      String... tags)
      throws IOException {
    return submit(
        cluster.workDir(),
        cluster.masterConf(),
        yarn,
        queue,
        name,
        heartbeatMs,
        tasks,
        ShellMaster.ALL,
        tags);
  }

  private static ShellJob submit(
      Path workDir,
      Configuration masterConf,
      YarnClient yarn,
      String queue,
      String name,
      int heartbeatMs,
      List<ShellTask> tasks,
      int atHand,
      String... tags)
      throws IOException {
    try {
      ApplicationSubmissionContext context =
          yarn.createApplication().getApplicationSubmissionContext();
      ApplicationId id = context.getApplicationId();
      Path dir = Files.createDirectories(workDir.resolve("shell").resolve(id.toString()));
      ShellMaster.writeTasks(dir, tasks);
      context.setApplicationName(name);
      context.setQueue(queue);
      context.setApplicationType("SHELL");
      context.setApplicationTags(new HashSet<>(Arrays.asList(tags)));
      context.setMaxAppAttempts(1);
      context.setResource(Resource.newInstance(MASTER_MB, 1));
      context.setAMContainerSpec(launch(workDir, masterConf, dir, heartbeatMs, atHand));
      long now = System.currentTimeMillis();
      yarn.submitApplication(context);
      return new ShellJob(yarn, id, dir, now);
    } catch (YarnException e) {
      throw new IOException(e);
    }
  }

  private static ContainerLaunchContext launch(
      Path workDir, Configuration masterConf, Path dir, int heartbeatMs, int atHand)
      throws IOException {
    Map<String, String> environment = new HashMap<>();
    environment.put("CLASSPATH", masterConf.get(YarnConfiguration.YARN_APPLICATION_CLASSPATH));
    String command =
        String.join(
            " ",
            System.getProperty("java.home") + "/bin/java",
            "-Xmx192m",
            MiniCluster.CONTAINER_JVM_OPTIONS,
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "-Djava.net.preferIPv4Stack=true",
            ShellMaster.class.getName(),
            siteFile(workDir, masterConf).toString(),
            dir.toString(),
            Integer.toString(heartbeatMs),
            Integer.toString(atHand),
            "1>" + ApplicationConstants.LOG_DIR_EXPANSION_VAR + "/stdout",
            "2>" + ApplicationConstants.LOG_DIR_EXPANSION_VAR + "/stderr");
    return ContainerLaunchContext.newInstance(
        Collections.emptyMap(),
        environment,
        Collections.singletonList(command),
        null,
        null,
        Collections.emptyMap());
  }

  /** Returns the site file for masters on the nodes. Writes it if it does not exist. */
  private static Path siteFile(Path workDir, Configuration masterConf) throws IOException {
    Path file = workDir.resolve("master-site.xml");
    if (!Files.exists(file)) {
      try (OutputStream out = Files.newOutputStream(file)) {
        masterConf.writeXml(out);
      }
    }
    return file;
  }

  public ApplicationId applicationId() {
    return applicationId;
  }

  /**
   * Returns whether all tasks have ended.
   *
   * @throws IOException if the application ended without a result
   */
  public boolean ended() throws IOException {
    if (Files.exists(ShellMaster.recordsFile(dir))) {
      return true;
    }
    try {
      ApplicationReport report = yarn.getApplicationReport(applicationId);
      if (ENDED.contains(report.getYarnApplicationState())
          && !Files.exists(ShellMaster.recordsFile(dir))) {
        throw new IOException(
            applicationId
                + " ended as "
                + report.getFinalApplicationStatus()
                + " without a result: "
                + report.getDiagnostics());
      }
      return false;
    } catch (YarnException e) {
      throw new IOException(e);
    }
  }

  /** Returns how many attempts have begun to run, or -1 before the master has. */
  public long begun() throws IOException {
    Path attempts = ShellMaster.attemptsDir(dir);
    if (!Files.isDirectory(attempts)) {
      return -1;
    }
    try (Stream<Path> files = Files.list(attempts)) {
      return files.filter(RunFiles::isStart).count();
    }
  }

  /**
   * Makes the job end. Tasks that have not ended are stopped and have no record; {@link #ended}
   * returns whether the records are there.
   */
  public void stop() throws IOException {
    Files.createFile(ShellMaster.stopFile(dir));
  }

  /** Returns all attempts of a job that has ended. Times are wall-clock milliseconds. */
  public List<AttemptRecord> records() throws IOException {
    return ShellMaster.readRecords(dir);
  }
}
