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
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.security.ContainerTokenIdentifier;
import org.apache.hadoop.yarn.server.api.ContainerType;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.Container;
import org.yarnext.orchestrator.nm.cgroup.CgroupManager;
import org.yarnext.orchestrator.nm.cgroup.ContainerCgroup;
import org.yarnext.orchestrator.policy.ResourceKind;
import org.yarnext.orchestrator.policy.identity.TaskIdentity;
import org.yarnext.orchestrator.policy.identity.TaskLaunchParser;

/** Decides in which group a container runs, and from when on it counts. Stateless. */
final class ContainerPlacer {
  private static final String RUNTIME = "YARN_CONTAINER_RUNTIME_TYPE";
  private static final long LONGEST_RUN_MS = TimeUnit.DAYS.toMillis(365);

  private ContainerPlacer() {}

  /** Before it localises and queues, as long as its command can still be changed. */
  static void place(NodeOrchestrator runtime, Container c) throws IOException {
    ContainerLaunchContext launch = c.getLaunchContext();
    // What is below the parent that was configured before has a share there, and none here.
    boolean isBelowAnother =
        runsAlready(c) && runtime.isBelowFormerParent(c.getContainerId().toString());
    if (launch == null || isBelowAnother) {
      return;
    }
    TaskContainer launched =
        runtime.hasOwnGroups()
            ? inOwnGroup(runtime, c, launch)
            : inGroupOfExecutor(runtime, c, launch);
    if (runsAlready(c)) {
      long startNanos = startNanos(c);
      runtime.tell(manager -> manager.started(launched, startNanos));
      tellLogs(runtime, c);
    } else {
      runtime.tell(manager -> manager.placed(launched));
    }
  }

  /**
   * With DefaultContainerExecutor: a group of its own, which the container's first shell enters
   * before anything else. In shadow containers stay where they are, and are not measured; they
   * count all the same, as does one whose group cannot be made in time.
   */
  private static TaskContainer inOwnGroup(
      NodeOrchestrator runtime, Container c, ContainerLaunchContext launch) throws IOException {
    Entitlement rights = rights(runtime, c);
    ContainerCgroup group = null;
    if (runtime.acts() && !isElsewhere(launch)) {
      // One that runs already cannot be moved without losing what it has started.
      group = runsAlready(c) ? groupOf(runtime.door(), c) : make(runtime, c, rights);
    }
    if (group == null) {
      return TaskContainer.outside(c.getContainerId().toString(), application(c), rights);
    }
    List<String> commands = new ArrayList<>(launch.getCommands());
    TaskIdentity task = task(c, launch, commands);
    join(runtime.door(), group, launch);
    return launched(c, rights, task, commands, group);
  }

  private static ContainerCgroup groupOf(CgroupManager door, Container c) throws IOException {
    String name = c.getContainerId().toString();
    return door.has(name) ? door.find(name) : null;
  }

  /**
   * Kernels and disks may take as long as they like; a NodeManager's thread that all containers
   * wait for does not.
   *
   * @return null if it takes too long; whoever makes it removes it then
   */
  private static ContainerCgroup make(NodeOrchestrator runtime, Container c, Entitlement rights) {
    CgroupManager door = runtime.door();
    String name = c.getContainerId().toString();
    long share = Math.round(rights.of(ResourceKind.CPU));
    AtomicReference<Optional<ContainerCgroup>> first = new AtomicReference<>();
    return runtime
        .guard()
        .call(
            "orchestrator.make",
            () -> {
              ContainerCgroup group = null;
              try {
                group = door.make(name, share);
                return group;
              } finally {
                if (!first.compareAndSet(null, Optional.ofNullable(group))) {
                  door.release(name);
                }
              }
            },
            // It may have come just in time all the same.
            () -> first.compareAndSet(null, Optional.empty()) ? null : first.get().orElse(null));
  }

  private static void join(
      CgroupManager door, ContainerCgroup group, ContainerLaunchContext launch) {
    List<String> commands = new ArrayList<>(launch.getCommands());
    String join = door.joinCommand(group);
    if (!commands.contains(join)) {
      commands.add(0, join);
      launch.setCommands(commands);
    }
  }

  /** It was initialised anew: other commands are about to run in the group that it has. */
  static void replace(NodeOrchestrator runtime, Container c) {
    if (runtime.hasOwnGroups() && runtime.acts()) {
      CgroupManager door = runtime.door();
      String name = c.getContainerId().toString();
      runtime
          .guard()
          .runInline(
              "orchestrator.join",
              () -> {
                if (door.has(name)) {
                  join(door, door.find(name), c.getLaunchContext());
                }
              },
              () -> {});
    }
  }

  /**
   * With LinuxContainerExecutor: the group that it makes right after it has told of the launch.
   * Containers of Docker and the like count beside the others, and are left alone.
   */
  private static TaskContainer inGroupOfExecutor(
      NodeOrchestrator runtime, Container c, ContainerLaunchContext launch) {
    List<String> commands =
        isElsewhere(launch) ? Collections.<String>emptyList() : launch.getCommands();
    return launched(c, rights(runtime, c), task(c, launch, commands), commands, null);
  }

  /**
   * Whether it was launched before this NodeManager started. One that was only queued is recovered
   * likewise, but has no directory to work in yet; neither is known any more once it has left NEW.
   */
  private static boolean runsAlready(Container c) {
    return c.isRecovering() && c.getWorkDir() != null;
  }

  /** NodeManagers store when a container came, which is all that is known of when it started. */
  private static long startNanos(Container c) {
    long ranMs = System.currentTimeMillis() - c.getContainerStartTime();
    return System.nanoTime()
        - TimeUnit.MILLISECONDS.toNanos(Math.max(0, Math.min(ranMs, LONGEST_RUN_MS)));
  }

  /** It has localised and left the queue: it runs from now on. */
  static void launch(NodeOrchestrator runtime, Container c) {
    String container = c.getContainerId().toString();
    long nowNanos = System.nanoTime();
    runtime.tell(manager -> manager.launched(container, nowNanos));
    tellLogs(runtime, c);
  }

  /** A NodeManager chooses the directory as it launches the container, and remembers it. */
  private static void tellLogs(NodeOrchestrator runtime, Container c) {
    String container = c.getContainerId().toString();
    String directory = c.getLogDir();
    if (directory != null) {
      String local = new Path(directory).toUri().getPath();
      runtime.tell(manager -> manager.logsIn(container, Paths.get(local)));
    }
  }

  /** Its token was replaced: it was promoted, demoted or resized. */
  static void update(NodeOrchestrator runtime, Container c) {
    String container = c.getContainerId().toString();
    Entitlement rights = rights(runtime, c);
    runtime.tell(manager -> manager.updated(container, rights));
  }

  static void end(NodeOrchestrator runtime, Container c) {
    String container = c.getContainerId().toString();
    runtime.tell(manager -> manager.ended(container));
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
      Entitlement rights,
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
   * A token may say 0 vcores. An executor's group then has next to nothing; one that is made here
   * has what the kernel gives any, as much as a single thread, and so as much as it had without a
   * group.
   */
  private static Entitlement rights(NodeOrchestrator runtime, Container c) {
    ContainerTokenIdentifier token = c.getContainerTokenIdentifier();
    int vcores = token.getResource().getVirtualCores();
    return new Entitlement(
        token.getExecutionType() == ExecutionType.GUARANTEED,
        runtime.hasOwnGroups() ? Math.max(1, vcores) : vcores,
        token.getResource().getMemorySize());
  }

  private static String application(Container c) {
    return c.getContainerId().getApplicationAttemptId().getApplicationId().toString();
  }
}
