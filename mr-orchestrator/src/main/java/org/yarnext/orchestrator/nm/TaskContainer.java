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
import org.yarnext.orchestrator.nm.cgroup.ContainerCgroup;
import org.yarnext.orchestrator.policy.ResourceKind;
import org.yarnext.orchestrator.policy.identity.TaskIdentity;

/** A container with its rights, the task it runs, and its group once there is one. Immutable. */
final class TaskContainer {
  private final String container;
  private final String application;
  private final Entitlement rights;
  private final TaskIdentity task;
  private final boolean master;
  private final boolean byExecutor;
  private final ContainerCgroup group;
  private final boolean cpuBounded;

  /**
   * @param rights by its token
   * @param task null if it is none that is known; it is then left alone
   * @param master whether it is the Application Master of such tasks
   * @param group null if its executor makes one, and as long as that is not found
   */
  TaskContainer(
      String container,
      String application,
      Entitlement rights,
      TaskIdentity task,
      boolean master,
      ContainerCgroup group) {
    this(container, application, rights, task, master, group == null, group, false);
  }

  private TaskContainer(
      String container,
      String application,
      Entitlement rights,
      TaskIdentity task,
      boolean master,
      boolean byExecutor,
      ContainerCgroup group,
      boolean cpuBounded) {
    this.container = Objects.requireNonNull(container, "container");
    this.application = Objects.requireNonNull(application, "application");
    this.rights = Objects.requireNonNull(rights, "rights");
    this.task = task;
    this.master = master;
    this.byExecutor = byExecutor;
    this.group = group;
    this.cpuBounded = cpuBounded;
  }

  /** One that has no group where others have one of their own. */
  static TaskContainer outside(String container, String application, Entitlement rights) {
    return new TaskContainer(container, application, rights, null, false, false, null, false);
  }

  /** The same with another token. */
  TaskContainer with(Entitlement now) {
    return new TaskContainer(
        container, application, now, task, master, byExecutor, group, cpuBounded);
  }

  /** The same while it runs another task. */
  TaskContainer with(TaskIdentity now) {
    return new TaskContainer(
        container, application, rights, now, master, byExecutor, group, cpuBounded);
  }

  /** The same in the group that its executor has made. */
  TaskContainer in(ContainerCgroup found) {
    return new TaskContainer(container, application, rights, task, master, true, found, cpuBounded);
  }

  /** The same with a quota of CPU that its executor has set. */
  TaskContainer withCpuBounded() {
    return new TaskContainer(container, application, rights, task, master, byExecutor, group, true);
  }

  String container() {
    return container;
  }

  String application() {
    return application;
  }

  boolean guaranteed() {
    return rights.guaranteed();
  }

  /** What its token says, in millicores or bytes. */
  double entitled(ResourceKind kind) {
    return rights.of(kind);
  }

  /** Null if it runs none that is known. */
  TaskIdentity task() {
    return task;
  }

  /** Whether it is a task, or the master they wait for; others have no need to be measured. */
  boolean isWork() {
    return task != null || master;
  }

  /**
   * Whether its executor gives it next to no CPU, whatever its token says, and takes its memory
   * first: to opportunistic containers LinuxContainerExecutor leaves what no other wants. Memory
   * that was lent and is in use would make it fail when one is promoted, before its CPU is raised.
   */
  boolean isStarved() {
    return byExecutor && !rights.guaranteed();
  }

  /** Whether it has a group that was made for it here. */
  boolean hasOwnGroup() {
    return !byExecutor && group != null;
  }

  /** Whether it runs beside the groups that are made here, and counts only. */
  boolean isOutside() {
    return !byExecutor && group == null;
  }

  /**
   * Whether its executor lets it use no more CPU than its token says: with {@code
   * cgroups.strict-resource-usage} the operator wants just that, and a larger share would be void.
   */
  boolean isCpuBounded() {
    return cpuBounded;
  }

  /** Whether CPU that nobody asked for may go to it, by its launch. */
  boolean mayTakeSpare() {
    return isWork() && has(ResourceKind.CPU);
  }

  /** Whether it takes part where a resource is steered. */
  boolean has(ResourceKind kind) {
    return group != null
        && group.has(kind)
        && !isStarved()
        && (kind != ResourceKind.CPU || takesCpu());
  }

  /** What an executor gave no vcores, or just so many, its operator wants to have no more. */
  private boolean takesCpu() {
    return !cpuBounded && entitled(ResourceKind.CPU) > 0;
  }

  /** Null if it has none that is known: it counts, and nothing of it is read or written. */
  ContainerCgroup group() {
    return group;
  }
}
