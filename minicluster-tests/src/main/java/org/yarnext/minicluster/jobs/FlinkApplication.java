// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.yarnext.minicluster.cluster.MiniCluster;
import org.yarnext.minicluster.process.Await;
import org.yarnext.minicluster.process.DaemonProcess;

/**
 * An unmodified Flink application on a test cluster, over files of the local file system, in
 * Flink's application mode. Its client, JobManager and TaskManagers have Flink's own class path,
 * with no class of this project but those of the module flink-1.20, and a Hadoop client of their
 * own.
 *
 * <p>Runs once. Not thread-safe.
 */
public final class FlinkApplication implements FrameworkApplication {
  /** Type with which Flink registers its applications. */
  public static final String TYPE = "Apache Flink";

  /** Memory of the JobManager and of each TaskManager, in MB. */
  public static final int CONTAINER_MB = 768;

  /** Heap of each TaskManager, in MB: its memory less the other parts below. */
  public static final int TASK_MANAGER_HEAP_MB = 256;

  private static final Predicate<String> HADOOP = jar -> jar.contains("/hadoop-client-");

  /** The jar that takes the place of Flink's distribution in one jar. */
  private static final Predicate<String> DIST = jar -> jar.contains("/flink-yarn-");

  private static final ClientModule MODULE = new ClientModule("flink-1.20", "target");
  private static final String NAME = "yarn.application.name";
  private static final String CLIENT = "org.apache.flink.client.cli.CliFrontend";
  private static final int CLIENT_HEAP_MB = 256;

  /** Packages of the JDK that Flink's own default configuration opens. */
  private static final String[] OPEN_PACKAGES = {
    "java.base/java.lang",
    "java.base/java.lang.reflect",
    "java.base/java.net",
    "java.base/java.io",
    "java.base/java.nio",
    "java.base/java.text",
    "java.base/java.time",
    "java.base/java.util",
    "java.base/java.util.concurrent",
    "java.base/java.util.concurrent.atomic",
    "java.base/java.util.concurrent.locks",
    "java.base/sun.nio.ch",
  };

  private final MiniCluster cluster;
  private final String main;
  private final Path dir;
  private final Map<String, String> settings = new TreeMap<>();

  /**
   * Creates an application with TaskManagers of one slot.
   *
   * @param main name of its main class in the module flink-1.20
   */
  public FlinkApplication(MiniCluster cluster, String main) throws IOException {
    this.cluster = cluster;
    this.main = main;
    dir = Files.createTempDirectory(cluster.workDir(), "flink-");
    set(NAME, dir.getFileName().toString());
    set("yarn.application-attempts", "1");
    set("yarn.heartbeat.interval", "1");
    set("yarn.heartbeat.container-request-interval", "200 ms");
    set("yarn.staging-directory", dir.toUri() + "staging");
    // Nodes have a Hadoop client; Flink's own jars are shipped.
    set("flink.yarn.application.classpath", jars(HADOOP, ","));
    set("yarn.ship-files", jars(HADOOP.or(DIST).negate(), ";"));
    set("yarn.flink-dist-jar", jars(DIST, ";"));
    set("flink." + YarnConfiguration.RM_ADDRESS, cluster.conf().get(YarnConfiguration.RM_ADDRESS));
    set(
        "flink." + YarnConfiguration.RM_SCHEDULER_ADDRESS,
        cluster.masterConf().getRaw(YarnConfiguration.RM_SCHEDULER_ADDRESS));
    set(
        "flink." + YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_MB,
        cluster.conf().get(YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_MB));
    for (String process : new String[] {"jobmanager", "taskmanager"}) {
      set(process + ".memory.process.size", CONTAINER_MB + "m");
      set(process + ".memory.jvm-metaspace.size", "128m");
      set(process + ".memory.jvm-overhead.min", "128m");
      set(process + ".memory.jvm-overhead.max", "128m");
    }
    set("taskmanager.memory.managed.size", "64m");
    set("taskmanager.memory.network.min", "64m");
    set("taskmanager.memory.network.max", "64m");
    set("taskmanager.numberOfTaskSlots", "1");
    // A lost TaskManager is noticed after seconds, and its tasks run again.
    set("heartbeat.interval", "1 s");
    set("heartbeat.timeout", "20 s");
    set("restart-strategy.type", "fixed-delay");
    set("restart-strategy.fixed-delay.attempts", "100");
    set("restart-strategy.fixed-delay.delay", "200 ms");
    String open =
        Arrays.stream(OPEN_PACKAGES)
            .map(name -> "--add-opens=" + name + "=ALL-UNNAMED")
            .collect(Collectors.joining(" "));
    set(
        "env.java.opts.all",
        MiniCluster.CONTAINER_JVM_OPTIONS
            + " -Djava.net.preferIPv4Stack=true -Djava.io.tmpdir="
            // A process that is killed leaves files there.
            + Files.createDirectories(dir.resolve("tmp"))
            + " "
            + open);
  }

  /** Sets the application tags, separated by commas. */
  public FlinkApplication tags(String value) {
    return set("yarn.tags", value);
  }

  /** Sets a key of Flink, which overrides all other settings. */
  public FlinkApplication set(String key, String value) {
    settings.put(key, value);
    return this;
  }

  @Override
  public long run(long timeoutMs, Object... arguments) throws IOException {
    Path clientDir = dir.resolve("client");
    DaemonProcess client =
        new DaemonProcess("the client of Flink", clientDir, CLIENT_HEAP_MB)
            .classPath(String.join(File.pathSeparator, MODULE.jars()))
            .environment("FLINK_CONF_DIR", clientDir.resolve("conf").toString());
    try {
      Files.write(
          clientDir.resolve("conf/config.yaml"),
          settings.entrySet().stream()
              .map(each -> each.getKey() + ": '" + each.getValue().replace("'", "''") + "'")
              .collect(Collectors.toList()),
          UTF_8);
      List<String> command =
          new ArrayList<>(
              Arrays.asList(
                  "run-application",
                  "-t",
                  "yarn-application",
                  "-c",
                  main,
                  MODULE.application("flink-application").toString()));
      for (Object argument : arguments) {
        command.add(argument.toString());
      }
      long start = System.nanoTime();
      client.start(CLIENT, command);
      int status = client.awaitEnd(timeoutMs);
      if (status != 0) {
        throw new IllegalStateException("Flink ended with status " + status + client.tail());
      }
      Await.until(() -> app() + " to end" + client.tail(), timeoutMs, () -> ended().isPresent());
      FinalApplicationStatus end = ended().get();
      if (end != FinalApplicationStatus.SUCCEEDED) {
        throw new IllegalStateException(app() + " ended as " + end + client.tail());
      }
      return (System.nanoTime() - start) / 1_000_000;
    } finally {
      client.close();
    }
  }

  /** Returns the application in the ResourceManager, once its client has submitted it. */
  public Optional<RMApp> app() {
    String name = settings.get(NAME);
    return cluster.resourceManager().getRMContext().getRMApps().values().stream()
        .filter(app -> name.equals(app.getName()))
        .findAny();
  }

  /** Returns how the application ended; nothing while it runs. */
  private Optional<FinalApplicationStatus> ended() {
    return app()
        .map(RMApp::getFinalApplicationStatus)
        .filter(status -> status != FinalApplicationStatus.UNDEFINED);
  }

  private static String jars(Predicate<String> which, String separator) throws IOException {
    return MODULE.jars().stream().filter(which).collect(Collectors.joining(separator));
  }
}
