// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.tasks;

import java.util.Objects;
import org.yarnext.orchestrator.nm.cgroup.ContainerCgroup;
import org.yarnext.orchestrator.policy.ResourceKind;
import org.yarnext.orchestrator.policy.identity.TaskIdentity;

/** A container with its entitlement, its task, and its cgroup once it exists. Immutable. */
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
   * @param rights the token's entitlement
   * @param task null if the task is not of a known kind; the container is then left alone
   * @param master whether it is the Application Master of such tasks
   * @param group null if the executor makes the cgroup and it is not found yet
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

  /** Returns a container without a cgroup, on a node where others have one of their own. */
  public static TaskContainer outside(String id, String application, ContainerEntitlement rights) {
    return new TaskContainer(id, application, rights, null, false, false, null, false);
  }

  /** Returns a copy with another token. */
  public TaskContainer with(ContainerEntitlement now) {
    return new TaskContainer(id, application, now, task, master, byExecutor, group, cpuBounded);
  }

  /** Returns a copy with another task. */
  public TaskContainer with(TaskIdentity now) {
    return new TaskContainer(id, application, rights, now, master, byExecutor, group, cpuBounded);
  }

  /** Returns a copy in the cgroup that its executor has made. */
  public TaskContainer in(ContainerCgroup found) {
    return new TaskContainer(id, application, rights, task, master, true, found, cpuBounded);
  }

  /** Returns a copy with a CPU quota of its executor. */
  public TaskContainer withCpuBounded() {
    return new TaskContainer(id, application, rights, task, master, byExecutor, group, true);
  }

  /** Returns the container's id; not null. */
  public String id() {
    return id;
  }

  /** Returns the id of the container's application; not null. */
  public String application() {
    return application;
  }

  /** Returns whether the container is guaranteed, and not opportunistic. */
  public boolean isGuaranteed() {
    return rights.isGuaranteed();
  }

  /** Returns the token's amount, in millicores or bytes. */
  public double entitled(ResourceKind kind) {
    return rights.of(kind);
  }

  /** Returns the task; null if the container runs none of a known kind. */
  public TaskIdentity task() {
    return task;
  }

  /**
   * Returns whether the container runs a task or an Application Master; others are not measured.
   */
  public boolean isWork() {
    return task != null || master;
  }

  /**
   * Returns whether the executor gives the container almost no CPU and takes its memory first,
   * whatever its token says: LinuxContainerExecutor does so with opportunistic containers. Lent
   * memory in use would make a promotion fail, before the CPU is raised.
   */
  public boolean isStarved() {
    return byExecutor && !rights.isGuaranteed();
  }

  /** Returns whether the orchestrator made the container's cgroup. */
  public boolean hasOwnGroup() {
    return !byExecutor && group != null;
  }

  /**
   * Returns whether the container runs outside the cgroups that are made here, and is only counted.
   */
  public boolean isOutside() {
    return !byExecutor && group == null;
  }

  /**
   * Returns whether the executor limits the container to its token's CPU ({@code
   * cgroups.strict-resource-usage}). The operator wants that limit, and a larger share would have
   * no effect.
   */
  public boolean isCpuBounded() {
    return cpuBounded;
  }

  /** Returns whether the container may take spare CPU. */
  public boolean mayTakeSpare() {
    return isWork() && has(ResourceKind.CPU);
  }

  /** Returns whether a resource of the container is controlled. */
  public boolean has(ResourceKind kind) {
    return group != null
        && group.has(kind)
        && !isStarved()
        && (kind != ResourceKind.CPU || takesCpu());
  }

  /** Returns whether CPU is controlled; not for 0 vcores or a quota, both set by the operator. */
  private boolean takesCpu() {
    return !cpuBounded && entitled(ResourceKind.CPU) > 0;
  }

  /** Returns the cgroup; null if none is known, and the container is then only counted. */
  public ContainerCgroup group() {
    return group;
  }
}
