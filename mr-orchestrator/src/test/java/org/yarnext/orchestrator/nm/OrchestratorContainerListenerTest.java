// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
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
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.orchestrator.nm.cgroup.CgroupManager;
import org.yarnext.orchestrator.nm.cgroup.FakeKernel.Layout;
import org.yarnext.orchestrator.policy.ResourceKind;
import org.yarnext.orchestrator.policy.TaskView;

/** Containers that the test takes through the states that ContainerImpl does. */
public class OrchestratorContainerListenerTest {
  private static final String MAP =
      "java -Xmx100m org.apache.hadoop.mapred.YarnChild h 1 attempt_1_0001_m_000000_0";

  @Rule public final TemporaryFolder folder = new TemporaryFolder();
  private final Context context = mock(Context.class);
  private final ConcurrentMap<ContainerId, Container> containers = new ConcurrentHashMap<>();
  private final ContainersMonitor monitor = mock(ContainersMonitor.class);
  private SteeredNode node;
  private OrchestratorContainerListener listener;

  @Before
  public void start() throws Exception {
    node = new SteeredNode(folder.getRoot().toPath(), Layout.VERSION_1);
    node.start();
    when(context.getContainers()).thenReturn(containers);
    ContainerManager manager = mock(ContainerManager.class);
    when(context.getContainerManager()).thenReturn(manager);
    when(manager.getContainersMonitor()).thenReturn(monitor);
    nodeHas(4, 4);
    listener = new OrchestratorContainerListener(node::orchestrator);
    listener.init(context);
  }

  @After
  public void close() {
    node.close();
  }

  private void nodeHas(int vcores, long gb) {
    when(monitor.getVCoresAllocatedForContainers()).thenReturn((long) vcores);
    when(monitor.getPmemAllocatedForContainers()).thenReturn(gb << 30);
  }

  /** One that the NodeManager knows, of one core and 1 GB. */
  private ContainerImpl container(int number, ExecutionType type) {
    ContainerImpl c = mock(ContainerImpl.class);
    ContainerId id = ContainerId.fromString(String.format("container_1_0001_01_%06d", number));
    when(c.getContainerId()).thenReturn(id);
    when(c.getLaunchContext()).thenReturn(launch(Collections.emptyMap()));
    when(c.getContainerState()).thenReturn(ContainerState.NEW);
    token(c, type, 1, 1024);
    containers.put(id, c);
    return c;
  }

  private static ContainerLaunchContext launch(Map<String, String> environment) {
    return launch(environment, MAP);
  }

  private static ContainerLaunchContext launch(String command) {
    return launch(Collections.emptyMap(), command);
  }

  private static ContainerLaunchContext launch(Map<String, String> environment, String command) {
    return ContainerLaunchContext.newInstance(
        Collections.emptyMap(), environment, Collections.singletonList(command), null, null, null);
  }

