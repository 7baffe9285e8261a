// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.security.ContainerTokenIdentifier;
import org.apache.hadoop.yarn.server.api.ContainerType;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.Container;
import org.yarnext.common.guard.Guard;
import org.yarnext.orchestrator.nm.cgroup.CgroupManager;
import org.yarnext.orchestrator.nm.cgroup.ContainerCgroup;
import org.yarnext.orchestrator.nm.tasks.ContainerEntitlement;
import org.yarnext.orchestrator.nm.tasks.TaskContainer;
import org.yarnext.orchestrator.policy.ResourceKind;
import org.yarnext.orchestrator.policy.identity.TaskIdentity;
import org.yarnext.orchestrator.policy.identity.TaskLaunchParser;

/**
 * Gives each new container its cgroup or finds the existing one, and parses its launch command.
 * Thread-safe.
 */
final class ContainerPlacer {
  private static final String RUNTIME = "YARN_CONTAINER_RUNTIME_TYPE";
  private static final long LONGEST_RUN_MS = TimeUnit.DAYS.toMillis(365);

  private final CgroupManager cgroups;
  private final Guard guard;
  private final boolean ownGroups;
  private final boolean acts;
  private final Set<String> belowFormerParent;

  /**
   * @param ownGroups whether this class makes the cgroups, rather than the container executor
   * @param acts whether containers may be moved into cgroups
   * @param belowFormerParent ids of containers whose cgroups are below the parent that an earlier
   *     process used
   */
  ContainerPlacer(
      CgroupManager cgroups,
      Guard guard,
      boolean ownGroups,
      boolean acts,
      Set<String> belowFormerParent) {
    this.cgroups = cgroups;
    this.guard = guard;
    this.ownGroups = ownGroups;
    this.acts = acts;
    this.belowFormerParent = belowFormerParent;
  }

  /**
   * Places a new container in its cgroup.
   *
   * @return null if the container does not count here: a cgroup below a former parent has its CPU
   *     share there
   */
  TaskContainer place(Container c) throws IOException {
    TaskContainer placed = found(c, runsAlready(c));
    if (placed != null && placed.group() != null) {
      join(placed.group(), c.getLaunchContext());
    }
    return placed;
  }

  /**
   * Finds the cgroup of a container that this node has had for some time; changes nothing.
   *
   * @return null if the container does not count here
   */
  TaskContainer find(Container c) throws IOException {
    return found(c, true);
  }

  private TaskContainer found(Container c, boolean keepsItsGroup) throws IOException {
    ContainerLaunchContext launch = c.getLaunchContext();
    boolean isBelowAnother =
        keepsItsGroup && belowFormerParent.contains(c.getContainerId().toString());
    if (launch == null || isBelowAnother) {
      return null;
    }
    return ownGroups ? inOwnGroup(c, launch, keepsItsGroup) : inGroupOfExecutor(c, launch);
  }

  /**
   * Places a container that DefaultContainerExecutor runs in a cgroup of its own, which the
   * container's first shell enters before it does anything else. In shadow mode containers stay
   * where they are and are not measured, but they count, as does a container whose cgroup cannot be
   * made in time.
   */
  private TaskContainer inOwnGroup(
      Container c, ContainerLaunchContext launch, boolean keepsItsGroup) throws IOException {
    ContainerEntitlement rights = entitlement(c);
    ContainerCgroup group = null;
    if (acts && !isInOtherContainer(launch)) {
      // A container that runs already cannot be moved: the processes it has started would stay
      // behind.
      group = keepsItsGroup ? groupOf(c) : make(c, rights);
    }
    if (group == null) {
      return TaskContainer.outside(c.getContainerId().toString(), application(c), rights);
    }
    List<String> commands = new ArrayList<>(launch.getCommands());
    commands.remove(cgroups.joinCommand(group)); // of an earlier orchestrator
    return launched(c, rights, task(c, launch, commands), commands, group);
  }

  private ContainerCgroup groupOf(Container c) throws IOException {
    String name = c.getContainerId().toString();
    return cgroups.has(name) ? cgroups.find(name) : null;
  }

  /**
   * Makes a container's cgroup in bounded time. The kernel or the disk may be slow, and all
   * containers wait for the NodeManager's thread that calls this.
   *
   * @return null if it takes too long; the thread that makes the cgroup then removes it
   */
  private ContainerCgroup make(Container c, ContainerEntitlement rights) {
    String name = c.getContainerId().toString();
    long share = Math.round(rights.of(ResourceKind.CPU));
    AtomicReference<Optional<ContainerCgroup>> first = new AtomicReference<>();
    return guard.call(
        "orchestrator.make",
        () -> {
          ContainerCgroup group = null;
          try {
            group = cgroups.make(name, share);
            return group;
          } finally {
            if (!first.compareAndSet(null, Optional.ofNullable(group))) {
              cgroups.release(name);
            }
          }
        },
        // The group may have been made just in time all the same.
        () -> first.compareAndSet(null, Optional.empty()) ? null : first.get().orElse(null));
  }

