// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm;

import static org.junit.Assert.assertEquals;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.apache.hadoop.yarn.server.nodemanager.LinuxContainerExecutor;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.ContainerManager;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.Container;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerEvent;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerEventType;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerImpl;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerState;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.monitor.ContainersMonitor;
import org.yarnext.common.conf.reload.LiveConfiguration;
import org.yarnext.common.conf.reload.ReloadResult;
import org.yarnext.orchestrator.OrchestratorConfiguration;
import org.yarnext.orchestrator.nm.cgroup.CgroupManager;
import org.yarnext.orchestrator.nm.cgroup.FakeKernel;
import org.yarnext.orchestrator.nm.cgroup.undo.CgroupUndoLog;
import org.yarnext.orchestrator.nm.epoch.NodeTaskManager;
import org.yarnext.orchestrator.nm.tasks.NodeCapacity;
import org.yarnext.orchestrator.policy.ResourceKind;

/** A node of 8 cores and 8 GB whose mode changes while containers run. */
final class LiveNode implements AutoCloseable {
  private static final String PARENT = SteeredNode.PARENT;

  final FakeKernel kernel;
  final OrchestratorLauncher launcher;
  final LiveConfiguration live;
  private final boolean ownGroups;
  private final Configuration conf = new YarnConfiguration();
  private final OrchestratorContainerListener listener;
  private final ConcurrentMap<ContainerId, Container> containers = new ConcurrentHashMap<>();

  LiveNode(Path directory, FakeKernel.Layout layout, boolean ownGroups) throws Exception {
    DefaultMetricsSystem.setMiniClusterMode(true); // there may have been others in this JVM
    this.ownGroups = ownGroups;
    kernel = new FakeKernel(directory, layout);
    conf.set(YarnConfiguration.NM_LINUX_CONTAINER_CGROUPS_HIERARCHY, "/" + PARENT);
    if (!ownGroups) {
      conf.set(YarnConfiguration.NM_CONTAINER_EXECUTOR, LinuxContainerExecutor.class.getName());
    }
    live = LiveConfiguration.read(OrchestratorConfiguration.KEYS, conf);
    CgroupUndoLog log = new CgroupUndoLog(directory.resolve("journal.json"));
    launcher =
        new OrchestratorLauncher(
            live,
            conf,
            "n1",
            new NodeCapacity(8_000, 8L << 30, 8_000),
            new OrchestratorLauncher.Host() {
              @Override
              public CgroupManager open(String parent) throws IOException {
                return kernel.cgroups(parent, log);
              }

              @Override
              public int undo() {
                return kernel.undo(log);
              }
            });
    Context context = mock(Context.class);
    when(context.getContainers()).thenReturn(containers);
    ContainerManager manager = mock(ContainerManager.class);
    when(context.getContainerManager()).thenReturn(manager);
    ContainersMonitor monitor = mock(ContainersMonitor.class);
    when(manager.getContainersMonitor()).thenReturn(monitor);
    when(monitor.getVCoresAllocatedForContainers()).thenReturn(8L);
    when(monitor.getPmemAllocatedForContainers()).thenReturn(8L << 30);
    listener = new OrchestratorContainerListener(launcher::current);
    listener.init(context);
    launcher.announceBy(listener::announce);
    launcher.init();
  }

  ReloadResult mode(String mode) {
    return set("mode", mode);
  }

  ReloadResult set(String key, String value) {
    conf.set(OrchestratorConfiguration.PREFIX + key, value);
    ReloadResult result = live.reload(conf);
    if (launcher.current() != null) {
      launcher.current().processPending();
    }
    return result;
  }

  /** A map task of one core and 1 GB, which localizes. */
  ContainerImpl place(int number) {
    ContainerImpl c = mock(ContainerImpl.class);
    ContainerId id =
        ContainerId.fromString(String.format(Locale.ROOT, "container_1_0001_01_%06d", number));
    when(c.getContainerId()).thenReturn(id);
    when(c.getLaunchContext())
        .thenReturn(
            ContainerListenerTestBase.launch(
                "java -Xmx100m org.apache.hadoop.mapred.YarnChild h 1 attempt_1_0001_m_00000"
                    + number % 10
                    + "_0"));
    when(c.getContainerState()).thenReturn(ContainerState.NEW);
    when(c.getContainerStartTime()).thenReturn(System.currentTimeMillis() - 3_600_000);
    ContainerListenerTestBase.token(c, ExecutionType.GUARANTEED, 1, 1024);
    containers.put(id, c);
    go(c, ContainerState.LOCALIZING, ContainerEventType.INIT_CONTAINER);
    return c;
  }

  /** Moves the container's process into the group that its launch names, or into its executor's. */
  void launch(ContainerImpl c) throws IOException {
    if (!ownGroups || c.getLaunchContext().getCommands().size() > 1) {
      enter(c, 42);
    }
    go(c, ContainerState.RUNNING, ContainerEventType.CONTAINER_LAUNCHED);
  }

  void end(ContainerImpl c) throws IOException {
    enter(c, null);
    containers.remove(c.getContainerId());
    go(c, ContainerState.DONE, ContainerEventType.CONTAINER_RESOURCES_CLEANEDUP);
  }

  private void go(ContainerImpl c, ContainerState to, ContainerEventType type) {
    ContainerState from = c.getContainerState();
    ContainerEvent event = new ContainerEvent(c.getContainerId(), type);
    listener.preTransition(c, from, event);
    when(c.getContainerState()).thenReturn(to);
    listener.postTransition(c, from, to, event);
    NodeOrchestrator now = launcher.current();
    if (now != null) {
      now.processPending();
      assertEquals(0, now.guard().counters().failures());
    }
  }

  private void enter(ContainerImpl c, Integer process) throws IOException {
    for (Path group : groups(c)) {
      kernel.set(group.resolve("cgroup.procs"), process == null ? "" : process.toString());
    }
  }

  /** The container's groups that exist. */
  Iterable<Path> groups(ContainerImpl c) {
    Map<String, Path> groups = new TreeMap<>();
    for (String mount : new String[] {"cpu", "cpuacct", "memory", "unified"}) {
      Path group = kernel.mount(mount).resolve(PARENT).resolve(name(c));
      if (kernel.exists(group)) {
        groups.put(group.toString(), group);
      }
    }
    return groups.values();
  }

  boolean hasGroup(ContainerImpl c) {
    return groups(c).iterator().hasNext();
  }

  /** The values of a container's groups, without those that only the kernel sets. */
  Map<String, String> values(ContainerImpl c) {
    Map<String, String> values = new TreeMap<>();
    kernel
        .snapshot()
        .forEach(
            (file, text) -> {
              if (file.contains(name(c)) && !file.endsWith("cgroup.procs")) {
                values.put(file, text);
              }
            });
    return values;
  }

  static String name(ContainerImpl c) {
    return c.getContainerId().toString();
  }

  @Override
  public void close() {
    launcher.stop();
    DefaultMetricsSystem.setMiniClusterMode(false);
  }

  /** Applies amounts as if the ResourceManager had approved them. */
  void give(ContainerImpl c, double millicores, double bytes) {
    NodeTaskManager manager = launcher.current().manager();
    manager.actuate(ResourceKind.CPU, Collections.singletonMap(name(c), millicores));
    manager.actuate(ResourceKind.MEMORY, Collections.singletonMap(name(c), bytes));
  }
}
