// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.daemons;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.yarnext.minicluster.process.ContainerProcesses;
import org.yarnext.minicluster.process.DaemonProcess;
import org.yarnext.minicluster.process.FreePorts;
import org.yarnext.tools.DaemonClient;
import org.yarnext.tools.ToolException;

/**
 * A stock cluster as an operator runs it: a ResourceManager, NodeManagers and a JobHistoryServer in
 * processes of their own, of the jars of one Hadoop home unless told otherwise, with one
 * configuration directory for all of them. What differs between hosts is given on each daemon's
 * command line. Any daemon can be killed and started again on its addresses and state. Nothing of
 * it outlives this JVM. Not for use by several threads at once.
 */
public final class DaemonCluster implements AutoCloseable {

  /** The variable by which containers find the AMRMProxy of their node. */
  static final String PROXY = "YARNEXT_AMRM_PROXY";

  static final String HOST = "127.0.0.1";
  private static final int MANAGER_HEAP_MB = 384;
  private static final int HEAP_MB = 256;
  private static final int ANSWER_MS = 5_000;
  private static final String RESOURCE_MANAGER =
      "org.apache.hadoop.yarn.server.resourcemanager.ResourceManager";
  private static final String NODE_MANAGER =
      "org.apache.hadoop.yarn.server.nodemanager.NodeManager";
  private static final String HISTORY_SERVER = "org.apache.hadoop.mapreduce.v2.hs.JobHistoryServer";
  private static final String ROUTER = "org.apache.hadoop.yarn.server.router.Router";
  private static final ObjectMapper JSON = new ObjectMapper();

  /** A daemon, and how it is started. */
  private static final class Daemon {
    private final DaemonProcess process;
    private final String main;
    private final List<String> arguments;
    private final String web;

    Daemon(DaemonProcess process, String main, List<String> arguments, String web) {
      this.process = process;
      this.main = main;
      this.arguments = arguments;
      this.web = web;
    }
  }

  private final Path dir;
  private final StockHadoop hadoop;
  private final int nodes;
  private final Map<String, Daemon> daemons = new LinkedHashMap<>();
  private final PlainSite site;
  private final Thread onExit = new Thread(this::stop, "killing a cluster");
  private int jobs;

  /**
   * One that is not started yet; its configuration is written.
   *
   * @param dir which it has for itself
   * @param firstHost number of the first node's loopback address, from 0
   */
  public DaemonCluster(Path dir, StockHadoop hadoop, int firstHost, int nodes) throws IOException {
    this.dir = Files.createDirectories(dir).toRealPath();
    this.hadoop = hadoop;
    this.nodes = nodes;
    String manager = address(HOST);
    String history = address(HOST);
    site = PlainSite.write(this.dir, manager, history);
    add("rm", conf(), RESOURCE_MANAGER, MANAGER_HEAP_MB, manager, Collections.emptyMap());
    for (int i = 0; i < nodes; i++) {
      String host = FreePorts.hostOfNode(firstHost + i);
      String web = address(host);
      add("nm" + (i + 1), conf(), NODE_MANAGER, HEAP_MB, web, node("nm" + (i + 1), host, web));
    }
    add("jhs", conf(), HISTORY_SERVER, HEAP_MB, history, Collections.emptyMap());
    Runtime.getRuntime().addShutdownHook(onExit);
  }

  static String address(String host) {
    return host + ":" + FreePorts.on(host);
  }

  /** Adds a Router, with a configuration directory of its own that names its web address. */
  public void addRouter(Path routerConf, String web) throws IOException {
    add("router", routerConf, ROUTER, HEAP_MB, web, Collections.emptyMap());
  }

  private void add(
      String name, Path conf, String main, int heapMb, String web, Map<String, String> own)
      throws IOException {
    List<String> arguments = new ArrayList<>();
    Map<String, String> all = new LinkedHashMap<>(own);
    all.put("hadoop.tmp.dir", dir.resolve(name).resolve("hadoop-tmp").toString());
    all.put("hadoop.http.temp.dir", dir.resolve(name).resolve("http").toString());
    all.forEach((key, value) -> arguments.addAll(Arrays.asList("-D", key + "=" + value)));
    DaemonProcess process = new DaemonProcess(name, dir.resolve(name), heapMb);
    daemons.put(name, new Daemon(process, main, arguments, web));
    run(process, conf, hadoop);
  }

