// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.status;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashSet;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.yarnext.tools.ToolException;
import org.yarnext.tools.cluster.ClusterDaemon;
import org.yarnext.tools.cluster.ClusterDaemons;
import org.yarnext.tools.cluster.ClusterOptions;
import org.yarnext.tools.cluster.ClusterPoller;
import org.yarnext.tools.cluster.DaemonClients;
import org.yarnext.tools.cluster.JmxPage;

/** Takes status snapshots of a cluster. Not thread-safe. */
final class ClusterSource implements AutoCloseable {
  private final Configuration conf;
  private final DaemonClients clients;
  private final ClusterDaemons cluster;
  private final ClusterPoller poller;

  /**
   * @param progress receives lines about long queries; not null
   */
  ClusterSource(ClusterOptions options, PrintWriter progress) throws IOException, ToolException {
    conf = ClusterOptions.read(options.directory());
    clients = new DaemonClients(conf, options.directory(), options.timeoutMs());
    cluster = new ClusterDaemons(conf, clients);
    poller = new ClusterPoller(clients, progress);
  }

  /** Returns the configuration with Hadoop's defaults. */
  Configuration conf() {
    return conf;
  }

  /**
   * Queries all daemons.
   *
   * @param withVersions whether to query versions too
   */
  StatusSnapshot read(boolean withVersions) throws InterruptedException {
    ClusterDaemons.Nodes nodes = cluster.nodes();
    Set<ClusterDaemon> daemons = new LinkedHashSet<>(cluster.configured());
    daemons.addAll(nodes.running());
    long nowMs = System.nanoTime() / 1_000_000;
    return new StatusSnapshot(
        nowMs,
        poller.poll(
            daemons, (daemon, client) -> JmxPage.fetch(daemon.toString(), client, withVersions)),
        nodes);
  }

  @Override
  public void close() {
    poller.close();
    clients.close();
  }
}
