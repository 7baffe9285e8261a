// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.daemons.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
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
import java.util.stream.Collectors;
import org.yarnext.minicluster.process.ContainerProcesses;
import org.yarnext.minicluster.process.DaemonProcess;
import org.yarnext.minicluster.process.FreePorts;

/**
 * A stock cluster as an operator runs it, with a process for each daemon: a ResourceManager,
 * NodeManagers and a JobHistoryServer. They use the jars of one Hadoop home, unless set otherwise,
 * and one configuration directory. Each daemon's command line has the settings that differ between
 * hosts. Any daemon can be killed and started again on its addresses and state. No process outlives
 * this JVM. Not thread-safe.
 */
public final class DaemonCluster implements AutoCloseable {

  /** Environment variable that gives containers the address of their node's AMRMProxy. */
  public static final String PROXY = "YARNEXT_AMRM_PROXY";

  public static final String HOST = "127.0.0.1";
  private static final int MANAGER_HEAP_MB = 384;
  private static final int HEAP_MB = 256;
  private static final String RESOURCE_MANAGER =
      "org.apache.hadoop.yarn.server.resourcemanager.ResourceManager";
  private static final String NODE_MANAGER =
      "org.apache.hadoop.yarn.server.nodemanager.NodeManager";
  private static final String HISTORY_SERVER = "org.apache.hadoop.mapreduce.v2.hs.JobHistoryServer";

  /** A daemon with its main class and arguments. */
  private static final class Daemon {
    private final DaemonProcess process;
    private final Path conf;
    private final String main;
    private final List<String> arguments;
    private final String web;

