// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.guard.Guard;
import org.yarnext.common.guard.GuardSettings;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.orchestrator.nm.cgroup.CgroupManager;
import org.yarnext.orchestrator.nm.cgroup.ContainerCgroup;
import org.yarnext.orchestrator.nm.epoch.NodeEpoch;
import org.yarnext.orchestrator.nm.epoch.NodeTaskManager;
import org.yarnext.orchestrator.nm.tasks.ContainerEntitlement;
import org.yarnext.orchestrator.nm.tasks.NodeCapacity;
import org.yarnext.orchestrator.nm.tasks.NodeOrchestratorMetrics;
import org.yarnext.orchestrator.nm.tasks.TaskContainer;
import org.yarnext.orchestrator.policy.ResourceKind;
import org.yarnext.orchestrator.policy.actuation.ActuationPlanner;
import org.yarnext.orchestrator.policy.actuation.MinimumResources;
import org.yarnext.orchestrator.policy.actuation.PlanLimits;
import org.yarnext.orchestrator.policy.estimate.UniformEstimator;
import org.yarnext.orchestrator.policy.estimate.UsageHistory;
import org.yarnext.orchestrator.policy.identity.TaskLaunchParser;
import org.yarnext.orchestrator.rpc.NodeAnswer;
import org.yarnext.testing.KernelRequirement;

/**
 * A container whose command pretends to be a task, beside an executor of the same size that wants
 * all CPU, as processes on this machine's own kernel; skipped without the rights.
 */
public class ForgedTaskTest {
  private static final long SECOND = 1_000_000_000L;
  private static final String HONEST = "application_1_0001";
  private static final String OTHER = "application_1_0002";

  /** CPU time of a container whose shell has begun to spin. */
  private static final long STARTED_NANOS = 100_000_000L;

  /** CPU time of both containers in each comparison. */
  private static final long COMPARED_NANOS = 1_000_000_000L;

  /** CPU share of each container by its token, in millicores, and how far the kernel rounds it. */
  private static final double ENTITLED = 1_000;

  private static final double ROUNDED = 10;

  /**
   * Half-way between an equal part of the CPU, and the part beside a container of three times the
   * share. The shares themselves are compared before: a busy kernel divides a second of CPU time
   * only roughly by them.
   */
  private static final double LESS = 0.75;

  @Rule public final TemporaryFolder folder = new TemporaryFolder();
  private final String parent = "yarnext-test-" + System.nanoTime();
  private final Map<String, Process> processes = new LinkedHashMap<>();
  private final List<NodeTaskManager> managers = new ArrayList<>();
  private final Guard guard =
      new Guard(
          "test",
          new GuardSettings(Duration.ofSeconds(9), 5, Duration.ofMinutes(1), Duration.ofMinutes(1)),
          System::nanoTime);
  private CgroupManager cgroups;
  private String spin;

  @Before
  public void open() throws IOException {
    try {
      cgroups = CgroupManager.open(parent, folder.getRoot().toPath().resolve("journal.json"));
    } catch (IOException e) {
      KernelRequirement.check("no cgroups that may be written: " + e);
    }
    KernelRequirement.check(String.join(", ", cgroups.problems(ResourceKind.CPU)));
    File program = folder.newFile("java");
    Files.write(program.toPath(), "#!/bin/bash\nwhile :; do :; done\n".getBytes(UTF_8));
    assertTrue(program.setExecutable(true));
    spin = program.getPath();
  }

  @After
  public void close() throws Exception {
    end();
    guard.close();
    if (cgroups != null) {
      for (int i = 0; cgroups.close() > 0; i++) {
        assertTrue("groups stay", i < 100);
        TimeUnit.MILLISECONDS.sleep(50);
      }
    }
  }

  private void end() throws InterruptedException {
    for (Process process : processes.values()) {
      process.destroyForcibly().waitFor();
    }
    processes.clear();
    managers.forEach(NodeTaskManager::putBack);
    managers.clear();
  }

  /** Starts a process on one core, so that other work takes CPU from both containers alike. */
  private ContainerCgroup start(NodeTaskManager manager, String application, String command)
      throws IOException {
    String container = application.replace("application", "container") + "_" + System.nanoTime();
    ContainerCgroup group = cgroups.make(container, 1000);
    manager.started(
        new TaskContainer(
            container,
            application,
            new ContainerEntitlement(true, 1, 1024),
            TaskLaunchParser.read(
                application, Collections.singletonList(command), Collections.emptyMap(), 20),
            false,
            group),
        0);
    processes.put(
        container,
        new ProcessBuilder("bash", "-c", "taskset -p 1 $$;" + cgroups.joinCommand(group) + command)
            .redirectErrorStream(true)
            .redirectOutput(folder.newFile())
            .start());
    return group;
  }