  private void join(ContainerCgroup group, ContainerLaunchContext launch) {
    List<String> commands = new ArrayList<>(launch.getCommands());
    String join = cgroups.joinCommand(group);
    if (!commands.contains(join)) {
      commands.add(0, join);
      launch.setCommands(commands);
    }
  }

  /** Makes the new commands of a reinitialized container run in the container's cgroup. */
  void rejoin(Container c) {
    if (ownGroups && acts) {
      String name = c.getContainerId().toString();
      guard.runInline(
          "orchestrator.join",
          () -> {
            if (cgroups.has(name)) {
              join(cgroups.find(name), c.getLaunchContext());
            }
          },
          () -> {});
    }
  }

  /**
   * Places a container that LinuxContainerExecutor runs: the executor makes the cgroup right after
   * this call. Containers of Docker and similar runtimes are counted and otherwise left alone.
   */
  private TaskContainer inGroupOfExecutor(Container c, ContainerLaunchContext launch) {
    List<String> commands =
        isInOtherContainer(launch) ? Collections.<String>emptyList() : launch.getCommands();
    return launched(c, entitlement(c), task(c, launch, commands), commands, null);
  }

  /**
   * Returns whether the container was launched before this NodeManager started. A container that
   * was only queued is recovered too, but has no work directory yet. Valid only while the container
   * is in state NEW.
   */
  static boolean runsAlready(Container c) {
    return c.isRecovering() && c.getWorkDir() != null;
  }

  /**
   * Returns the start time on the monotonic clock, from the time the NodeManager stored: the time
   * the container arrived.
   */
  static long startNanos(Container c) {
    long ranMs = System.currentTimeMillis() - c.getContainerStartTime();
    return System.nanoTime()
        - TimeUnit.MILLISECONDS.toNanos(Math.max(0, Math.min(ranMs, LONGEST_RUN_MS)));
  }

  /** Returns the container's local log directory, or null before its launch. */
  static Path logDirectory(Container c) {
    String directory = c.getLogDir();
    return directory == null
        ? null
        : Paths.get(new org.apache.hadoop.fs.Path(directory).toUri().getPath());
  }

  /**
   * Returns whether a runtime such as Docker runs the container; those make their own cgroups and
   * cannot see ours.
   */
  private static boolean isInOtherContainer(ContainerLaunchContext launch) {
    String type = launch.getEnvironment().get(RUNTIME);
    return type != null && !type.equalsIgnoreCase("default");
  }

  private static TaskIdentity task(
      Container c, ContainerLaunchContext launch, List<String> commands) {
    // The ResourceManager signs the container type.
    return isMasters(c)
        ? null
        : TaskLaunchParser.read(
            application(c),
            commands,
            launch.getEnvironment(),
            c.getContainerTokenIdentifier().getPriority().getPriority());
  }

  private static boolean isMasters(Container c) {
    return c.getContainerTokenIdentifier().getContainerType() == ContainerType.APPLICATION_MASTER;
  }

  private static TaskContainer launched(
      Container c,
      ContainerEntitlement rights,
      TaskIdentity task,
      List<String> commands,
      ContainerCgroup group) {
    return new TaskContainer(
        c.getContainerId().toString(),
        application(c),
        rights,
        task,
        isMasters(c) && TaskLaunchParser.isMaster(commands, c.getLaunchContext().getEnvironment()),
        group);
  }

  /**
   * Returns the entitlement of a container's token. A token may say 0 vcores. The executor's cgroup
   * then has almost no CPU. A cgroup that is made here gets one vcore, the kernel's default share
   * and the weight of a single thread, so the container loses nothing by the cgroup.
   */
  ContainerEntitlement entitlement(Container c) {
    ContainerTokenIdentifier token = c.getContainerTokenIdentifier();
    int vcores = token.getResource().getVirtualCores();
    return new ContainerEntitlement(
        token.getExecutionType() == ExecutionType.GUARANTEED,
        ownGroups ? Math.max(1, vcores) : vcores,
        token.getResource().getMemorySize());
  }

  private static String application(Container c) {
    return c.getContainerId().getApplicationAttemptId().getApplicationId().toString();
  }
}
