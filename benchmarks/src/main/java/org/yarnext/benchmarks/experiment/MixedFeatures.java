// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.experiment;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.yarnext.benchmarks.cgroup.NodeGroupListener;
import org.yarnext.minicluster.cluster.ClusterSettings;
import org.yarnext.tools.Yarnext;

/** The features that a system has, as {@code yarnext configure} puts them into a configuration. */
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

  /** Sets up a cluster; {@code samples} is the directory conf-samples. */
  public ClusterSettings on(ClusterSettings settings, Path samples) {
    try {
      Path made = configured();
      Configuration site = new Configuration(false);
      site.addResource(new org.apache.hadoop.fs.Path(made.resolve("yarn-site.xml").toUri()));
      String listeners = site.get(LISTENERS, NodeGroupListener.class.getName());
      return settings
          .confSample(made)
          .set(LISTENERS, listeners)
          .set("yarn.mr-orchestrator.port", Integer.toString(freePort()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The settings of Tez that belong to it; none without estimates.
   *
   * @param history where what is learnt of DAGs is kept
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

  private boolean steers() {
    return enabled.contains("orchestrator");
  }

  /** A new directory with what the command makes of an operator's configuration. */
  Path configured() throws IOException {
    Path work = Files.createTempDirectory("yarnext-mixed-");
    Path from = Files.createDirectory(work.resolve("from"));
    Path to = work.resolve("to");
    // Where containers are not steered, a listener of the cluster's own is there already.
    String own =
        steers()
            ? ""
            : "<property><name>"
                + LISTENERS
                + "</name><value>"
                + NodeGroupListener.class.getName()
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
    if (status != Yarnext.DONE) {
      throw new IOException("The features cannot be configured: " + said);
    }
    // Samples have what acts in a file of its own, which a configuration has not.
    for (String site : SITES) {
      if (Files.exists(to.resolve(site + ".xml"))) {
        Files.copy(to.resolve(site + ".xml"), to.resolve(site + "-on.xml"));
      }
    }
    return to;
  }

  private static int freePort() throws IOException {
    try (ServerSocket free = new ServerSocket(0)) {
      return free.getLocalPort();
    }
  }
}
