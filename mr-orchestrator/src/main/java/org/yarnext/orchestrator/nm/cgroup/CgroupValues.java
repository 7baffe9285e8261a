// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.cgroup;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.hadoop.util.functional.CallableRaisingIOE;
import org.apache.hadoop.util.functional.InvocationRaisingIOE;
import org.yarnext.common.kernel.KernelTextParser;
import org.yarnext.common.kernel.MemoryController;
import org.yarnext.common.kernel.MemoryUsage;
import org.yarnext.orchestrator.nm.cgroup.kernel.CgroupFiles;
import org.yarnext.orchestrator.nm.cgroup.kernel.CpuController;
import org.yarnext.orchestrator.nm.cgroup.kernel.CpuUsage;
import org.yarnext.orchestrator.nm.cgroup.undo.CgroupRestorer;
import org.yarnext.orchestrator.nm.cgroup.undo.ValueChange;
import org.yarnext.orchestrator.policy.ResourceKind;

/**
 * Reads usage from cgroups, and writes their limits and shares. Each value is validated before it
 * is written, and recorded so that it can be restored.
 *
 * <p>Thread-safe. A group whose container has ended gives {@link CgroupGoneException}; another
 * IOException means that the kernel refused, and nothing was changed.
 */
public final class CgroupValues {
  /** No quota or no limit. */
  public static final long UNLIMITED = KernelTextParser.UNLIMITED;

  static final String PROCESSES = "cgroup.procs";

  private final CgroupFiles files;
  private final CgroupRestorer putBack;
  private final CpuController cpuControl;
  private final MemoryController memoryControl;

  CgroupValues(
      CgroupFiles files,
      CgroupRestorer putBack,
      CpuController cpuControl,
      MemoryController memoryControl) {
    this.files = files;
    this.putBack = putBack;
    this.cpuControl = cpuControl;
    this.memoryControl = memoryControl;
  }

  /** Moves a running process into the group; its existing children stay where they are. */
  public void join(ContainerCgroup group, long pid) throws IOException {
    for (Path directory : group.directories()) {
      write(group, () -> files.write(directory.resolve(PROCESSES), Long.toString(pid)));
    }
  }

  /** Returns whether there are processes in all parts of the group. */
  public boolean isInhabited(ContainerCgroup group) throws IOException {
    return read(
        group,
        () -> {
          for (Path directory : group.directories()) {
            if (files.read(directory.resolve(PROCESSES)).isEmpty()) {
              return false;
            }
          }
          return true;
        });
  }

  public CpuUsage cpuUsage(ContainerCgroup group) throws IOException {
    return read(group, () -> cpuControl.usage(files, group.cpu(), group.accounting()));
  }

  public MemoryUsage memoryUsage(ContainerCgroup group) throws IOException {
    return read(group, () -> memoryControl.usage(files, group.memory()));
  }

  /** Returns the group's CPU share in millicores: its part of the CPU when all groups want some. */
  public long cpuShare(ContainerCgroup group) throws IOException {
    Path file = group.cpu().resolve(cpuControl.shareFile());
    return read(group, () -> cpuControl.millicores(files.read(file)));
  }

  /**
   * Sets {@link #cpuShare}. The kernel rounds to 1 millicore in version 1 and to 10 in version 2.
   *
   * @throws InvalidAmountException if it is outside 1 to 10,000,000
   */
  public void setCpuShare(ContainerCgroup group, long millicores) throws IOException {
    String text = cpuControl.share(AmountValidator.share(millicores));
    write(group, () -> putBack.change(group.cpu().resolve(cpuControl.shareFile()), text));
  }

  /**
   * Announces coming calls of {@link #setCpuShare}, so that the old values are stored in one go;
   * changes nothing yet.
   *
   * @param millicores shares by group
   * @throws InvalidAmountException if one is outside 1 to 10,000,000
   */
  public void announceCpuShares(Map<ContainerCgroup, Long> millicores) throws IOException {
    Map<Path, String> texts = new LinkedHashMap<>();
    millicores.forEach(
        (group, share) ->
            texts.put(
                group.cpu().resolve(cpuControl.shareFile()),
                cpuControl.share(AmountValidator.share(share))));
    putBack.announce(texts);
  }

  /**
   * Sets {@link #cpuShare} as the value that is restored from now on.
   *
   * @throws InvalidAmountException if it is outside 1 to 10,000,000
   */
  public void settleCpuShare(ContainerCgroup group, long millicores) throws IOException {
    String text = cpuControl.share(AmountValidator.share(millicores));
    write(group, () -> putBack.settle(group.cpu().resolve(cpuControl.shareFile()), text));
  }

  /** Returns whether the group has a CPU quota, which holds even on an idle host. */
  public boolean hasCpuQuota(ContainerCgroup group) throws IOException {
    Path file = group.cpu().resolve(cpuControl.quotaFile());
    // Kernels without quotas have no such file.
    return read(group, () -> files.exists(file) && !cpuControl.isUnbounded(files.read(file)));
  }

