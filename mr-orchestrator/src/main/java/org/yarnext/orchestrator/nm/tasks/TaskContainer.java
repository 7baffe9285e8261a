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
package org.yarnext.orchestrator.nm.tasks;

import java.util.Objects;
import org.yarnext.orchestrator.nm.cgroup.ContainerCgroup;
import org.yarnext.orchestrator.policy.ResourceKind;
import org.yarnext.orchestrator.policy.identity.TaskIdentity;

/**
 * A container with its entitlement, the task it runs, and its cgroup once there is one. Immutable.
 */
public final class TaskContainer {
  private final String id;
  private final String application;
  private final ContainerEntitlement rights;
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
  public TaskContainer(
      String id,
      String application,
      ContainerEntitlement rights,
      TaskIdentity task,
      boolean master,
      ContainerCgroup group) {
    this(id, application, rights, task, master, group == null, group, false);
  }

  private TaskContainer(
      String id,
      String application,
      ContainerEntitlement rights,
      TaskIdentity task,
      boolean master,
      boolean byExecutor,
      ContainerCgroup group,
      boolean cpuBounded) {
    this.id = Objects.requireNonNull(id, "id");
    this.application = Objects.requireNonNull(application, "application");
    this.rights = Objects.requireNonNull(rights, "rights");
    this.task = task;
    this.master = master;
    this.byExecutor = byExecutor;
    this.group = group;
    this.cpuBounded = cpuBounded;
  }

  /** One that has no group where others have one of their own. */
  public static TaskContainer outside(String id, String application, ContainerEntitlement rights) {
    return new TaskContainer(id, application, rights, null, false, false, null, false);
  }

  /** The same with another token. */
  public TaskContainer with(ContainerEntitlement now) {
    return new TaskContainer(id, application, now, task, master, byExecutor, group, cpuBounded);
  }

  /** The same while it runs another task. */
  public TaskContainer with(TaskIdentity now) {
    return new TaskContainer(id, application, rights, now, master, byExecutor, group, cpuBounded);
  }

  /** The same in the group that its executor has made. */
  public TaskContainer in(ContainerCgroup found) {
    return new TaskContainer(id, application, rights, task, master, true, found, cpuBounded);
  }

  /** The same with a quota of CPU that its executor has set. */
  public TaskContainer withCpuBounded() {
    return new TaskContainer(id, application, rights, task, master, byExecutor, group, true);
  }

  /** The container's id; not null. */
  public String id() {
    return id;
  }

  /** The id of the application that the container belongs to; not null. */
  public String application() {
    return application;
  }

  /** Whether it is guaranteed, and not opportunistic. */
  public boolean guaranteed() {
    return rights.guaranteed();
  }

  /** What its token says, in millicores or bytes. */
  public double entitled(ResourceKind kind) {
    return rights.of(kind);
  }

  /** Null if it runs none that is known. */
  public TaskIdentity task() {
    return task;
  }

  /** Whether it is a task, or the master they wait for; others have no need to be measured. */
  public boolean isWork() {
    return task != null || master;
  }

  /**
   * Whether its executor gives it next to no CPU, whatever its token says, and takes its memory
   * first: to opportunistic containers LinuxContainerExecutor leaves what no other wants. Memory
   * that was lent and is in use would make it fail when one is promoted, before its CPU is raised.
   */
  public boolean isStarved() {
    return byExecutor && !rights.guaranteed();
  }

  /** Whether it has a group that was made for it here. */
  public boolean hasOwnGroup() {
    return !byExecutor && group != null;
  }

  /** Whether it runs beside the groups that are made here, and counts only. */
  public boolean isOutside() {
    return !byExecutor && group == null;
  }

  /**
   * Whether its executor lets it use no more CPU than its token says: with {@code
   * cgroups.strict-resource-usage} the operator wants just that, and a larger share would be void.
   */
  public boolean isCpuBounded() {
    return cpuBounded;
  }

  /** Whether CPU that nobody asked for may go to it, by its launch. */
  public boolean mayTakeSpare() {
    return isWork() && has(ResourceKind.CPU);
  }

  /** Whether it takes part where a resource is steered. */
  public boolean has(ResourceKind kind) {
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
  public ContainerCgroup group() {
    return group;
  }
}
