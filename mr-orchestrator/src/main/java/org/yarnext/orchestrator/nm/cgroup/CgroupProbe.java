// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.cgroup;

import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import org.apache.hadoop.util.functional.InvocationRaisingIOE;
import org.yarnext.common.kernel.KernelTextParser;
import org.yarnext.common.kernel.MemoryController;
import org.yarnext.orchestrator.nm.cgroup.kernel.CgroupFiles;
import org.yarnext.orchestrator.nm.cgroup.kernel.CpuController;

/**
 * Probes which cgroup operations the kernel supports and permits to this process, on an empty
 * group. Used once.
 */
final class CgroupProbe {
  private final CgroupFiles files;
  private final CpuController cpu;
  private final MemoryController memory;
  private final ContainerCgroup group;
  private final CgroupDelegation delegation;
  private final Map<CgroupCapability, String> problems = new EnumMap<>(CgroupCapability.class);

  CgroupProbe(
      CgroupFiles files,
      CpuController cpu,
      MemoryController memory,
      ContainerCgroup group,
      CgroupDelegation delegation) {
    this.delegation = delegation;
    this.files = files;
    this.cpu = cpu;
    this.memory = memory;
    this.group = group;
  }

  /** Returns the reason for each missing capability; available ones have no entry. */
  Map<CgroupCapability, String> problems() {
    tryOut(
        CgroupCapability.JOIN,
        () -> {
          if (group.directories().isEmpty()) {
            throw new IOException(String.join("; ", delegation.problems()));
          }
          for (Path directory : group.directories()) {
            files.enter(directory.resolve(CgroupValues.PROCESSES));
          }
        });
    if (group.cpu() == null || group.accounting() == null) {
      missing(
          group.cpu() == null ? delegation.cpuProblem() : delegation.accountingProblem(),
          CgroupCapability.CPU_USAGE,
          CgroupCapability.CPU_PRESSURE);
    } else {
      tryOut(CgroupCapability.CPU_USAGE, () -> cpu.usage(files, group.cpu(), group.accounting()));
      pressure(CgroupCapability.CPU_PRESSURE, group.cpu().resolve("cpu.pressure"));
    }
    if (group.cpu() == null) {
      missing(delegation.cpuProblem(), CgroupCapability.CPU_SHARE, CgroupCapability.CPU_QUOTA);
    } else {
      tryOut(CgroupCapability.CPU_SHARE, () -> rewrite(group.cpu().resolve(cpu.shareFile())));
      tryOut(CgroupCapability.CPU_QUOTA, () -> rewrite(group.cpu().resolve(cpu.quotaFile())));
    }
    if (group.memory() == null) {
      missing(
          delegation.memoryProblem(),
          CgroupCapability.MEMORY_USAGE,
          CgroupCapability.MEMORY_LIMIT,
          CgroupCapability.MEMORY_HIGH,
          CgroupCapability.MEMORY_SWAP,
          CgroupCapability.MEMORY_PRESSURE);
      return problems;
    }
    tryOut(CgroupCapability.MEMORY_USAGE, () -> memory.usage(files, group.memory()));
    tryOut(
        CgroupCapability.MEMORY_LIMIT, () -> rewrite(group.memory().resolve(memory.limitFile())));
    tryOut(CgroupCapability.MEMORY_HIGH, () -> rewrite(group.memory().resolve(memory.highFile())));
    tryOut(
        CgroupCapability.MEMORY_SWAP,
        () -> {
          if (memory.usage(files, group.memory()).swapBytes() < 0) {
            throw new IOException("the kernel does not count swap");
          }
        });
    pressure(CgroupCapability.MEMORY_PRESSURE, group.memory().resolve("memory.pressure"));
    return problems;
  }

  private void pressure(CgroupCapability capability, Path file) {
    if (files.exists(file)) {
      tryOut(capability, () -> KernelTextParser.waitedMicros(files.read(file)));
    } else {
      missing("is not reported by the kernel (version 2 with CONFIG_PSI does)", capability);
    }
  }

  private void rewrite(Path file) throws IOException {
    files.write(file, files.read(file));
  }

  private void tryOut(CgroupCapability capability, InvocationRaisingIOE step) {
    try {
      step.apply();
    } catch (IOException e) {
      missing("failed: " + e, capability);
    }
  }

  private void missing(String why, CgroupCapability... capabilities) {
    for (CgroupCapability capability : capabilities) {
      problems.put(capability, capability + (why.startsWith("/") ? ": " : " ") + why);
    }
  }
}
