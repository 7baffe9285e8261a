// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.epoch;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.Set;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.guard.Guard;
import org.yarnext.common.guard.GuardSettings;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.orchestrator.nm.cgroup.CgroupManager;
import org.yarnext.orchestrator.nm.cgroup.FakeKernel;
import org.yarnext.orchestrator.nm.tasks.ContainerEntitlement;
import org.yarnext.orchestrator.nm.tasks.NodeCapacity;
import org.yarnext.orchestrator.nm.tasks.NodeOrchestratorMetrics;
import org.yarnext.orchestrator.nm.tasks.TaskContainer;
import org.yarnext.orchestrator.policy.ResourceKind;
import org.yarnext.orchestrator.policy.actuation.ActuationPlanner;
import org.yarnext.orchestrator.policy.actuation.MinimumResources;
import org.yarnext.orchestrator.policy.actuation.PlanLimits;
import org.yarnext.orchestrator.policy.estimate.UsageEstimator;
import org.yarnext.orchestrator.policy.estimate.UsageHistory;
import org.yarnext.orchestrator.policy.identity.TaskLaunchParser;
import org.yarnext.orchestrator.rpc.OrchestratorProtocol;

/** A node of four cores and 4 GB with cgroups of version 2, whose loop the test turns. */
final class NodeLoop implements AutoCloseable {
  static final long SECOND = 1_000_000_000L;
  static final String CONTAINER = "container_1_0001_01_000002";

  final Guard guard =
      new Guard(
          "test",
          new GuardSettings(Duration.ofSeconds(9), 5, Duration.ofMinutes(1), Duration.ofMinutes(1)),
          System::nanoTime);
  final FeatureMetrics metrics = new FeatureMetrics("Test", "for a test", () -> FeatureMode.ON);
  final FakeKernel kernel;
  final CgroupManager cgroups;
  final NodeTaskManager manager;
  final NodeOrchestratorMetrics nodeMetrics = new NodeOrchestratorMetrics(metrics, FeatureMode.ON);

  NodeLoop(Path root, Set<ResourceKind> steered, UsageEstimator estimator) throws IOException {
    kernel = new FakeKernel(root, FakeKernel.Layout.VERSION_2);
    cgroups = kernel.cgroups("yarnext");
    manager =
        new NodeTaskManager(
            "n1",
            cgroups,
            steered,
            estimator,
            () -> new UsageHistory(5_000, 120),
            new MinimumResources(100, 0.25, 0, 0),
            new ActuationPlanner(new PlanLimits(0.25, 0.02)),
            new NodeCapacity(4_000, 4L << 30, 4_000),
            nodeMetrics);
  }

  /** With epochs of 20 s, and a ResourceManager that the test is. */
  NodeEpoch loop(OrchestratorProtocol global, boolean spareToTasks) {
    return new NodeEpoch(manager, global, spareToTasks, 20_000, guard, nodeMetrics);
  }

  /** A container of one core and 1 GB, in a group of its own. */
  void start(String container, String command, int priority) throws IOException {
    String application = "application_1_0001";
    manager.started(
        new TaskContainer(
            container,
            application,
            new ContainerEntitlement(true, 1, 1024),
            TaskLaunchParser.read(
                application, Collections.singletonList(command), Collections.emptyMap(), priority),
            false,
            cgroups.make(container, 1000)),
        0);
  }

  /** Returns a file of the group of {@link #CONTAINER}. */
  Path file(String name) {
    return kernel.mount("unified").resolve("yarnext").resolve(CONTAINER).resolve(name);
  }

  @Override
  public void close() {
    guard.close();
  }
}
