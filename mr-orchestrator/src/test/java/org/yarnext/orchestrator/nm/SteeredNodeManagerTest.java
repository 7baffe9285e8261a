// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.OrchestratorServiceLookup;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.Container;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerReInitEvent;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerState;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.localizer.ResourceSet;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.common.kernel.CgroupMounts;
import org.yarnext.orchestrator.nm.cgroup.CgroupManager;
import org.yarnext.orchestrator.nm.cgroup.ContainerCgroup;
import org.yarnext.orchestrator.policy.ResourceKind;
import org.yarnext.orchestrator.policy.TaskView;
import org.yarnext.testing.KernelRequirement;
import org.yarnext.testing.LoneNodeManager;

/**
 * A stock NodeManager with DefaultContainerExecutor on this machine's cgroups; skipped without the
 * rights to write them.
 */
public class SteeredNodeManagerTest {
  /** Runs in place of a map task, holds 25 MB most of the time, and ends on request. */
  private static final String WORK =
      "#!/bin/bash\ncat /proc/self/cgroup; while [ ! -e END ]; do"
          + " head -c 25000000 /dev/zero | tail -c 25000000 | sleep 1; done\n";

  @Rule public final TemporaryFolder folder = new TemporaryFolder();
  private final String parent = "yarnext-test-" + System.nanoTime();
  private LoneNodeManager node;

  @Before
  public void start() throws Exception {
    DefaultMetricsSystem.setMiniClusterMode(true); // there may have been others in this JVM
    start("on");
    KernelRequirement.check(
        orchestrator() == null ? "no cgroups that may be written" : orchestrator().problems());
  }

  private void start(String mode) throws Exception {
    Configuration conf = new Configuration();
    conf.set("yarn.mr-orchestrator.mode", mode);
    conf.set("yarn.mr-orchestrator.cgroup.parent", parent);
    conf.set("yarn.mr-orchestrator.sample-interval", "500ms");
    conf.set(
        YarnConfiguration.NM_CONTAINER_STATE_TRANSITION_LISTENERS,
        OrchestratorContainerListener.class.getName());
    conf.set(YarnConfiguration.NM_AUX_SERVICES, OrchestratorAuxiliaryService.NAME);
    conf.set(
        String.format(YarnConfiguration.NM_AUX_SERVICE_FMT, OrchestratorAuxiliaryService.NAME),
        OrchestratorAuxiliaryService.class.getName());
    node = new LoneNodeManager(folder.getRoot().toPath(), conf);
  }

  @After
  public void stop() throws Exception {
    node.close();
    DefaultMetricsSystem.setMiniClusterMode(false);
  }

  /** The orchestrator's part of the node; null if it is off. */
  private NodeOrchestrator orchestrator() {
    return OrchestratorServiceLookup.find(
            node.getNMContext().getAuxServices(), OrchestratorAuxiliaryService.class)
        .orchestrator();
  }

  private ContainerId run(String command, int vcores) throws Exception {
    return node.run(command, Resource.newInstance(1024, vcores), Collections.emptySet());
  }

  private String task(String end) throws IOException {
    Path java = Files.createDirectories(folder.newFolder().toPath().resolve("bin")).resolve("java");
    String work = WORK.replace("END", folder.getRoot().toPath().resolve(end).toString());
    Files.write(java, work.getBytes(StandardCharsets.UTF_8));
    assertTrue(java.toFile().setExecutable(true));
    return java
        + " org.apache.hadoop.mapred.YarnChild localhost 1 attempt_1700000000000_0001_m_000000_0";
  }

  private static void await(String what, BooleanSupplier condition) throws InterruptedException {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > until) {
        fail(what);
      }
      TimeUnit.MILLISECONDS.sleep(50);
    }
  }

  private List<TaskView> report() {
    return orchestrator()
        .manager()
        .report("n1", Collections.emptyMap(), 20_000, System.nanoTime())
        .tasks();
  }

  private double used(ResourceKind kind) {
    return report().get(0).share(kind).used();
  }

  @Test
  public void containerIsMeasuredAndSteeredAndItsCgroupIsRemoved() throws Exception {
    ContainerId id = run(task("end"), 2);
    await("it is never measured", () -> !report().isEmpty());
    TaskView view = report().get(0);
    assertEquals(id.toString(), view.container());
    assertEquals("job_1700000000000_0001/MAP", view.phase().toString());
    assertEquals(2000, view.share(ResourceKind.CPU).entitled(), 0);
    CgroupManager cgroups = orchestrator().cgroups();
    ContainerCgroup group = cgroups.find(id.toString());
    assertEquals("by its vcores", 2000, cgroups.values().cpuShare(group), 0);
    await("no CPU is seen", () -> used(ResourceKind.CPU) > 1);
    await("no memory is seen", () -> used(ResourceKind.MEMORY) > 20_000_000);
    orchestrator()
        .manager()
        .actuate(ResourceKind.CPU, Collections.singletonMap(id.toString(), 2_400.0));
    assertEquals(2_400, cgroups.values().cpuShare(group), 1);
    assertTrue(folder.getRoot().toPath().resolve("end").toFile().createNewFile());
    assertEquals(0, node.end(id).getExitStatus());
    assertTrue(node.output(id), node.output(id).contains("/" + parent + "/" + id));
    await("its group stays", () -> !cgroups.has(id.toString()));
    await("it is still watched", () -> orchestrator().manager().watched() == 0);
  }

  @Test
  public void reinitializedContainerStaysInItsCgroup() throws Exception {
    ContainerId id = run(task("end"), 2);
    Container container = node.getNMContext().getContainers().get(id);
    await("it never runs", () -> container.getContainerState() == ContainerState.RUNNING);
    ContainerLaunchContext another =
        ContainerLaunchContext.newInstance(
            new HashMap<>(),
            new HashMap<>(),
            Collections.singletonList("cat /proc/self/cgroup 1><LOG_DIR>/stdout"),
            new HashMap<>(),
            null,
            new HashMap<>());
    container.handle(new ContainerReInitEvent(id, another, new ResourceSet(), true));
    assertEquals(0, node.end(id).getExitStatus());
    assertTrue(node.output(id), node.output(id).contains("/" + parent + "/" + id));
  }

  @Test
  public void stoppedNodeManagerLeavesNoCgroups() throws Exception {
    Path mount = CgroupMounts.read(CgroupMounts.OF_THIS_PROCESS).cpu().resolve(parent);
    assertTrue(mount.toFile().isDirectory());
    node.stop();
    assertFalse(mount.toFile().exists());
  }

  @Test
  public void modesOffAndShadowDoNotMoveContainers() throws Exception {
    for (String mode : new String[] {"off", "shadow"}) {
      node.close();
      start(mode);
      ContainerId id = run("cat /proc/self/cgroup", 1);
      assertEquals(0, node.end(id).getExitStatus());
      assertFalse(mode, node.output(id).contains(parent));
      assertEquals(mode.equals("off"), orchestrator() == null);
    }
  }
}