    Daemon(DaemonProcess process, Path conf, String main, List<String> arguments, String web) {
      this.process = process;
      this.conf = conf;
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
  private final DaemonPages pages;
  private final Thread onExit = new Thread(this::stop, "killing a cluster");
  private KerberosRealm realm;
  private int jobs;

  /**
   * Creates a cluster and writes its configuration, without starting it.
   *
   * @param dir directory for this cluster alone
   * @param firstHost number of the first node's loopback address, from 0
   */
  public DaemonCluster(Path dir, StockHadoop hadoop, int firstHost, int nodes) throws IOException {
    this.dir = Files.createDirectories(dir).toRealPath();
    this.hadoop = hadoop;
    this.nodes = nodes;
    String manager = address(HOST);
    String history = address(HOST);
    site = PlainSite.write(this.dir, manager, history);
    pages = new DaemonPages(site);
    add("rm", conf(), RESOURCE_MANAGER, MANAGER_HEAP_MB, manager, Collections.emptyMap());
    for (int i = 0; i < nodes; i++) {
      String host = FreePorts.hostOfNode(firstHost + i);
      String web = address(host);
      add(
          "nm" + (i + 1),
          conf(),
          NODE_MANAGER,
          HEAP_MB,
          web,
          PlainSite.node(directory("nm" + (i + 1)), host, web));
    }
    add("jhs", conf(), HISTORY_SERVER, HEAP_MB, history, Collections.emptyMap());
    Runtime.getRuntime().addShutdownHook(onExit);
  }

  public static String address(String host) {
    return host + ":" + FreePorts.on(host);
  }

  /** Adds a daemon with its own configuration directory, which defines its web address. */
  public void add(String name, Path conf, String main, String web) throws IOException {
    add(name, conf, main, HEAP_MB, web, Collections.emptyMap());
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
    daemons.put(name, new Daemon(process, conf, main, arguments, web));
    run(process, conf, hadoop);
  }

  /**
   * Switches on Kerberos, HTTPS, ACLs and service ACLs. Call it once, before anything starts and
   * before other changes of the configuration.
   */
  public void secure(KerberosRealm realm) throws IOException {
    this.realm = realm;
    site.secure(realm);
    daemons.values().forEach(daemon -> daemon.process.options(realm.option()));
    realm.loginAdministrator(site.configuration());
  }

  private static DaemonProcess run(DaemonProcess process, Path conf, StockHadoop home) {
    return process
        .classPath(conf + File.pathSeparator + home.classPath())
        .javaHome(home.javaHome())
        .environment(StockHadoop.VARIABLE, home.home().toString());
  }

  /** Makes a daemon use the jars of another Hadoop home from its next start on. */
  public void home(String name, StockHadoop home) {
    Daemon daemon = daemons.get(name);
    run(daemon.process, daemon.conf, home);
  }

  /** Returns the directory of a daemon. A node's contains local, logs and recovery. */
  public Path directory(String daemon) {
    return dir.resolve(daemon);
  }

  /**
   * Sets a key of the operator's yarn-site.xml. Overwrites other changes of the file, so call it
   * first.
   */
  public void set(String key, String value) throws IOException {
    site.set(key, value);
  }

  /** Returns the configuration directory of all hosts. */
  public Path conf() {
    return site.directory();
  }

  /** Returns the names of the daemons, such as rm and nm1, in start order. */
  public List<String> names() {
    return new ArrayList<>(daemons.keySet());
  }

  /**
   * Starts the daemons that are not running. They are ready once {@link #awaitReady} has returned.
   */
  public void start() throws IOException {
    for (String name : names()) {
      start(name);
    }
  }

  /** Starts a daemon unless it is running. */
  public void start(String name) throws IOException {
    Daemon daemon = daemons.get(name);
    if (!daemon.process.isAlive()) {
      daemon.process.start(daemon.main, daemon.arguments);
    }
  }

  /** Waits until all web servers answer and all nodes have registered. */
  public void awaitReady() {
    names().forEach(this::awaitAnswer);
    daemons.get("rm").process.await(() -> runningNodes() == nodes);
  }

  /** Waits until a daemon's web server answers. */
  public void awaitAnswer(String name) {
    Daemon daemon = daemons.get(name);
    daemon.process.await(() -> FreePorts.isTaken(daemon.web));
  }

  private long runningNodes() {
    return clusterMetric("rm", "activeNodes");
  }

  /** Kills a daemon as {@code kill -9} does. Its containers keep running. */
  public void kill(String name) {
    daemons.get(name).process.kill();
  }

  /** Suspends a daemon until {@link #resume}. */
  public void hang(String name) throws IOException {
    daemons.get(name).process.hang();
  }

  /** Resumes a daemon after {@link #hang}. */
  public void resume(String name) throws IOException {
    daemons.get(name).process.resume();
  }

  public boolean isAlive(String name) {
    return daemons.get(name).process.isAlive();
  }

  /** Ends a daemon as {@code yarn --daemon stop} does. Its containers keep running. */
  public void terminate(String name) {
    daemons.get(name).process.terminate();
  }

  /** Returns the web address of a daemon. */
  public String web(String name) {
    return daemons.get(name).web;
  }

  /** Returns the URL of a daemon's web server. */
  public String url(String name) {
    return site.url(web(name));
  }

  /** Returns the web addresses of all daemons but the JobHistoryServer, separated by commas. */
  public String webAddresses() {
    return names().stream()
        .filter(name -> !name.equals("jhs"))
        .map(this::web)
        .collect(Collectors.joining(","));
  }

  /** Returns a number from /jmx, summed over all NodeManagers. */
  public long nodeMetric(String bean, String metric) {
    return names().stream()
        .filter(name -> name.startsWith("nm"))
        .mapToLong(name -> metric(name, bean, metric))
        .sum();
  }

  /** Returns a number from a daemon's /jmx, or 0 if there is none or the daemon does not answer. */
  public long metric(String daemon, String bean, String metric) {
    return get(web(daemon), "/jmx?qry=Hadoop:name=" + bean + ",*")
        .path("beans")
        .path(0)
        .path(metric)
        .asLong();
  }

  /** Returns the number of containers that run or wait in the queue of a node. */
  public long containers(String node) {
    return metric(node, "NodeManagerMetrics", "ContainersRunning") + queued(node);
  }

  /** Returns the number of containers in the queue of a node. */
  public long queued(String node) {
    return metric(node, "NodeManagerMetrics", "ContainersGuaranteedQueued")
        + metric(node, "NodeManagerMetrics", "ContainersOpportunisticQueued")
        + metric(node, "Mercury", "QueuedContainers");
  }

  /** Returns the ResourceManager's list of applications. */
  public JsonNode applications() {
    return get(web("rm"), "/ws/v1/cluster/apps").path("apps").path("app");
  }

  /**
   * Returns a number from the /ws/v1/cluster/metrics of the ResourceManager, or of the Router,
   * which sums over sub-clusters; -1 if the daemon does not answer.
   */
  public long clusterMetric(String daemon, String metric) {
    return get(web(daemon), "/ws/v1/cluster/metrics")
        .path("clusterMetrics")
        .path(metric)
        .asLong(-1);
  }

  /** Returns the number of attempts of an application so far. */
  public int applicationAttempts(String application) {
    return get(web("rm"), "/ws/v1/cluster/apps/" + application + "/appattempts")
        .path("appAttempts")
        .path("appAttempt")
        .size();
  }

  /** Returns an application that has not ended, or a missing node if there is none. */
  public JsonNode running() {
    for (JsonNode application : applications()) {
      if (application.path("finalStatus").asText().equals("UNDEFINED")) {
        return application;
      }
    }
    return MissingNode.getInstance();
  }

  /**
   * Returns the node that runs the Application Master of an application, or an empty string if none
   * does.
   */
  public String nodeOfMaster(JsonNode application) {
    String web = application.path("amHostHttpAddress").asText();
    return names().stream().filter(name -> web(name).equals(web)).findFirst().orElse("");
  }

  /** Returns the response of a web server, or an empty object if it does not answer. */
  public JsonNode get(String address, String path) {
    return pages.get(address, path);
  }

  /**
   * Submits the word count of Hadoop's examples, as {@code hadoop jar} does.
   *
   * @param clientConf configuration directory of the submitting host
   * @return the client process, which ends with the job
   */
  public DaemonProcess submitWordCount(Path clientConf, Path input, Path output, String... settings)
      throws IOException {
    return submit(
        client(clientConf),
        "wordcount",
        Arrays.asList(input.toString(), output.toString()),
        settings);
  }

  /** Starts a client with a program of Hadoop's examples. */
  public DaemonProcess submit(
      DaemonProcess client, String program, List<String> operands, String... settings)
      throws IOException {
    List<String> arguments = new ArrayList<>(Arrays.asList(hadoop.examples().toString(), program));
    for (String setting : settings) {
      arguments.addAll(Arrays.asList("-D", setting));
    }
    arguments.addAll(operands);
    client.start("org.apache.hadoop.util.RunJar", arguments);
    return client;
  }

  /** Returns a client that is not started, such as for {@link #submit}. */
  public DaemonProcess client(Path clientConf) throws IOException {
    String name = "job" + ++jobs;
    DaemonProcess client =
        run(new DaemonProcess(name, dir.resolve(name), HEAP_MB), clientConf, hadoop);
    return realm == null ? client : client.options(realm.option());
  }

  /** Returns the process ids of running containers. */
  public List<String> containerPids() throws IOException {
    List<String> pids = new ArrayList<>();
    for (String name : names()) {
      if (name.startsWith("nm")) {
        pids.addAll(ContainerProcesses.pidsBelow(dir.resolve(name)));
      }
    }
    return pids;
  }

  /** Returns the end of a daemon's log, for use in an error message. */
  public String tail(String daemon) {
    return daemons.get(daemon).process.tail();
  }

  /** Returns a daemon's log since its first start. */
  public String log(String daemon) throws IOException {
    return new String(Files.readAllBytes(daemons.get(daemon).process.log()), UTF_8);
  }

  /** Kills the daemons and the remaining processes of containers. The files remain. */
  public void stop() {
    daemons.values().forEach(daemon -> daemon.process.kill());
    try {
      ContainerProcesses.killBelow(dir);
      ClusterLeftovers.removeGroups(this);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Stops the cluster for good. */
  @Override
  public void close() {
    stop();
    daemons.values().forEach(daemon -> daemon.process.close());
    pages.close();
    Runtime.getRuntime().removeShutdownHook(onExit);
  }
}
