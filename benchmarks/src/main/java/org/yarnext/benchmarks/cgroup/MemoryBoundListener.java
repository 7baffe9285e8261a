// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.cgroup;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.Paths;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.nodemanager.ContainerStateTransitionListener;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerEvent;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerEventType;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerImpl;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerState;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.minicluster.cluster.ClusterSettings;
import org.yarnext.orchestrator.nm.cgroup.CgroupManager;

/**
 * Container listener that limits each container's cgroup to the memory in its token, as
 * LinuxContainerExecutor does where memory is enforced: only such a limit can be raised later. Off
 * unless {@link #BOUNDS} is set. For measurements only.
 */
public final class MemoryBoundListener implements ContainerStateTransitionListener {
  /** Key that switches the listener on. */
  public static final String BOUNDS = "yarnext.bench.memory-bounds";

  private static final Logger LOG = LoggerFactory.getLogger(MemoryBoundListener.class);
  private static final int MB_BITS = 20;

  private boolean bounds;
  private String parent;
  private Path journal;
  private CgroupManager cgroups;

  @Override
  public void init(Context context) {
    bounds = context.getConf().getBoolean(BOUNDS, false);
    parent = NodeCgroups.PARENT + "/" + context.getConf().get(ClusterSettings.NODE);
    journal =
        Paths.get(context.getConf().get(YarnConfiguration.NM_LOCAL_DIRS), "memory-bounds.json");
  }

  @Override
  public void preTransition(ContainerImpl container, ContainerState before, ContainerEvent event) {
    // The container's cgroup may not exist yet.
  }

  @Override
  public void postTransition(
      ContainerImpl container, ContainerState before, ContainerState after, ContainerEvent event) {
    if (bounds && event.getType() == ContainerEventType.CONTAINER_LAUNCHED) {
      try {
        bound(container);
      } catch (IOException | RuntimeException e) {
        LOG.warn("{} runs without a bound of memory", container.getContainerId(), e);
      }
    }
  }

  private synchronized void bound(ContainerImpl container) throws IOException {
    if (cgroups == null) {
      // Opened late, when the parent groups exist, so that they remain the orchestrator's.
      cgroups = CgroupManager.open(parent, journal);
    }
    long mb = container.getContainerTokenIdentifier().getResource().getMemorySize();
    cgroups
        .values()
        .setMemoryLimit(cgroups.find(container.getContainerId().toString()), mb << MB_BITS);
  }
}
