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
 * A sub-cluster of a federation, ResourceManager and one node, each in a JVM of its own. It can
 * lose its power, all containers included, and come back on other ports with what its
 * ResourceManager had stored; its NodeManager alone can be killed and come back, and its
 * ResourceManager be replaced by a new one. Not for use by several threads at once.
 */
public final class SubClusterProcess implements AutoCloseable {

  private static final int HEAP_MB = 384;
  private static final int HTTP_TIMEOUT_MS = 5_000;
  private static final int MAX_ANSWER_MS = 60_000;
  private static final int BUFFER = 8_192;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final String name;
  private final int number;
  private final Path dir;
  private final DaemonProcess daemons;
  private final Thread onExit = new Thread(this::killContainers, "killing containers");

  /**
   * One that is not started yet.
   *
   * @param number of its node's host, different for each sub-cluster
   * @param site its configuration
   * @param queues that of its CapacityScheduler
   */
  SubClusterProcess(String name, int number, Path dir, Configuration site, Configuration queues)
      throws IOException {
    this.name = name;
    this.number = number;
    this.dir = dir;
    daemons = new DaemonProcess(name, dir, HEAP_MB);
    daemons.configure("yarn-site.xml", site);
    daemons.configure("capacity-scheduler.xml", queues);
    Runtime.getRuntime().addShutdownHook(onExit);
  }

  /** The sub-cluster's id. */
  public String name() {
    return name;
  }

  /** Starts it; it is not ready before {@link #awaitReady} returns. */
  public void start() throws IOException {
    Files.deleteIfExists(dir.resolve(SubClusterMain.READY_FILE));
    daemons.start(SubClusterMain.class, name, Integer.toString(number), dir.toString());
  }

  /** Waits until its node is registered and its web server answers. */
  public void awaitReady() {
    daemons.await(() -> Files.exists(dir.resolve(SubClusterMain.READY_FILE)));
  }

  /** Kills the daemons and all containers at once, as a loss of power does. */
  public void powerOff() {
    daemons.kill();
    killContainers();
  }

  /**
   * Kills the NodeManager as {@code kill -9} does, not its containers, and starts it again on the
   * same addresses; returns once its new process has registered.
   */
  public void restartNode() throws IOException {
    String before = nodeAddress();
    daemons.tell(SubClusterMain.RESTART_NODE);
    // It has another web address in each life.
    daemons.await(() -> !nodeAddress().isEmpty() && !nodeAddress().equals(before));
  }

  /**
   * Stops the ResourceManager as operators do, which unregisters; its node and containers run on.
   */
  public void stopManager() throws IOException {
    daemons.tell(SubClusterMain.STOP_MANAGER);
    daemons.await(() -> managerStartedMs() == 0);
  }

  /**
   * Stops the ResourceManager if it runs, and starts a new one on the same addresses, as a failover
   * does; returns once its node has registered there. Containers run on.
   */
  public void restartManager() throws IOException {
    long before = managerStartedMs();
    daemons.tell(SubClusterMain.RESTART_MANAGER);
    daemons.await(() -> managerStartedMs() > before && !nodeAddress().isEmpty());
  }

  /**
   * Stops the process of the ResourceManager, as a network that is parted hides it: connections to
   * it hang, and are not refused. Its node and containers run on.
   */
  public void hang() throws IOException {
    daemons.hang();
  }

  /** Ends {@link #hang}. */
  public void goOn() throws IOException {
    daemons.goOn();
  }

  /** 0 if it does not answer. */
  private long managerStartedMs() {
    return get(webAddress(), "/ws/v1/cluster/info").path("clusterInfo").path("startedOn").asLong();
  }

  /** Where its web server is, as the ResourceManager knows it; empty if it is not running. */
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

  /** A number of the ResourceManager's /ws/v1/cluster/metrics; 0 if it does not answer. */
  public long clusterMetric(String metric) {
    return get(webAddress(), "/ws/v1/cluster/metrics").path("clusterMetrics").path(metric).asLong();
  }

  /** The capacity of a queue below the root, in percent; 0 if there is none, or no answer. */
  public double capacity(String queue) {
    return capacity(webAddress(), queue);
  }

  /** The same of the ResourceManager whose web server is there. */
  public static double capacity(String webAddress, String queue) {
    for (JsonNode each :
        get(webAddress, "/ws/v1/cluster/scheduler")
            .path("scheduler")
            .path("schedulerInfo")
            .path("queues")
            .path("queue")) {
      if (each.path("queueName").asText().equals(queue)) {
        return each.path("capacity").asDouble();
      }
    }
    return 0;
  }

  /** A number that the NodeManager's /jmx shows; 0 if there is none, or it does not answer. */
  public long nodeBean(String bean, String metric) {
    return bean(nodeAddress(), bean, metric);
  }

  /** A number that the /jmx of a daemon shows; 0 if there is none, or it does not answer. */
  public static long bean(String address, String bean, String metric) {
    return get("http://" + address, "/jmx?qry=Hadoop:name=" + bean + ",*")
        .path("beans")
        .path(0)
        .path(metric)
        .asLong();
  }

  /** The ResourceManager's; empty if it does not run yet. */
  private String webAddress() {
    try {
      return new String(Files.readAllBytes(dir.resolve(SubClusterMain.READY_FILE)), UTF_8);
    } catch (IOException e) {
      return "";
    }
  }

  /** How long the ResourceManager's web server takes to answer, in ms. */
  public double managerAnswerMs(String path) throws IOException {
    return answerMs(webAddress() + path);
  }

  /** The same of the NodeManager's. */
  public double nodeAnswerMs(String path) throws IOException {
    return answerMs("http://" + nodeAddress() + path);
  }

  /**
   * How long a web server takes to answer, in ms.
   *
   * @throws IOException if it does not answer within a minute, or with an error
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

  /** Processes of its containers. */
  public List<String> containerPids() throws IOException {
    return ContainerProcesses.pidsBelow(dir);
  }

  /** The daemons' log of all their lives. */
  public Path log() {
    return daemons.log();
  }

  /** Kills it. The files stay. */
  @Override
  public void close() {
    daemons.close();
    killContainers();
    Runtime.getRuntime().removeShutdownHook(onExit);
  }
}
