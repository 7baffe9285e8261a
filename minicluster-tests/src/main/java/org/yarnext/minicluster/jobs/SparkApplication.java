// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.yarnext.minicluster.cluster.ClusterSettings;
import org.yarnext.minicluster.cluster.MiniCluster;
import org.yarnext.minicluster.process.DaemonProcess;
import org.yarnext.minicluster.process.FreePorts;

/**
 * An unmodified Spark application on a test cluster, over files of the local file system. Its
 * client, Application Master, driver and executors have Spark's own class path, with no class of
 * this project but those of the module spark-3.5, and with the Hadoop client that Spark brings.
 *
 * <p>Runs once. Not thread-safe.
 */
public final class SparkApplication implements FrameworkApplication {
  /** Smallest heap with which Spark starts, by the collector that its JVMs have here, in MB. */
  public static final int HEAP_MB = 512;

  /** Memory outside the heap of an executor, in MB. */
  public static final int OVERHEAD_MB = 256;

  /** Version of Spark if it is not 3.5. The module's build uses the same property. */
  private static final String VERSION = System.getProperty("yarnext.spark", "");

  private static final ClientModule MODULE =
      new ClientModule("spark-3.5", VERSION.isEmpty() ? "target" : "target/spark-" + VERSION);

  private static final String SHUFFLE_PORT = "spark.shuffle.service.port";
  private static final String SUBMIT = "org.apache.spark.deploy.SparkSubmit";

  /**
   * Packages of the JDK that Spark's own start scripts open; its containers open them by
   * themselves.
   */
  private static final String[] OPEN_PACKAGES = {
    "java.base/java.lang",
    "java.base/java.lang.invoke",
    "java.base/java.lang.reflect",
    "java.base/java.io",
    "java.base/java.net",
    "java.base/java.nio",
    "java.base/java.util",
    "java.base/java.util.concurrent",
    "java.base/java.util.concurrent.atomic",
    "java.base/jdk.internal.ref",
    "java.base/sun.nio.ch",
    "java.base/sun.nio.cs",
    "java.base/sun.security.action",
    "java.base/sun.util.calendar",
  };

  /** The jars that the shuffle service needs, by the beginnings of their names. */
  private static final Pattern SHUFFLE_SERVICE_JARS =
      Pattern.compile(
          "(spark-(network|common|unsafe|tags)|netty|jackson|metrics-core|commons-|RoaringBitmap|"
              + "scala-library).*");

  private final MiniCluster cluster;
  private final String main;
  private final Path dir;
  private final Properties settings = new Properties();

  /**
   * Creates an application with two executors of {@link #HEAP_MB}, in cluster mode.
   *
   * @param main name of its main class in the module spark-3.5
   */
  public SparkApplication(MiniCluster cluster, String main) throws IOException {
    this.cluster = cluster;
    this.main = main;
    dir = Files.createTempDirectory(cluster.workDir(), "spark-");
    set("spark.master", "yarn");
    set("spark.submit.deployMode", "cluster");
    set(
        "spark.yarn.jars",
        MODULE.jars().stream().map(jar -> "local:" + jar).collect(Collectors.joining(",")));
    set("spark.yarn.stagingDir", dir.toUri() + "staging");
    set("spark.yarn.maxAppAttempts", "1");
    set("spark.yarn.report.interval", "200ms");
    set("spark.yarn.scheduler.heartbeat.interval-ms", "200");
    set("spark.ui.enabled", "false");
    for (String process : new String[] {"spark.driver", "spark.executor", "spark.yarn.am"}) {
      set(process + ".memory", HEAP_MB + "m");
      set(process + ".memoryOverhead", OVERHEAD_MB + "m");
      set(
          process + ".extraJavaOptions",
          MiniCluster.CONTAINER_JVM_OPTIONS + " -Djava.net.preferIPv4Stack=true");
    }
    executors(2);
    // The machine's name may have an address that nobody listens on.
    set("spark.yarn.appMasterEnv.SPARK_LOCAL_IP", "127.0.0.1");
    set("spark.executorEnv.SPARK_LOCAL_IP", "127.0.0.1");
  }