  private static DaemonProcess run(DaemonProcess process, Path conf, StockHadoop home) {
    return process
        .classPath(conf + File.pathSeparator + home.classPath())
        .environment(StockHadoop.VARIABLE, home.home().toString());
  }

  /**
   * Gives the host of a daemon, which has the cluster's configuration, a Hadoop home of its own.
   */
  void home(String name, StockHadoop home) {
    run(daemons.get(name).process, conf(), home);
  }

  private Map<String, String> node(String name, String host, String web) {
    Map<String, String> own = new LinkedHashMap<>();
    Path files = dir.resolve(name);
    String proxy = address(host);
    own.put(YarnConfiguration.NM_ADDRESS, address(host));
    own.put(YarnConfiguration.NM_LOCALIZER_ADDRESS, address(host));
    own.put(YarnConfiguration.NM_WEBAPP_ADDRESS, web);
    own.put(YarnConfiguration.NM_COLLECTOR_SERVICE_ADDRESS, address(host));
    own.put(YarnConfiguration.AMRM_PROXY_ADDRESS, proxy);
    own.put(YarnConfiguration.NM_ADMIN_USER_ENV, "MALLOC_ARENA_MAX=2," + PROXY + "=" + proxy);
    own.put("mapreduce.shuffle.port", Integer.toString(FreePorts.on(host)));
    own.put(YarnConfiguration.NM_LOCAL_DIRS, files.resolve("local").toString());
    own.put(YarnConfiguration.NM_LOG_DIRS, files.resolve("logs").toString());
    own.put(YarnConfiguration.NM_RECOVERY_DIR, files.resolve("recovery").toString());
    return own;
  }

  /** The directory that a daemon has for itself; a node's has local, logs and recovery in it. */
  Path directory(String daemon) {
    return dir.resolve(daemon);
  }

  /** Sets a value in the operator's yarn-site.xml, before anything else has been put into it. */
  public void set(String key, String value) throws IOException {
    site.set(key, value);
  }

  /** The configuration directory of all its hosts. */
  public Path conf() {
    return site.directory();
  }

  /** Names of the daemons, rm and nm1 among them, in the order in which they start. */
  public List<String> names() {
    return new ArrayList<>(daemons.keySet());
  }

  /** Starts those that do not run; they are not ready before {@link #awaitReady} returns. */
  public void start() throws IOException {
    for (String name : names()) {
      start(name);
    }
  }

  /** Starts one, if it does not run. */
  public void start(String name) throws IOException {
    Daemon daemon = daemons.get(name);
    if (!daemon.process.isAlive()) {
      daemon.process.start(daemon.main, daemon.arguments);
    }
  }

  /** Waits until all web servers answer and all nodes are registered. */
  public void awaitReady() {
    names().forEach(this::awaitAnswer);
    daemons.get("rm").process.await(() -> runningNodes() == nodes);
  }

  /** Waits until the web server of one answers. */
  public void awaitAnswer(String name) {
    Daemon daemon = daemons.get(name);
    daemon.process.await(() -> FreePorts.isTaken(daemon.web));
  }

  private long runningNodes() {
    return clusterMetric("rm", "activeNodes");
  }

  /** Kills one as {@code kill -9} does; its containers run on. */
  public void kill(String name) {
    daemons.get(name).process.kill();
  }

  /** Stops one as it is, until {@link #goOn}. */
  void hang(String name) throws IOException {
    daemons.get(name).process.hang();
  }

  void goOn(String name) throws IOException {
    daemons.get(name).process.goOn();
  }

  boolean isAlive(String name) {
    return daemons.get(name).process.isAlive();
  }

  /** Ends one as {@code yarn --daemon stop} does; its containers run on. */
  void terminate(String name) {
    daemons.get(name).process.terminate();
  }

  /** The web address of a daemon. */
  public String web(String name) {
    return daemons.get(name).web;
  }

  /** The web addresses of all that decide, with commas. */
  public String webAddresses() {
    List<String> all = new ArrayList<>();
    daemons.forEach(
        (name, daemon) -> {
          if (!name.equals("jhs")) {
            all.add(daemon.web);
          }
        });
    return String.join(",", all);
  }

  /** A number that /jmx shows, added up over all NodeManagers. */
  public long nodeMetric(String bean, String metric) {
    return names().stream()
        .filter(name -> name.startsWith("nm"))
        .mapToLong(name -> metric(name, bean, metric))
        .sum();
  }

