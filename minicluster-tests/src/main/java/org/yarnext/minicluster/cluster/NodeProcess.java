// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URL;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.nodemanager.NodeManager;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.yarnext.minicluster.process.ContainerProcesses;
import org.yarnext.minicluster.process.DaemonProcess;

/**
 * A NodeManager as in production: stock {@code main} in its own JVM, with a configuration
 * directory, a log file and a web server. It can be killed without warning and started again with
 * other settings; address and recovery state stay the same. Its containers are processes that
 * survive it.
 *
 * <p>It is the first node of a {@link MiniCluster} that was started without nodes. Not thread-safe.
 */
public final class NodeProcess implements AutoCloseable {
  private static final int HEAP_MB = 256;
  private static final int HTTP_TIMEOUT_MS = 30_000;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final MiniCluster cluster;
  private final Path dir;
  private final Configuration conf;
  private final DaemonProcess daemon;
  private final Thread onExit = new Thread(this::killAll, "killing a NodeManager");

  private NodeProcess(MiniCluster cluster) throws IOException {
    this.cluster = cluster;
    Configuration node =
        EmbeddedNodeManager.configurationOf(
            cluster.conf(), cluster.workDir().toFile(), 0, cluster.host(0));
    conf = siteOf(node);
    dir = cluster.workDir().resolve("node0");
    daemon = new DaemonProcess("nodemanager", dir, HEAP_MB);
    // An interrupted test run must leave no processes behind.
    Runtime.getRuntime().addShutdownHook(onExit);
  }

  /**
   * Creates the node without starting it.
   *
   * @throws IllegalArgumentException if the cluster already has nodes
   */
  public static NodeProcess of(MiniCluster cluster) throws IOException {
    if (cluster.size() > 0) {
      throw new IllegalArgumentException("Start the cluster with nodes(0): it has its nodes.");
    }
    return new NodeProcess(cluster);
  }

  /** Returns the properties that an operator would have written into yarn-site.xml. */
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
    // The node is not part of a MiniYARNCluster.
    site.unset(YarnConfiguration.IS_MINI_YARN_CLUSTER);
    return site;
  }

  /** Sets a key of the configuration, as of the next start. */
  public void set(String key, String value) {
    conf.set(key, value);
  }

  /** Removes a key from the configuration, as of the next start. */
  public void unset(String key) {
    conf.unset(key);
  }

  /**
   * Starts the daemon. Returns once it is RUNNING in the ResourceManager and its web server
   * answers.
   */
  public void start() throws IOException {
    if (daemon.isAlive()) {
      throw new IllegalStateException("The NodeManager runs already.");
    }
    daemon.configure("yarn-site.xml", conf);
    // The shuffle service loads mapred-default.xml, which overrides yarn-site.xml.
    Configuration mapred = new Configuration(false);
    conf.getPropsWithPrefix("mapreduce.").forEach((k, v) -> mapred.set("mapreduce." + k, v));
    daemon.configure("mapred-site.xml", mapred);
    daemon
        .classPath(conf.get(YarnConfiguration.YARN_APPLICATION_CLASSPATH))
        .start(NodeManager.class);
    daemon.await(this::isRegistered);
  }

  /**
   * Returns whether this process has registered. The web port changes with each start, so an answer
   * cannot come from an earlier process.
   */
  private boolean isRegistered() {
    RMNode node = cluster.resourceManager().getRMContext().getRMNodes().get(id());
    return node != null
        && node.getState() == NodeState.RUNNING
        && get("NodeManagerMetrics") != null;
  }

  /** Returns the node's id, which does not change when the daemon is started again. */
  public NodeId id() {
    return NodeId.fromString(conf.get(YarnConfiguration.NM_ADDRESS));
  }

  /**
   * Kills the daemon, but not its containers, as {@code kill -9} does. Returns once it has ended.
   */
  public void kill() {
    daemon.kill();
  }

  /**
   * Returns a number from the daemon's /jmx, or null if there is none or the daemon does not
   * answer.
   */
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

  /** Returns the daemon's log file, which all its processes append to. */
  public Path log() {
    return daemon.log();
  }

  /** Returns the end of the log, for use in an error message. */
  public String tail() {
    return daemon.tail();
  }

  private void killAll() {
    daemon.kill();
    try {
      ContainerProcesses.killBelow(dir);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Kills the daemon and its containers. The files remain. */
  @Override
  public void close() {
    killAll();
    daemon.close();
    Runtime.getRuntime().removeShutdownHook(onExit);
  }
}