  private long used(ContainerCgroup group) throws IOException {
    return cgroups.values().cpuUsage(group).usedNanos();
  }

  /**
   * The share of an executor in the CPU that it and another container of a core use together.
   *
   * @param isOfFramework whether the other's application was submitted as MapReduce
   * @param otherShare the other's CPU share, in millicores, if all is right
   */
  private double shareBeside(
      String command, boolean spareToTasks, boolean isOfFramework, double otherShare)
      throws Exception {
    NodeOrchestratorMetrics metrics =
        new NodeOrchestratorMetrics(
            new FeatureMetrics("Test", "for a test", () -> FeatureMode.ON), FeatureMode.ON);
    NodeTaskManager manager =
        new NodeTaskManager(
            "n1",
            cgroups,
            EnumSet.of(ResourceKind.CPU),
            new UniformEstimator(),
            () -> new UsageHistory(5_000, 120),
            new MinimumResources(100, 0.25, 0, 0),
            new ActuationPlanner(new PlanLimits(0.25, 0.02)),
            new NodeCapacity(4_000, 4L << 30, 4_000),
            metrics);
    managers.add(manager);
    ContainerCgroup honest = start(manager, HONEST, spin + " org.apache.spark.executor.Executor");
    ContainerCgroup other = start(manager, OTHER, command);
    NodeEpoch loop =
        new NodeEpoch(
            manager,
            report -> {
              NodeAnswer.Builder answer = new NodeAnswer.Builder(true);
              return (isOfFramework ? answer.application(OTHER) : answer)
                  .on(report.grants())
                  .build();
            },
            spareToTasks,
            20_000,
            guard,
            metrics);
    loop.node("n1:1");
    for (int epoch = 0; epoch < 3; epoch++) {
      manager.sample(epoch * 20 * SECOND);
      loop.next(epoch * 20 * SECOND);
    }
    assertEquals(ENTITLED, cgroups.values().cpuShare(honest), ROUNDED);
    assertEquals(command, otherShare, cgroups.values().cpuShare(other), ROUNDED);
    // Both must run: one that has not begun leaves the core to the other.
    await(() -> used(honest) > STARTED_NANOS && used(other) > STARTED_NANOS);
    long honestBefore = used(honest);
    long otherBefore = used(other);
    await(() -> used(honest) - honestBefore + used(other) - otherBefore > COMPARED_NANOS);
    double used = used(honest) - honestBefore;
    double share = used / (used + used(other) - otherBefore);
    end();
    return share;
  }

  private static void await(Callable<Boolean> condition) throws Exception {
    for (int i = 0; !condition.call(); i++) {
      assertTrue("they do not run", i < 6_000);
      TimeUnit.MILLISECONDS.sleep(10);
    }
  }

  private String mapTask() {
    return spin + " -Xmx100m org.apache.hadoop.mapred.YarnChild h 1 attempt_1_0002_m_000000_0";
  }

  private static void assertNoLess(double before, double now) {
    assertTrue(
        "beside an honest container it has " + before + " of the CPU, beside this one " + now,
        now >= LESS * before);
  }

  @Test
  public void executorKeepsItsCpuBesideAForgedTask() throws Exception {
    double honest =
        shareBeside(spin + " org.apache.spark.executor.Executor", true, false, ENTITLED);
    for (String command :
        new String[] {
          spin + " # org.apache.tez.runtime.task.TezChild",
          spin
              + " -Da=\"& "
              + spin
              + " #\" org.apache.hadoop.mapred.YarnChild h 1"
              + " attempt_1_0002_m_000000_0",
          mapTask()
        }) {
      assertNoLess(honest, shareBeside(command, true, false, ENTITLED));
    }
    // Even a job of MapReduce has no more, unless the operator wants it to.
    assertNoLess(honest, shareBeside(mapTask(), false, true, ENTITLED));
    double besideTask = shareBeside(mapTask(), true, true, 3 * ENTITLED);
    assertTrue("the operator's choice: " + besideTask, besideTask < LESS * honest);
  }
}
