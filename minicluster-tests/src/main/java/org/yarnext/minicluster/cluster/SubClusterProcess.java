// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.IOUtils;
import org.yarnext.minicluster.process.ContainerProcesses;
import org.yarnext.minicluster.process.DaemonProcess;

/**
 * A sub-cluster of a federation: a ResourceManager and one node, each in its own JVM. It can lose
 * power with all its containers and start again on other ports with the stored state of its
 * ResourceManager. NodeManager and ResourceManager can also be restarted alone. Not thread-safe.
 */
public final class SubClusterProcess implements AutoCloseable {

  private static final int HEAP_MB = 384;
  private static final int HTTP_TIMEOUT_MS = 30_000;
  private static final int MAX_ANSWER_MS = 60_000;
  private static final int BUFFER = 8_192;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final String name;
  private final int number;
  private final int nodeMb;
  private final Path dir;
  private final DaemonProcess daemons;
  private final Thread onExit = new Thread(this::killContainers, "killing containers");

  /**
   * Creates a sub-cluster without starting it.
   *
   * @param number number of its node's host, different for each sub-cluster
   * @param nodeMb memory of its node, in MB
   * @param site configuration of the sub-cluster
   * @param queues configuration of its CapacityScheduler
   */
  SubClusterProcess(
      String name, int number, int nodeMb, Path dir, Configuration site, Configuration queues)
      throws IOException {
    this.name = name;
    this.number = number;
    this.nodeMb = nodeMb;
    this.dir = dir;
    daemons = new DaemonProcess(name, dir, HEAP_MB);
    daemons.configure("yarn-site.xml", site);
    daemons.configure("capacity-scheduler.xml", queues);
    Runtime.getRuntime().addShutdownHook(onExit);
  }

  /** Returns the id of the sub-cluster. */
  public String name() {
    return name;
  }

  /** Starts the sub-cluster. It is ready once {@link #awaitReady} has returned. */
  public void start() throws IOException {
    Files.deleteIfExists(dir.resolve(SubClusterMain.READY_FILE));
    daemons.start(
        SubClusterMain.class,
        name,
        Integer.toString(number),
        dir.toString(),
        Integer.toString(nodeMb));
  }

  /** Waits until the node has registered and its web server answers. */
  public void awaitReady() {
    daemons.await(() -> Files.exists(dir.resolve(SubClusterMain.READY_FILE)));
  }

  /** Kills the daemons and all containers at once, as a power loss does. */
  public void powerOff() {
    daemons.kill();
    killContainers();
  }

  /**
   * Kills the NodeManager, but not its containers, as {@code kill -9} does, and starts it again on
   * the same addresses. Returns once the new process has registered.
   */
  public void restartNode() throws IOException {
    String before = nodeAddress();
    daemons.tell(SubClusterMain.RESTART_NODE);
    // Each process of the node has a different web address.
    daemons.await(() -> !nodeAddress().isEmpty() && !nodeAddress().equals(before));
  }

  /**
   * Stops the ResourceManager as an operator does, so that it deregisters from the federation. The
   * node and its containers keep running.
   */
  public void stopManager() throws IOException {
    daemons.tell(SubClusterMain.STOP_MANAGER);
    daemons.await(() -> managerStartedMs() == 0);
  }

  /**
   * Stops the ResourceManager, if it runs, and starts a new one on the same addresses, as a
   * failover does. Returns once the node has registered with it. Containers keep running.
   */
  public void restartManager() throws IOException {
    long before = managerStartedMs();
    daemons.tell(SubClusterMain.RESTART_MANAGER);
    daemons.await(() -> managerStartedMs() > before && !nodeAddress().isEmpty());
  }

  /**
   * Lets the ResourceManager count all unmanaged masters as gone, as it does when the expiry
   * interval has passed since their last calls.
   */
  public void expireUnmanagedMasters() throws IOException {
    daemons.tell(SubClusterMain.EXPIRE_MASTERS);
  }

  /**
   * Suspends the process of the ResourceManager, with the effect of a network partition:
   * connections to it hang instead of being refused. Its node and containers keep running.
   */
  public void hang() throws IOException {
    daemons.hang();
  }

  /** Resumes the ResourceManager after {@link #hang}. */
  public void resume() throws IOException {
    daemons.resume();
  }

  /**
   * Returns when the ResourceManager started, in ms since the epoch, or 0 if it does not answer.
   */
  private long managerStartedMs() {
    return get(webAddress(), "/ws/v1/cluster/info").path("clusterInfo").path("startedOn").asLong();
  }

