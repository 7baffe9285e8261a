// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.daemons.cluster;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.yarnext.minicluster.process.FreePorts;

/**
 * Configuration directory of a plain cluster, as its operator would have written it. Apart from a
 * port, it contains no settings of the pack.
 */
public final class PlainSite {

  private final Path directory;
  private final Configuration core = new Configuration(false);
  private final Configuration yarn = new Configuration(false);
  private final Configuration mapred = new Configuration(false);
  private final Configuration queues = new Configuration(false);

  private PlainSite(Path directory) {
    this.directory = directory;
  }

  /**
   * Writes the configuration files.
   *
   * @param dir directory of the cluster, in which the configuration directory is created
   * @param web web address of the ResourceManager
   * @param history web address of the JobHistoryServer
   */
  public static PlainSite write(Path dir, String web, String history) throws IOException {
    PlainSite site = new PlainSite(dir.resolve("conf"));
    site.core.set("fs.defaultFS", "file:///");
    site.core.set("hadoop.prometheus.endpoint.enabled", "true");
    site.core.set("hadoop.tmp.dir", dir.resolve("tmp").toString());
    setYarn(site.yarn, dir, web);
    setMapReduce(site.mapred, dir, history);
    site.queues.set("yarn.scheduler.capacity.root.queues", "default");
    site.queues.set("yarn.scheduler.capacity.root.default.capacity", "100");
    site.queues.set("yarn.scheduler.capacity.maximum-am-resource-percent", "0.5");
    Files.createDirectories(site.directory);
    site.write();
    return site;
  }

  private static void setYarn(Configuration yarn, Path dir, String web) throws IOException {
    for (String key :
        new String[] {
          YarnConfiguration.RM_ADDRESS,
          YarnConfiguration.RM_SCHEDULER_ADDRESS,
          YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS,
          YarnConfiguration.RM_ADMIN_ADDRESS
        }) {
      yarn.set(key, DaemonCluster.address(DaemonCluster.HOST));
    }
    yarn.set(YarnConfiguration.RM_WEBAPP_ADDRESS, web);
    yarn.set(YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_MB, "128");
    // Keeps the list of ended jobs short, so that it does not grow the heap in a long run.
    yarn.set(YarnConfiguration.RM_MAX_COMPLETED_APPLICATIONS, "20");
    yarn.set(YarnConfiguration.NM_PMEM_MB, "2048");
    yarn.set(YarnConfiguration.NM_VCORES, "8");
    // Recovery needs a port that stays; each NodeManager is started with its own.
    yarn.set(YarnConfiguration.NM_ADDRESS, DaemonCluster.HOST + ":8041");
    yarn.set(YarnConfiguration.NM_VMEM_CHECK_ENABLED, "false");
    yarn.set(YarnConfiguration.NM_AUX_SERVICES, "mapreduce_shuffle");
    yarn.set(
        "yarn.nodemanager.aux-services.mapreduce_shuffle.class",
        "org.apache.hadoop.mapred.ShuffleHandler");
    yarn.set(YarnConfiguration.NM_RECOVERY_ENABLED, "true");
    yarn.set(YarnConfiguration.NM_RECOVERY_SUPERVISED, "true");
    yarn.set(YarnConfiguration.NM_MAX_PER_DISK_UTILIZATION_PERCENTAGE, "100");
    yarn.set(YarnConfiguration.RECOVERY_ENABLED, "true");
    yarn.set(
        YarnConfiguration.RM_STORE,
        "org.apache.hadoop.yarn.server.resourcemanager.recovery.FileSystemRMStateStore");
    yarn.set(YarnConfiguration.FS_RM_STATE_STORE_URI, uri(dir, "rm-state"));
    yarn.set(YarnConfiguration.FS_NODE_LABELS_STORE_ROOT_DIR, uri(dir, "node-labels"));
    yarn.set(YarnConfiguration.FS_NODE_ATTRIBUTE_STORE_ROOT_DIR, uri(dir, "node-attributes"));
    // Several ResourceManagers may share this host.
    yarn.set("yarn.mr-orchestrator.port", Integer.toString(FreePorts.on(DaemonCluster.HOST)));
    yarn.set(YarnConfiguration.YARN_APPLICATION_CLASSPATH, StockHadoop.applicationClassPath());
    // Clients and nodes wait only seconds for a daemon that was killed.
    yarn.set(YarnConfiguration.RESOURCEMANAGER_CONNECT_RETRY_INTERVAL_MS, "500");
    yarn.set(YarnConfiguration.RM_NM_EXPIRY_INTERVAL_MS, "60000");
    yarn.set("yarn.resourcemanager.work-preserving-recovery.scheduling-wait-ms", "1000");
  }

