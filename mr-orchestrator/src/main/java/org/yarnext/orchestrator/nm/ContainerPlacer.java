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

/** Gives each container a cgroup, or finds the one it has, and reads its launch. Thread-safe. */
final class ContainerPlacer {
  private static final String RUNTIME = "YARN_CONTAINER_RUNTIME_TYPE";
  private static final long LONGEST_RUN_MS = TimeUnit.DAYS.toMillis(365);

  private final CgroupManager cgroups;
  private final Guard guard;
  private final boolean ownGroups;
  private final boolean acts;
  private final Set<String> belowFormerParent;

  /**
   * @param ownGroups whether groups are made here, and not by the container executor
   * @param acts whether containers may be moved into groups
   * @param belowFormerParent ids of containers whose groups are below the parent that an earlier
   *     process had
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
   * Gives a container that comes its group.
   *
   * @return null if the container does not count here: what is below a former parent has its share
   *     there
   */
  TaskContainer place(Container c) throws IOException {
    ContainerLaunchContext launch = c.getLaunchContext();
    boolean isBelowAnother =
        runsAlready(c) && belowFormerParent.contains(c.getContainerId().toString());
    if (launch == null || isBelowAnother) {
      return null;
    }
    return ownGroups ? inOwnGroup(c, launch) : inGroupOfExecutor(c, launch);
  }

  /**
   * With DefaultContainerExecutor: a group of its own, which the container's first shell enters
   * before anything else. In shadow containers stay where they are, and are not measured; they
   * count all the same, as does one whose group cannot be made in time.
   */
  private TaskContainer inOwnGroup(Container c, ContainerLaunchContext launch) throws IOException {
    ContainerEntitlement rights = entitlement(c);
    ContainerCgroup group = null;
    if (acts && !isElsewhere(launch)) {
      // One that runs already cannot be moved without losing what it has started.
      group = runsAlready(c) ? groupOf(c) : make(c, rights);
    }
    if (group == null) {
      return TaskContainer.outside(c.getContainerId().toString(), application(c), rights);
    }
    List<String> commands = new ArrayList<>(launch.getCommands());
    TaskIdentity task = task(c, launch, commands);
    join(group, launch);
    return launched(c, rights, task, commands, group);
  }

  private ContainerCgroup groupOf(Container c) throws IOException {
    String name = c.getContainerId().toString();
    return cgroups.has(name) ? cgroups.find(name) : null;
  }

  /**
   * Kernels and disks may take as long as they like; a NodeManager's thread that all containers
   * wait for does not.
   *
   * @return null if it takes too long; whoever makes it removes it then
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
        // It may have come just in time all the same.
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

  /** Lets other commands of a container run in the group that it has. */
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
   * With LinuxContainerExecutor: the group that it makes right after it has told of the launch.
   * Containers of Docker and the like count beside the others, and are left alone.
   */
  private TaskContainer inGroupOfExecutor(Container c, ContainerLaunchContext launch) {
    List<String> commands =
        isElsewhere(launch) ? Collections.<String>emptyList() : launch.getCommands();
    return launched(c, entitlement(c), task(c, launch, commands), commands, null);
  }

  /**
   * Whether it was launched before this NodeManager started. One that was only queued is recovered
   * likewise, but has no directory to work in yet; neither is known any more once it has left NEW.
   */
  static boolean runsAlready(Container c) {
    return c.isRecovering() && c.getWorkDir() != null;
  }

  /** NodeManagers store when a container came, which is all that is known of when it started. */
  static long startNanos(Container c) {
    long ranMs = System.currentTimeMillis() - c.getContainerStartTime();
    return System.nanoTime()
        - TimeUnit.MILLISECONDS.toNanos(Math.max(0, Math.min(ranMs, LONGEST_RUN_MS)));
  }

  /** Where a container logs on the local disk; null before it is launched. */
  static Path logDirectory(Container c) {
    String directory = c.getLogDir();
    return directory == null
        ? null
        : Paths.get(new org.apache.hadoop.fs.Path(directory).toUri().getPath());
  }

  /** Docker and its like make groups by themselves, and do not see ours. */
  private static boolean isElsewhere(ContainerLaunchContext launch) {
    String type = launch.getEnvironment().get(RUNTIME);
    return type != null && !type.equalsIgnoreCase("default");
  }

  private static TaskIdentity task(
      Container c, ContainerLaunchContext launch, List<String> commands) {
    // The ResourceManager signs what kind of container it is.
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
   * Returns what a container's token entitles it to. A token may say 0 vcores. An executor's group
   * then has next to nothing; one that is made here has what the kernel gives any, as much as a
   * single thread, and so as much as it had without a group.
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
