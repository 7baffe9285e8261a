// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.orchestrator.nm.cgroup.CgroupManager;
import org.yarnext.orchestrator.nm.cgroup.FakeKernel;
import org.yarnext.orchestrator.nm.tasks.ContainerEntitlement;
import org.yarnext.orchestrator.nm.tasks.NodeCapacity;
import org.yarnext.orchestrator.nm.tasks.NodeOrchestratorMetrics;
import org.yarnext.orchestrator.nm.tasks.NodeTask;
import org.yarnext.orchestrator.nm.tasks.TaskContainer;
import org.yarnext.orchestrator.policy.ResourceKind;
import org.yarnext.orchestrator.policy.ResourcePressure;
import org.yarnext.orchestrator.policy.ResourceShare;
import org.yarnext.orchestrator.policy.TaskView;
import org.yarnext.orchestrator.policy.actuation.ActuationPlanner;
import org.yarnext.orchestrator.policy.actuation.MinimumResources;
import org.yarnext.orchestrator.policy.actuation.PlanLimits;
import org.yarnext.orchestrator.policy.estimate.RegressionEstimator;
import org.yarnext.orchestrator.policy.estimate.UsageHistory;
import org.yarnext.orchestrator.policy.identity.TaskIdentity;
import org.yarnext.orchestrator.policy.identity.TaskLaunchParser;

