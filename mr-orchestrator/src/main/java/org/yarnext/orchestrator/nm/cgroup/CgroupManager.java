/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.orchestrator.nm.cgroup;

import java.io.IOException;
import java.nio.file.Files;
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
import org.yarnext.orchestrator.nm.cgroup.kernel.CgroupFiles;
import org.yarnext.orchestrator.nm.cgroup.kernel.CgroupMounts;
import org.yarnext.orchestrator.nm.cgroup.kernel.CpuController;
import org.yarnext.orchestrator.nm.cgroup.kernel.CpuControllerV1;
import org.yarnext.orchestrator.nm.cgroup.kernel.CpuControllerV2;
import org.yarnext.orchestrator.nm.cgroup.kernel.KernelCgroupFiles;
import org.yarnext.orchestrator.nm.cgroup.kernel.MemoryController;
import org.yarnext.orchestrator.nm.cgroup.kernel.MemoryControllerV1;
import org.yarnext.orchestrator.nm.cgroup.kernel.MemoryControllerV2;
import org.yarnext.orchestrator.nm.cgroup.undo.CgroupRestorer;
import org.yarnext.orchestrator.nm.cgroup.undo.CgroupUndoLog;
import org.yarnext.orchestrator.policy.ResourceKind;

/**
 * Gives the only access to the kernel's cgroups: finds or makes a container's group, gives its
 * {@link #values}, and restores everything; version 1, version 2 or both on one host.
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

  /** From the mounts down to the parent, which is the last. */
  private final List<ContainerCgroup> way = new ArrayList<>();

  private final CgroupMounts mounts;
  private final Map<CgroupCapability, String> problems;
  private final boolean besideOneGroup;
  private final CgroupRegistry made;

  CgroupManager(CgroupMounts mounts, CgroupFiles files, String parent, CgroupUndoLog journal)
      throws IOException {
    this.mounts = mounts;
    this.files = files;
    this.putBack = new CgroupRestorer(files, journal);
    cpuControl = mounts.cpuIsVersion2() ? new CpuControllerV2() : new CpuControllerV1();
    MemoryController memoryControl =
        mounts.memoryIsVersion2() ? new MemoryControllerV2() : new MemoryControllerV1();
    values = new CgroupValues(files, putBack, cpuControl, memoryControl);
    CgroupDelegation delegation = new CgroupDelegation(mounts, files, putBack, parent, id());
    ContainerCgroup group = delegation.top();
    for (String part : parent.split("/")) {
      group = below(group, part);
      way.add(group);
    }
    this.parent = group;
    made = new CgroupRegistry(putBack, way);
    ContainerCgroup probe = below(group, delegation.probe());
    problems = new CgroupProbe(files, cpuControl, memoryControl, probe, delegation).problems();
    removeProbe(delegation.probe());
    besideOneGroup = !isThisProcessOnTheWay();
  }

  private boolean isThisProcessOnTheWay() throws IOException {
    Set<Path> above = new LinkedHashSet<>();
    above.add(mounts.cpu());
    way.forEach(group -> above.add(group.cpu()));
    for (Path group : above) {
      if (group != null && files.holdsThisProcess(group.resolve(CgroupValues.PROCESSES))) {
        return true;
      }
    }
    return false;
  }

  /** Unlike any other on this host, in whatever space of process numbers. */
  private static String id() {
    return Long.toHexString(UUID.randomUUID().getMostSignificantBits());
  }

  /** A process leaves its group a moment after it has ended. */
  private void removeProbe(String name) {
    int left = putBack.remove(group -> group.endsWith(name));
    for (int i = 0; left > 0 && i < REMOVALS; i++) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(REMOVAL_MS));
      left = putBack.remove(group -> group.endsWith(name));
    }
  }

  /**
   * Opens the groups of the running kernel. What an earlier process left is not put back yet: see
   * {@link #recover}.
   *
   * @param parent the group below each mount under which containers have theirs, such as {@code
   *     yarnext} or {@code hadoop-yarn}; made where it is not there, and a hierarchy is done
   *     without where it cannot be
   * @param journal a file in a directory that survives a restart
   * @throws IOException if the journal is corrupt
   */
  public static CgroupManager open(String parent, Path journal) throws IOException {
    return new CgroupManager(
        CgroupMounts.read(CgroupMounts.OF_THIS_PROCESS),
        new KernelCgroupFiles(),
        parent,
        new CgroupUndoLog(journal));
  }

  /**
   * Without opening anything, puts back what an earlier process changed and removes the groups it
   * made. What is in use stays, in the groups as in the journal.
   *
   * @param journal of that process; nothing is done if there is none
   * @return how much is left
   * @throws IOException if the journal cannot be read
   */
  public static int undo(Path journal) throws IOException {
    return Files.exists(journal) ? undo(new KernelCgroupFiles(), new CgroupUndoLog(journal)) : 0;
  }

  static int undo(CgroupFiles files, CgroupUndoLog journal) {
    CgroupRestorer putBack = new CgroupRestorer(files, journal);
    int left = putBack.undo();
    // What is left runs on beside what comes, and has no more together than what it asked for.
    putBack.lowerSharesAbove(CgroupRegistry::isShare);
    return left;
  }

  /** Why something cannot be done on this host; null if it can. */
  public String problem(CgroupCapability capability) {
    return problems.get(capability);
  }

  /** Why a resource cannot be measured or steered on this host; empty if it can. */
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
   * Gives all containers together this share of the host's CPU: without it they have what the
   * kernel gives any single group. Groups above the parent that somebody else has made stay.
   *
   * @throws InvalidAmountException if it is outside 1 to 10,000,000 millicores
   */
  public void setShareOfAll(long millicores) throws IOException {
    for (ContainerCgroup group : way) {
      if (group.cpu() != null && (group == parent || putBack.isMade(group.cpu()))) {
        values.setCpuShare(group, millicores);
      }
    }
  }

  /**
   * Whether this process, and what it starts elsewhere, is in a group beside those on the way to
   * the containers': all that is in it weighs as that one group does, and not as so many threads.
   */
  public boolean isBesideOneGroup() {
    return besideOneGroup;
  }

  /** Whether {@link #setShareOfAll} is in force, of an earlier process too. */
  public boolean isShareOfAllSet() {
    return way.stream().anyMatch(group -> group.cpu() != null && putBack.isChanged(share(group)));
  }

  /** Puts back what {@link #setShareOfAll} changed; what cannot be is kept for a later try. */
  public void putBackShareOfAll() {
    putBack.putBack(value -> way.stream().anyMatch(g -> g.cpu() != null && value.equals(share(g))));
  }

  private Path share(ContainerCgroup group) {
    return group.cpu().resolve(cpuControl.shareFile());
  }

  /**
   * Puts back what an earlier process changed and removes the groups it made, below another parent
   * too, except those of containers that still run.
   *
   * @param live the names of their groups
   * @return how much could not be put back or removed now
   */
  public int recover(Set<String> live) {
    return made.recover(live);
  }

  /**
   * A group of its own for a container; the one that is there if it has one. As long as nothing
   * runs in it its share is that which is given here.
   *
   * @param millicores its share of CPU from the beginning, to which it is put back
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

  /** Also one that a process made that ended before it had done more. */
  private boolean isUntouched(ContainerCgroup group) throws IOException {
    return !putBack.isChanged(share(group))
        && files.read(group.cpu().resolve(CgroupValues.PROCESSES)).isEmpty();
  }

  private ContainerCgroup make(ContainerCgroup group) throws IOException {
    putBack.make(group.directories());
    return group;
  }

  /** The names of the containers' groups that were made here, by an earlier process too. */
  public Set<String> made() {
    return made.names();
  }

  /** Whether a container has a group. */
  public boolean has(String name) {
    return below(parent, checked(name)).directories().stream().allMatch(files::exists);
  }

  /**
   * The group that its executor has given a container, as far as there is one.
   *
   * @param needed that of which resources must be there
   */
  public ContainerCgroup find(String name, Set<ResourceKind> needed) throws CgroupGoneException {
    ContainerCgroup there = below(parent, checked(name)).where(files::exists);
    if (there.directories().isEmpty() || !needed.stream().allMatch(there::has)) {
      throw new CgroupGoneException(there, null);
    }
    return there;
  }

  /** The whole group that a container has. */
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
   * A shell command that moves its shell into the group, and with it all that it starts: put before
   * a container's own command, no process of it is ever elsewhere. If that fails the container runs
   * on outside.
   *
   * @return ends so that another command may follow; holds no double quotes
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

  /** What a group uses and may use. */
  public CgroupValues values() {
    return values;
  }

  /**
   * Puts back a container's values, and removes its group if it was made here and nothing runs in
   * it any more.
   *
   * @return how much is left to do; may be called again
   */
  public int release(ContainerCgroup group) {
    Set<Path> directories = group.directories();
    int left = putBack.putBack(value -> directories.contains(value.getParent()));
    return left + putBack.remove(directories::contains);
  }

  /**
   * The same for a container of which only the name is known, and whose groups may be below the
   * parent that an earlier process had.
   */
  public int release(String name) {
    return made.release(name);
  }

  /**
   * Puts back the values of all containers' groups; the groups stay as long as their containers.
   */
  public int putBackAll() {
    return made.putBack();
  }

  /**
   * Puts back all values and removes all groups, the parent included.
   *
   * @return how much is left, because containers still run
   */
  public int close() {
    return putBack.undo();
  }

  /**
   * The same, but for the groups of containers that have not ended: they may be waiting for their
   * processes.
   *
   * @param living the names of those groups
   * @return how much is left besides those
   */
  public int close(Set<String> living) {
    return made.removeAllBut(living);
  }

  /** What is mounted where. */
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
      throw new IllegalArgumentException("'" + name + "' is no name of a group");
    }
    return name;
  }
}
