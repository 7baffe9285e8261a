// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.cgroup;

import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Predicate;
import org.yarnext.orchestrator.policy.ResourceKind;

/** A container's cgroup directory in each hierarchy; null where it has none. Immutable. */
public final class ContainerCgroup {
  private final String name;
  private final Path cpu;
  private final Path accounting;
  private final Path memory;

  ContainerCgroup(String name, Path cpu, Path accounting, Path memory) {
    this.name = name;
    this.cpu = cpu;
    this.accounting = accounting;
    this.memory = memory;
  }

  /** Returns the last part of the group's path, such as a container's id. */
  public String name() {
    return name;
  }

  /** Returns whether the group can measure and control a resource. */
  public boolean has(ResourceKind kind) {
    return kind == ResourceKind.CPU ? cpu != null && accounting != null : memory != null;
  }

  /** Returns a copy without the directories that fail the test. */
  ContainerCgroup where(Predicate<Path> there) {
    return new ContainerCgroup(
        name,
        cpu != null && there.test(cpu) ? cpu : null,
        accounting != null && there.test(accounting) ? accounting : null,
        memory != null && there.test(memory) ? memory : null);
  }

  Path cpu() {
    return cpu;
  }

  Path accounting() {
    return accounting;
  }

  Path memory() {
    return memory;
  }

  /** Returns the group's directories, each once. */
  Set<Path> directories() {
    Set<Path> directories = new LinkedHashSet<>();
    for (Path each : new Path[] {cpu, accounting, memory}) {
      if (each != null) {
        directories.add(each);
      }
    }
    return directories;
  }

  @Override
  public String toString() {
    return name;
  }
}
