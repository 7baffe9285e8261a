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
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;

/** Finds out what a kernel can do and lets one do, by doing it with an empty group. Used once. */
final class Probe {
  private final GroupFiles files;
  private final CpuControl cpu;
  private final MemoryControl memory;
  private final ContainerGroup group;
  private final Delegation delegation;
  private final Map<Capability, String> problems = new EnumMap<>(Capability.class);

  Probe(
      GroupFiles files,
      CpuControl cpu,
      MemoryControl memory,
      ContainerGroup group,
      Delegation delegation) {
    this.delegation = delegation;
    this.files = files;
    this.cpu = cpu;
    this.memory = memory;
    this.group = group;
  }

  /** What may fail, and tells why by that. */
  private interface Step {
    void run() throws IOException;
  }

  /** Why each capability is missing; those that are there have no entry. */
  Map<Capability, String> problems() {
    tryOut(
        Capability.JOIN,
        () -> {
          if (group.directories().isEmpty()) {
            throw new IOException(String.join("; ", delegation.problems()));
          }
          for (Path directory : group.directories()) {
            files.enter(directory.resolve(GroupValues.PROCESSES));
          }
        });
    if (group.cpu() == null || group.accounting() == null) {
      missing(
          group.cpu() == null ? delegation.cpuProblem() : delegation.accountingProblem(),
          Capability.CPU_USAGE,
          Capability.CPU_PRESSURE);
    } else {
      tryOut(Capability.CPU_USAGE, () -> cpu.usage(files, group.cpu(), group.accounting()));
      pressure(Capability.CPU_PRESSURE, group.cpu().resolve("cpu.pressure"));
    }
    if (group.cpu() == null) {
      missing(delegation.cpuProblem(), Capability.CPU_SHARE, Capability.CPU_QUOTA);
    } else {
      tryOut(Capability.CPU_SHARE, () -> rewrite(group.cpu().resolve(cpu.shareFile())));
      tryOut(Capability.CPU_QUOTA, () -> rewrite(group.cpu().resolve(cpu.quotaFile())));
    }
    if (group.memory() == null) {
      missing(
          delegation.memoryProblem(),
          Capability.MEMORY_USAGE,
          Capability.MEMORY_LIMIT,
          Capability.MEMORY_HIGH,
          Capability.MEMORY_SWAP,
          Capability.MEMORY_PRESSURE);
      return problems;
    }
    tryOut(Capability.MEMORY_USAGE, () -> memory.usage(files, group.memory()));
    tryOut(Capability.MEMORY_LIMIT, () -> rewrite(group.memory().resolve(memory.limitFile())));
    tryOut(Capability.MEMORY_HIGH, () -> rewrite(group.memory().resolve(memory.highFile())));
    tryOut(
        Capability.MEMORY_SWAP,
        () -> {
          if (memory.usage(files, group.memory()).swapBytes() < 0) {
            throw new IOException("the kernel does not count swap");
          }
        });
    pressure(Capability.MEMORY_PRESSURE, group.memory().resolve("memory.pressure"));
    return problems;
  }

  private void pressure(Capability capability, Path file) {
    if (files.exists(file)) {
      tryOut(capability, () -> KernelText.waitedMicros(files.read(file)));
    } else {
      missing("is not told by the kernel (version 2 with CONFIG_PSI does)", capability);
    }
  }

  private void rewrite(Path file) throws IOException {
    files.write(file, files.read(file));
  }

  private void tryOut(Capability capability, Step step) {
    try {
      step.run();
    } catch (IOException e) {
      missing("failed: " + e, capability);
    }
  }

  private void missing(String why, Capability... capabilities) {
    for (Capability capability : capabilities) {
      problems.put(capability, capability + (why.startsWith("/") ? ": " : " ") + why);
    }
  }
}
