// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.rules.ExternalResource;
import org.junit.rules.TemporaryFolder;
import org.yarnext.common.conf.InvalidConfigurationException;
import org.yarnext.orchestrator.OrchestratorConfiguration;
import org.yarnext.orchestrator.nm.cgroup.FakeKernel;
import org.yarnext.orchestrator.nm.tasks.ContainerEntitlement;
import org.yarnext.orchestrator.nm.tasks.NodeCapacity;
import org.yarnext.orchestrator.nm.tasks.TaskContainer;
import org.yarnext.orchestrator.policy.identity.TaskIdentity;
import org.yarnext.orchestrator.policy.identity.TaskLaunchParser;

/** Runs the orchestrator of a node of 4 cores and 4 GB, with a kernel in a directory. */
final class SteeredNode extends ExternalResource {
  /** Parent of the containers' groups. */
  static final String PARENT = "yarnext";

  final Configuration hadoop = new YarnConfiguration();
  FakeKernel kernel;
  private final TemporaryFolder folder = new TemporaryFolder();
  private final FakeKernel.Layout layout;
  private NodeOrchestrator orchestrator;

  SteeredNode(FakeKernel.Layout layout) {
    this.layout = layout;
    hadoop.set("yarn.mr-orchestrator.mode", "on");
    hadoop.set(YarnConfiguration.NM_LINUX_CONTAINER_CGROUPS_HIERARCHY, "/" + PARENT);
  }

  @Override
  protected void before() throws IOException {
    DefaultMetricsSystem.setMiniClusterMode(true); // there may have been others in this JVM
    folder.create();
    boot(layout);
  }

  /** Gives the node another kernel. */
  void boot(FakeKernel.Layout other) throws IOException {
    kernel = new FakeKernel(folder.newFolder().toPath(), other);
  }

  /** Also again, after an earlier one. */
  NodeOrchestrator start() throws IOException, InvalidConfigurationException {
    stop();
    orchestrator =
        new NodeOrchestrator(
            OrchestratorConfiguration.read(hadoop),
            hadoop,
            "n1",
            new NodeCapacity(4_000, 4L << 30, 4_000),
            kernel.cgroups(PARENT));
    return orchestrator;
  }

  /** Null before the start. */
  NodeOrchestrator orchestrator() {
    return orchestrator;
  }

  /** A map task of one core and 1 GB. */
  TaskContainer map(String container) throws IOException {
    String command =
        "java -Xmx100m org.apache.hadoop.mapred.YarnChild h 1 attempt_1_0001_m_000000_0";
    TaskIdentity task =
        TaskLaunchParser.read(
            "application_1_0001", Collections.singletonList(command), Collections.emptyMap(), 20);
    return new TaskContainer(
        container,
        "application_1_0001",
        new ContainerEntitlement(true, 1, 1024),
        task,
        false,
        orchestrator.cgroups().make(container, 1000));
  }

  /** A process enters a container's group; null for that all there are leave it. */
  void enter(String container, Integer process) throws IOException {
    for (String mount : new String[] {"cpu", "cpuacct", "memory", "unified"}) {
      Path group = kernel.mount(mount).resolve(PARENT).resolve(container);
      if (kernel.exists(group)) {
        kernel.set(group.resolve("cgroup.procs"), process == null ? "" : process.toString());
      }
    }
  }

  /** Restores everything as a start in mode off does; returns the number of remaining values. */
  int undo() throws IOException {
    return kernel.undo();
  }

  void stop() {
    if (orchestrator != null) {
      orchestrator.stop();
      orchestrator = null;
    }
  }

  @Override
  protected void after() {
    stop();
    folder.delete();
    DefaultMetricsSystem.setMiniClusterMode(false);
  }
}