  /**
   * Adds Spark's external shuffle service to the NodeManagers. All nodes of this machine use the
   * same port: the first NodeManager gets it and serves the files of all nodes; the others run
   * without the service. Does nothing for Spark 4.0, of which Maven Central has no such service.
   */
  public static void addShuffleService(ClusterSettings settings) throws IOException {
    if (!VERSION.isEmpty()) {
      return;
    }
    String service = YarnConfiguration.NM_AUX_SERVICES + ".spark_shuffle.";
    settings
        .auxiliaryService("spark_shuffle")
        .set(service + "class", "org.apache.spark.network.yarn.YarnShuffleService")
        .set(
            service + "classpath",
            MODULE.jars().stream()
                .filter(jar -> SHUFFLE_SERVICE_JARS.matcher(new File(jar).getName()).matches())
                .collect(Collectors.joining(File.pathSeparator)))
        .set(SHUFFLE_PORT, String.valueOf(FreePorts.on("0.0.0.0")));
  }

  /**
   * Adds and releases executors by demand. The cluster needs {@link #addShuffleService}, which
   * keeps their shuffle files; without one, executors with such files stay.
   */
  public SparkApplication dynamicAllocation() {
    set("spark.dynamicAllocation.enabled", "true");
    if (!VERSION.isEmpty()) {
      return set("spark.dynamicAllocation.shuffleTracking.enabled", "true");
    }
    return set("spark.shuffle.service.enabled", "true")
        .set(SHUFFLE_PORT, cluster.conf().get(SHUFFLE_PORT));
  }

  /** Sets the number of executors. Default 2; the initial one with dynamic allocation. */
  public SparkApplication executors(int count) {
    return set("spark.executor.instances", String.valueOf(count));
  }

  /** Runs the driver in the client instead of the Application Master. */
  public SparkApplication clientMode() {
    return set("spark.submit.deployMode", "client");
  }

  /** Sets the application tags, separated by commas. */
  public SparkApplication tags(String value) {
    return set("spark.yarn.tags", value);
  }

  /** Sets heap and remaining memory of each executor, in MB. */
  public SparkApplication executorMemory(int heapMb, int overheadMb) {
    return set("spark.executor.memory", heapMb + "m")
        .set("spark.executor.memoryOverhead", overheadMb + "m");
  }

  /** Writes the event log of the driver to a directory, which must exist. */
  public SparkApplication eventLog(Path directory) {
    return set("spark.eventLog.enabled", "true")
        .set("spark.eventLog.dir", directory.toUri().toString());
  }

  /** Sets a key of Spark, which overrides all other settings. */
  public SparkApplication set(String key, String value) {
    settings.setProperty(key, value);
    return this;
  }

  @Override
  public long run(long timeoutMs, Object... arguments) throws IOException {
    DaemonProcess client =
        new DaemonProcess("the client of Spark", dir.resolve("client"), HEAP_MB)
            .classPath(String.join(File.pathSeparator, MODULE.jars()))
            .environment("HADOOP_CONF_DIR", dir.resolve("client/conf").toString())
            .environment("SPARK_LOCAL_IP", "127.0.0.1");
    for (String name : OPEN_PACKAGES) {
      client.options("--add-opens=" + name + "=ALL-UNNAMED");
    }
    try {
      client.configure("core-site.xml", hadoopConf());
      client.configure("yarn-site.xml", hadoopConf());
      Path properties = dir.resolve("spark.properties");
      try (Writer out = Files.newBufferedWriter(properties, UTF_8)) {
        settings.store(out, null);
      }
      List<String> command =
          new ArrayList<>(
              Arrays.asList(
                  "--properties-file",
                  properties.toString(),
                  "--class",
                  main,
                  MODULE.application("spark-application").toString()));
      for (Object argument : arguments) {
        command.add(argument.toString());
      }
      long start = System.nanoTime();
      client.start(SUBMIT, command);
      int status = client.awaitEnd(timeoutMs);
      if (status != 0) {
        throw new IllegalStateException("Spark ended with status " + status + client.tail());
      }
      return (System.nanoTime() - start) / 1_000_000;
    } finally {
      client.close();
    }
  }

  /** Returns the configuration that Spark gets: the addresses of the cluster. */
  private Configuration hadoopConf() {
    Configuration conf = new Configuration(false);
    conf.set(YarnConfiguration.RM_ADDRESS, cluster.conf().get(YarnConfiguration.RM_ADDRESS));
    conf.set(
        YarnConfiguration.RM_SCHEDULER_ADDRESS,
        cluster.masterConf().getRaw(YarnConfiguration.RM_SCHEDULER_ADDRESS));
    conf.set("hadoop.tmp.dir", dir.resolve("tmp").toString());
    return conf;
  }
}
