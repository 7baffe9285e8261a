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
package org.yarnext.orchestrator.nm;

import java.util.Objects;
import org.yarnext.orchestrator.nm.cgroup.ContainerGroup;
import org.yarnext.orchestrator.policy.ResourceKind;
import org.yarnext.orchestrator.policy.identity.TaskIdentity;

/** A container with its group, its rights, and the task it runs. Immutable. */
final class Launched {
  private static final double MILLICORES_A_CORE = 1000;
  private static final double BYTES_A_MB = 1 << 20;

  private final String container;
  private final String application;
  private final boolean guaranteed;
  private final double cpu;
  private final double memory;
  private final TaskIdentity task;
  private final boolean master;
  private final ContainerGroup group;

  /**
   * @param vcores by its token
   * @param memoryMb by its token
   * @param task null if it is none that is known; it is then left alone
   * @param master whether it is the Application Master of such tasks
   */
  Launched(
      String container,
      String application,
      boolean guaranteed,
      int vcores,
      long memoryMb,
      TaskIdentity task,
      boolean master,
      ContainerGroup group) {
    this.container = Objects.requireNonNull(container, "container");
    this.application = Objects.requireNonNull(application, "application");
    this.guaranteed = guaranteed;
    this.cpu = vcores * MILLICORES_A_CORE;
    this.memory = memoryMb * BYTES_A_MB;
    this.task = task;
    this.master = master;
    this.group = Objects.requireNonNull(group, "group");
  }

  String container() {
    return container;
  }

  String application() {
    return application;
  }

  boolean guaranteed() {
    return guaranteed;
  }

  /** What its token says, in millicores or bytes. */
  double entitled(ResourceKind kind) {
    return kind == ResourceKind.CPU ? cpu : memory;
  }

  /** Null if it runs none that is known. */
  TaskIdentity task() {
    return task;
  }

  /** Whether CPU that nobody asked for goes to it: tasks, and the masters they wait for. */
  boolean takesSpare() {
    return task != null || master;
  }

  /** Whether it takes part where a resource is steered. */
  boolean has(ResourceKind kind) {
    return group.has(kind);
  }

  ContainerGroup group() {
    return group;
  }
}