/** On a node of 4 cores and 4 GB. */
public class NodeTaskManagerTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long MB = 1 << 20;
  private static final long GB = 1 << 30;

  @Rule public final TemporaryFolder folder = new TemporaryFolder();
  private FakeKernel kernel;
  private CgroupManager cgroups;
  private NodeTaskManager manager;
  private FeatureMetrics metrics;
  private long processes;
  private final Map<String, Double> approved = new HashMap<>();

  @Before
  public void open() throws IOException {
    kernel = new FakeKernel(folder.getRoot().toPath(), FakeKernel.Layout.VERSION_2);
    cgroups = kernel.cgroups("yarnext");
    manager = newManager(FeatureMode.ON);
  }

  @After
  public void nobodyWasKilled() {
    assertEquals(0, kernel.oomKills());
  }

  private NodeTaskManager newManager(FeatureMode mode) {
    return newManager(mode, EnumSet.allOf(ResourceKind.class));
  }

  private NodeTaskManager newManager(FeatureMode mode, Set<ResourceKind> steered) {
    metrics = new FeatureMetrics("Orchestrator", "for a test", () -> mode);
    return new NodeTaskManager(
        "n1",
        cgroups,
        steered,
        new RegressionEstimator(),
        () -> new UsageHistory(5_000, 120),
        new MinimumResources(100, 0.25, 16 * MB, 64 * MB),
        new ActuationPlanner(new PlanLimits(0.25, 0.02)),
        new NodeCapacity(4_000, 4 * GB),
        new NodeOrchestratorMetrics(metrics, mode));
  }

  /** A map task of one core and 1 GB with a small heap. */
  private void start(String container) throws IOException {
    start(container, map());
  }

  private void start(String container, TaskIdentity task) throws IOException {
    manager.started(
        new TaskContainer(
            container,
            "application_1_0001",
            new ContainerEntitlement(true, 1, 1024),
            task,
            false,
            cgroups.make(container, 1000)),
        0);
    launch(container);
  }

  /** A process is in its group. */
  private void launch(String container) throws IOException {
    cgroups.values().join(cgroups.find(container, EnumSet.of(ResourceKind.CPU)), ++processes);
  }

  /** As its executor makes a container's group, and launches it. */
  private void makeStock(String container) throws IOException {
    kernel.makeStock("yarnext", container);
    launch(container);
  }

  /** Its processes end, and so does the container. */
  private void end(String container) throws IOException {
    exit(container);
    manager.ended(container);
  }

  private void exit(String container) throws IOException {
    Path processes = group(container).resolve("cgroup.procs");
    if (kernel.exists(processes)) {
      kernel.set(processes, "");
    }
  }

  private Path group(String container) {
    return kernel.mount("unified").resolve("yarnext").resolve(container);
  }

  /** What the kernel has counted. */
  private void used(String container, long cpuMs, long memoryMb) throws IOException {
    kernel.set(group(container).resolve("cpu.stat"), "usage_usec " + cpuMs * 1000);
    kernel.set(group(container).resolve("memory.current"), Long.toString(memoryMb * MB));
  }

  private String weight(String container) throws IOException {
    return kernel.read(group(container).resolve("cpu.weight"));
  }

  private String limit(String container) throws IOException {
    return kernel.read(group(container).resolve("memory.max"));
  }

  /** From where on memory is taken back; it costs no process. */
  private String high(String container) throws IOException {
    return kernel.read(group(container).resolve("memory.high"));
  }

  private List<TaskView> report(long seconds) {
    return manager.report("n1", Collections.emptyMap(), 20_000, seconds * SECOND).tasks();
  }

  private double left() {
    return manager.left().free(ResourceKind.CPU);
  }

  /** What the group's share is, in millicores. */
  private long share(String container) throws IOException {
    return cgroups.values().cpuShare(cgroups.find(container));
  }

  /** One of another application, whose task is not known. */
  private void startOther(String container, int vcores) throws IOException {
    manager.started(
        new TaskContainer(
            container,
            "application_1_0002",
            new ContainerEntitlement(true, vcores, 1024),
            null,
            false,
            cgroups.make(container, 1000 * vcores)),
        0);
    launch(container);
  }

  /** Two containers, of which some have used 200 MB when they were measured twice. */
  private void twoOfWhichIsKnown(String... containers) throws IOException {
    start("c1");
    start("c2");
    for (String container : containers) {
      used(container, 0, 200);
    }
    manager.sample(0);
    manager.sample(5 * SECOND);
  }

  @Test
  public void spareCpuGoesToTasksAndGoesBackAtOnce() throws IOException {
    start("c1");
    startOther("other", 1);
    assertEquals(1_000, share("c1"), 25);
    manager.giveSpareTo(Collections.singleton("application_1_0001"));
    assertEquals("4 cores but the other's", 3_000, share("c1"), 100);
    assertEquals(1_000, share("other"), 25);
    start("c2");
    assertEquals(1_500, share("c1"), 50);
    assertEquals(1_500, share("c2"), 50);
    startOther("another", 2);
    assertEquals("all is handed out", 1_000, share("c1"), 25);
    assertEquals(1_000, share("c2"), 25);
    end("another");
    assertEquals(1_500, share("c1"), 50);
    manager.giveSpareTo(Collections.emptySet());
    assertEquals(1_000, share("c1"), 25);
    manager.giveSpareTo(Collections.singleton("application_1_0001"));
    manager.putBack();
    assertEquals(1_000, share("c1"), 25);
    start("c3");
    assertEquals("until it is switched on again", 1_000, share("c3"), 25);
  }

  @Test
  public void whatAllTasksWeighIsRememberedOnce() throws IOException {
    for (String container : new String[] {"c1", "c2", "c3"}) {
      start(container);
    }
    File journal = removedBeforeTheNextChange();
    manager.giveSpareTo(Collections.singleton("application_1_0001"));
    assertEquals(1_333, share("c3"), 10);
    assertFalse("before any is changed", journal.exists());
    manager.giveSpareTo(Collections.emptySet());
    journal = removedBeforeTheNextChange();
    for (String container : new String[] {"c1", "c2", "c3"}) {
      approved.put(container, 1_250.0);
    }
    manager.actuate(ResourceKind.CPU, approved);
    assertEquals("125", weight("c3"));
    assertFalse("so is a plan", journal.exists());
  }

  /** One core and 1 GB, of which the free rest of the node was given to it. */
  private void raised(String container) throws IOException {
    start(container);
    approved.put(container, 4_000.0);
    for (int epoch = 0; epoch < 10; epoch++) {
      manager.actuate(ResourceKind.CPU, approved);
    }
    assertEquals(4_000, share(container), 0);
  }

  @Test
  public void whatWasGivenGoesBackAsSoonAsAContainerThatComesNeedsTheRoom() throws IOException {
    raised("c1");
    startOther("other", 3);
    assertEquals("no epoch has passed", 1_000, share("c1"), 0);
    assertEquals(0, left(), 0);
    end("other");
    assertEquals("nor is anything given for that", 1_000, share("c1"), 0);
  }

  @Test
  public void itGoesBackAsWellWhereTheNodeHasLess() throws IOException {
    raised("c1");
    manager.hasCapacity(new NodeCapacity(3_000, 4 * GB));
    manager.sample(5 * SECOND);
    assertEquals(3_000, share("c1"), 0);
  }

  private File removedBeforeTheNextChange() {
    File journal = folder.getRoot().toPath().resolve("journal.json").toFile();
    kernel.beforeChange =
        () -> {
          assertTrue(journal.delete());
          kernel.beforeChange = () -> {};
        };
    return journal;
  }

  @Test
  public void whatATaskWasGivenWeighsAsMuchMore() throws IOException {
    start("c1");
    start("c2");
    manager.giveSpareTo(Collections.singleton("application_1_0001"));
    assertEquals(2_000, share("c1"), 60);
    approved.put("c1", 1_200.0);
    manager.actuate(ResourceKind.CPU, approved);
    assertEquals(4_000 * 1.2 / 2.2, share("c1"), 60);
    assertEquals(4_000 / 2.2, share("c2"), 60);
    assertEquals("what they weigh is not what they have", 1_800, left(), 0);
  }

  /** One core and 1 GB, in a group that is made later. */
  private void startByExecutor(String container, TaskIdentity task) {
    startByExecutor(container, task, true);
  }

  private void startByExecutor(String container, TaskIdentity task, boolean guaranteed) {
    manager.started(
        new TaskContainer(
            container,
            "application_1_0001",
            new ContainerEntitlement(guaranteed, 1, 1024),
            task,
            false,
            null),
        0);
  }

  private static TaskIdentity map() {
    return TaskLaunchParser.read(
        "application_1_0001",
        Collections.singletonList(
            "java -Xmx100m org.apache.hadoop.mapred.YarnChild h 1 attempt_1_0001_m_000000_0"),
        Collections.emptyMap(),
        20);
  }

  private long failures() {
    return metrics.snapshot().get("CgroupFailures").longValue();
  }

  @Test
  public void aGroupThatAnExecutorMakesLaterIsFoundAndKept() throws IOException {
    startByExecutor("s1", map());
    manager.giveSpareTo(Collections.singleton("application_1_0001"));
    manager.sample(0);
    manager.sample(5 * SECOND);
    assertTrue(report(5).isEmpty());
    assertEquals("it counts", 3_000, left(), 0);
    makeStock("s1");
    manager.sample(10 * SECOND);
    assertEquals("and takes part", 4_000, share("s1"), 100);
    used("s1", 4_000, 300);
    manager.sample(15 * SECOND);
    assertEquals(800, report(15).get(0).share(ResourceKind.CPU).used(), 1e-9);
    assertEquals(0, failures());
    end("s1");
    assertEquals("as its executor made it", "100", weight("s1"));
  }

  @Test
  public void aGroupThatNeverComesIsGivenUp() throws IOException {
    startByExecutor("s1", map());
    for (int i = 0; i < 2 * NodeTask.MAX_MISSES; i++) {
      manager.sample(i * SECOND);
    }
    assertEquals("counted once", 1, failures());
    makeStock("s1");
    manager.sample(1_000 * SECOND);
    manager.sample(1_005 * SECOND);
    assertTrue(report(1_005).isEmpty());
    assertEquals("it counts until it ends", 3_000, left(), 0);
    end("s1");
    assertEquals(4_000, left(), 0);
  }

  @Test
  public void onlyGroupsOfWhatIsSteeredAreNeeded() throws IOException {
    kernel = new FakeKernel(folder.newFolder().toPath(), FakeKernel.Layout.VERSION_1);
    cgroups = kernel.cgroups("yarnext");
    kernel.makeStock("yarnext", "s1");
    kernel.remove(kernel.mount("memory").resolve("yarnext/s1"));
    launch("s1");
    for (boolean memoryToo : new boolean[] {false, true}) {
      manager =
          newManager(
              FeatureMode.ON,
              memoryToo ? EnumSet.allOf(ResourceKind.class) : EnumSet.of(ResourceKind.CPU));
      startByExecutor("s1", map());
      manager.sample(0);
      manager.sample(5 * SECOND);
      assertEquals(memoryToo ? 0 : 1, report(5).size());
    }
    assertEquals(0, failures());
  }

  @Test
  public void whatAnExecutorLeavesToOpportunisticContainersStays() throws IOException {
    start("c1");
    makeStock("s1");
    kernel.set(group("s1").resolve("cpu.weight"), "1");
    startByExecutor("s1", map(), false);
    manager.giveSpareTo(Collections.singleton("application_1_0001"));
    used("s1", 0, 200);
    manager.sample(0);
    manager.sample(5 * SECOND);
    assertEquals("nothing is kept for it", 4_000, share("c1"), 100);
    approved.put("s1", 1_250.0);
    manager.actuate(ResourceKind.CPU, approved);
    manager.putBack();
    assertEquals("1", weight("s1"));
    TaskView view = report(5).stream().filter(t -> t.container().equals("s1")).findFirst().get();
    assertFalse("nobody is to give it any", view.has(ResourceKind.CPU));
    assertFalse(view.has(ResourceKind.MEMORY));
    approved.put("s1", 1.25 * GB);
    stockBound("s1", 1024);
    manager.actuate(ResourceKind.MEMORY, approved);
    assertEquals("what is in use could not be put back", Long.toString(GB), limit("s1"));
  }

  @Test
  public void cpuOfWhichAnExecutorGivesNextToNothingStaysAndMemoryIsSteered() throws IOException {
    manager.started(
        new TaskContainer(
            "s1",
            "application_1_0001",
            new ContainerEntitlement(true, 0, 1024),
            map(),
            false,
            null),
        0);
    makeStock("s1");
    kernel.set(group("s1").resolve("cpu.weight"), "1");
    kernel.set(group("s1").resolve("memory.max"), Long.toString(GB));
    manager.giveSpareTo(Collections.singleton("application_1_0001"));
    manager.sample(0);
    manager.sample(5 * SECOND);
    assertEquals("1", weight("s1"));
    approved.put("s1", 1_200.0 * MB);
    manager.actuate(ResourceKind.MEMORY, approved);
    assertEquals(Long.toString(1_200 * MB), limit("s1"));
    TaskView task = report(5).get(0);
    assertFalse("nobody compares it", task.has(ResourceKind.CPU));
    assertTrue(task.has(ResourceKind.MEMORY));
    manager.updated("s1", new ContainerEntitlement(true, 1, 1024));
    manager.sample(10 * SECOND);
    manager.sample(15 * SECOND);
    assertEquals("its token says one core now", 4_000, share("s1"), 100);
  }

  @Test
  public void containersWithoutAGroupThatIsKnownKeepTheirPartOfTheNode() throws IOException {
    start("c1");
    startByExecutor("docker", null);
    Map<String, String> before = kernel.snapshot();
    manager.giveSpareTo(Collections.singleton("application_1_0001"));
    assertEquals("4 cores but one", 3_000, share("c1"), 100);
    manager.sample(0);
    approved.put("docker", 500.0);
    manager.actuate(ResourceKind.CPU, approved);
    assertEquals(0, failures());
    end("docker");
    assertEquals(4_000, share("c1"), 100);
    manager.putBack();
    assertEquals("nothing of it was ever written", before, kernel.snapshot());
  }

  @Test
  public void aResizedContainerBeginsWithWhatItsNewTokenSays() throws IOException {
    twoOfWhichIsKnown("c1");
    approved.put("c1", 750.0);
    approved.put("c2", 1_250.0);
    manager.actuate(ResourceKind.CPU, approved);
    approved.put("c1", 0.75 * GB);
    approved.put("c2", 1.25 * GB);
    manager.actuate(ResourceKind.MEMORY, approved);
    manager.updated("c1", new ContainerEntitlement(true, 2, 1024));
    assertEquals(2_000, share("c1"));
    assertEquals("as before", Long.toString(768 * MB), high("c1"));
    assertEquals("the other's", 4_000 - 2_000 - 1_250, left(), 0);
    manager.updated("c1", new ContainerEntitlement(true, 2, 2048));
    assertEquals("max", high("c1"));
    assertEquals(0.75 * GB, manager.left().free(ResourceKind.MEMORY), 0);
    manager.giveSpareTo(Collections.singleton("application_1_0001"));
    assertEquals(4_000 * 2 / 3.25, share("c1"), 60);
    manager.putBack();
    assertEquals("put back to its new token", 2_000, share("c1"));
    manager.updated("unknown", new ContainerEntitlement(true, 2, 2048));
  }

  @Test
  public void aPromotedContainerIsGuaranteedFromThenOn() throws IOException {
    makeStock("s1");
    kernel.set(group("s1").resolve("cpu.weight"), "1");
    startByExecutor("s1", map(), false);
    manager.giveSpareTo(Collections.singleton("application_1_0001"));
    manager.sample(0);
    manager.updated("s1", new ContainerEntitlement(true, 1, 1024));
    assertEquals("as its executor will write it", "100", weight("s1"));
    kernel.set(group("s1").resolve("cpu.weight"), "100");
    used("s1", 4_000, 200);
    manager.sample(5 * SECOND);
    assertEquals(4_000, share("s1"), 100);
    assertTrue(report(5).get(0).guaranteed());
    assertEquals(800, report(5).get(0).share(ResourceKind.CPU).used(), 1e-9);
    manager.updated("s1", new ContainerEntitlement(false, 1, 1024));
    kernel.set(group("s1").resolve("cpu.weight"), "1");
    manager.sample(10 * SECOND);
    manager.putBack();
    assertEquals("demoted", "1", weight("s1"));
    assertFalse(report(10).get(0).has(ResourceKind.CPU));
  }

  @Test
  public void aPromotedContainerIsPutBackToWhatItsExecutorWritesHoweverLate() throws IOException {
    makeStock("s1");
    kernel.set(group("s1").resolve("cpu.weight"), "1");
    startByExecutor("s1", map(), false);
    manager.sample(0);
    manager.updated("s1", new ContainerEntitlement(true, 1, 1024));
    start("c1");
    kernel.set(group("s1").resolve("cpu.weight"), "100");
    manager.giveSpareTo(Collections.singleton("application_1_0001"));
    assertEquals(2_000, share("s1"), 50);
    manager.putBack();
    assertEquals("100", weight("s1"));
  }

  @Test
  public void whatAnExecutorWritesOverWhatATaskWeighsIsSeen() throws IOException {
    makeStock("s1");
    kernel.set(group("s1").resolve("cpu.weight"), "1");
    startByExecutor("s1", map(), false);
    manager.giveSpareTo(Collections.singleton("application_1_0001"));
    manager.sample(0);
    manager.updated("s1", new ContainerEntitlement(true, 1, 1024));
    start("c1");
    assertEquals("at once", 2_000, share("s1"), 50);
    manager.sample(5 * SECOND);
    kernel.set(group("s1").resolve("cpu.weight"), "100");
    manager.sample(10 * SECOND);
    assertEquals(2_000, share("s1"), 50);
    manager.putBack();
    assertEquals("100", weight("s1"));
  }

  @Test
  public void whatIsInUseAtARestartIsCountedAndPutBackOnceItCanBe() throws IOException {
    for (FakeKernel.Layout layout : FakeKernel.Layout.values()) {
      Path limit = lentAndInUse(layout);
      manager.putBack();
      cgroups = kernel.cgroups("yarnext");
      assertEquals("it is in use", 1, cgroups.recover(cgroups.made()));
      manager = newManager(FeatureMode.ON);
      startByExecutor("s1", map());
      manager.sample(10 * SECOND);
      manager.sample(15 * SECOND);
      manager.keepAlive();
      assertIsPutBackOnceItCanBe(limit);
      assertEquals("nothing was tried in vain", 0, failures());
    }
  }

  @Test
  public void whatIsInUseAtANewTokenIsCountedAndPutBackOnceItCanBe() throws IOException {
    for (FakeKernel.Layout layout : FakeKernel.Layout.values()) {
      Path limit = lentAndInUse(layout);
      manager.updated("s1", new ContainerEntitlement(true, 2, 1024));
      assertEquals("it was tried", 1, failures());
      manager.keepAlive();
      assertIsPutBackOnceItCanBe(limit);
    }
  }

  /** Of 1 GB that its executor has bounded it to, and a quarter. */
  private Path lentAndInUse(FakeKernel.Layout layout) throws IOException {
    kernel = new FakeKernel(folder.newFolder().toPath(), layout);
    cgroups = kernel.cgroups("yarnext");
    manager = newManager(FeatureMode.ON);
    boolean isVersion1 = layout == FakeKernel.Layout.VERSION_1;
    Path memory = kernel.mount(isVersion1 ? "memory" : "unified").resolve("yarnext/s1");
    makeStock("s1");
    Path limit = memory.resolve(isVersion1 ? "memory.limit_in_bytes" : "memory.max");
    kernel.set(limit, Long.toString(GB));
    startByExecutor("s1", map());
    manager.sample(0);
    manager.sample(5 * SECOND);
    approved.put("s1", 1.25 * GB);
    manager.actuate(ResourceKind.MEMORY, approved);
    kernel.set(usage(limit), Long.toString(1200 * MB));
    return limit;
  }

  private static Path usage(Path limit) {
    return limit.resolveSibling(
        limit.endsWith("memory.max") ? "memory.current" : "memory.usage_in_bytes");
  }

  private void assertIsPutBackOnceItCanBe(Path limit) throws IOException {
    assertEquals("it lives", 0, kernel.oomKills());
    assertEquals(2.75 * GB, manager.left().free(ResourceKind.MEMORY), 0);
    kernel.set(usage(limit), Long.toString(300 * MB));
    manager.sample(20 * SECOND);
    manager.keepAlive();
    assertEquals(Long.toString(GB), kernel.read(limit));
    assertEquals(3.0 * GB, manager.left().free(ResourceKind.MEMORY), 0);
  }

  @Test
  public void anExecutorWritesAllThatATokenSays() throws IOException {
    makeStock("s1");
    stockBound("s1", 1024);
    startByExecutor("s1", map());
    used("s1", 0, 200);
    manager.sample(0);
    manager.sample(5 * SECOND);
    approved.put("s1", 1.25 * GB);
    manager.actuate(ResourceKind.MEMORY, approved);
    assertEquals(Long.toString(1280 * MB), limit("s1"));
    manager.updated("s1", new ContainerEntitlement(false, 1, 1024));
    assertEquals("demoted", Long.toString(GB), limit("s1"));
    assertEquals("what it has", 3.0 * GB, manager.left().free(ResourceKind.MEMORY), 0);
  }

  @Test
  public void inShadowANewTokenIsItsExecutorsAlone() throws IOException {
    manager = newManager(FeatureMode.SHADOW);
    makeStock("s1");
    startByExecutor("s1", map());
    manager.sample(0);
    manager.updated("s1", new ContainerEntitlement(true, 2, 1024));
    assertEquals("100", weight("s1"));
  }

  @Test
  public void ofAnExecutorsGroupNoShareIsWrittenWhereCpuIsNotSteered() throws IOException {
    manager = newManager(FeatureMode.ON, EnumSet.of(ResourceKind.MEMORY));
    makeStock("s1");
    startByExecutor("s1", map());
    manager.sample(0);
    manager.updated("s1", new ContainerEntitlement(true, 2, 1024));
    manager.sample(5 * SECOND);
    assertEquals("100", weight("s1"));
  }

  @Test
  public void mastersOfTasksTakePartInSpareCpu() throws IOException {
    manager.started(
        new TaskContainer(
            "master",
            "application_1_0001",
            new ContainerEntitlement(true, 1, 1024),
            null,
            true,
            cgroups.make("master", 1000)),
        0);
    start("c1");
    manager.giveSpareTo(Collections.singleton("application_1_0001"));
    assertEquals(2_000, share("master"), 60);
    assertEquals(2_000, share("c1"), 60);
  }

  @Test
  public void inShadowNothingIsWeighed() throws IOException {
    manager = newManager(FeatureMode.SHADOW);
    String usual = weight("");
    start("c1");
    start("c2");
    manager.giveSpareTo(Collections.singleton("application_1_0001"));
    assertEquals(1_000, share("c1"), 25);
    assertEquals(usual, weight(""));
  }

  @Test
  public void allTogetherWeighWhatTheirTokensSay() throws IOException {
    start("c1");
    start("c2");
    start("c3");
    assertEquals("300", weight(""));
    startByExecutor("s1", map());
    manager.sample(0);
    assertEquals("an executor's are not below our group", "300", weight(""));
    manager.updated("c1", new ContainerEntitlement(true, 3, 1024));
    manager.sample(5 * SECOND);
    assertEquals("500", weight(""));
    manager.putBack();
    assertEquals("as long as they run", "500", weight(""));
    end("c1");
    assertEquals("200", weight(""));
    end("c2");
    end("c3");
    assertEquals("nothing is left to weigh", "100", weight(""));
    assertEquals(0, failures());
  }

  @Test
  public void oneThatIsNotInItsGroupWeighsNothingThere() throws IOException {
    start("c1");
    start("c2");
    exit("c2");
    manager.sample(5 * SECOND);
    assertEquals("100", weight(""));
    manager.sample(10 * SECOND);
    assertEquals("it never comes, and runs beside it", "50", weight(""));
    launch("c2");
    manager.sample(15 * SECOND);
    assertEquals("200", weight(""));
    exit("c2");
    manager.sample(20 * SECOND);
    manager.sample(25 * SECOND);
    assertEquals("it ends", "100", weight(""));
  }

  /** Of one core each. */
  private void startOutside(String... containers) {
    for (String container : containers) {
      ContainerEntitlement rights = new ContainerEntitlement(true, 1, 1024);
      manager.started(TaskContainer.outside(container, "application_1_0002", rights), 0);
    }
  }

  @Test
  public void thoseOutsideHaveWhatTheirTokensSayOfANodeThatIsFull() throws IOException {
    start("c1");
    start("c2");
    startOutside("o1", "o2", "o3");
    // They share a weight of 100 with the NodeManager.
    assertEquals(100 * 2.0 / 4, Double.parseDouble(weight("")), 1);
    assertEquals(3, manager.outside());
    assertEquals("all is handed out", 0, left(), 0);
    manager.sample(0);
    manager.sample(5 * SECOND);
    manager.actuate(ResourceKind.CPU, Collections.emptyMap());
    manager.putBack();
    manager.updated("o1", new ContainerEntitlement(true, 4, 1024));
    manager.sample(10 * SECOND);
    assertEquals(100 * 2.0 / 7, Double.parseDouble(weight("")), 1);
    for (String container : new String[] {"o1", "o2", "o3"}) {
      manager.ended(container);
    }
    assertEquals("200", weight(""));
    assertEquals(0, failures());
  }

  @Test
  public void whereEachThreadOutsideCountsByItselfThoseInsideKeepAll() throws IOException {
    kernel.own = kernel.mount("unified");
    cgroups = kernel.cgroups("yarnext");
    manager = newManager(FeatureMode.ON);
    start("c1");
    start("c2");
    startOutside("o1", "o2", "o3");
    assertEquals("200", weight(""));
  }

  @Test
  public void allTogetherWeighSoWhateverIsSteered() throws IOException {
    manager = newManager(FeatureMode.ON, EnumSet.of(ResourceKind.MEMORY));
    start("c1");
    start("c2");
    assertEquals("200", weight(""));
  }

  @Test
  public void whatTasksUseIsMeasuredBetweenTwoSamples() throws IOException {
    start("c1");
    used("c1", 10_000, 200);
    manager.sample(5 * SECOND);
    assertTrue("one reading tells no use", report(5).isEmpty());
    used("c1", 14_000, 300);
    manager.total("c1", null, 40_000);
    manager.sample(10 * SECOND);
    TaskView view = report(10).get(0);
    assertEquals("job_1_0001/MAP", view.phase().toString());
    assertEquals(10_000, view.elapsedMs(), 0);
    assertEquals(0.25, view.progress(), 1e-9);
    assertEquals(40_000, view.totalMs(), 1e-6);
    assertEquals("it goes on", 0.5, report(20).get(0).progress(), 1e-9);
    assertEquals("not beyond its end", 1, report(50).get(0).progress(), 0);
    ResourceShare cpu = view.share(ResourceKind.CPU);
    assertEquals("4 s in 5 s", 800, cpu.used(), 1e-9);
    assertEquals(1000, cpu.allocated(), 0);
    assertEquals(100, cpu.minimum(), 0);
    assertEquals("like itself, as long as it is young", 800, cpu.estimated(), 1e-9);
    ResourceShare memory = view.share(ResourceKind.MEMORY);
    assertEquals(300 * MB, memory.used(), 0);
    assertEquals(391 * MB, memory.minimum(), 0);
    assertEquals(GB, memory.entitled(), 0);
  }

  private double cpuUsed(long seconds) {
    return report(seconds).get(0).share(ResourceKind.CPU).used();
  }

  @Test
  public void whatTasksUsedSinceTheLastReportIsTold() throws IOException {
    start("c1");
    used("c1", 0, 200);
    manager.sample(0);
    for (int i = 1; i <= 4; i++) {
      // It collects garbage, or waits for others, when it is measured last.
      used("c1", 5_000 * Math.min(i, 3), 200);
      manager.sample(5 * i * SECOND);
    }
    assertEquals("15 s in 20 s", 750, cpuUsed(20), 1e-9);
    assertEquals("nothing is measured since", 750, cpuUsed(21), 1e-9);
    used("c1", 16_000, 200);
    manager.sample(25 * SECOND);
    used("c1", 18_000, 200);
    manager.sample(30 * SECOND);
    assertEquals("3 s in 10 s", 300, cpuUsed(30), 1e-9);
    exit("c1");
    manager.sample(35 * SECOND);
    launch("c1");
    used("c1", 60_000, 200);
    manager.sample(40 * SECOND);
    used("c1", 64_000, 200);
    manager.sample(45 * SECOND);
    assertEquals("not what it used meanwhile", 800, cpuUsed(45), 1e-9);
  }

  @Test
  public void whatHeldItBackAtAnyTimeSinceTheLastReportIsTold() throws IOException {
    start("c1");
    used("c1", 0, 200);
    manager.sample(0);
    Path pressure = group("c1").resolve("cpu.pressure");
    kernel.set(pressure, "some avg10=0 avg60=0 avg300=0 total=3000000");
    kernel.set(group("c1").resolve("memory.events"), "max 1");
    manager.sample(5 * SECOND);
    manager.sample(10 * SECOND);
    TaskView task = report(10).get(0);
    assertEquals(
        "3 s in 10 s", ResourcePressure.HELD_BACK, task.share(ResourceKind.CPU).pressure());
    assertEquals(ResourcePressure.HELD_BACK, task.share(ResourceKind.MEMORY).pressure());
    manager.sample(15 * SECOND);
    assertEquals(ResourcePressure.NONE, report(15).get(0).share(ResourceKind.CPU).pressure());
  }

  @Test
  public void whatHoldsATaskBackIsToldByTheKernel() throws IOException {
    start("c1");
    used("c1", 0, 200);
    manager.sample(0);
    Path pressure = group("c1").resolve("cpu.pressure");
    kernel.set(pressure, "some avg10=0 avg60=0 avg300=0 total=400000");
    manager.sample(5 * SECOND);
    assertEquals(ResourcePressure.NONE, report(5).get(0).share(ResourceKind.CPU).pressure());
    kernel.set(pressure, "some avg10=0 avg60=0 avg300=0 total=1000000");
    kernel.set(group("c1").resolve("memory.events"), "max 1");
    manager.sample(10 * SECOND);
    assertEquals(ResourcePressure.HELD_BACK, report(10).get(0).share(ResourceKind.CPU).pressure());
    assertEquals(
        ResourcePressure.HELD_BACK, report(10).get(0).share(ResourceKind.MEMORY).pressure());
  }

  @Test
  public void aClockThatStandsOrGoesBackMakesNoUse() throws IOException {
    start("c1");
    used("c1", 0, 200);
    manager.sample(5 * SECOND);
    used("c1", 1_000, 200);
    manager.sample(5 * SECOND);
    manager.sample(4 * SECOND);
    assertTrue(report(5).isEmpty());
    manager.sample(10 * SECOND);
    assertEquals(200, report(10).get(0).share(ResourceKind.CPU).used(), 1e-9);
  }

  @Test
  public void approvedAmountsAreWrittenInStepsAndPutBackInSteps() throws IOException {
    twoOfWhichIsKnown("c1", "c2");
    approved.put("c1", 1_500.0);
    manager.actuate(ResourceKind.CPU, approved);
    assertEquals("125", weight("c1"));
    manager.actuate(ResourceKind.CPU, approved);
    assertEquals("150", weight("c1"));
    assertEquals("100", weight("c2"));
    manager.actuate(ResourceKind.CPU, Collections.emptyMap());
    manager.actuate(ResourceKind.CPU, Collections.emptyMap());
    assertEquals("100", weight("c1"));
  }

  @Test
  public void memoryIsUnboundedAgainOnceItIsWhatTheTokenSays() throws IOException {
    twoOfWhichIsKnown("c1");
    approved.put("c1", 0.5 * GB);
    approved.put("c2", 1.5 * GB);
    manager.actuate(ResourceKind.MEMORY, approved);
    assertEquals(Long.toString(768 * MB), high("c1"));
    manager.actuate(ResourceKind.MEMORY, Collections.emptyMap());
    manager.actuate(ResourceKind.MEMORY, Collections.emptyMap());
    assertEquals("max", high("c1"));
    assertEquals("max", limit("c2"));
  }

  @Test
  public void aTaskWhoseMemoryGrowsAfterADecreaseGetsItBackAtOnce() throws IOException {
    twoOfWhichIsKnown("c1", "c2");
    approved.put("c1", 0.4 * GB);
    approved.put("c2", 2.0 * GB);
    for (int i = 0; i < 5; i++) {
      manager.actuate(ResourceKind.MEMORY, approved);
    }
    assertEquals(Long.toString((long) (0.4 * GB) / 16384 * 16384), high("c1"));
    used("c1", 0, 400);
    manager.sample(10 * SECOND);
    manager.actuate(ResourceKind.MEMORY, approved);
    assertEquals(516 * MB, Long.parseLong(high("c1")));
  }

  @Test
  public void betweenEpochsATaskGetsWhatKeepsItAliveAndNothingElseMoves() throws IOException {
    twoOfWhichIsKnown("c1", "c2");
    approved.put("c1", 0.4 * GB);
    approved.put("c2", 2.0 * GB);
    manager.actuate(ResourceKind.MEMORY, approved);
    Map<String, String> before = kernel.snapshot();
    manager.keepAlive();
    assertEquals("nobody is in need", before, kernel.snapshot());
    used("c1", 0, 700);
    manager.sample(10 * SECOND);
    manager.keepAlive();
    assertEquals("what stock gives it", "max", high("c1"));
    assertEquals("as before", 1.75 * GB, manager.left().free(ResourceKind.MEMORY), 0);
  }

  @Test
  public void whatOneGetsBackAtOnceIsTakenFromWhomItWasLentTo() throws IOException {
    for (String container : new String[] {"c1", "c2", "c3", "c4"}) {
      start(container);
      used(container, 0, 200);
    }
    stockBound("c2", 1024);
    manager.sample(0);
    manager.sample(5 * SECOND);
    approved.put("c1", 0.75 * GB);
    approved.put("c2", 1.25 * GB);
    manager.actuate(ResourceKind.MEMORY, approved);
    assertEquals(Long.toString(1280 * MB), limit("c2"));
    used("c1", 0, 700);
    manager.sample(10 * SECOND);
    manager.keepAlive();
    assertEquals("max", high("c1"));
    assertEquals(Long.toString(GB), limit("c2"));
    assertEquals(0, manager.left().free(ResourceKind.MEMORY), 0);
  }

  @Test
  public void memoryThatKeepsOneAliveNeedsNoRoomOnTheDisk() throws IOException {
    twoOfWhichIsKnown("c1");
    approved.put("c1", 0.75 * GB);
    approved.put("c2", 1.25 * GB);
    manager.actuate(ResourceKind.MEMORY, approved);
    assertEquals(Long.toString(768 * MB), high("c1"));
    // Where the next version of the journal would be written.
    assertTrue(folder.getRoot().toPath().resolve("journal.json.new").toFile().mkdir());
    used("c1", 0, 700);
    manager.sample(10 * SECOND);
    manager.keepAlive();
    assertEquals("max", high("c1"));
    assertEquals(1.75 * GB, manager.left().free(ResourceKind.MEMORY), 0);
  }

  /** As LinuxContainerExecutor bounds it. */
  private void stockBound(String container, long mb) throws IOException {
    kernel.set(group(container).resolve("memory.max"), Long.toString(mb * MB));
  }

  @Test
  public void oneThatStockDoesNotBoundIsNotBoundedByGettingMore() throws IOException {
    start("c1");
    start("c2");
    stockBound("c2", 1024);
    used("c1", 0, 200);
    used("c2", 0, 200);
    manager.sample(0);
    manager.sample(5 * SECOND);
    approved.put("c1", 0.75 * GB);
    approved.put("c2", 1.25 * GB);
    manager.actuate(ResourceKind.MEMORY, approved);
    assertEquals(Long.toString(768 * MB), high("c1"));
    assertEquals("stock bounds it", Long.toString(1280 * MB), limit("c2"));
    approved.put("c1", 1.5 * GB);
    manager.actuate(ResourceKind.MEMORY, approved);
    manager.actuate(ResourceKind.MEMORY, approved);
    assertEquals("max", high("c1"));
    assertEquals(
        "it counts", (4096 - 1200 - 1280) * MB, manager.left().free(ResourceKind.MEMORY), 0);
  }

  @Test
  public void aTaskThatStockDoesNotBoundOutlivesASpikeRightAfterADecrease() throws IOException {
    twoOfWhichIsKnown("c1");
    approved.put("c1", 0.5 * GB);
    approved.put("c2", 1.5 * GB);
    manager.actuate(ResourceKind.MEMORY, approved);
    assertEquals(Long.toString(768 * MB), high("c1"));
    assertEquals("max", limit("c1"));
    used("c1", 0, 2_000);
    manager.sample(6 * SECOND);
    manager.keepAlive();
    assertEquals("max", high("c1"));
  }

  @Test
  public void oneThatStockBoundsOutlivesASpikeToItsTokenRightAfterADecrease() throws IOException {
    twoOfWhichIsKnown("c1");
    stockBound("c1", 1024);
    approved.put("c1", 0.5 * GB);
    approved.put("c2", 1.5 * GB);
    manager.actuate(ResourceKind.MEMORY, approved);
    assertEquals("asked for", Long.toString(768 * MB), high("c1"));
    assertEquals("as stock has set it", Long.toString(GB), limit("c1"));
    used("c1", 0, 1_000);
    assertEquals(0, kernel.oomKills());
    manager.sample(6 * SECOND);
    manager.keepAlive();
    assertEquals("max", high("c1"));
    assertEquals(1.75 * GB, manager.left().free(ResourceKind.MEMORY), 0);
    assertEquals(0, failures());
  }

  @Test
  public void oneThatStockBoundsIsAskedWithAMarginToWhatItUsesAtTheWrite() throws IOException {
    twoOfWhichIsKnown("c1");
    stockBound("c1", 1024);
    used("c1", 0, 640);
    approved.put("c1", 0.5 * GB);
    approved.put("c2", 1.5 * GB);
    manager.actuate(ResourceKind.MEMORY, approved);
    assertEquals("a quarter and 16 MB more", Long.toString(816 * MB), high("c1"));
    assertEquals((4096 - 816 - 1280) * MB, manager.left().free(ResourceKind.MEMORY), 0);
    assertEquals(0, failures());
  }

  @Test
  public void fromMoreThanItsTokenToLessOneValueIsPutBackAsTheOtherIsSet() throws IOException {
    twoOfWhichIsKnown("c1");
    stockBound("c1", 1024);
    approved.put("c1", 1.2 * GB);
    manager.actuate(ResourceKind.MEMORY, approved);
    assertEquals(Long.toString((long) (1.2 * GB) / 16384 * 16384), limit("c1"));
    approved.put("c1", 0.95 * GB);
    approved.put("c2", 1.05 * GB);
    manager.actuate(ResourceKind.MEMORY, approved);
    assertEquals(Long.toString(GB), limit("c1"));
    assertEquals(Long.toString((long) (0.95 * GB) / 16384 * 16384), high("c1"));
    approved.put("c1", 1.1 * GB);
    manager.actuate(ResourceKind.MEMORY, approved);
    assertEquals(Long.toString((long) (1.1 * GB) / 16384 * 16384), limit("c1"));
    assertEquals("max", high("c1"));
    assertEquals(0, failures());
  }

  @Test
  public void whatStockBoundsItToBeyondItsTokenIsNotLoweredByGivingItMore() throws IOException {
    twoOfWhichIsKnown("c1");
    stockBound("c1", 2048);
    approved.put("c1", 1.25 * GB);
    manager.actuate(ResourceKind.MEMORY, approved);
    assertEquals("as before it was resized", Long.toString(2 * GB), limit("c1"));
    assertEquals(1.75 * GB, manager.left().free(ResourceKind.MEMORY), 0);
  }

  @Test
  public void fromWhereStockTakesMemoryBackThatIsNotRaised() throws IOException {
    twoOfWhichIsKnown("c1");
    stockBound("c1", 1024);
    kernel.set(group("c1").resolve("memory.high"), Long.toString(900 * MB));
    approved.put("c1", 0.95 * GB);
    approved.put("c2", 1.05 * GB);
    manager.actuate(ResourceKind.MEMORY, approved);
    assertEquals(Long.toString(900 * MB), high("c1"));
    approved.put("c1", 0.75 * GB);
    approved.put("c2", 1.25 * GB);
    manager.actuate(ResourceKind.MEMORY, approved);
    assertEquals(Long.toString(768 * MB), high("c1"));
    manager.putBack();
    assertEquals(Long.toString(900 * MB), high("c1"));
  }

  @Test
  public void aSpikeBetweenMeasuringAndWritingIsSeenBeforeTheWrite() throws IOException {
    twoOfWhichIsKnown("c1");
    used("c1", 0, 900);
    approved.put("c1", 0.5 * GB);
    approved.put("c2", 4.0 * GB);
    manager.actuate(ResourceKind.MEMORY, approved);
    assertEquals("it lives", "max", high("c1"));
    assertEquals(1.75 * GB, manager.left().free(ResourceKind.MEMORY), 0);
  }

  @Test
  public void whatOneCouldNotBeLoweredByIsNotGivenToAnother() throws IOException {
    for (String container : new String[] {"c1", "c2", "c3", "c4"}) {
      start(container);
      used(container, 0, 200);
    }
    manager.sample(0);
    manager.sample(5 * SECOND);
    kernel.refused.add("c1/cpu.weight");
    approved.put("c1", 500.0);
    approved.put("c2", 1_500.0);
    manager.actuate(ResourceKind.CPU, approved);
    kernel.refused.clear();
    assertEquals("100", weight("c2"));
    assertEquals(0, manager.left().free(ResourceKind.CPU), 0);
    manager.actuate(ResourceKind.CPU, approved);
    assertEquals("75", weight("c1"));
    assertEquals("125", weight("c2"));
  }

  @Test
  public void whereMoreVcoresAreHandedOutThanThereAreCpuStillMoves() throws IOException {
    for (int i = 1; i <= 6; i++) {
      start("c" + i);
      used("c" + i, 0, 200);
    }
    manager.sample(0);
    manager.sample(5 * SECOND);
    assertEquals(0, manager.left().free(ResourceKind.CPU), 0);
    approved.put("c1", 750.0);
    approved.put("c2", 1_250.0);
    manager.actuate(ResourceKind.CPU, approved);
    assertEquals("75", weight("c1"));
    assertEquals("125", weight("c2"));
    manager.actuate(ResourceKind.CPU, Collections.emptyMap());
    assertEquals("100", weight("c1"));
    assertEquals("100", weight("c2"));
  }

  @Test
  public void whatWasGivenGoesBackWhereAContainerHasComeThatNeedsTheRoom() throws IOException {
    for (String container : new String[] {"c1", "c2", "c3"}) {
      start(container);
      used(container, 0, 200);
    }
    manager.sample(0);
    manager.sample(5 * SECOND);
    approved.put("c1", 1_250.0);
    manager.actuate(ResourceKind.CPU, approved);
    assertEquals("125", weight("c1"));
    start("c4");
    manager.actuate(ResourceKind.CPU, approved);
    assertEquals("100", weight("c1"));
    assertEquals("100", weight("c4"));
  }

  @Test
  public void aContainerThatVanishesLeavesTheOthersAlone() throws IOException {
    start("c1");
    start("c2");
    manager.sample(0);
    exit("c1");
    kernel.remove(group("c1"));
    manager.sample(5 * SECOND);
    assertEquals(1, manager.watched());
    exit("c2");
    kernel.remove(group("c2"));
    approved.put("c2", 1_250.0);
    manager.actuate(ResourceKind.CPU, approved);
    assertEquals(0, manager.watched());
    end("c2");
    manager.total("c2", null, 1);
  }

  @Test
  public void aContainerOfWhoseEndNothingWasHeardIsEndedWhenItIsMissingTwice() throws IOException {
    start("c1");
    start("c2");
    exit("c1");
    manager.giveSpareTo(Collections.singleton("application_1_0001"));
    manager.endMissing(Collections.singleton("c2"));
    assertEquals("it may have come meanwhile", 2, manager.watched());
    manager.endMissing(new HashSet<>(Arrays.asList("c1", "c2")));
    manager.endMissing(Collections.singleton("c2"));
    assertEquals("not in a row", 2, manager.watched());
    manager.endMissing(Collections.singleton("c2"));
    assertEquals(1, manager.watched());
    assertFalse(kernel.exists(group("c1")));
    manager.sample(5 * SECOND);
    assertEquals("what it had goes to the other", 4_000, share("c2"), 100);
  }

  @Test
  public void aGroupWhoseProcessesEndLateIsRemovedLater() throws IOException {
    start("c1");
    manager.ended("c1");
    assertTrue(kernel.exists(group("c1")));
    manager.sample(5 * SECOND);
    assertTrue(kernel.exists(group("c1")));
    exit("c1");
    manager.sample(10 * SECOND);
    assertFalse(kernel.exists(group("c1")));
  }

  @Test
  public void whatIsNoTaskIsLeftAlone() throws IOException {
    start("am", null);
    manager.sample(0);
    manager.sample(5 * SECOND);
    assertTrue(report(5).isEmpty());
    approved.put("am", 500.0);
    manager.actuate(ResourceKind.CPU, approved);
    assertEquals("100", weight("am"));
    assertEquals("but it counts", 3_000, manager.left().free(ResourceKind.CPU), 0);
  }

  @Test
  public void whatIsNotSteeredIsWatchedOnly() throws IOException {
    manager = newManager(FeatureMode.ON, EnumSet.of(ResourceKind.MEMORY));
    start("c1");
    used("c1", 0, 200);
    manager.sample(0);
    manager.sample(5 * SECOND);
    assertTrue(report(5).get(0).has(ResourceKind.CPU));
    Map<String, String> before = kernel.snapshot();
    approved.put("c1", 1_250.0);
    manager.actuate(ResourceKind.CPU, approved);
    manager.giveSpareTo(Collections.singleton("application_1_0001"));
    assertEquals(before, kernel.snapshot());
  }

  @Test
  public void whereNoMemoryControllerIsTasksDoWithoutMemory() throws IOException {
    kernel = new FakeKernel(folder.newFolder().toPath(), FakeKernel.Layout.VERSION_1);
    kernel.unmount("memory");
    cgroups = kernel.cgroups("yarnext");
    manager = newManager(FeatureMode.ON);
    start("c1");
    manager.sample(0);
    kernel.set(kernel.mount("cpuacct").resolve("yarnext/c1/cpuacct.usage"), "4000000000");
    manager.sample(5 * SECOND);
    assertEquals(800, report(5).get(0).share(ResourceKind.CPU).used(), 1e-9);
    assertFalse(report(5).get(0).has(ResourceKind.MEMORY));
    approved.put("c1", 1_250.0);
    manager.actuate(ResourceKind.CPU, approved);
    assertEquals(1_250, share("c1"), 1);
    approved.put("c1", 1.25 * GB);
    manager.actuate(ResourceKind.MEMORY, approved);
    manager.keepAlive();
    assertEquals("nothing is given", 3.0 * GB, manager.left().free(ResourceKind.MEMORY), 0);
  }

  @Test
  public void inShadowNothingIsWritten() throws IOException {
    manager = newManager(FeatureMode.SHADOW);
    start("c1");
    used("c1", 0, 200);
    manager.sample(0);
    manager.sample(5 * SECOND);
    Map<String, String> before = kernel.snapshot();
    approved.put("c1", 1_250.0);
    manager.actuate(ResourceKind.CPU, approved);
    assertEquals(before, kernel.snapshot());
  }

  @Test
  public void whatCouldNotBePutBackIsKeptAndTriedAgain() throws IOException {
    twoOfWhichIsKnown("c1", "c2");
    stockBound("c2", 1024);
    approved.put("c1", 750.0);
    approved.put("c2", 1_250.0);
    manager.actuate(ResourceKind.CPU, approved);
    approved.put("c1", 0.75 * GB);
    approved.put("c2", 1.25 * GB);
    manager.actuate(ResourceKind.MEMORY, approved);
    kernel.refused.add("c1/cpu.weight");
    kernel.refused.add("c2/memory.max");
    manager.putBack();
    assertEquals(Long.toString(1280 * MB), limit("c2"));
    assertEquals("it has what it had", 1.75 * GB, manager.left().free(ResourceKind.MEMORY), 0);
    assertEquals(2_250, left(), 0);
    assertEquals("max", high("c1"));
    assertEquals("one for each", 2, failures());
    manager.sample(10 * SECOND);
    manager.keepAlive();
    assertTrue(failures() > 2);
    kernel.refused.clear();
    manager.sample(15 * SECOND);
    manager.keepAlive();
    assertEquals("100", weight("c1"));
    assertEquals(Long.toString(GB), limit("c2"));
    assertEquals(2.0 * GB, manager.left().free(ResourceKind.MEMORY), 0);
    assertEquals(2_000, left(), 0);
    Map<String, Number> counted = metrics.snapshot();
    manager.keepAlive();
    assertEquals("that was all", counted, metrics.snapshot());
  }

  @Test
  public void aWeightThatCouldNotBePutBackIsOwedNoLongerThanItIsThere() throws IOException {
    twoOfWhichIsKnown("c1", "c2");
    manager.giveSpareTo(Collections.singleton("application_1_0001"));
    assertEquals("200", weight("c1"));
    kernel.refused.add("c1/cpu.weight");
    manager.putBack();
    assertEquals("200", weight("c1"));
    kernel.refused.clear();
    manager.sample(10 * SECOND);
    manager.keepAlive();
    assertEquals("100", weight("c1"));
    Map<String, Number> counted = metrics.snapshot();
    manager.keepAlive();
    assertEquals("that was all", counted, metrics.snapshot());
  }

  @Test
  public void aNewTokensShareThatCouldNotBeWrittenIsOwedAndThatItIsPutBackTo() throws IOException {
    start("c1");
    startOther("other", 1);
    manager.giveSpareTo(Collections.singleton("application_1_0001"));
    assertEquals("three times its token", 3_000, share("c1"), 0);
    kernel.refused.add("other/cpu.weight");
    kernel.refused.add("c1/cpu.weight");
    manager.updated("other", new ContainerEntitlement(true, 2, 1024));
    manager.updated("c1", new ContainerEntitlement(true, 2, 1024));
    kernel.refused.clear();
    manager.keepAlive();
    assertEquals("none of what is spare", 2_000, share("other"));
    manager.sample(5 * SECOND);
    assertEquals("all is handed out", 2_000, share("c1"));
    manager.putBack();
    assertEquals(2_000, share("other"));
    assertEquals(2_000, share("c1"));
  }

  @Test
  public void theShareOfAllIsTriedAgainWhereItCouldNotBeWritten() throws IOException {
    kernel.refused.add("yarnext/cpu.weight");
    start("c1");
    start("c2");
    assertEquals("100", weight(""));
    kernel.refused.clear();
    manager.sample(5 * SECOND);
    assertEquals("200", weight(""));
  }

  @Test
  public void aLimitThatCouldNotBePutBackIsWatched() throws IOException {
    twoOfWhichIsKnown("c1");
    stockBound("c1", 1024);
    approved.put("c1", 0.5 * GB);
    approved.put("c2", 1.5 * GB);
    manager.actuate(ResourceKind.MEMORY, approved);
    kernel.refused.add("c1/memory.high");
    manager.putBack();
    kernel.refused.clear();
    assertEquals(Long.toString(768 * MB), high("c1"));
    used("c1", 0, 700);
    manager.sample(10 * SECOND);
    manager.keepAlive();
    used("c1", 0, 900);
    assertEquals("max", high("c1"));
  }

  @Test
  public void aContainerOutsideOfItsGroupIsNeitherReportedNorSteered() throws IOException {
    start("c1");
    start("c2");
    exit("c1");
    manager.sample(0);
    manager.sample(5 * SECOND);
    assertEquals(1, manager.outside());
    assertEquals(1, report(5).size());
    assertEquals("c2", report(5).get(0).container());
    approved.put("c1", 1_250.0);
    manager.actuate(ResourceKind.CPU, approved);
    assertEquals("100", weight("c1"));
    launch("c1");
    used("c1", 60_000, 200);
    manager.sample(10 * SECOND);
    assertEquals("launched at last", 0, manager.outside());
    assertEquals("one reading tells no use", 1, report(10).size());
    used("c1", 64_000, 200);
    manager.sample(15 * SECOND);
    assertEquals(2, report(15).size());
    assertEquals(800, report(15).get(0).share(ResourceKind.CPU).used(), 1e-9);
    manager.actuate(ResourceKind.CPU, approved);
    assertEquals("125", weight("c1"));
    exit("c1");
    manager.sample(20 * SECOND);
    assertEquals("it was started anew elsewhere", 1, report(20).size());
    manager.actuate(ResourceKind.CPU, approved);
    assertEquals("100", weight("c1"));
  }

  @Test
  public void whatCannotBeMeasuredAnyMoreIsNotToldAsIfItWereAndHasWhatItsTokenSays()
      throws IOException {
    twoOfWhichIsKnown("c1", "c2");
    approved.put("c1", 0.5 * GB);
    approved.put("c2", 1.5 * GB);
    manager.actuate(ResourceKind.MEMORY, approved);
    assertEquals(Long.toString(768 * MB), high("c1"));
    kernel.set(group("c1").resolve("memory.stat"), "");
    manager.sample(10 * SECOND);
    manager.keepAlive();
    assertEquals(1, failures());
    assertEquals("c2", report(10).get(0).container());
    assertEquals(1, report(10).size());
    assertEquals("max", high("c1"));
    kernel.set(group("c1").resolve("memory.stat"), "inactive_file 0");
    manager.sample(15 * SECOND);
    manager.sample(20 * SECOND);
    assertEquals(2, report(20).size());
  }

  @Test
  public void whereStockBoundsTheUseOfCpuThatIsNotSteered() throws IOException {
    makeStock("s1");
    startByExecutor("s1", map());
    start("c2");
    used("s1", 0, 200);
    manager.sample(0);
    manager.giveSpareTo(Collections.singleton("application_1_0001"));
    assertEquals("2 of 4 cores", 2_000, share("s1"), 60);
    kernel.set(group("s1").resolve("cpu.max"), "100000 100000");
    used("s1", 4_000, 200);
    manager.sample(5 * SECOND);
    assertEquals("its executor had not done yet", "100", weight("s1"));
    assertEquals("what it cannot use", 3_000, share("c2"), 60);
    approved.put("s1", 1_250.0);
    manager.actuate(ResourceKind.CPU, approved);
    assertEquals("100", weight("s1"));
    assertEquals("nothing is booked", 2_000, left(), 0);
    TaskView view = report(5).stream().filter(t -> t.container().equals("s1")).findFirst().get();
    assertFalse("nobody is to give it any", view.has(ResourceKind.CPU));
    assertTrue(view.has(ResourceKind.MEMORY));
  }

  @Test
  public void everythingIsPutBackAtOnceOnDemand() throws IOException {
    start("c1");
    used("c1", 0, 200);
    Map<String, String> before = kernel.snapshot();
    manager.sample(0);
    manager.sample(5 * SECOND);
    approved.put("c1", 1_250.0);
    manager.actuate(ResourceKind.CPU, approved);
    approved.put("c1", 1.25 * GB);
    manager.actuate(ResourceKind.MEMORY, approved);
    assertFalse(before.equals(kernel.snapshot()));
    manager.putBack();
    assertEquals(before, kernel.snapshot());
    assertEquals(3_000, left(), 0);
    end("c1");
    assertFalse(kernel.exists(group("c1")));
  }
}
