// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.cgroup;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.nodemanager.ContainerStateTransitionListener;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerEvent;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerEventType;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerImpl;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerState;
import org.yarnext.minicluster.cluster.ClusterSettings;
import org.yarnext.orchestrator.nm.cgroup.CgroupManager;

/**
 * Container listener that launches all containers of a stock node together in the node's group of
 * {@link NodeCgroups}, so that the node has the same CPU limit as one with the orchestrator. For
 * measurements only.
 */
public final class NodeCgroupListener implements ContainerStateTransitionListener {
  /** Key of whether nodes have groups; true by default. */
  public static final String ENABLED = "yarnext.bench.node-groups";

  /** Null if nodes have no groups. */
  private volatile String join;

  @Override
  public void init(Context context) {
    if (!context.getConf().getBoolean(ENABLED, true)) {
      return;
    }
    String node = context.getConf().get(ClusterSettings.NODE);
    String directory = context.getConf().get(YarnConfiguration.NM_LOCAL_DIRS);
    try {
      CgroupManager cgroups =
          CgroupManager.open(NodeCgroups.PARENT, Paths.get(directory, "node-group.json"));
      join = cgroups.joinCommand(cgroups.find(node));
    } catch (IOException e) {
      throw new UncheckedIOException("The group of " + node + " cannot be used", e);
    }
  }

  @Override
  public void preTransition(ContainerImpl container, ContainerState before, ContainerEvent event) {
    if (join == null
        || before != ContainerState.NEW
        || event.getType() != ContainerEventType.INIT_CONTAINER) {
      return;
    }
    ContainerLaunchContext launch = container.getLaunchContext();
    List<String> commands = new ArrayList<>(launch.getCommands());
    commands.add(0, join);
    launch.setCommands(commands);
  }

  @Override
  public void postTransition(
      ContainerImpl container, ContainerState before, ContainerState after, ContainerEvent event) {
    // The group remains for the node's next containers.
  }
}