  private static void setMapReduce(Configuration mapred, Path dir, String history)
      throws IOException {
    mapred.set("mapreduce.framework.name", "yarn");
    mapred.set("mapreduce.application.classpath", StockHadoop.applicationClassPath());
    mapred.set("yarn.app.mapreduce.am.staging-dir", dir.resolve("staging").toString());
    mapred.set("yarn.app.mapreduce.am.resource.mb", "512");
    mapred.set("yarn.app.mapreduce.am.command-opts", "-Xmx256m " + containerOptions());
    mapred.set("mapreduce.map.memory.mb", "256");
    mapred.set("mapreduce.map.java.opts", "-Xmx160m " + containerOptions());
    mapred.set("mapreduce.reduce.memory.mb", "256");
    mapred.set("mapreduce.reduce.java.opts", "-Xmx160m " + containerOptions());
    mapred.set("mapreduce.task.io.sort.mb", "32");
    mapred.set("mapreduce.jobhistory.address", DaemonCluster.address(DaemonCluster.HOST));
    mapred.set("mapreduce.jobhistory.admin.address", DaemonCluster.address(DaemonCluster.HOST));
    mapred.set("mapreduce.jobhistory.webapp.address", history);
  }

  private void write() throws IOException {
    write(core, directory.resolve("core-site.xml"));
    write(yarn, directory.resolve("yarn-site.xml"));
    write(mapred, directory.resolve("mapred-site.xml"));
    write(queues, directory.resolve("capacity-scheduler.xml"));
  }

  /** Switches on Kerberos, HTTPS, ACLs and service ACLs, and rewrites the files. */
  public void secure(KerberosRealm realm) throws IOException {
    String keytab = realm.servicesKeytab().toString();
    core.set("hadoop.security.authentication", "kerberos");
    core.set("hadoop.security.authorization", "true");
    core.set(
        "hadoop.user.group.static.mapping.overrides",
        "rm=yarn;nm=yarn;jhs=yarn;operator=yarn;alice=users;bob=users");
    core.set(
        "hadoop.http.filter.initializers",
        "org.apache.hadoop.security.AuthenticationFilterInitializer");
    String web = "hadoop.http.authentication.";
    core.set(web + "type", "kerberos");
    core.set(web + "simple.anonymous.allowed", "false");
    core.set(web + "signature.secret.file", realm.secret().toString());
    core.set(web + "kerberos.principal", "*");
    core.set(web + "kerberos.keytab", keytab);
    yarn.set(YarnConfiguration.YARN_HTTP_POLICY_KEY, "HTTPS_ONLY");
    yarn.set(
        YarnConfiguration.RM_WEBAPP_HTTPS_ADDRESS, yarn.get(YarnConfiguration.RM_WEBAPP_ADDRESS));
    mapred.set("mapreduce.jobhistory.http.policy", "HTTPS_ONLY");
    mapred.set(
        "mapreduce.jobhistory.webapp.https.address",
        mapred.get("mapreduce.jobhistory.webapp.address"));
    yarn.set(YarnConfiguration.YARN_ACL_ENABLE, "true");
    yarn.set(YarnConfiguration.YARN_ADMIN_ACL, "rm,nm," + KerberosRealm.ADMIN);
    yarn.set(YarnConfiguration.RM_PRINCIPAL, realm.daemon("rm"));
    yarn.set(YarnConfiguration.RM_KEYTAB, keytab);
    yarn.set(YarnConfiguration.NM_PRINCIPAL, realm.daemon("nm"));
    yarn.set(YarnConfiguration.NM_KEYTAB, keytab);
    // By stock's default, everybody administers all queues, and so sees all applications.
    queues.set("yarn.scheduler.capacity.root.acl_administer_queue", " ");
    queues.set("yarn.scheduler.capacity.root.default.acl_administer_queue", " ");
    mapred.set("mapreduce.jobhistory.principal", realm.daemon("jhs"));
    mapred.set("mapreduce.jobhistory.keytab", keytab);
    // Elsewhere all hosts have an /etc/krb5.conf.
    for (String options :
        new String[] {
          "yarn.app.mapreduce.am.command-opts",
          "mapreduce.map.java.opts",
          "mapreduce.reduce.java.opts"
        }) {
      mapred.set(options, mapred.get(options) + " " + realm.option());
    }
    write();
    Configuration services = new Configuration(false);
    services.set("security.resourcetracker.protocol.acl", "nm");
    services.set("security.mr-orchestrator.protocol.acl", "nm");
    services.set("security.resourcemanager-administration.protocol.acl", KerberosRealm.ADMIN);
    write(services, directory.resolve("hadoop-policy.xml"));
    write(realm.certificate().server(), directory.resolve("ssl-server.xml"));
    write(realm.certificate().client(), directory.resolve("ssl-client.xml"));
  }

