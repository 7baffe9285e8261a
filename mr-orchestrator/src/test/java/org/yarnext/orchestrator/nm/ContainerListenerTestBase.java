// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm;

import static org.junit.Assert.assertEquals;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.security.ContainerTokenIdentifier;
import org.apache.hadoop.yarn.server.api.ContainerType;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.apache.hadoop.yarn.server.nodemanager.LinuxContainerExecutor;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.ContainerManager;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.Container;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerEvent;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerEventType;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerImpl;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerState;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.monitor.ContainersMonitor;
import org.junit.Before;
import org.junit.Rule;
import org.junit.rules.TemporaryFolder;
import org.yarnext.orchestrator.nm.cgroup.CgroupManager;
import org.yarnext.orchestrator.nm.cgroup.FakeKernel.Layout;
import org.yarnext.orchestrator.policy.TaskView;

/** The listener in a node with stock containers and a simulated kernel. */
abstract class ContainerListenerTestBase {
  static final String MAP =
      "java -Xmx100m org.apache.hadoop.mapred.YarnChild h 1 attempt_1_0001_m_000000_0";
  @Rule public final TemporaryFolder folder = new TemporaryFolder();
  @Rule public final SteeredNode node = new SteeredNode(Layout.VERSION_1);
  final Context context = mock(Context.class);
  final ConcurrentMap<ContainerId, Container> containers = new ConcurrentHashMap<>();
  final ContainersMonitor monitor = mock(ContainersMonitor.class);
  OrchestratorContainerListener listener;

  @Before
  public void start() throws Exception {
    node.start();
    when(context.getContainers()).thenReturn(containers);
    ContainerManager manager = mock(ContainerManager.class);
    when(context.getContainerManager()).thenReturn(manager);
    when(manager.getContainersMonitor()).thenReturn(monitor);
    nodeHas(4, 4);
    listener = new OrchestratorContainerListener(node::orchestrator);
    listener.init(context);
  }

  void nodeHas(int vcores, long gb) {
    when(monitor.getVCoresAllocatedForContainers()).thenReturn((long) vcores);
    when(monitor.getPmemAllocatedForContainers()).thenReturn(gb << 30);
  }

  /** One that the NodeManager knows, of one core and 1 GB. */
  ContainerImpl container(int number, ExecutionType type) {
    ContainerImpl c = mock(ContainerImpl.class);
    ContainerId id =
        ContainerId.fromString(String.format(Locale.ROOT, "container_1_0001_01_%06d", number));
    when(c.getContainerId()).thenReturn(id);
    when(c.getLaunchContext()).thenReturn(launch(Collections.emptyMap()));
    when(c.getContainerState()).thenReturn(ContainerState.NEW);
    token(c, type, 1, 1024);
    containers.put(id, c);
    return c;
  }

  static ContainerLaunchContext launch(Map<String, String> environment) {
    return launch(environment, MAP);
  }

  static ContainerLaunchContext launch(String command) {
    return launch(Collections.emptyMap(), command);
  }

  static ContainerLaunchContext launch(Map<String, String> environment, String command) {
    return ContainerLaunchContext.newInstance(
        Collections.emptyMap(), environment, Collections.singletonList(command), null, null, null);
  }

  static void token(ContainerImpl c, ExecutionType type, int vcores, int mb) {
    ContainerTokenIdentifier token =
        new ContainerTokenIdentifier(
            c.getContainerId(),
            0,
            "n1:1",
            "user",
            Resource.newInstance(mb, vcores),
            Long.MAX_VALUE,
            1,
            1,
            Priority.newInstance(20),
            1,
            null,
            null,
            ContainerType.TASK,
            type,
            -1,
            Collections.emptySet());
    when(c.getContainerTokenIdentifier()).thenReturn(token);
  }

  /** A transition as the state machine makes it. */
  void go(ContainerImpl c, ContainerState to, ContainerEventType type) {
    ContainerState from = c.getContainerState();
    ContainerEvent event = new ContainerEvent(c.getContainerId(), type);
    listener.preTransition(c, from, event);
    when(c.getContainerState()).thenReturn(to);
    listener.postTransition(c, from, to, event);
    node.orchestrator().processPending();
    assertEquals(0, node.orchestrator().guard().counters().failures());
  }

  /** Moves the container's process into its group. */
  void enter(ContainerImpl c) throws IOException {
    CgroupManager cgroups = node.orchestrator().cgroups();
    cgroups.values().join(cgroups.find(c.getContainerId().toString()), 42);
  }

  int watched() {
    return node.orchestrator().manager().watched();
  }

  String share(ContainerImpl c) throws IOException {
    return node.kernel.read(
        node.kernel
            .mount("cpu")
            .resolve(SteeredNode.PARENT)
            .resolve(c.getContainerId().toString())
            .resolve("cpu.shares"));
  }

  /** Lets LinuxContainerExecutor create the groups from now on. */
  void withGroupsOfTheExecutor() throws Exception {
    node.hadoop.set(
        YarnConfiguration.NM_CONTAINER_EXECUTOR, LinuxContainerExecutor.class.getName());
    node.start();
  }

  List<TaskView> report() {
    return node.orchestrator()
        .manager()
        .report("n1", Collections.emptyMap(), 20_000, System.nanoTime())
        .tasks();
  }

  /** Returns a recovered container that the previous NodeManager started an hour ago. */
  ContainerImpl recovered(int number, boolean wasLaunched) {
    ContainerImpl c = container(number, ExecutionType.GUARANTEED);
    when(c.isRecovering()).thenAnswer(call -> c.getContainerState() == ContainerState.NEW);
    when(c.getContainerStartTime())
        .thenReturn(System.currentTimeMillis() - TimeUnit.HOURS.toMillis(1));
    when(c.getWorkDir()).thenReturn(wasLaunched ? "/work" : null);
    return c;
  }

  /** Returns the elapsed time in the task's report after two measurements. */
  double elapsedMinutes(ContainerImpl c) throws IOException {
    enter(c);
    node.orchestrator().sample();
    node.orchestrator().sample();
    return report().get(0).elapsedMs() / TimeUnit.MINUTES.toMillis(1);
  }

  static String name(ContainerImpl c) {
    return c.getContainerId().toString();
  }
}
