// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.epoch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.Collections;
import java.util.EnumSet;
import java.util.concurrent.TimeUnit;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.orchestrator.nm.cgroup.CgroupManager;
import org.yarnext.orchestrator.nm.cgroup.ContainerCgroup;
import org.yarnext.orchestrator.nm.tasks.ContainerEntitlement;
import org.yarnext.orchestrator.nm.tasks.NodeCapacity;
import org.yarnext.orchestrator.nm.tasks.NodeOrchestratorMetrics;
import org.yarnext.orchestrator.nm.tasks.TaskContainer;
import org.yarnext.orchestrator.policy.ResourceKind;
import org.yarnext.orchestrator.policy.actuation.ActuationPlanner;
import org.yarnext.orchestrator.policy.actuation.MinimumResources;
import org.yarnext.orchestrator.policy.actuation.PlanLimits;
import org.yarnext.orchestrator.policy.estimate.RegressionEstimator;
import org.yarnext.orchestrator.policy.estimate.UsageHistory;
import org.yarnext.orchestrator.policy.identity.TaskLaunchParser;
import org.yarnext.testing.KernelRequirement;

/** A task whose memory is steered on this machine's own kernel; skipped without the rights. */
public class RealMemoryTest {
  private static final long MB = 1 << 20;
  private static final String CONTAINER = "c1";

  @Rule public final TemporaryFolder folder = new TemporaryFolder();
  private final String parent = "yarnext-test-" + System.nanoTime();
  private CgroupManager cgroups;
  private NodeTaskManager manager;
  private Process process;

  @Before
  public void open() throws IOException {
    try {
      cgroups = CgroupManager.open(parent, folder.getRoot().toPath().resolve("journal.json"));
    } catch (IOException e) {
      KernelRequirement.check("no cgroups that may be written: " + e);
    }
    KernelRequirement.check(String.join(", ", cgroups.problems(ResourceKind.MEMORY)));
    manager =
        new NodeTaskManager(
            "n1",
            cgroups,
            EnumSet.of(ResourceKind.MEMORY),
            new RegressionEstimator(),
            () -> new UsageHistory(5_000, 120),
            new MinimumResources(100, 0.25, 16 * MB, 64 * MB),
            new ActuationPlanner(new PlanLimits(0.25, 0.02)),
            new NodeCapacity(4_000, 4L << 30, 4_000),
            new NodeOrchestratorMetrics(
                new FeatureMetrics("Orchestrator", "for a test", () -> FeatureMode.ON),
                FeatureMode.ON));
  }

  @After
  public void close() throws Exception {
    if (process != null) {
      process.destroyForcibly().waitFor();
    }
    if (manager != null) {
      manager.putBack();
    }
    if (cgroups != null) {
      for (int i = 0; cgroups.close() > 0; i++) {
        assertTrue("groups stay", i < 100);
        TimeUnit.MILLISECONDS.sleep(50);
      }
    }
  }

  /**
   * A map task of 1 GB by its token, which may give of that; with a heap of 40 MB as far as its
   * command tells.
   */
  private BufferedReader start(ContainerCgroup group, String command) throws IOException {
    manager.started(
        new TaskContainer(
            CONTAINER,
            "application_1_0001",
            new ContainerEntitlement(false, 1, 1024),
            TaskLaunchParser.read(
                "application_1_0001",
                Collections.singletonList(
                    "java -Xmx40m org.apache.hadoop.mapred.YarnChild h 1"
                        + " attempt_1_0001_m_000000_0"),
                Collections.emptyMap(),
                20),
            false,
            group),
        System.nanoTime());
    process =
        new ProcessBuilder("bash", "-c", cgroups.joinCommand(group) + command)
            .redirectErrorStream(true)
            .start();
    return new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
  }

  @Test
  public void taskSurvivesASpikeAfterADecrease() throws Exception {
    outlivesASpikeRightAfterADecrease(cgroups.make(CONTAINER, 1000));
  }

  @Test
  public void taskWithStockLimitSurvivesASpikeAfterADecrease() throws Exception {
    ContainerCgroup group = cgroups.make(CONTAINER, 1000);
    CgroupManager stock =
        CgroupManager.open(parent, folder.getRoot().toPath().resolve("somebody-else.json"));
    stock.values().setMemoryLimit(group, 1024 * MB);
    outlivesASpikeRightAfterADecrease(group);
    assertEquals(1024 * MB, cgroups.values().memoryLimit(group));
  }

  private void outlivesASpikeRightAfterADecrease(ContainerCgroup group) throws Exception {
    BufferedReader out =
        start(
            group,
            "echo in; read x; head -c 150000000 /dev/zero | tail -c 150000000 | wc -c; read x");
    assertEquals("in", out.readLine());
    manager.sample(System.nanoTime());
    manager.sample(System.nanoTime());
    for (int i = 0; i < 8; i++) {
      manager.actuate(
          ResourceKind.MEMORY, Collections.singletonMap(CONTAINER, (double) (120 * MB)));
    }
    assertEquals("lowered", (4096 - 120) * MB, manager.left().free(ResourceKind.MEMORY), 0);
    process.getOutputStream().write('\n');
    process.getOutputStream().flush();
    for (int i = 0; !out.ready(); i++) {
      TimeUnit.MILLISECONDS.sleep(50);
      if (i > 100) {
        // The next sample, which ends what version 2 slows down.
        manager.sample(System.nanoTime());
        manager.keepAlive();
      }
    }
    assertEquals("150000000", out.readLine());
    assertEquals(0, cgroups.values().memoryUsage(group).oomKills());
  }
}
