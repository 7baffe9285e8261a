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

import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Predicate;
import org.yarnext.orchestrator.policy.ResourceKind;

/** One container's group in each hierarchy; null where it has none. Immutable. */
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