  /** A number that the /jmx of a daemon shows; 0 if there is none, or it does not answer. */
  public long metric(String daemon, String bean, String metric) {
    return get(web(daemon), "/jmx?qry=Hadoop:name=" + bean + ",*")
        .path("beans")
        .path(0)
        .path(metric)
        .asLong();
  }

  /** Containers that run or queue on a node. */
  long containers(String node) {
    return metric(node, "NodeManagerMetrics", "ContainersRunning") + queued(node);
  }

  /** Containers that queue on a node. */
  long queued(String node) {
    return metric(node, "NodeManagerMetrics", "ContainersGuaranteedQueued")
        + metric(node, "NodeManagerMetrics", "ContainersOpportunisticQueued")
        + metric(node, "Mercury", "QueuedContainers");
  }

  /** All that the ResourceManager knows of its applications. */
  public JsonNode applications() {
    return get(web("rm"), "/ws/v1/cluster/apps").path("apps").path("app");
  }

  /**
   * A number of the /ws/v1/cluster/metrics of the ResourceManager, or of the Router, who adds up;
   * -1 if it does not answer.
   */
  public long clusterMetric(String daemon, String metric) {
    return get(web(daemon), "/ws/v1/cluster/metrics")
        .path("clusterMetrics")
        .path(metric)
        .asLong(-1);
  }

  /** How many attempts an application has had. */
  int applicationAttempts(String application) {
    return get(web("rm"), "/ws/v1/cluster/apps/" + application + "/appattempts")
        .path("appAttempts")
        .path("appAttempt")
        .size();
  }

  /** The application that has not ended; missing if there is none. */
  JsonNode running() {
    for (JsonNode application : applications()) {
      if (application.path("finalStatus").asText().equals("UNDEFINED")) {
        return application;
      }
    }
    return MissingNode.getInstance();
  }

  /** The node that has the Application Master of an application; empty if none has. */
  public String nodeOfMaster(JsonNode application) {
    String web = application.path("amHostHttpAddress").asText();
    return names().stream().filter(name -> web(name).equals(web)).findFirst().orElse("");
  }

  /** Returns the answer of a web server; empty if it does not answer. */
  static JsonNode get(String address, String path) {
    try {
      return JSON.readTree(new DaemonClient(address, ANSWER_MS).get(path).text());
    } catch (IOException | ToolException e) {
      return JSON.createObjectNode();
    }
  }

  /**
   * Submits the word count of Hadoop's own examples, as {@code hadoop jar} does.
   *
   * @param clientConf of the host where it is submitted
   * @return its client, which ends with the job
   */
  public DaemonProcess submitWordCount(Path clientConf, Path input, Path output, String... settings)
      throws IOException {
    String name = "job" + ++jobs;
    DaemonProcess client =
        run(new DaemonProcess(name, dir.resolve(name), HEAP_MB), clientConf, hadoop);
    List<String> arguments =
        new ArrayList<>(Arrays.asList(hadoop.examples().toString(), "wordcount"));
    for (String setting : settings) {
      arguments.addAll(Arrays.asList("-D", setting));
    }
    arguments.addAll(Arrays.asList(input.toString(), output.toString()));
    client.start("org.apache.hadoop.util.RunJar", arguments);
    return client;
  }

  /** Processes of containers. */
  public List<String> containerPids() throws IOException {
    List<String> pids = new ArrayList<>();
    for (String name : names()) {
      if (name.startsWith("nm")) {
        pids.addAll(ContainerProcesses.pidsBelow(dir.resolve(name)));
      }
    }
    return pids;
  }

  /** The end of a daemon's log, to be put behind a message. */
  public String tail(String daemon) {
    return daemons.get(daemon).process.tail();
  }

  /** Returns the log of a daemon, from its first start on. */
  String log(String daemon) throws IOException {
    return new String(Files.readAllBytes(daemons.get(daemon).process.log()), UTF_8);
  }

  /** Kills the daemons, and what their containers have left. The files stay. */
  public void stop() {
    daemons.values().forEach(daemon -> daemon.process.kill());
    try {
      ContainerProcesses.killBelow(dir);
      ClusterRemains.groups(this).forEach(File::delete);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Stops it for good. */
  @Override
  public void close() {
    stop();
    daemons.values().forEach(daemon -> daemon.process.close());
    Runtime.getRuntime().removeShutdownHook(onExit);
  }
}