  private static String containerOptions() {
    return "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:-UsePerfData";
  }

  private static String uri(Path dir, String name) {
    return dir.resolve(name).toUri().toString();
  }

  private static void write(Configuration site, Path file) throws IOException {
    try (OutputStream out = Files.newOutputStream(file)) {
      site.writeXml(out);
    }
  }

  /** Sets a key of yarn-site.xml and rewrites the file. */
  public void set(String key, String value) throws IOException {
    yarn.set(key, value);
    write(yarn, directory.resolve("yarn-site.xml"));
  }

  public Path directory() {
    return directory;
  }

  /** Returns the URL of a web server. */
  String url(String address) {
    return (YarnConfiguration.useHttps(yarn) ? "https://" : "http://") + address;
  }

  /** Reads the configuration files. */
  public Configuration configuration() {
    Configuration conf = new YarnConfiguration();
    for (String file : new String[] {"core-site.xml", "yarn-site.xml"}) {
      conf.addResource(new org.apache.hadoop.fs.Path(directory.resolve(file).toUri()));
    }
    return conf;
  }

  /** Returns the name of the parent cgroup of a node's containers, unique on this host. */
  static String cgroupParent(Path files) {
    return "yarnext-" + Integer.toHexString(files.toString().hashCode());
  }

  /**
   * Returns the settings that differ between NodeManagers: addresses, and directories below one.
   */
  public static Map<String, String> node(Path files, String host, String web) {
    Map<String, String> own = new LinkedHashMap<>();
    String proxy = DaemonCluster.address(host);
    own.put(YarnConfiguration.NM_ADDRESS, DaemonCluster.address(host));
    own.put("yarn.mr-orchestrator.cgroup.parent", cgroupParent(files));
    own.put(YarnConfiguration.NM_LOCALIZER_ADDRESS, DaemonCluster.address(host));
    own.put(YarnConfiguration.NM_WEBAPP_ADDRESS, web);
    own.put(YarnConfiguration.NM_WEBAPP_HTTPS_ADDRESS, web);
    own.put(YarnConfiguration.NM_COLLECTOR_SERVICE_ADDRESS, DaemonCluster.address(host));
    own.put(YarnConfiguration.AMRM_PROXY_ADDRESS, proxy);
    own.put(
        YarnConfiguration.NM_ADMIN_USER_ENV,
        "MALLOC_ARENA_MAX=2," + DaemonCluster.PROXY + "=" + proxy);
    own.put("mapreduce.shuffle.port", Integer.toString(FreePorts.on(host)));
    own.put(YarnConfiguration.NM_LOCAL_DIRS, files.resolve("local").toString());
    own.put(YarnConfiguration.NM_LOG_DIRS, files.resolve("logs").toString());
    own.put(YarnConfiguration.NM_RECOVERY_DIR, files.resolve("recovery").toString());
    return own;
  }
}
