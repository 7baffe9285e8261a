// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.experiment;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacitySchedulerConfiguration;
import org.apache.hadoop.yarn.util.resource.DominantResourceCalculator;
import org.yarnext.benchmarks.cgroup.NodeCgroupListener;
import org.yarnext.minicluster.cluster.ClusterSettings;
import org.yarnext.minicluster.process.FreePorts;
import org.yarnext.tools.ExitCode;
import org.yarnext.tools.cli.Yarnext;

/**
 * Sets of features that systems of the mixed workload have on, configured by {@code yarnext
 * configure}.
 */
public enum MixedFeatures {
  MERCURY("mercury-hybrid"),
  ELASTIC("elastic"),
  ORCHESTRATOR("orchestrator"),
  ALL("mercury-hybrid,elastic,orchestrator,tez");

  private static final String LISTENERS = YarnConfiguration.NM_CONTAINER_STATE_TRANSITION_LISTENERS;

  private static final String[] SITES = {"yarn-site", "tez-site"};

  private final String enabled;

  MixedFeatures(String enabled) {
    this.enabled = enabled;
  }

  /** Configures a cluster. {@code samples} is the directory conf-samples. */
  public ClusterSettings on(ClusterSettings settings, Path samples) {
    try {
      Path made = configured();
      Configuration site = new Configuration(false);
      site.addResource(new org.apache.hadoop.fs.Path(made.resolve("yarn-site.xml").toUri()));
      String listeners = site.get(LISTENERS, NodeCgroupListener.class.getName());
      return settings
          .confSample(made)
          .set(LISTENERS, listeners)
          .set("yarn.mr-orchestrator.port", Integer.toString(FreePorts.on("127.0.0.1")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns the Tez settings of the features; empty if they include no estimates.
   *
   * @param history directory of the histories of DAGs
   */
  public Map<String, String> tez(Path history) throws IOException {
    Path made = configured().resolve("tez-site.xml");
    if (!Files.exists(made)) {
      return Collections.emptyMap();
    }
    Configuration site = new Configuration(false);
    site.addResource(new org.apache.hadoop.fs.Path(made.toUri()));
    Map<String, String> settings = new LinkedHashMap<>();
    site.forEach(property -> settings.put(property.getKey(), property.getValue()));
    settings.put("tez.estimator.history.dir", history.toString());
    return settings;
  }

  /**
   * Sets keys that all systems share on one machine: the best settings of stock's scheduler, and
   * the features' keys for which the samples' values suit tasks of minutes on separate nodes.
   */
  public static ClusterSettings onOneMachine(ClusterSettings settings) {
    return settings
        .set(YarnConfiguration.NM_VMEM_CHECK_ENABLED, "false")
        .set(
            CapacitySchedulerConfiguration.RESOURCE_CALCULATOR_CLASS,
            DominantResourceCalculator.class.getName())
        // By default a node gets one container a heartbeat for requests that name no node.
        .set(CapacitySchedulerConfiguration.OFFSWITCH_PER_HEARTBEAT_LIMIT, "10")
        // Daemons and tasks share two cores here, so a call may take long.
        .set("yarn.mercury.guard.deadline", "5s")
        .set("yarn.elastic.guard.deadline", "5s")
        .set("yarn.mr-orchestrator.guard.deadline", "20s")
        .set("yarn.elastic.disk.bandwidth", "2000")
        .set("yarn.elastic.timeline.interval", "250ms")
        .set("yarn.mr-orchestrator.cpu.spare-to-tasks", "true");
  }

  private boolean steers() {
    return enabled.contains("orchestrator");
  }

  /**
   * Returns a new directory with the files that the command creates from an operator's
   * configuration.
   */
  Path configured() throws IOException {
    Path base = Files.createDirectories(Paths.get("target", "clusters").toAbsolutePath());
    Path work = Files.createTempDirectory(base, "mixed-");
    Path from = Files.createDirectory(work.resolve("from"));
    Path to = work.resolve("to");
    // Without the orchestrator, the configuration already contains a listener of the benchmark.
    String own =
        steers()
            ? ""
            : "<property><name>"
                + LISTENERS
                + "</name><value>"
                + NodeCgroupListener.class.getName()
                + "</value></property>";
    Files.write(
        from.resolve("yarn-site.xml"),
        ("<?xml version=\"1.0\"?>\n<configuration>\n" + own + "\n</configuration>\n")
            .getBytes(StandardCharsets.UTF_8));
    StringWriter said = new StringWriter();
    PrintWriter out = new PrintWriter(said);
    int status =
        Yarnext.run(
            out,
            out,
            "configure",
            "--from",
            from.toString(),
            "--to",
            to.toString(),
            "--enable",
            enabled,
            "--mode",
            "on");
    if (status != ExitCode.DONE) {
      throw new IOException("The features cannot be configured: " + said);
    }
    // A sample has an additional {@code -on} file, which the command does not create.
    for (String site : SITES) {
      if (Files.exists(to.resolve(site + ".xml"))) {
        Files.copy(to.resolve(site + ".xml"), to.resolve(site + "-on.xml"));
      }
    }
    return to;
  }
}