  private static void token(ContainerImpl c, ExecutionType type, int vcores, int mb) {
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
  private void go(ContainerImpl c, ContainerState to, ContainerEventType type) {
    ContainerState from = c.getContainerState();
    ContainerEvent event = new ContainerEvent(c.getContainerId(), type);
    listener.preTransition(c, from, event);
    when(c.getContainerState()).thenReturn(to);
    listener.postTransition(c, from, to, event);
    node.orchestrator().takeUp();
    assertEquals(0, node.orchestrator().guard().counters().failures());
  }

  /** Its process is in its group. */
  private void enter(ContainerImpl c) throws IOException {
    CgroupManager cgroups = node.orchestrator().cgroups();
    cgroups.values().join(cgroups.find(c.getContainerId().toString()), 42);
  }

  private int watched() {
    return node.orchestrator().manager().watched();
  }

  private String share(ContainerImpl c) throws IOException {
    return node.kernel.read(
        node.kernel
            .mount("cpu")
            .resolve(SteeredNode.PARENT)
            .resolve(c.getContainerId().toString())
            .resolve("cpu.shares"));
  }

  @Test
  public void aContainerIsPlacedBeforeItStartsAndEndedWhenItIsDone() throws Exception {
    ContainerImpl c = container(2, ExecutionType.GUARANTEED);
    go(c, ContainerState.SCHEDULED, ContainerEventType.INIT_CONTAINER);
    assertEquals("1024", share(c));
    assertEquals(2, c.getLaunchContext().getCommands().size());
    assertEquals("it may localise and queue for long", 0, watched());
    go(c, ContainerState.RUNNING, ContainerEventType.CONTAINER_LAUNCHED);
    assertEquals(1, watched());
    go(c, ContainerState.KILLING, ContainerEventType.KILL_CONTAINER);
    assertEquals(1, watched());
    go(c, ContainerState.DONE, ContainerEventType.CONTAINER_RESOURCES_CLEANEDUP);
    assertEquals(0, watched());
    assertFalse(node.orchestrator().cgroups().has(c.getContainerId().toString()));
  }

  @Test
  public void aNewTokenIsHeardOf() throws Exception {
    ContainerImpl c = container(2, ExecutionType.OPPORTUNISTIC);
    go(c, ContainerState.SCHEDULED, ContainerEventType.INIT_CONTAINER);
    go(c, ContainerState.RUNNING, ContainerEventType.CONTAINER_LAUNCHED);
    enter(c);
    node.orchestrator().sample();
    node.orchestrator().sample();
    assertFalse(report().get(0).guaranteed());
    token(c, ExecutionType.GUARANTEED, 2, 2048);
    go(c, ContainerState.RUNNING, ContainerEventType.UPDATE_CONTAINER_TOKEN);
    assertEquals("2048", share(c));
    assertTrue(report().get(0).guaranteed());
    assertEquals(2_000, report().get(0).share(ResourceKind.CPU).entitled(), 0);
  }

  @Test
  public void oneThatAskedForNoVcoresHasWhatTheKernelGivesAnyGroup() throws Exception {
    ContainerImpl c = container(2, ExecutionType.GUARANTEED);
    token(c, ExecutionType.GUARANTEED, 0, 1024);
    go(c, ContainerState.SCHEDULED, ContainerEventType.INIT_CONTAINER);
    assertEquals("1024", share(c));
    go(c, ContainerState.RUNNING, ContainerEventType.CONTAINER_LAUNCHED);
    enter(c);
    node.orchestrator().sample();
    node.orchestrator().sample();
    assertEquals(1_000, report().get(0).share(ResourceKind.CPU).entitled(), 0);
    assertEquals(3_000, node.orchestrator().manager().left().free(ResourceKind.CPU), 0);
    node.orchestrator().manager().giveSpareTo(Collections.singleton("application_1_0001"));
    assertEquals("the only one has the whole node", "4096", share(c));
    token(c, ExecutionType.GUARANTEED, 0, 2048);
    go(c, ContainerState.RUNNING, ContainerEventType.UPDATE_CONTAINER_TOKEN);
    node.orchestrator().manager().giveSpareTo(Collections.emptySet());
    assertEquals("1024", share(c));
  }

  /** What an attacker has of the node's CPU beside an honest container of the same size. */
  private double shareOfAttacker(String command) throws Exception {
    ContainerImpl honest = container(2, ExecutionType.GUARANTEED);
    ContainerLaunchContext work = launch("java -Xmx100m org.example.Executor");
    when(honest.getLaunchContext()).thenReturn(work);
    ContainerImpl attacker = container(3, ExecutionType.GUARANTEED);
    ContainerLaunchContext spin = launch(command);
    when(attacker.getLaunchContext()).thenReturn(spin);
    for (ContainerImpl each : Arrays.asList(honest, attacker)) {
      go(each, ContainerState.SCHEDULED, ContainerEventType.INIT_CONTAINER);
      go(each, ContainerState.RUNNING, ContainerEventType.CONTAINER_LAUNCHED);
      enter(each);
    }
    node.orchestrator().manager().giveSpareTo(Collections.singleton("application_1_0001"));
    double taken = Double.parseDouble(share(attacker));
    return taken / (taken + Double.parseDouble(share(honest)));
  }

  @Test
  public void aWordInACommandGivesNoSpareCpu() throws Exception {
    // With half the node each, both take as long as beside an honest neighbour.
    assertEquals(0.5, shareOfAttacker("spin # org.apache.tez.runtime.task.TezChild"), 0.05 * 0.5);
  }

  @Test
  public void aMastersCommandGivesATaskNoSpareCpu() throws Exception {
    assertEquals(0.5, shareOfAttacker("java org.apache.tez.dag.app.DAGAppMaster"), 0.05 * 0.5);
  }

  @Test
  public void oneThatIsInitialisedAnewStaysInItsGroup() throws Exception {
    ContainerImpl c = container(2, ExecutionType.GUARANTEED);
    go(c, ContainerState.SCHEDULED, ContainerEventType.INIT_CONTAINER);
    String join = c.getLaunchContext().getCommands().get(0);
    go(c, ContainerState.RUNNING, ContainerEventType.CONTAINER_LAUNCHED);
    go(c, ContainerState.REINITIALIZING_AWAITING_KILL, ContainerEventType.REINITIALIZE_CONTAINER);
    ContainerLaunchContext another = launch(Collections.emptyMap());
    when(c.getLaunchContext()).thenReturn(another);
    go(c, ContainerState.SCHEDULED, ContainerEventType.CONTAINER_KILLED_ON_REQUEST);
    assertEquals(Arrays.asList(join, MAP), another.getCommands());
    go(c, ContainerState.RUNNING, ContainerEventType.CONTAINER_LAUNCHED);
    assertEquals(1, watched());
    // Back to what it was before.
    when(c.getContainerState()).thenReturn(ContainerState.REINITIALIZING_AWAITING_KILL);
    go(c, ContainerState.SCHEDULED, ContainerEventType.CONTAINER_KILLED_ON_REQUEST);
    assertEquals("once", Arrays.asList(join, MAP), another.getCommands());
  }

  @Test
  public void oneThatRunsOutsideIsInitialisedAnewOutside() throws Exception {
    ContainerImpl c = recovered(2, true);
    go(c, ContainerState.SCHEDULED, ContainerEventType.INIT_CONTAINER);
    when(c.getContainerState()).thenReturn(ContainerState.REINITIALIZING_AWAITING_KILL);
    go(c, ContainerState.SCHEDULED, ContainerEventType.CONTAINER_KILLED_ON_REQUEST);
    assertEquals(1, c.getLaunchContext().getCommands().size());
  }

  @Test
  public void aHeapThatTheEnvironmentAllowsCounts() throws Exception {
    ContainerImpl c = container(2, ExecutionType.GUARANTEED);
    ContainerLaunchContext launch =
        launch(Collections.singletonMap("_JAVA_OPTIONS", "-XX:+UseSerialGC -Xmx700m"));
    when(c.getLaunchContext()).thenReturn(launch);
    go(c, ContainerState.SCHEDULED, ContainerEventType.INIT_CONTAINER);
    go(c, ContainerState.RUNNING, ContainerEventType.CONTAINER_LAUNCHED);
    enter(c);
    node.orchestrator().sample();
    node.orchestrator().sample();
    assertEquals(
        "and 128 MB beyond it",
        (700 + 128) << 20,
        report().get(0).share(ResourceKind.MEMORY).minimum(),
        0);
  }

  @Test
  public void oneThatHadBeenKilledBeforeItWasLaunchedLeavesNothing() throws Exception {
    ContainerImpl c = container(2, ExecutionType.GUARANTEED);
    go(c, ContainerState.DONE, ContainerEventType.INIT_CONTAINER);
    assertEquals(0, watched());
    assertFalse(node.orchestrator().cgroups().has(c.getContainerId().toString()));
  }

  /** From now on LinuxContainerExecutor makes groups. */
  private void withGroupsOfTheExecutor() throws Exception {
    node.hadoop.set(
        YarnConfiguration.NM_CONTAINER_EXECUTOR, LinuxContainerExecutor.class.getName());
    node.start();
  }

  private List<TaskView> report() {
    return node.orchestrator()
        .manager()
        .report("n1", Collections.emptyMap(), 20_000, System.nanoTime())
        .tasks();
  }

  @Test
  public void aGroupThatLinuxContainerExecutorMakesAfterTheLaunchIsTakenUp() throws Exception {
    withGroupsOfTheExecutor();
    ContainerImpl c = container(2, ExecutionType.GUARANTEED);
    go(c, ContainerState.SCHEDULED, ContainerEventType.INIT_CONTAINER);
    assertEquals(1, c.getLaunchContext().getCommands().size());
    assertEquals(0, watched());
    go(c, ContainerState.RUNNING, ContainerEventType.CONTAINER_LAUNCHED);
    assertEquals(1, watched());
    node.orchestrator().sample();
    node.kernel.makeStock(SteeredNode.PARENT, c.getContainerId().toString());
    enter(c);
    node.orchestrator().sample();
    node.orchestrator().sample();
    assertEquals(c.getContainerId().toString(), report().get(0).container());
    assertEquals(0, node.orchestrator().guard().counters().failures());
  }

  @Test
  public void aContainerOfDockerCountsAndIsLeftAlone() throws Exception {
    withGroupsOfTheExecutor();
    ContainerImpl c = container(2, ExecutionType.GUARANTEED);
    ContainerLaunchContext launch =
        launch(Collections.singletonMap("YARN_CONTAINER_RUNTIME_TYPE", "docker"));
    when(c.getLaunchContext()).thenReturn(launch);
    go(c, ContainerState.SCHEDULED, ContainerEventType.INIT_CONTAINER);
    go(c, ContainerState.RUNNING, ContainerEventType.CONTAINER_LAUNCHED);
    node.kernel.makeStock(SteeredNode.PARENT, c.getContainerId().toString());
    node.orchestrator().sample();
    node.orchestrator().sample();
    assertEquals(1, watched());
    assertTrue(report().isEmpty());
    assertEquals(3_000, node.orchestrator().manager().left().free(ResourceKind.CPU), 0);
  }

  @Test
  public void anEndThatWasNotHeardIsFoundAmongTheNodeManagersContainers() throws Exception {
    ContainerImpl done = container(2, ExecutionType.GUARANTEED);
    ContainerImpl gone = container(3, ExecutionType.GUARANTEED);
    ContainerImpl lives = container(4, ExecutionType.GUARANTEED);
    for (ContainerImpl each : new ContainerImpl[] {done, gone, lives}) {
      go(each, ContainerState.SCHEDULED, ContainerEventType.INIT_CONTAINER);
      go(each, ContainerState.RUNNING, ContainerEventType.CONTAINER_LAUNCHED);
    }
    when(done.getContainerState()).thenReturn(ContainerState.DONE);
    containers.remove(gone.getContainerId());
    node.orchestrator().sample();
    assertEquals(3, watched());
    node.orchestrator().sample();
    assertEquals(1, watched());
    assertTrue(node.orchestrator().cgroups().has(lives.getContainerId().toString()));
  }

  @Test
  public void aNodeManagerThatCannotBeAskedIsCountedAndHearsNothing() {
    ContainerImpl c = container(2, ExecutionType.GUARANTEED);
    when(context.getNodeId()).thenThrow(new IllegalStateException("stops"));
    ContainerEvent event =
        new ContainerEvent(c.getContainerId(), ContainerEventType.INIT_CONTAINER);
    listener.preTransition(c, ContainerState.NEW, event);
    assertEquals(1, node.orchestrator().guard().counters().failures());
  }

  @Test
  public void whatLocalisesAndQueuesIsNotMeasuredAndCountsForNothing() throws Exception {
    ContainerImpl c = container(2, ExecutionType.OPPORTUNISTIC);
    go(c, ContainerState.LOCALIZING, ContainerEventType.INIT_CONTAINER);
    go(c, ContainerState.SCHEDULED, ContainerEventType.RESOURCE_LOCALIZED);
    node.orchestrator().sample();
    node.orchestrator().sample();
    assertTrue(report().isEmpty());
    assertEquals(4_000, node.orchestrator().manager().left().free(ResourceKind.CPU), 0);
    long before = System.nanoTime();
    go(c, ContainerState.RUNNING, ContainerEventType.CONTAINER_LAUNCHED);
    enter(c);
    node.orchestrator().sample();
    node.orchestrator().sample();
    double sinceMs = (System.nanoTime() - before) / 1e6;
    assertTrue(report().get(0).elapsedMs() <= sinceMs + 1_000);
    assertEquals(3_000, node.orchestrator().manager().left().free(ResourceKind.CPU), 0);
  }

  @Test
  public void aTokenThatComesWhileItQueuesCountsOnceItRuns() throws Exception {
    ContainerImpl c = container(2, ExecutionType.OPPORTUNISTIC);
    go(c, ContainerState.SCHEDULED, ContainerEventType.INIT_CONTAINER);
    token(c, ExecutionType.GUARANTEED, 2, 2048);
    go(c, ContainerState.SCHEDULED, ContainerEventType.UPDATE_CONTAINER_TOKEN);
    assertEquals("2048", share(c));
    go(c, ContainerState.RUNNING, ContainerEventType.CONTAINER_LAUNCHED);
    assertEquals(2_000, node.orchestrator().manager().left().free(ResourceKind.CPU), 0);
  }

  @Test
  public void oneThatIsKilledWhileItQueuesLeavesNothing() throws Exception {
    ContainerImpl heard = container(2, ExecutionType.OPPORTUNISTIC);
    ContainerImpl unheard = container(3, ExecutionType.OPPORTUNISTIC);
    go(heard, ContainerState.SCHEDULED, ContainerEventType.INIT_CONTAINER);
    go(unheard, ContainerState.SCHEDULED, ContainerEventType.INIT_CONTAINER);
    go(heard, ContainerState.DONE, ContainerEventType.KILL_CONTAINER);
    assertFalse(node.orchestrator().cgroups().has(heard.getContainerId().toString()));
    containers.remove(unheard.getContainerId());
    node.orchestrator().sample();
    assertTrue(node.orchestrator().cgroups().has(unheard.getContainerId().toString()));
    node.orchestrator().sample();
    assertFalse(node.orchestrator().cgroups().has(unheard.getContainerId().toString()));
  }

  private static void runsTez(ContainerImpl c) {
    c.getLaunchContext()
        .setCommands(
            Collections.singletonList("java -Xmx100m org.apache.tez.runtime.task.TezChild h 1"));
  }

  private void logsThatItRuns(ContainerImpl c, String attempt) throws IOException {
    Path logs = folder.newFolder("logs-" + c.getContainerId()).toPath();
    Files.createFile(logs.resolve("syslog_" + attempt));
    when(c.getLogDir()).thenReturn(logs.toString());
  }

  private String phaseAfterALook(ContainerImpl c) throws IOException {
    enter(c);
    node.orchestrator().look();
    node.orchestrator().sample();
    node.orchestrator().sample();
    return report().get(0).phase().toString();
  }

  @Test
  public void whichTaskAContainerOfTezRunsIsSeenInItsLogs() throws Exception {
    ContainerImpl c = container(2, ExecutionType.GUARANTEED);
    runsTez(c);
    go(c, ContainerState.SCHEDULED, ContainerEventType.INIT_CONTAINER);
    logsThatItRuns(c, "attempt_1_0001_3_02_000000_0");
    go(c, ContainerState.RUNNING, ContainerEventType.CONTAINER_LAUNCHED);
    assertEquals("application_1_0001/VERTEX_3_02", phaseAfterALook(c));
  }

  @Test
  public void itIsSeenAfterARestartAsWell() throws Exception {
    node.orchestrator().cgroups().make("container_1_0001_01_000002", 1_000);
    ContainerImpl c = recovered(2, true);
    runsTez(c);
    logsThatItRuns(c, "attempt_1_0001_3_02_000000_0");
    go(c, ContainerState.SCHEDULED, ContainerEventType.INIT_CONTAINER);
    assertEquals("application_1_0001/VERTEX_3_02", phaseAfterALook(c));
  }

  @Test
  public void whereNoLogsAreKnownItIsAsItWasLaunched() throws Exception {
    ContainerImpl c = container(2, ExecutionType.GUARANTEED);
    runsTez(c);
    go(c, ContainerState.SCHEDULED, ContainerEventType.INIT_CONTAINER);
    go(c, ContainerState.RUNNING, ContainerEventType.CONTAINER_LAUNCHED);
    assertEquals("application_1_0001/PRIORITY_20", phaseAfterALook(c));
  }

  /** As ContainerImpl says it of one that its predecessor had, an hour ago. */
  private ContainerImpl recovered(int number, boolean wasLaunched) {
    ContainerImpl c = container(number, ExecutionType.GUARANTEED);
    when(c.isRecovering()).thenAnswer(call -> c.getContainerState() == ContainerState.NEW);
    when(c.getContainerStartTime())
        .thenReturn(System.currentTimeMillis() - TimeUnit.HOURS.toMillis(1));
    when(c.getWorkDir()).thenReturn(wasLaunched ? "/work" : null);
    return c;
  }

  /** As the task's report tells it after two measurements. */
  private double elapsedMinutes(ContainerImpl c) throws IOException {
    enter(c);
    node.orchestrator().sample();
    node.orchestrator().sample();
    return report().get(0).elapsedMs() / TimeUnit.MINUTES.toMillis(1);
  }

  @Test
  public void whatRanBeforeARestartGoesOnAsOldAsItIs() throws Exception {
    node.orchestrator().cgroups().make("container_1_0001_01_000002", 1_000);
    ContainerImpl c = recovered(2, true);
    go(c, ContainerState.SCHEDULED, ContainerEventType.INIT_CONTAINER);
    assertEquals(1, watched());
    go(c, ContainerState.RUNNING, ContainerEventType.CONTAINER_LAUNCHED);
    assertEquals(60, elapsedMinutes(c), 1);
    assertEquals(1, watched());
  }

  @Test
  public void soItDoesInAGroupOfLinuxContainerExecutor() throws Exception {
    withGroupsOfTheExecutor();
    ContainerImpl c = recovered(2, true);
    node.kernel.makeStock(SteeredNode.PARENT, c.getContainerId().toString());
    go(c, ContainerState.SCHEDULED, ContainerEventType.INIT_CONTAINER);
    go(c, ContainerState.RUNNING, ContainerEventType.CONTAINER_LAUNCHED);
    assertEquals(60, elapsedMinutes(c), 1);
  }

  @Test
  public void whatRanOutsideBeforeARestartStaysThere() throws Exception {
    ContainerImpl c = recovered(2, true);
    go(c, ContainerState.SCHEDULED, ContainerEventType.INIT_CONTAINER);
    go(c, ContainerState.RUNNING, ContainerEventType.CONTAINER_LAUNCHED);
    assertFalse(node.orchestrator().cgroups().has(c.getContainerId().toString()));
    assertEquals(1, c.getLaunchContext().getCommands().size());
    assertEquals(
        "it counts", 3_000, node.orchestrator().manager().left().free(ResourceKind.CPU), 0);
    node.orchestrator().sample();
    node.orchestrator().sample();
    assertTrue(report().isEmpty());
    assertEquals(1, node.orchestrator().manager().outside());
    go(c, ContainerState.DONE, ContainerEventType.CONTAINER_RESOURCES_CLEANEDUP);
    assertEquals(0, watched());
  }

  private void trip() {
    for (int i = 0; i < 5; i++) {
      node.orchestrator().guard().recordFailure("test", new IllegalStateException());
    }
  }

  private double shareOfAll() throws IOException {
    return Double.parseDouble(
        node.kernel.read(
            node.kernel.mount("cpu").resolve(SteeredNode.PARENT).resolve("cpu.shares")));
  }

  @Test
  public void oneThatComesWhileTheGuardIsTrippedRunsOutsideAndIsNotStarvedThere() throws Exception {
    node.hadoop.set("yarn.mr-orchestrator.guard.cool-down", "100ms");
    node.start();
    ContainerImpl inside = container(2, ExecutionType.GUARANTEED);
    go(inside, ContainerState.SCHEDULED, ContainerEventType.INIT_CONTAINER);
    go(inside, ContainerState.RUNNING, ContainerEventType.CONTAINER_LAUNCHED);
    assertEquals(1024, shareOfAll(), 0);
    ContainerImpl outside = container(3, ExecutionType.GUARANTEED);
    token(outside, ExecutionType.GUARANTEED, 8, 1024);
    trip();
    listener.preTransition(
        outside,
        ContainerState.NEW,
        new ContainerEvent(outside.getContainerId(), ContainerEventType.INIT_CONTAINER));
    tell(outside, ContainerState.RUNNING, ContainerEventType.CONTAINER_LAUNCHED);
    assertEquals("not in a group", 1, outside.getLaunchContext().getCommands().size());
    takeUpUntil(2);
    assertEquals("1 core to 8 and the NodeManager's", 1024 / 9.0, shareOfAll(), 1);
    tell(outside, ContainerState.DONE, ContainerEventType.CONTAINER_RESOURCES_CLEANEDUP);
    takeUpUntil(1);
    assertEquals(1024, shareOfAll(), 0);
  }

  /** What was told while the guard was tripped is taken up once it is healthy. */
  private void takeUpUntil(int watched) {
    for (long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        watched() != watched && System.nanoTime() < end; ) {
      node.orchestrator().takeUp();
    }
    assertEquals(watched, watched());
  }

  @Test
  public void whatOnlyQueuedBeforeARestartIsPlacedLikeANewOne() throws Exception {
    ContainerImpl c = recovered(2, false);
    go(c, ContainerState.SCHEDULED, ContainerEventType.INIT_CONTAINER);
    assertEquals("1024", share(c));
    assertEquals(2, c.getLaunchContext().getCommands().size());
    assertEquals(0, watched());
    go(c, ContainerState.RUNNING, ContainerEventType.CONTAINER_LAUNCHED);
    assertEquals("it starts now", 0, elapsedMinutes(c), 1);
  }

  @Test
  public void whatIsToldWhileTheGuardIsTrippedCountsOnceItIsHealthy() throws Exception {
    node.hadoop.set("yarn.mr-orchestrator.guard.cool-down", "100ms");
    node.start();
    ContainerImpl updated = container(2, ExecutionType.OPPORTUNISTIC);
    ContainerImpl ends = container(3, ExecutionType.GUARANTEED);
    for (ContainerImpl each : new ContainerImpl[] {updated, ends}) {
      go(each, ContainerState.SCHEDULED, ContainerEventType.INIT_CONTAINER);
      go(each, ContainerState.RUNNING, ContainerEventType.CONTAINER_LAUNCHED);
    }
    trip();
    token(updated, ExecutionType.GUARANTEED, 2, 2048);
    tell(updated, ContainerState.RUNNING, ContainerEventType.UPDATE_CONTAINER_TOKEN);
    tell(ends, ContainerState.DONE, ContainerEventType.KILL_CONTAINER);
    takeUpUntil(1);
    assertEquals("2048", share(updated));
  }

  /** The NodeManager has started anew, and has recovered what it knew. */
  private void restart() throws Exception {
    node.stop();
    for (Container each : containers.values()) {
      when(each.getContainerState()).thenReturn(ContainerState.NEW);
      when(each.getLaunchContext()).thenReturn(launch(Collections.emptyMap()));
    }
    node.start();
  }

  @Test
  public void whatQueuesKeepsItsGroupWhenTheNodeManagerStartsAnew() throws Exception {
    ContainerImpl queued = recovered(2, false);
    ContainerImpl ended = container(3, ExecutionType.OPPORTUNISTIC);
    go(queued, ContainerState.SCHEDULED, ContainerEventType.INIT_CONTAINER);
    go(ended, ContainerState.SCHEDULED, ContainerEventType.INIT_CONTAINER);
    restart();
    containers.remove(ended.getContainerId());
    node.orchestrator().sample();
    node.orchestrator().sample();
    assertTrue("nothing is told yet", node.orchestrator().cgroups().has(name(queued)));
    ContainerImpl other = container(4, ExecutionType.GUARANTEED);
    go(other, ContainerState.SCHEDULED, ContainerEventType.INIT_CONTAINER);
    node.orchestrator().sample();
    node.orchestrator().sample();
    assertFalse("it ended meanwhile", node.orchestrator().cgroups().has(name(ended)));
    assertTrue("it is recovered later", node.orchestrator().cgroups().has(name(queued)));
    go(queued, ContainerState.SCHEDULED, ContainerEventType.INIT_CONTAINER);
    assertEquals(2, queued.getLaunchContext().getCommands().size());
    go(queued, ContainerState.RUNNING, ContainerEventType.CONTAINER_LAUNCHED);
    assertEquals(1, watched());
    go(queued, ContainerState.DONE, ContainerEventType.CONTAINER_RESOURCES_CLEANEDUP);
    assertFalse(node.orchestrator().cgroups().has(name(queued)));
  }

  @Test
  public void oneThatIsKilledBeforeItIsRecoveredLeavesNothing() throws Exception {
    ContainerImpl queued = recovered(2, false);
    go(queued, ContainerState.SCHEDULED, ContainerEventType.INIT_CONTAINER);
    restart();
    assertTrue(node.orchestrator().cgroups().has(name(queued)));
    go(queued, ContainerState.DONE, ContainerEventType.KILL_CONTAINER);
    assertFalse(node.orchestrator().cgroups().has(name(queued)));
  }

  private static String name(ContainerImpl c) {
    return c.getContainerId().toString();
  }

  @Test
  public void theNodeManagerDoesNotWaitForTheKernel() throws Exception {
    ContainerImpl c = container(2, ExecutionType.GUARANTEED);
    go(c, ContainerState.SCHEDULED, ContainerEventType.INIT_CONTAINER);
    Thread dispatcher =
        new Thread(
            () -> {
              tell(c, ContainerState.RUNNING, ContainerEventType.CONTAINER_LAUNCHED);
              tell(c, ContainerState.RUNNING, ContainerEventType.UPDATE_CONTAINER_TOKEN);
              tell(c, ContainerState.DONE, ContainerEventType.CONTAINER_RESOURCES_CLEANEDUP);
            });
    // As whoever writes to the kernel holds it.
    synchronized (node.orchestrator().manager()) {
      dispatcher.start();
      dispatcher.join(30_000);
      assertFalse(dispatcher.isAlive());
      assertTrue(node.orchestrator().cgroups().has(name(c)));
    }
    node.orchestrator().takeUp();
    assertFalse("in the order in which it was told", node.orchestrator().cgroups().has(name(c)));
    assertEquals(0, watched());
  }

  @Test
  public void whereAGroupIsNotMadeInTimeTheContainerStartsWithoutAndNoneStays() throws Exception {
    node.hadoop.set("yarn.mr-orchestrator.guard.deadline", "100ms");
    node.start();
    ContainerImpl c = container(2, ExecutionType.GUARANTEED);
    CountDownLatch hangs = new CountDownLatch(1);
    CountDownLatch goesOn = new CountDownLatch(1);
    CountDownLatch isMade = new CountDownLatch(1);
    Path group =
        node.kernel.mount("cpu").resolve(SteeredNode.PARENT).resolve(c.getContainerId().toString());
    node.kernel.beforeChange =
        () -> {
          hangs.countDown();
          awaitUninterrupted(goesOn);
          if (node.kernel.exists(group)) {
            isMade.countDown();
          }
        };
    Thread dispatcher =
        new Thread(
            () ->
                listener.preTransition(
                    c,
                    ContainerState.NEW,
                    new ContainerEvent(c.getContainerId(), ContainerEventType.INIT_CONTAINER)));
    dispatcher.start();
    try {
      assertTrue(hangs.await(60, TimeUnit.SECONDS));
      dispatcher.join(30_000);
      assertFalse(dispatcher.isAlive());
    } finally {
      goesOn.countDown();
    }
    assertEquals(Collections.singletonList(MAP), c.getLaunchContext().getCommands());
    assertEquals(1, node.orchestrator().guard().counters().timeouts());
    assertTrue("it is made at last", isMade.await(60, TimeUnit.SECONDS));
    for (long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        node.kernel.exists(group) && System.nanoTime() < end; ) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
    }
    assertFalse("and nobody needs it", node.kernel.exists(group));
  }

  /** As one waits for the kernel: being interrupted does not end it. */
  private static void awaitUninterrupted(CountDownLatch latch) {
    boolean interrupted = false;
    while (latch.getCount() > 0) {
      try {
        latch.await();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** What happened, and is not waited for. */
  private void tell(ContainerImpl c, ContainerState to, ContainerEventType type) {
    listener.postTransition(
        c, ContainerState.RUNNING, to, new ContainerEvent(c.getContainerId(), type));
  }

  @Test
  public void aNodeThatTheResourceManagerHasResizedHasWhatThatSays() throws Exception {
    ContainerImpl c = container(2, ExecutionType.GUARANTEED);
    go(c, ContainerState.SCHEDULED, ContainerEventType.INIT_CONTAINER);
    go(c, ContainerState.RUNNING, ContainerEventType.CONTAINER_LAUNCHED);
    nodeHas(2, 8);
    node.orchestrator().sample();
    assertEquals(1_000, node.orchestrator().manager().left().free(ResourceKind.CPU), 0);
    assertEquals(7L << 30, node.orchestrator().manager().left().free(ResourceKind.MEMORY), 0);
  }
}
