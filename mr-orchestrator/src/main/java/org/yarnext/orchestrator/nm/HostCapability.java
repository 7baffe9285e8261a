// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.nodemanager.DefaultContainerExecutor;
import org.apache.hadoop.yarn.server.nodemanager.LinuxContainerExecutor;
import org.yarnext.common.conf.InvalidConfigurationException;
import org.yarnext.orchestrator.OrchestratorConfiguration;
import org.yarnext.orchestrator.nm.cgroup.CgroupCapability;
import org.yarnext.orchestrator.nm.cgroup.CgroupManager;
import org.yarnext.orchestrator.policy.ResourceKind;

/**
 * Capabilities of this host's container executor and kernel: which resources the orchestrator can
 * control, and whether it creates the containers' cgroups itself. Immutable.
 */
final class HostCapability {
  /** Default cgroup of CGroupsHandlerImpl. */
  private static final String HIERARCHY_OF_EXECUTOR = "/hadoop-yarn";

  private final OrchestratorConfiguration conf;
  private final Configuration hadoop;
  private final CgroupManager cgroups;
  private final boolean ownGroups;

  /**
   * @param hadoop the NodeManager's configuration
   */
  HostCapability(OrchestratorConfiguration conf, Configuration hadoop, CgroupManager cgroups) {
    this.conf = conf;
    this.hadoop = hadoop;
    this.cgroups = cgroups;
    // LinuxContainerExecutor makes the containers' cgroups and their parents itself.
    ownGroups =
        !LinuxContainerExecutor.class.isAssignableFrom(
            hadoop.getClass(
                YarnConfiguration.NM_CONTAINER_EXECUTOR, DefaultContainerExecutor.class));
  }

  /**
   * Returns whether the orchestrator, and not the container executor, makes the containers'
   * cgroups.
   */
  boolean hasOwnGroups() {
    return ownGroups;
  }

  /**
   * Returns the resources that are configured to be controlled and can be controlled on this host.
   */
  Set<ResourceKind> steered() {
    Set<ResourceKind> steered = EnumSet.noneOf(ResourceKind.class);
    for (ResourceKind kind : ResourceKind.values()) {
      if (conf.control().controls(kind) && cgroups.problems(kind).isEmpty()) {
        steered.add(kind);
      }
    }
    return steered;
  }

  /** Returns why this host cannot control the configured resources; empty if it can. */
  String problems() {
    StringBuilder problems = new StringBuilder();
    for (ResourceKind kind : ResourceKind.values()) {
      if (conf.control().controls(kind)) {
        cgroups.problems(kind).forEach(problem -> problems.append(problem).append("; "));
      }
    }
    return problems.toString();
  }

  /**
   * Checks that the containers' processes run in the cgroups that are read and written, and that no
   * other NodeManager uses these. Claims them until they are closed.
   *
   * @throws InvalidConfigurationException if they would not; the message names the fix
   */
  void check() throws InvalidConfigurationException {
    String refusal = ownGroups ? refusalOfOwnGroups() : refusalOfExecutorsGroups();
    if (refusal == null && !cgroups.lock().acquire()) {
      refusal =
          parent()
              + " is in use by another NodeManager on this host: set the key to another group on"
              + " each of them.";
    }
    if (refusal != null) {
      throw new InvalidConfigurationException(
          "mr-orchestrator", Collections.singletonList(refusal));
    }
  }

  private String refusalOfExecutorsGroups() {
    String key = YarnConfiguration.NM_LINUX_CONTAINER_CGROUPS_HIERARCHY;
    String hierarchy = hadoop.get(key, HIERARCHY_OF_EXECUTOR);
    return hierarchy.replaceAll("^/+|/+$", "").equals(conf.cgroupParent())
        ? null
        : String.format(
            "%s is not %s=%s, below which LinuxContainerExecutor makes containers' groups: set"
                + " the former to the latter without its leading slash.",
            parent(), key, hierarchy);
  }

  private String refusalOfOwnGroups() {
    if (steered().isEmpty()) {
      return "None of the resources in "
          + OrchestratorConfiguration.CONTROL.name()
          + " can be steered on this host: "
          + problems();
    }
    String problem = cgroups.problem(CgroupCapability.JOIN);
    return problem == null
        ? null
        : String.format(
            "Containers cannot enter groups below %s (%s): let the NodeManager's user write"
                + " cgroup.procs there and in the common parent of that group and its own; with"
                + " systemd set Delegate=yes and DelegateSubgroup= for its service, and the key to"
                + " another group below the service's.",
            parent(), problem);
  }

  private String parent() {
    return OrchestratorConfiguration.CGROUP_PARENT.name() + "=" + conf.cgroupParent();
  }
}
