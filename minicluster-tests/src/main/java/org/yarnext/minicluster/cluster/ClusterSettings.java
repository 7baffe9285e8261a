// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.cluster;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.http.HttpServer2;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.yarnext.minicluster.process.ContainerClassPath;

/**
 * Settings of a {@link MiniCluster}, as a builder. Later sources override earlier ones: the
 * defaults of the harness, the samples' files, {@link #set}, and the values that make several
 * daemons fit on one machine (addresses, directories, sizes).
 */
public final class ClusterSettings {

  /**
   * Key whose value is the node's name ({@code node0} and so on) in the configuration of a node,
   * and {@code none} everywhere else. Other values can refer to it, and so differ by node.
   */
  public static final String NODE = "yarnext.minicluster.node";

  private static final String CAPACITY_SCHEDULER =
      "org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler";

  final String name;
  int nodes = 2;
  int firstHost;
  private int nodeMemoryMb = 2048;
  private int nodeVcores = 4;
  private int heartbeatMs = 200;
  private boolean recovery;
  private int opportunisticQueue;
  private int underReporters;
  private double reportedShare = 1;
  private final List<Path> samples = new ArrayList<>();
  private Path baseDir = new File("target", "clusters").toPath();
  private final Map<String, String> extra = new LinkedHashMap<>();
  private final List<String> auxiliaryServices = new ArrayList<>();

  ClusterSettings(String name) {
    this.name = name;
  }

  public ClusterSettings nodes(int count) {
    nodes = count;
    return this;
  }

  /**
   * Sets the number of the first node's host, so that several clusters on one machine use different
   * hosts. Default 0.
   */
  public ClusterSettings firstHost(int number) {
    firstHost = number;
    return this;
  }

  /** Sets the size of each node. Default 2,048 MB and 4 vcores. */
  public ClusterSettings nodeSize(int memoryMb, int vcores) {
    nodeMemoryMb = memoryMb;
    nodeVcores = vcores;
    return this;
  }

  /** Sets the interval of the nodes' heartbeats in ms. Default 200. */
  public ClusterSettings heartbeatMs(int interval) {
    heartbeatMs = interval;
    return this;
  }

  /**
   * Sets whether NodeManagers recover running containers: these then survive {@link
   * MiniCluster#stopNodeManager}. Default false.
   */
  public ClusterSettings recovery(boolean on) {
    recovery = on;
    return this;
  }

  /**
   * Sets the maximum queue length of stock YARN's opportunistic containers and turns them on,
   * unless a sample sets these keys. Default 0, which leaves them off.
   */
  public ClusterSettings opportunistic(int maxQueueLength) {
    opportunisticQueue = maxQueueLength;
    return this;
  }

  /**
   * Makes the first {@code count} nodes report only a share of their queue wait to the
   * ResourceManager. The nodes themselves use the true wait.
   */
  public ClusterSettings underReporting(int count, double share) {
    underReporters = count;
    reportedShare = share;
    return this;
  }

  /** Returns the share of its queue wait that node {@code i} reports, 0 to 1. */
  double reportedShare(int i) {
    return i < underReporters ? reportedShare : 1;
  }

  /**
   * Adds a directory of conf-samples in its switched-on form: yarn-site.xml, yarn-site-on.xml and,
   * if it exists, mapred-site.xml. The files are loaded unchanged, after those of samples added
   * earlier.
   */
  public ClusterSettings confSample(Path dir) {
    samples.add(dir);
    return this;
  }

  public ClusterSettings set(String key, String value) {
    extra.put(key, value);
    return this;
  }

  /** Adds an auxiliary service of the nodes to those that {@link #set} or the samples name. */
  public ClusterSettings auxiliaryService(String service) {
    auxiliaryServices.add(service);
    return this;
  }

  /**
   * Sets the directory below which the cluster creates its own working directory. Default
   * target/clusters.
   */
  public ClusterSettings baseDir(Path dir) {
    baseDir = dir;
    return this;
  }

  public MiniCluster start() throws IOException {
    return MiniCluster.start(this);
  }

  Path createWorkDir() throws IOException {
    Path base = Files.createDirectories(baseDir.toAbsolutePath());
    return Files.createTempDirectory(base, name + "-").toRealPath();
  }