  /**
   * Sets the maximum CPU that the group uses, even on an idle host.
   *
   * @param millicores the quota, or {@link #UNLIMITED}
   * @throws InvalidAmountException if it is outside 1 to 10,000,000
   */
  public void setCpuQuota(ContainerCgroup group, long millicores) throws IOException {
    long checked = AmountValidator.quota(millicores);
    write(
        group,
        () ->
            putBack.change(
                group.cpu().resolve(cpuControl.quotaFile()),
                cpuControl.quota(checked, cpuControl.periodMicros(files, group.cpu()))));
  }

  /** Returns the group's hard memory limit in bytes, or {@link #UNLIMITED}. */
  public long memoryLimit(ContainerCgroup group) throws IOException {
    Path file = group.memory().resolve(memoryControl.limitFile());
    return read(group, () -> KernelTextParser.limit(files.read(file)));
  }

  /** Returns the value of {@link #memoryLimit} before it was changed here, in bytes. */
  public long originalMemoryLimit(ContainerCgroup group) throws IOException {
    Path file = group.memory().resolve(memoryControl.limitFile());
    return read(group, () -> KernelTextParser.limit(putBack.original(file)));
  }

  /**
   * Returns whether {@link #memoryLimit} was changed by this or an earlier process and is not
   * restored.
   */
  public boolean isMemoryLimitSet(ContainerCgroup group) throws IOException {
    Path file = group.memory().resolve(memoryControl.limitFile());
    return read(group, () -> !ValueChange.isSame(file, files.read(file), putBack.original(file)));
  }

  /**
   * Sets {@link #memoryLimit}, in whole pages.
   *
   * @throws InvalidAmountException if that is less than the group's current working set, which
   *     would make the kernel kill a process, or outside 4 MB to 1 PB
   */
  public void setMemoryLimit(ContainerCgroup group, long bytes) throws IOException {
    long checked = AmountValidator.memory(bytes);
    long used = memoryUsage(group).workingSetBytes();
    if (checked < used) {
      throw new InvalidAmountException(
          String.format(
              Locale.ROOT,
              "memory limit of %d bytes is below the %d that %s uses",
              checked,
              used,
              group));
    }
    write(group, () -> change(group, memoryControl.limitFile(), checked));
  }

  /**
   * Sets the number of bytes above which the kernel reclaims memory from the group without killing:
   * see {@link MemoryController#highFile}. A lower value that somebody else has set stays.
   *
   * @throws InvalidAmountException if it is outside 4 MB to 1 PB
   */
  public void setMemoryHigh(ContainerCgroup group, long bytes) throws IOException {
    long checked = AmountValidator.memory(bytes);
    Path file = group.memory().resolve(memoryControl.highFile());
    long original = read(group, () -> KernelTextParser.limit(putBack.original(file)));
    write(group, () -> change(group, memoryControl.highFile(), Math.min(checked, original)));
  }

  /** Restores a container's values of one resource; needs no disk space. */
  public void putBack(ContainerCgroup group, ResourceKind kind) throws IOException {
    boolean isMemory = kind == ResourceKind.MEMORY;
    Path directory = isMemory ? group.memory() : group.cpu();
    putBack(
        group,
        kind,
        value -> ValueChange.isMemory(value) == isMemory && value.getParent().equals(directory));
  }

  /** Restores only {@link #memoryLimit}. */
  public void putBackMemoryLimit(ContainerCgroup group) throws IOException {
    putBack(group, ResourceKind.MEMORY, group.memory().resolve(memoryControl.limitFile())::equals);
  }

  /** Restores only the value of {@link #setMemoryHigh}. */
  public void putBackMemoryHigh(ContainerCgroup group) throws IOException {
    putBack(group, ResourceKind.MEMORY, group.memory().resolve(memoryControl.highFile())::equals);
  }

  private void putBack(ContainerCgroup group, ResourceKind kind, Predicate<Path> wanted)
      throws IOException {
    if (putBack.putBack(wanted) > 0) {
      throw goneOr(group, new IOException("the " + kind + " of " + group + " is kept for later"));
    }
  }

  private void change(ContainerCgroup group, String file, long bytes) throws IOException {
    putBack.change(
        group.memory().resolve(file),
        bytes == UNLIMITED ? memoryControl.unlimited() : Long.toString(bytes));
  }

  private <T> T read(ContainerCgroup group, CallableRaisingIOE<T> reading) throws IOException {
    try {
      return reading.apply();
    } catch (IOException e) {
      throw goneOr(group, e);
    }
  }

  private void write(ContainerCgroup group, InvocationRaisingIOE writing) throws IOException {
    try {
      writing.apply();
    } catch (IOException e) {
      throw goneOr(group, e);
    }
  }

  private IOException goneOr(ContainerCgroup group, IOException e) {
    for (Path directory : group.directories()) {
      if (!files.exists(directory)) {
        return new CgroupGoneException(group, e);
      }
    }
    return e;
  }
}
