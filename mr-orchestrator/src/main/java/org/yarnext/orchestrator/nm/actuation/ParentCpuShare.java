// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.actuation;

import java.io.IOException;
import org.yarnext.orchestrator.nm.cgroup.CgroupGoneException;
import org.yarnext.orchestrator.nm.cgroup.CgroupManager;
import org.yarnext.orchestrator.nm.tasks.NodeOrchestratorMetrics;
import org.yarnext.orchestrator.nm.tasks.TaskRegistry;

/**
 * Sets the CPU share of the cgroup above all containers' cgroups to the sum of the CPU in their
 * tokens. So a container gets what its token says, whether it runs below that cgroup or beside it.
 * By default the kernel gives that cgroup no more than one thread beside it. With a smaller share
 * the containers inside would be starved by processes beside them; with a larger one they would
 * starve these, the daemons first. Therefore a node with more vcores than processors counts each
 * vcore as the part of a processor that it is. Not thread-safe.
 */
final class ParentCpuShare {
  /** Default share of the one cgroup in which daemons and outside containers run together. */
  private static final double GROUP_BESIDE = 1_000;

  private final TaskRegistry tasks;
  private final CgroupManager cgroups;
  private final NodeOrchestratorMetrics metrics;

  /** Last share that was written, in millicores; 0 before the first. */
  private long lastShare;

  ParentCpuShare(TaskRegistry tasks, CgroupManager cgroups, NodeOrchestratorMetrics metrics) {
    this.tasks = tasks;
    this.cgroups = cgroups;
    this.metrics = metrics;
  }

  /** Adapts the parents' share to the containers that run now. */
  void follow() {
    try {
      if (metrics.applies()) {
        setShare(tasks.inOwnGroups());
      } else if (cgroups.isShareOfAllSet()) {
        followRemaining();
      }
    } catch (IOException | IllegalArgumentException e) {
      metrics.failed("set the CPU share of all containers", e);
    }
  }

  private void setShare(double inside) throws IOException {
    long share = Math.round(against(inside));
    if (inside != 0 && share != lastShare) {
      cgroups.setShareOfAll(Math.max(1, share));
      lastShare = share;
    }
  }

  /**
   * Corrects the share for containers that run outside. They share one cgroup with this process,
   * whose weight is not ours to change, so the containers inside get less in proportion. Where each
   * thread outside counts by itself, no correction is needed.
   */
  private double against(double inside) {
    double part = tasks.processorsPerVcore();
    return cgroups.isBesideOneGroup()
        ? part * inside * GROUP_BESIDE / (GROUP_BESIDE + part * tasks.outsideOwnGroups())
        : part * inside;
  }

  /**
   * Follows the cgroups that were made before shadow mode: no container joins them any more, so
   * their common share shrinks as they end and is restored after the last.
   */
  private void followRemaining() throws IOException {
    long left = 0;
    for (String container : cgroups.made()) {
      try {
        left += cgroups.values().cpuShare(cgroups.find(container));
      } catch (CgroupGoneException e) {
        continue; // the container ended meanwhile
      }
    }
    if (left == 0) {
      cgroups.putBackShareOfAll();
      lastShare = 0;
    }
    setShare(left);
  }
}
