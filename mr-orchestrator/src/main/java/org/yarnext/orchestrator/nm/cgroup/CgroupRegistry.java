// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.cgroup;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.yarnext.orchestrator.nm.cgroup.kernel.CpuControllerV1;
import org.yarnext.orchestrator.nm.cgroup.kernel.CpuControllerV2;
import org.yarnext.orchestrator.nm.cgroup.kernel.SubtreeControl;
import org.yarnext.orchestrator.nm.cgroup.undo.CgroupRestorer;

/**
 * Registry of the cgroups that were created for single containers, by this process or an earlier
 * one, possibly below a former parent. It also removes them. Thread-safe.
 */
final class CgroupRegistry {
  private final CgroupRestorer putBack;
  private final List<ContainerCgroup> way;

  /**
   * @param way cgroups on the path from the mounts to the parent
   */
  CgroupRegistry(CgroupRestorer putBack, List<ContainerCgroup> way) {
    this.putBack = putBack;
    this.way = way;
  }

  /** See {@link CgroupManager#made}. */
  Set<String> names() {
    return putBack.made().stream()
        .filter(this::isContainers)
        .map(CgroupRegistry::name)
        .collect(Collectors.toSet());
  }

  /** See {@link CgroupManager#recover}. */
  int recover(Set<String> live) {
    int left;
    int before;
    do { // a former parent is removable once nothing is below it
      before = putBack.made().size();
      left = putBack();
      left += putBack.remove(group -> isContainers(group) && !live.contains(name(group)));
    } while (putBack.made().size() < before);
    lowerSharesOfFormerParents();
    return left;
  }

  /** See {@link CgroupManager#release(String)}. */
  int release(String name) {
    Set<Path> gone =
        putBack.made().stream()
            .filter(group -> name(group).equals(name) && isContainers(group))
            .collect(Collectors.toSet());
    int left = 0;
    while (!gone.isEmpty()) {
      Set<Path> now = gone;
      left += putBack.putBack(value -> now.contains(value.getParent()));
      left += putBack.remove(now::contains);
      gone = now.stream().map(Path::getParent).filter(this::isLeft).collect(Collectors.toSet());
    }
    lowerSharesOfFormerParents();
    return left;
  }

  /** Restores the values of all containers' groups; returns how many could not be restored. */
  int putBack() {
    return putBack.putBack(
        value -> !value.endsWith(SubtreeControl.FILE) && isContainers(value.getParent()));
  }

  /** See {@link CgroupManager#close(Set)}. */
  int removeAllBut(Set<String> living) {
    return putBack.undo(group -> isContainers(group) && living.contains(name(group)));
  }

  /** Lowers the shares of former parents, which lose containers and get no new ones. */
  private void lowerSharesOfFormerParents() {
    putBack.lowerSharesAbove(value -> isShare(value) && !isOnTheWay(value.getParent()));
  }

  /** Returns whether a file holds a group's CPU share. */
  static boolean isShare(Path value) {
    return value.endsWith(CpuControllerV1.SHARE) || value.endsWith(CpuControllerV2.SHARE);
  }

  /** Returns whether a group is a former parent that still has changes or exists. */
  private boolean isLeft(Path group) {
    return isContainers(group) && (putBack.isMade(group) || putBack.isAnyChanged(group));
  }

  /**
   * Returns whether a group is a container's: it has no child, and is no parent of the current
   * ones.
   */
  private boolean isContainers(Path group) {
    return !isOnTheWay(group) && !putBack.isAbove(group);
  }

  private boolean isOnTheWay(Path group) {
    return way.stream().anyMatch(each -> each.directories().contains(group));
  }

  private static String name(Path group) {
    return group.getFileName().toString();
  }
}
