// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.cgroup;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.yarnext.common.kernel.CgroupMounts;
import org.yarnext.common.kernel.MemoryController;
import org.yarnext.orchestrator.nm.cgroup.kernel.CgroupFiles;
import org.yarnext.orchestrator.nm.cgroup.kernel.CpuController;
import org.yarnext.orchestrator.nm.cgroup.kernel.CpuControllerV1;
import org.yarnext.orchestrator.nm.cgroup.kernel.CpuControllerV2;
import org.yarnext.orchestrator.nm.cgroup.kernel.KernelCgroupFiles;
import org.yarnext.orchestrator.nm.cgroup.undo.CgroupRestorer;
import org.yarnext.orchestrator.nm.cgroup.undo.CgroupUndoLog;
import org.yarnext.orchestrator.policy.ResourceKind;

/**
 * Creates, finds and removes containers' cgroups, and restores all changes; the only access to the
 * kernel's cgroups. {@link #values} reads and writes the groups' values. Supports version 1,
 * version 2, and both on one host.
 *
 * <p>Thread-safe. A group whose container has ended gives {@link CgroupGoneException}; another
 * IOException means that the kernel refused, and nothing was changed.
 */
public final class CgroupManager {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.@-]{0,200}");
  private static final Pattern SAFE_IN_A_SHELL = Pattern.compile("[A-Za-z0-9_.,@/-]+");
  private static final int REMOVALS = 100;
  private static final long REMOVAL_MS = 10;

  private final CgroupFiles files;
  private final CgroupRestorer putBack;
  private final CpuController cpuControl;
  private final CgroupValues values;
  private final ContainerCgroup parent;

  /** Cgroups on the path from the mounts to the parent, which is the last. */
  private final List<ContainerCgroup> parents = new ArrayList<>();

  private final CgroupMounts mounts;
  private final Map<CgroupCapability, String> problems;
  private final boolean besideOneGroup;
  private final CgroupRegistry made;
  private final CgroupParentLock lock;

  CgroupManager(CgroupMounts mounts, CgroupFiles files, String parent, CgroupUndoLog undoLog)
      throws IOException {
    this.mounts = mounts;
    this.files = files;
    this.putBack = new CgroupRestorer(files, undoLog);
    cpuControl = mounts.cpuIsVersion2() ? new CpuControllerV2() : new CpuControllerV1();
    MemoryController memoryControl = MemoryController.of(mounts.memoryIsVersion2());
    values = new CgroupValues(files, putBack, cpuControl, memoryControl);
    CgroupDelegation delegation = new CgroupDelegation(mounts, files, putBack, parent, id());
    ContainerCgroup group = delegation.top();
    for (String part : parent.split("/")) {
      group = below(group, part);
      parents.add(group);
    }
    this.parent = group;
    made = new CgroupRegistry(putBack, parents);
    lock = new CgroupParentLock(files, group);
    ContainerCgroup probe = below(group, delegation.probe());
    problems = new CgroupProbe(files, cpuControl, memoryControl, probe, delegation).problems();
    removeProbe(delegation.probe());
    besideOneGroup = !isThisProcessOnTheWay();
  }

  /** Returns the lock of the parent, which is released when this manager is closed. */
  public CgroupParentLock lock() {
    return lock;
  }

  private boolean isThisProcessOnTheWay() throws IOException {
    Set<Path> above = new LinkedHashSet<>();
    above.add(mounts.cpu());
    parents.forEach(group -> above.add(group.cpu()));
    for (Path group : above) {
      if (group != null && files.holdsThisProcess(group.resolve(CgroupValues.PROCESSES))) {
        return true;
      }
    }
    return false;
  }

  /** Returns an id that is unique on this host across PID namespaces. */
  private static String id() {
    return Long.toHexString(UUID.randomUUID().getMostSignificantBits());
  }

  /**
   * Removes the probe group, with retries: a process leaves its group a moment after it has ended.
   */
  private void removeProbe(String name) {
    int left = putBack.remove(group -> group.endsWith(name));
    for (int i = 0; left > 0 && i < REMOVALS; i++) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(REMOVAL_MS));
      left = putBack.remove(group -> group.endsWith(name));
    }
  }

  /**
   * Opens the cgroups of the running kernel. Changes of an earlier process are not restored yet:
   * see {@link #recover}.
   *
   * @param parent the group below each mount under which containers have theirs, such as {@code
   *     yarnext} or {@code hadoop-yarn}. It is made if missing; a hierarchy in which that fails is
   *     not used
   * @param undoLog in a directory that survives a restart
   */
  public static CgroupManager open(String parent, CgroupUndoLog undoLog) throws IOException {
    return new CgroupManager(
        CgroupMounts.read(CgroupMounts.OF_THIS_PROCESS), new KernelCgroupFiles(), parent, undoLog);
  }

  /**
   * Opens the cgroups with a separate undo log.
   *
   * @param undoFile a file in a directory that survives a restart
   * @throws IOException if the log is corrupt
   */
  public static CgroupManager open(String parent, Path undoFile) throws IOException {
    return open(parent, new CgroupUndoLog(undoFile));
  }

  /**
   * Undoes the changes of an earlier process and removes the groups it made, without opening
   * cgroups. Groups in use stay, with their journal entries.
   *
   * @param undoLog log of that process
   * @return the number of values and groups that are left
   */
  public static int undo(CgroupUndoLog undoLog) {
    return undo(new KernelCgroupFiles(), undoLog);
  }

  static int undo(CgroupFiles files, CgroupUndoLog undoLog) {
    CgroupRestorer putBack = new CgroupRestorer(files, undoLog);
    int left = putBack.undo();
    // The remaining containers run beside new ones; together they get only what they requested.
    putBack.lowerSharesAbove(CgroupRegistry::isShare);
    return left;
  }

  /** Returns why a capability is missing on this host; null if it is available. */
  public String problem(CgroupCapability capability) {
    return problems.get(capability);
  }

  /** Returns why a resource cannot be measured or controlled on this host; empty if it can. */
  public List<String> problems(ResourceKind kind) {
    List<String> found = new ArrayList<>();
    for (CgroupCapability needed : CgroupCapability.neededFor(kind)) {
      if (problems.containsKey(needed)) {
        found.add(problems.get(needed));
      }
    }
    return found;
  }

  /**
   * Sets the share of the host's CPU for all containers together; without it they share what the
   * kernel gives a single group. Groups above the parent that others have made are left alone.
   *
   * @throws InvalidAmountException if it is outside 1 to 10,000,000 millicores
   */
  public void setShareOfAll(long millicores) throws IOException {
    for (ContainerCgroup group : parents) {
      if (group.cpu() != null && (group == parent || putBack.isMade(group.cpu()))) {
        values.setCpuShare(group, millicores);
      }
    }
  }

  /**
   * Returns whether this process runs in a group that is a sibling of the containers' parents. All
   * processes in such a group together weigh as one group, not as so many threads.
   */
  public boolean isBesideOneGroup() {
    return besideOneGroup;
  }

  /** Returns whether {@link #setShareOfAll} is in force, set by this or an earlier process. */
  public boolean isShareOfAllSet() {
    return parents.stream()
        .anyMatch(group -> group.cpu() != null && putBack.isChanged(share(group)));
  }

  /** Undoes {@link #setShareOfAll}; values that cannot be restored are kept for a later try. */
  public void putBackShareOfAll() {
    putBack.putBack(
        value -> parents.stream().anyMatch(g -> g.cpu() != null && value.equals(share(g))));
  }

  private Path share(ContainerCgroup group) {
    return group.cpu().resolve(cpuControl.shareFile());
  }

  /**
   * Undoes the changes of an earlier process and removes the groups it made, also below another
   * parent, except those of containers that still run.
   *
   * @param live the names of the running containers' groups
   * @return the number of values and groups that could not be restored or removed now
   */
  public int recover(Set<String> live) {
    return made.recover(live);
  }

  /**
   * Makes a container's own group, or returns the existing one. Until a process runs in it, its CPU
   * share is the one given here.
   *
   * @param millicores the initial CPU share, to which the group is restored
   * @throws InvalidAmountException if that is outside 1 to 10,000,000
   */
  public ContainerCgroup make(String name, long millicores) throws IOException {
    String share = cpuControl.share(AmountValidator.share(millicores));
    ContainerCgroup group = below(parent, checked(name));
    make(group);
    if (group.cpu() != null && isUntouched(group) && !files.read(share(group)).equals(share)) {
      files.write(share(group), share);
    }
    return group;
  }

  /**
   * Returns whether the group is new. Also true for a group whose maker ended right after it made
   * it.
   */
  private boolean isUntouched(ContainerCgroup group) throws IOException {
    return !putBack.isChanged(share(group))
        && files.read(group.cpu().resolve(CgroupValues.PROCESSES)).isEmpty();
  }

  private ContainerCgroup make(ContainerCgroup group) throws IOException {
    putBack.make(group.directories());
    return group;
  }

  /** Returns the names of the container groups made by this or an earlier process. */
  public Set<String> made() {
    return made.names();
  }

  /** Returns whether a container has a group in all hierarchies. */
  public boolean has(String name) {
    return below(parent, checked(name)).directories().stream().allMatch(files::exists);
  }

  /**
   * Returns the existing parts of the group that an executor made for a container.
   *
   * @param needed the resources that must be present
   * @throws CgroupGoneException if the group or a needed resource is missing
   */
  public ContainerCgroup find(String name, Set<ResourceKind> needed) throws CgroupGoneException {
    ContainerCgroup there = below(parent, checked(name)).where(files::exists);
    if (there.directories().isEmpty() || !needed.stream().allMatch(there::has)) {
      throw new CgroupGoneException(there, null);
    }
    return there;
  }

  /**
   * Returns a container's group.
   *
   * @throws CgroupGoneException if a part of it is missing
   */
  public ContainerCgroup find(String name) throws CgroupGoneException {
    ContainerCgroup group = below(parent, checked(name));
    for (Path directory : group.directories()) {
      if (!files.exists(directory)) {
        throw new CgroupGoneException(group, null);
      }
    }
    return group;
  }

  /**
   * Returns a shell command that moves its shell, and all that it starts, into the group. Put
   * before a container's own command, it keeps every process of the container inside. If it fails,
   * the container runs outside.
   *
   * @return a command that ends so that another may follow, without double quotes
   */
  public String joinCommand(ContainerCgroup group) {
    StringBuilder command = new StringBuilder("{ ");
    for (Path directory : group.directories()) {
      Path processes = directory.resolve(CgroupValues.PROCESSES);
      if (!SAFE_IN_A_SHELL.matcher(processes.toString()).matches()) {
        throw new IllegalStateException(processes + " cannot be written in a shell command");
      }
      command.append("echo $$ > ").append(processes).append(" ; ");
    }
    return command.append("} 2>/dev/null ; ").toString();
  }

  /** Returns the reader and writer of the groups' values. */
  public CgroupValues values() {
    return values;
  }

  /**
   * Restores a container's values, and removes its group if it was made here and is empty. May be
   * called again.
   *
   * @return the number of values and directories that are left
   */
  public int release(ContainerCgroup group) {
    Set<Path> directories = group.directories();
    int left = putBack.putBack(value -> directories.contains(value.getParent()));
    return left + putBack.remove(directories::contains);
  }

  /**
   * Releases a container by name; its groups may be below the parent that an earlier process used.
   *
   * @return the number of values and directories that are left
   */
  public int release(String name) {
    return made.release(name);
  }

  /**
   * Restores the values of all containers' groups; the groups stay.
   *
   * @return the number of values that could not be restored
   */
  public int putBackAll() {
    return made.putBack();
  }

  /**
   * Restores all values and removes all groups, including the parent.
   *
   * @return the number of values and groups that are left because containers still run
   */
  public int close() {
    try {
      return putBack.undo();
    } finally {
      lock.close();
    }
  }

  /**
   * Restores all values and removes all groups except those of containers that have not ended,
   * which may be waiting for their processes.
   *
   * @param living the names of those groups
   * @return the number of other values and groups that are left
   */
  public int close(Set<String> living) {
    try {
      return made.removeAllBut(living);
    } finally {
      lock.close();
    }
  }

  /** Returns the mounts and the parent, for logs. */
  @Override
  public String toString() {
    return mounts + ", below " + parent.name();
  }

  private static ContainerCgroup below(ContainerCgroup group, String part) {
    return new ContainerCgroup(
        part,
        resolved(group.cpu(), part),
        resolved(group.accounting(), part),
        resolved(group.memory(), part));
  }

  private static Path resolved(Path directory, String part) {
    return directory == null ? null : directory.resolve(part);
  }

  private static String checked(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException("'" + name + "' is not a name of a group");
    }
    return name;
  }
}
