// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.epoch;

import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.rules.TemporaryFolder;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.orchestrator.nm.cgroup.CgroupManager;
import org.yarnext.orchestrator.nm.cgroup.FakeKernel;
import org.yarnext.orchestrator.nm.tasks.ContainerEntitlement;
import org.yarnext.orchestrator.nm.tasks.NodeCapacity;
import org.yarnext.orchestrator.nm.tasks.NodeOrchestratorMetrics;
import org.yarnext.orchestrator.nm.tasks.TaskContainer;
import org.yarnext.orchestrator.policy.ResourceKind;
import org.yarnext.orchestrator.policy.TaskView;
import org.yarnext.orchestrator.policy.actuation.ActuationPlanner;
import org.yarnext.orchestrator.policy.actuation.MinimumResources;
import org.yarnext.orchestrator.policy.actuation.PlanLimits;
import org.yarnext.orchestrator.policy.estimate.RegressionEstimator;
import org.yarnext.orchestrator.policy.estimate.UsageHistory;
import org.yarnext.orchestrator.policy.identity.TaskIdentity;
import org.yarnext.orchestrator.policy.identity.TaskLaunchParser;

/** A node with a simulated kernel and containers whose use of CPU and memory is set by the test. */
abstract class NodeTaskManagerTestBase {
  static final long SECOND = 1_000_000_000L;
  static final long MB = 1 << 20;
  static final long GB = 1 << 30;
  @Rule public final TemporaryFolder folder = new TemporaryFolder();
  FakeKernel kernel;
  CgroupManager cgroups;
  NodeTaskManager manager;
  FeatureMetrics metrics;
  long processes;
  final Map<String, Double> approved = new HashMap<>();

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

  NodeTaskManager newManager(FeatureMode mode) {
    return newManager(mode, EnumSet.allOf(ResourceKind.class));
  }

  NodeTaskManager newManager(FeatureMode mode, Set<ResourceKind> steered) {
    metrics = new FeatureMetrics("Orchestrator", "for a test", () -> mode);
    return new NodeTaskManager(
        "n1",
        cgroups,
        steered,
        new RegressionEstimator(),
        () -> new UsageHistory(5_000, 120),
        new MinimumResources(100, 0.25, 16 * MB, 64 * MB),
        new ActuationPlanner(new PlanLimits(0.25, 0.02)),
        new NodeCapacity(4_000, 4 * GB, 4_000),
        new NodeOrchestratorMetrics(metrics, mode));
  }

  /** A map task of one core and 1 GB with a small heap. */
  void start(String container) throws IOException {
    start(container, map());
  }

  void start(String container, TaskIdentity task) throws IOException {
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
  void launch(String container) throws IOException {
    cgroups.values().join(cgroups.find(container, EnumSet.of(ResourceKind.CPU)), ++processes);
  }

  /** Creates a container's group as its executor does, and launches it. */
  void makeStock(String container) throws IOException {
    kernel.makeStock("yarnext", container);
    launch(container);
  }

  /** Ends the container's processes and the container. */
  void end(String container) throws IOException {
    exit(container);
    manager.ended(container);
  }

  void exit(String container) throws IOException {
    Path processes = group(container).resolve("cgroup.procs");
    if (kernel.exists(processes)) {
      kernel.set(processes, "");
    }
  }

  Path group(String container) {
    return kernel.mount("unified").resolve("yarnext").resolve(container);
  }

  /** Sets the usage that the kernel has counted. */
  void used(String container, long cpuMs, long memoryMb) throws IOException {
    kernel.set(group(container).resolve("cpu.stat"), "usage_usec " + cpuMs * 1000);
    kernel.set(group(container).resolve("memory.current"), Long.toString(memoryMb * MB));
  }

  String weight(String container) throws IOException {
    return kernel.read(group(container).resolve("cpu.weight"));
  }

  String limit(String container) throws IOException {
    return kernel.read(group(container).resolve("memory.max"));
  }

  /** Returns the memory from which on the kernel reclaims, without killing a process. */
  String high(String container) throws IOException {
    return kernel.read(group(container).resolve("memory.high"));
  }

  List<TaskView> report(long seconds) {
    return manager.report("n1", Collections.emptyMap(), 20_000, seconds * SECOND).tasks();
  }

  double left() {
    return manager.left().free(ResourceKind.CPU);
  }

  /** Returns the share of the group, in millicores. */
  long share(String container) throws IOException {
    return cgroups.values().cpuShare(cgroups.find(container));
  }

  /** One of another application, whose task is not known. */
  void startOther(String container, int vcores) throws IOException {
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
  void twoOfWhichIsKnown(String... containers) throws IOException {
    start("c1");
    start("c2");
    for (String container : containers) {
      used(container, 0, 200);
    }
    manager.sample(0);
    manager.sample(5 * SECOND);
  }

  /** One core and 1 GB, in a group that is made later. */
  void startByExecutor(String container, TaskIdentity task) {
    startByExecutor(container, task, true);
  }

  void startByExecutor(String container, TaskIdentity task, boolean guaranteed) {
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

  static TaskIdentity map() {
    return TaskLaunchParser.read(
        "application_1_0001",
        Collections.singletonList(
            "java -Xmx100m org.apache.hadoop.mapred.YarnChild h 1 attempt_1_0001_m_000000_0"),
        Collections.emptyMap(),
        20);
  }

  long failures() {
    return metrics.snapshot().get("CgroupFailures").longValue();
  }

  /** Sets the memory limit of LinuxContainerExecutor. */
  void stockBound(String container, long mb) throws IOException {
    kernel.set(group(container).resolve("memory.max"), Long.toString(mb * MB));
  }
}
