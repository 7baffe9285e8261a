// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.cgroup;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.yarnext.common.kernel.CgroupMounts;
import org.yarnext.orchestrator.nm.cgroup.kernel.CgroupFiles;
import org.yarnext.orchestrator.nm.cgroup.kernel.SubtreeControl;
import org.yarnext.orchestrator.nm.cgroup.undo.CgroupRestorer;

/**
 * Finds the cgroup hierarchies in which this process may create groups, by creating the parent
 * group and a probe group below it. A hierarchy in which that fails is left out, with the reason
 * and its fix, and the others are used. Immutable.
 */
final class CgroupDelegation {
  private static final String PROBE = "yarnext-probe";
  private static final long ABANDONED_AFTER_MS = 60_000;
  private static final String[] CONTROLLERS = {"cpu", "memory"};

  private final CgroupMounts mounts;
  private final CgroupFiles files;
  private final CgroupRestorer putBack;
  private final String parent;
  private final String probe;

  /** Reasons why a hierarchy cannot be used, by mount (version 1) or controller (version 2). */
  private final Map<Object, String> refused = new LinkedHashMap<>();

  /**
   * @param parent path of the parent cgroup below each mount
   * @param id id of this process, unique on the host
   */
  CgroupDelegation(
      CgroupMounts mounts, CgroupFiles files, CgroupRestorer putBack, String parent, String id) {
    this.mounts = mounts;
    this.files = files;
    this.putBack = putBack;
    this.parent = parent;
    probe = PROBE + "-" + id;
    putBack.remove(group -> isProbe(group) && !group.endsWith(probe));
    Set<Path> all = new LinkedHashSet<>();
    all.add(mounts.cpu());
    all.add(mounts.accounting());
    all.add(mounts.memory());
    all.stream().filter(Objects::nonNull).forEach(this::open);
  }

  private static boolean isProbe(Path group) {
    return group.getFileName().toString().startsWith(PROBE);
  }

  private void open(Path mount) {
    Path group = mount;
    try {
      for (String part : parent.split("/")) {
        group = group.resolve(part);
        putBack.make(Collections.singleton(group));
        if (files.exists(group.resolve(SubtreeControl.FILE))) {
          checkControllers(group);
          switchOn(group);
        }
      }
      removeAbandoned(group);
      group = group.resolve(probe);
      putBack.make(Collections.singleton(group));
    } catch (IOException e) {
      putBack.remove(group::equals);
      String user = System.getProperty("user.name");
      Path own = mount.resolve(parent);
      refused.put(
          mount,
          String.format(
              "%s cannot be created by the user %s (%s): as root, run mkdir -p %s && chown -R %s"
                  + " %s, and repeat it after each boot, which removes all cgroups",
              group, user, e, own, user, own));
    }
  }

  /** Removes the probe groups of processes that died; younger groups may be in use and stay. */
  private void removeAbandoned(Path group) throws IOException {
    for (Path left : files.olderThan(group, PROBE, ABANDONED_AFTER_MS)) {
      try {
        files.remove(left);
      } catch (IOException e) {
        // The group is in use after all, or another process was faster.
        continue;
      }
    }
  }

  /** Refuses the controllers of version 2 that the groups above have not enabled for a group. */
  private void checkControllers(Path group) throws IOException {
    String there = files.read(group.resolve(SubtreeControl.AVAILABLE));
    for (String controller : CONTROLLERS) {
      boolean isVersion2 =
          controller.equals("cpu") ? mounts.cpuIsVersion2() : mounts.memoryIsVersion2();
      if (isVersion2 && !SubtreeControl.isIn(there, controller)) {
        refused.putIfAbsent(
            controller,
            String.format(
                "%s does not have the controller %s: as root, run echo +%s > %s, and repeat it"
                    + " after each boot (systemd: Delegate=yes for the NodeManager's service); in"
                    + " a container, first move the processes of that group into one below it",
                group, controller, controller, group.resolveSibling(SubtreeControl.FILE)));
      }
    }
  }

  private void switchOn(Path group) {
    try {
      putBack.switchOn(group, CONTROLLERS);
    } catch (IOException together) {
      for (String controller : CONTROLLERS) {
        try {
          putBack.switchOn(group, controller);
        } catch (IOException e) {
          refused.putIfAbsent(
              controller,
              String.format(
                  "%s cannot enable the controller %s for the groups below it (%s): the"
                      + " NodeManager's user must be able to write its %s, and it must hold no"
                      + " process; if the NodeManager runs in it, give the NodeManager its own"
                      + " group beside that of the containers (systemd: Delegate=yes and"
                      + " DelegateSubgroup=)",
                  group, controller, e, SubtreeControl.FILE));
        }
      }
    }
  }

  /**
   * Returns the parent cgroup in the usable hierarchies; null for one that is not mounted or not
   * permitted.
   */
  ContainerCgroup top() {
    return new ContainerCgroup(
        parent,
        cpuProblem() == null ? mounts.cpu() : null,
        accountingProblem() == null ? mounts.accounting() : null,
        memoryProblem() == null ? mounts.memory() : null);
  }

  /** Returns the name of the probe group below the parent. */
  String probe() {
    return probe;
  }

  /** Returns why CPU cannot be shared out; null if no problem is known. */
  String cpuProblem() {
    return problem(mounts.cpu(), mounts.cpuIsVersion2() ? "cpu" : null);
  }

  /** Returns why CPU time cannot be measured; null if no problem is known. */
  String accountingProblem() {
    return problem(mounts.accounting(), null);
  }

  /** Returns why memory cannot be controlled; null if no problem is known. */
  String memoryProblem() {
    return problem(mounts.memory(), mounts.memoryIsVersion2() ? "memory" : null);
  }

  private String problem(Path mount, String controller) {
    return mount == null
        ? "is not mounted"
        : refused.containsKey(mount) ? refused.get(mount) : refused.get(controller);
  }

  /** Returns the problems of all hierarchies that cannot be used. */
  Collection<String> problems() {
    return refused.values();
  }
}
