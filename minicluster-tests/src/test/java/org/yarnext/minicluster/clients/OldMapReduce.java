// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.clients;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.SortedMap;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.yarnext.minicluster.cluster.MiniCluster;
import org.yarnext.minicluster.jobs.WordCountResult;

/**
 * Word counts with the MapReduce of an earlier Hadoop: its client in a process of its own, its
 * Application Master and its tasks. None of them has a class of this project or of the Hadoop that
 * the cluster runs.
 */
public final class OldMapReduce {
  private static final String EXAMPLE = "org.apache.hadoop.examples.WordCount";
  private static final int CONTAINER_MB = 512;

  private static final String LOGGING =
      "log4j.rootLogger=INFO,console\n"
          + "log4j.appender.console=org.apache.log4j.ConsoleAppender\n"
          + "log4j.appender.console.target=System.err\n"
          + "log4j.appender.console.layout=org.apache.log4j.PatternLayout\n"
          + "log4j.appender.console.layout.ConversionPattern=%p %c: %m%n\n";

  /** Options that the Application Master's Guice and old protocol buffers need. */
  private static final String JVM_OPTIONS =
      "-Xmx320m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
          + " --add-opens=java.base/java.lang=ALL-UNNAMED"
          + " --add-opens=java.base/java.util=ALL-UNNAMED -Djava.net.preferIPv4Stack=true";

  private final String version;
  private final Path dir;
  private final Path configuration;
  private final Configuration conf = new Configuration(false);

  /**
   * @param cluster of one node, whose AMRMProxy masters ask if it is on
   * @param version as the directories of old-clients are named, such as 2.7
   */
  public OldMapReduce(MiniCluster cluster, String version) throws IOException {
    this.version = version;
    dir = Files.createDirectories(cluster.workDir().resolve("hadoop-" + version));
    Configuration node = cluster.nodeManager(0).getConfig();
    boolean proxy = node.getBoolean(YarnConfiguration.AMRM_PROXY_ENABLED, false);
    conf.set(YarnConfiguration.RM_ADDRESS, cluster.conf().get(YarnConfiguration.RM_ADDRESS));
    conf.set(
        YarnConfiguration.RM_SCHEDULER_ADDRESS,
        proxy
            ? node.get(YarnConfiguration.AMRM_PROXY_ADDRESS)
            : cluster.conf().get(YarnConfiguration.RM_SCHEDULER_ADDRESS));
    conf.set("mapreduce.framework.name", "yarn");
    configuration = Files.createDirectories(dir.resolve("conf"));
    conf.set("mapreduce.application.classpath", classPath());
    conf.set("yarn.application.classpath", "");
    conf.set("yarn.app.mapreduce.am.staging-dir", dir.resolve("staging").toString());
    conf.set("hadoop.tmp.dir", dir.resolve("tmp").toString());
    conf.setInt("yarn.app.mapreduce.am.resource.mb", CONTAINER_MB);
    conf.set("yarn.app.mapreduce.am.command-opts", JVM_OPTIONS);
    conf.setInt("yarn.app.mapreduce.am.scheduler.heartbeat.interval-ms", 200);
    conf.setInt("mapreduce.map.memory.mb", CONTAINER_MB);
    conf.setInt("mapreduce.reduce.memory.mb", CONTAINER_MB);
    conf.set("mapred.child.java.opts", JVM_OPTIONS);
    conf.setBoolean("mapreduce.map.speculative", false);
    conf.setBoolean("mapreduce.reduce.speculative", false);
    conf.setInt("mapreduce.task.io.sort.mb", 32);
    conf.setInt("mapreduce.client.completion.pollinterval", 200);
    conf.setInt("mapreduce.client.progressmonitor.pollinterval", 200);
  }

  /** Any setting of the job. */
  OldMapReduce set(String key, String value) {
    conf.set(key, value);
    return this;
  }

  private String classPath() throws IOException {
    Path file = Paths.get("old-clients", "hadoop-" + version, "target", "class-path.txt");
    String jars = new String(Files.readAllBytes(file), UTF_8).trim();
    return configuration + File.pathSeparator + jars;
  }

  /**
   * Runs the job over all files of {@code input}.
   *
   * @return the counts
   * @throws IllegalStateException if the client fails or does not end within {@code timeoutMs}; the
   *     message has what it said
   */
  public SortedMap<String, Long> run(Path input, long timeoutMs) throws IOException {
    // Each goes before the defaults of its own part of Hadoop alone.
    for (String part : new String[] {"core", "yarn", "mapred"}) {
      try (OutputStream site = Files.newOutputStream(configuration.resolve(part + "-site.xml"))) {
        conf.writeXml(site);
      }
    }
    // Containers read the second.
    for (String name : new String[] {"log4j.properties", "container-log4j.properties"}) {
      Files.write(configuration.resolve(name), LOGGING.getBytes(UTF_8));
    }
    Path output = dir.resolve("output");
    Path log = dir.resolve("client.log");
    String java = Paths.get(System.getProperty("java.home"), "bin", "java").toString();
    Process client =
        new ProcessBuilder(
                java,
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPath(),
                EXAMPLE,
                input.toString(),
                output.toString())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      boolean ended = client.waitFor(timeoutMs, TimeUnit.MILLISECONDS);
      if (!ended || client.exitValue() != 0) {
        throw new IllegalStateException(
            "The client of Hadoop "
                + version
                + (ended ? " failed: " : " did not end: ")
                + new String(Files.readAllBytes(log), UTF_8));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    } finally {
      client.destroyForcibly();
    }
    return WordCountResult.read(output, 0).counts;
  }
}
