// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.jobs;

import java.lang.reflect.Field;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.event.Event;
import org.apache.hadoop.yarn.event.EventHandler;
import org.apache.hadoop.yarn.server.nodemanager.ContainerExecutor;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.apache.hadoop.yarn.server.nodemanager.DeletionService;
import org.apache.hadoop.yarn.server.nodemanager.LocalDirsHandlerService;
import org.apache.hadoop.yarn.server.nodemanager.NodeManager;
import org.apache.hadoop.yarn.server.nodemanager.NodeStatusUpdater;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.ContainerManagerImpl;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.Container;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerEvent;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerEventType;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerExitEvent;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.launcher.AbstractContainersLauncher;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.launcher.ContainersLauncher;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.monitor.ContainerMetrics;
import org.apache.hadoop.yarn.server.security.ApplicationACLsManager;

/**
 * A NodeManager that leaves out the launch and the cleanup of processes, which stock does on
 * threads of their own and which take most of its time: each container succeeds after {@link
 * #RUN_TIME_MS}. All else is stock's or the configured launcher's: calls, events, queue, state
 * store and heartbeats. Each container is measured to use 1 MB and a hundredth of a vcore.
 */
public final class ProcesslessNodeManager extends NodeManager {
  /** Key of the run time of all containers, in ms. */
  public static final String RUN_TIME_MS = "yarnext.benchmarks.container-run-time-ms";

  /** Runs the NodeManager until it is killed. */
  public static void main(String[] args) {
    ProcesslessNodeManager node = new ProcesslessNodeManager();
    node.init(new YarnConfiguration());
    node.start();
  }

  @Override
  protected ContainerManagerImpl createContainerManager(
      Context context,
      ContainerExecutor executor,
      DeletionService deletion,
      NodeStatusUpdater updater,
      ApplicationACLsManager acls,
      LocalDirsHandlerService dirs) {
    return new ContainerManagerImpl(context, executor, deletion, updater, metrics, dirs) {
      @Override
      protected AbstractContainersLauncher createContainersLauncher(
          Context context, ContainerExecutor executor) {
        ContainersLauncher launcher =
            (ContainersLauncher) super.createContainersLauncher(context, executor);
        launcher.containerLauncher.shutdown();
        launcher.containerLauncher =
            new TimerExecutor(
                context.getConf().getLong(RUN_TIME_MS, 0), getDispatcher().getEventHandler());
        return launcher;
      }
    };
  }

  /** Sends the events of a launch, an end or a stop instead of running the task that does it. */
  private static final class TimerExecutor extends ScheduledThreadPoolExecutor {
    private static final int STOPPED = 143;
    private static final long FIRST_USAGE_MS = 100;
    private static final long USAGE_MS = 1_000;

    private final long runMs;
    private final EventHandler<Event> events;
    private final Set<ContainerId> running = ConcurrentHashMap.newKeySet();

    @SuppressWarnings("unchecked") // the dispatcher's handler is not typed
    TimerExecutor(long runMs, EventHandler<?> events) {
      super(1);
      this.runMs = runMs;
      this.events = (EventHandler<Event>) events;
      Future<?> unused =
          scheduleAtFixedRate(
              () -> running.forEach(TimerExecutor::recordUsage),
              USAGE_MS,
              USAGE_MS,
              TimeUnit.MILLISECONDS);
    }

    private static void recordUsage(ContainerId id) {
      ContainerMetrics usage = ContainerMetrics.getContainerMetrics(id);
      if (usage != null) {
        usage.recordMemoryUsage(1);
        usage.recordCpuUsage(1, 10);
      }
    }

    @Override
    public <T> Future<T> submit(Callable<T> launch) {
      ContainerId id = containerOf(launch);
      execute(
          () -> {
            running.add(id);
            events.handle(new ContainerEvent(id, ContainerEventType.CONTAINER_LAUNCHED));
          });
      later(FIRST_USAGE_MS, () -> recordUsage(id));
      later(
          runMs,
          () -> end(new ContainerEvent(id, ContainerEventType.CONTAINER_EXITED_WITH_SUCCESS)));
      return null; // the launcher does not use it
    }

    @Override
    public Future<?> submit(Runnable cleanup) {
      ContainerId id = containerOf(cleanup);
      execute(
          () ->
              end(
                  new ContainerExitEvent(
                      id, ContainerEventType.CONTAINER_KILLED_ON_REQUEST, STOPPED, "stopped")));
      return null;
    }

    private void later(long delayMs, Runnable step) {
      Future<?> unused = schedule(step, delayMs, TimeUnit.MILLISECONDS);
    }

    private void end(ContainerEvent event) {
      if (running.remove(event.getContainerID())) {
        events.handle(event);
      }
    }

    private static ContainerId containerOf(Object task) {
      try {
        Field container = task.getClass().getDeclaredField("container");
        container.setAccessible(true);
        return ((Container) container.get(task)).getContainerId();
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