  /**
   * Returns the configuration of the daemons, apart from addresses.
   *
   * @param workDir directory of the daemons' files
   */
  public Configuration configuration(Path workDir) throws IOException {
    Configuration conf = new YarnConfiguration();
    samples.forEach(sample -> add(sample, conf));
    suggest(conf, YarnConfiguration.RM_SCHEDULER, CAPACITY_SCHEDULER);
    suggest(conf, YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_MB, "128");
    suggest(conf, YarnConfiguration.NM_AUX_SERVICES, "mapreduce_shuffle");
    suggest(conf, YarnConfiguration.DEBUG_NM_DELETE_DELAY_SEC, "0");
    if (samples.isEmpty()) {
      // A sample is tested with stock's virtual memory check, under which operators run it.
      suggest(conf, YarnConfiguration.NM_VMEM_CHECK_ENABLED, "false");
    }
    suggest(conf, YarnConfiguration.CLIENT_NM_CONNECT_MAX_WAIT_MS, "3000");
    suggest(conf, YarnConfiguration.NM_LOG_CONTAINER_DEBUG_INFO, "false");
    if (opportunisticQueue > 0) {
      suggest(conf, YarnConfiguration.OPPORTUNISTIC_CONTAINER_ALLOCATION_ENABLED, "true");
      suggest(
          conf,
          YarnConfiguration.NM_OPPORTUNISTIC_CONTAINERS_MAX_QUEUE_LENGTH,
          Integer.toString(opportunisticQueue));
    }
    extra.forEach(conf::set);
    auxiliaryServices.forEach(
        service ->
            conf.set(
                YarnConfiguration.NM_AUX_SERVICES,
                conf.get(YarnConfiguration.NM_AUX_SERVICES) + "," + service));
    conf.set(NODE, "none");

    conf.setInt(YarnConfiguration.NM_PMEM_MB, nodeMemoryMb);
    conf.setInt(YarnConfiguration.NM_VCORES, nodeVcores);
    conf.setLong(YarnConfiguration.RM_NM_HEARTBEAT_INTERVAL_MS, heartbeatMs);
    conf.setBoolean(YarnConfiguration.NM_RECOVERY_ENABLED, recovery);
    conf.setBoolean(YarnConfiguration.NM_RECOVERY_SUPERVISED, recovery);
    conf.setInt("mapreduce.shuffle.port", 0);
    // The machine's disk may be fuller than a NodeManager's default limit allows.
    conf.setFloat(YarnConfiguration.NM_MAX_PER_DISK_UTILIZATION_PERCENTAGE, 100f);
    String tmp = Files.createDirectories(workDir.resolve("tmp")).toString();
    conf.set("hadoop.tmp.dir", tmp);
    // A web server deletes this directory when it starts and stops. Masters inherit the setting: if
    // their directory is deleted, a MapReduce master ends and a Tez master hangs.
    conf.set(
        HttpServer2.HTTP_TEMP_DIR_KEY, workDir.resolve("http") + "/${env.CONTAINER_ID:-daemons}");
    conf.set(YarnConfiguration.FS_NODE_LABELS_STORE_ROOT_DIR, tmp + "/node-labels");
    conf.set(YarnConfiguration.FS_NODE_ATTRIBUTE_STORE_ROOT_DIR, tmp + "/node-attributes");
    String classPath = ContainerClassPath.jar().toString();
    conf.set(YarnConfiguration.YARN_APPLICATION_CLASSPATH, classPath);
    conf.set("mapreduce.application.classpath", classPath);
    return conf;
  }

  /**
   * Adds the switched-on form of a sample to a configuration: the site file and its {@code -on}
   * file.
   *
   * @param site name of the site file without extension, such as {@code yarn-site}
   */
  public static void addSwitchedOn(Path sample, String site, Configuration conf) {
    for (String name : new String[] {site + ".xml", site + "-on.xml"}) {
      File file = sample.resolve(name).toFile();
      if (!file.isFile()) {
        throw new IllegalArgumentException(
            file + " does not exist: " + sample + " is not a configuration sample.");
      }
      conf.addResource(new org.apache.hadoop.fs.Path(file.toURI()));
    }
  }

  private static void add(Path sample, Configuration conf) {
    addSwitchedOn(sample, "yarn-site", conf);
    File mapredSite = sample.resolve("mapred-site.xml").toFile();
    if (mapredSite.isFile()) {
      conf.addResource(new org.apache.hadoop.fs.Path(mapredSite.toURI()));
    }
  }

  /** Sets a key unless something other than Hadoop's default files has set it. */
  private static void suggest(Configuration conf, String key, String value) {
    String[] sources = conf.getPropertySources(key);
    if (sources == null || sources[sources.length - 1].endsWith("-default.xml")) {
      conf.set(key, value);
    }
  }
}
