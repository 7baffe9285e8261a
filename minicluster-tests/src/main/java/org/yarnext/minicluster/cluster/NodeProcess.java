// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.nodemanager.NodeManager;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.yarnext.minicluster.process.Await;
import org.yarnext.minicluster.process.ContainerProcesses;
import org.yarnext.minicluster.process.DaemonProcess;

/**
 * A NodeManager as in production: stock {@code main} in a JVM of its own, with a configuration
 * directory, a log file and a web server. It can be killed without warning and started again, with
 * other settings, on the same address and recovery state. Its containers are processes that outlive
 * it.
 *
 * <p>It is the first node of a {@link MiniCluster} that was started without nodes. Not for use by
 * several threads at once.
 */
public final class NodeProcess implements AutoCloseable {

  private static final long START_TIMEOUT_MS = 60_000;
  private static final int HTTP_TIMEOUT_MS = 5_000;
  private static final int TAIL_BYTES = 12_000;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final MiniCluster cluster;
  private final Path dir;
  private final Path confDir;
  private final Path log;
  private final Configuration conf;
  private final Thread onExit = new Thread(this::killAll, "killing a NodeManager");
  private Process process;

  private NodeProcess(MiniCluster cluster) throws IOException {
    this.cluster = cluster;
    Configuration node =
        EmbeddedNodeManager.configurationOf(
            cluster.conf(), cluster.workDir().toFile(), 0, cluster.host(0));
    conf = siteOf(node);
    dir = Files.createDirectories(cluster.workDir().resolve("node0"));
    confDir = Files.createDirectories(dir.resolve("conf"));
    log = dir.resolve("nodemanager.log");
    // A test run that is interrupted must leave nothing behind.
    Runtime.getRuntime().addShutdownHook(onExit);
  }

  /** The node, not started yet. */
  public static NodeProcess of(MiniCluster cluster) throws IOException {
    if (cluster.size() > 0) {
      throw new IllegalArgumentException("Start the cluster with nodes(0): it has its nodes.");
    }
    return new NodeProcess(cluster);
  }

  /** What an operator would have written into yarn-site.xml. */
  private static Configuration siteOf(Configuration all) {
    Configuration site = new Configuration(false);
    for (Map.Entry<String, String> property : all) {
      String key = property.getKey();
      String[] sources = all.getPropertySources(key);
      String source = sources == null ? "" : sources[sources.length - 1];
      if (!source.endsWith("-default.xml") || source.equals("minicluster-default.xml")) {
        site.set(key, all.getRaw(key));
      }
    }
    // It is no part of a MiniYARNCluster.
    site.unset(YarnConfiguration.IS_MINI_YARN_CLUSTER);
    return site;
  }

  /** Changes the configuration for the next start. */
  public void set(String key, String value) {
    conf.set(key, value);
  }

  /** Removes a key from the configuration for the next start. */
  public void unset(String key) {
    conf.unset(key);
  }

  /** Starts the daemon; returns once the ResourceManager and its web server know it. */
  public void start() throws IOException {
    if (process != null) {
      throw new IllegalStateException("The NodeManager runs already.");
    }
    writeConfiguration();
    List<String> command =
        Arrays.asList(
            System.getProperty("java.home") + "/bin/java",
            "-Xmx256m",
            // It lives for seconds.
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-XX:+UnlockDiagnosticVMOptions",
            "-XX:-BytecodeVerificationRemote",
            "-XX:-UsePerfData",
            "-Djava.net.preferIPv4Stack=true",
            // It is killed and leaves there what it unpacks.
            "-Djava.io.tmpdir=" + cluster.workDir().resolve("tmp"),
            // Guice, on JDK 17.
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "-cp",
            confDir + File.pathSeparator + conf.get(YarnConfiguration.YARN_APPLICATION_CLASSPATH),
            NodeManager.class.getName());
    process =
        new ProcessBuilder(command)
            // Not below its own directory, where only its containers work.
            .directory(cluster.workDir().toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    Await.until(
        () -> "the NodeManager to register" + (process.isAlive() ? "" : ", it ended") + tail(),
        START_TIMEOUT_MS,
        () -> !process.isAlive() || isRegistered());
    if (!process.isAlive()) {
      throw new IllegalStateException("The NodeManager ended by itself" + tail());
    }
  }

  private void writeConfiguration() throws IOException {
    try (OutputStream site = Files.newOutputStream(confDir.resolve("yarn-site.xml"))) {
      conf.writeXml(site);
    }
    // mapred-default.xml, which the shuffle service loads, overrides yarn-site.xml.
    Configuration mapred = new Configuration(false);
    conf.getPropsWithPrefix("mapreduce.").forEach((k, v) -> mapred.set("mapreduce." + k, v));
    try (OutputStream site = Files.newOutputStream(confDir.resolve("mapred-site.xml"))) {
      mapred.writeXml(site);
    }
    DaemonProcess.writeLogging(confDir);
  }

  /** The web port is another one after each start, so an answer cannot be of an earlier life. */
  private boolean isRegistered() {
    RMNode node = cluster.resourceManager().getRMContext().getRMNodes().get(id());
    return node != null
        && node.getState() == NodeState.RUNNING
        && get("NodeManagerMetrics") != null;
  }

  /** The same over all its lives. */
  public NodeId id() {
    return NodeId.fromString(conf.get(YarnConfiguration.NM_ADDRESS));
  }

  /** Kills the daemon as {@code kill -9} does, and nothing else; returns when it is dead. */
  public void kill() {
    destroy();
    process = null;
  }

  private void destroy() {
    Process running = process;
    if (running == null) {
      return;
    }
    running.destroyForcibly();
    try {
      if (!running.waitFor(10, TimeUnit.SECONDS)) {
        throw new IllegalStateException("The NodeManager survived a kill -9.");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** A number that the daemon's /jmx shows now; null if it has no such bean, or does not answer. */
  public Long metric(String bean, String name) {
    JsonNode found = get(bean);
    return found == null || !found.has(name) ? null : found.get(name).asLong();
  }

  private JsonNode get(String bean) {
    RMNode node = cluster.resourceManager().getRMContext().getRMNodes().get(id());
    try {
      URL url =
          new URL(
              "http://"
                  + node.getHttpAddress()
                  + "/jmx?qry=Hadoop:service=NodeManager,name="
                  + bean);
      HttpURLConnection connection = (HttpURLConnection) url.openConnection();
      connection.setConnectTimeout(HTTP_TIMEOUT_MS);
      connection.setReadTimeout(HTTP_TIMEOUT_MS);
      try (InputStream in = connection.getInputStream()) {
        JsonNode beans = JSON.readTree(in).path("beans");
        return beans.size() == 0 ? null : beans.get(0);
      }
    } catch (IOException e) {
      return null;
    }
  }

  /** The daemon's log, of all its lives. */
  public Path log() {
    return log;
  }

  /** The end of the log, to be put behind a message. */
  public String tail() {
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
      byte[] end = new byte[(int) Math.min(file.length(), TAIL_BYTES)];
      file.seek(file.length() - end.length);
      file.readFully(end);
      return "\n" + log + " ends:\n" + new String(end, UTF_8);
    } catch (IOException e) {
      return "\n" + log + " cannot be read: " + e;
    }
  }

  private void killAll() {
    try {
      destroy();
      ContainerProcesses.killBelow(dir);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Kills the daemon and its containers. The files stay. */
  @Override
  public void close() {
    killAll();
    process = null;
    Runtime.getRuntime().removeShutdownHook(onExit);
  }
}