  /**
   * Returns the node's web address as the ResourceManager knows it, or an empty string if the node
   * is not RUNNING.
   */
  private String nodeAddress() {
    JsonNode node = get(webAddress(), "/ws/v1/cluster/nodes").path("nodes").path("node").path(0);
    return node.path("state").asText().equals("RUNNING")
        ? node.path("nodeHTTPAddress").asText()
        : "";
  }

  private void killContainers() {
    try {
      ContainerProcesses.killBelow(dir);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns a number from the ResourceManager's /ws/v1/cluster/metrics, or 0 if it does not answer.
   */
  public long clusterMetric(String metric) {
    return get(webAddress(), "/ws/v1/cluster/metrics").path("clusterMetrics").path(metric).asLong();
  }

  /**
   * Returns the capacity of a queue below the root, in percent, or 0 if there is none or no answer.
   */
  public double capacity(String queue) {
    return capacity(webAddress(), queue);
  }

  /**
   * Returns the capacity of a queue as {@link #capacity(String)}, from the ResourceManager at the
   * given web address.
   */
  public static double capacity(String webAddress, String queue) {
    return queue(webAddress, queue).path("capacity").asDouble();
  }

  /**
   * Returns the memory of a queue's containers below the root, in MB, or 0 if there is none or no
   * answer.
   */
  public long usedMb(String queue) {
    return queue(webAddress(), queue).path("resourcesUsed").path("memory").asLong();
  }

  private static JsonNode queue(String webAddress, String queue) {
    for (JsonNode each :
        get(webAddress, "/ws/v1/cluster/scheduler")
            .path("scheduler")
            .path("schedulerInfo")
            .path("queues")
            .path("queue")) {
      if (each.path("queueName").asText().equals(queue)) {
        return each;
      }
    }
    return JSON.createObjectNode();
  }

  /** Returns a number from the NodeManager's /jmx, or 0 if there is none or it does not answer. */
  public long nodeBean(String bean, String metric) {
    return bean(nodeAddress(), bean, metric);
  }

  /** Returns a number from a daemon's /jmx, or 0 if there is none or it does not answer. */
  public static long bean(String address, String bean, String metric) {
    return get("http://" + address, "/jmx?qry=Hadoop:name=" + bean + ",*")
        .path("beans")
        .path(0)
        .path(metric)
        .asLong();
  }

  /** Returns the ResourceManager's web address, or an empty string if it is not ready yet. */
  private String webAddress() {
    try {
      return new String(Files.readAllBytes(dir.resolve(SubClusterMain.READY_FILE)), UTF_8);
    } catch (IOException e) {
      return "";
    }
  }

  /** Returns the response time of the ResourceManager's web server, in ms. */
  public double managerAnswerMs(String path) throws IOException {
    return answerMs(webAddress() + path);
  }

  /** Returns the response time of the NodeManager's web server, in ms. */
  public double nodeAnswerMs(String path) throws IOException {
    return answerMs("http://" + nodeAddress() + path);
  }

  /**
   * Returns the response time of a web server, in ms.
   *
   * @throws IOException if it does not answer within a minute, or answers with an error
   */
  public static double answerMs(String url) throws IOException {
    long from = System.nanoTime();
    HttpURLConnection connection = (HttpURLConnection) new URL(url).openConnection();
    connection.setConnectTimeout(MAX_ANSWER_MS);
    connection.setReadTimeout(MAX_ANSWER_MS);
    try (InputStream in = connection.getInputStream()) {
      IOUtils.copyBytes(in, new IOUtils.NullOutputStream(), BUFFER);
    }
    return (System.nanoTime() - from) / 1e6;
  }

  private static JsonNode get(String address, String path) {
    try {
      HttpURLConnection connection = (HttpURLConnection) new URL(address + path).openConnection();
      connection.setRequestProperty("Accept", "application/json");
      connection.setConnectTimeout(HTTP_TIMEOUT_MS);
      connection.setReadTimeout(HTTP_TIMEOUT_MS);
      try (InputStream in = connection.getInputStream()) {
        return JSON.readTree(in);
      }
    } catch (IOException e) {
      return JSON.createObjectNode();
    }
  }

  /** Returns the process ids of its containers. */
  public List<String> containerPids() throws IOException {
    return ContainerProcesses.pidsBelow(dir);
  }

  /** Returns the log file, which all processes of the sub-cluster append to. */
  public Path log() {
    return daemons.log();
  }

  /** Kills the daemons and containers. The files remain. */
  @Override
  public void close() {
    daemons.close();
    killContainers();
    Runtime.getRuntime().removeShutdownHook(onExit);
  }
}
