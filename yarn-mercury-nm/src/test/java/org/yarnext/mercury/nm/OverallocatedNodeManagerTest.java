// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.Collections;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.util.SysInfo;
import org.apache.hadoop.yarn.api.records.ContainerExitStatus;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerState;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.monitor.ContainerMetrics;
import org.apache.hadoop.yarn.util.ProcfsBasedProcessTree;
import org.apache.hadoop.yarn.util.ResourceCalculatorPlugin;
import org.apache.hadoop.yarn.util.ResourceCalculatorProcessTree;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.common.explain.DecisionRegistry;
import org.yarnext.mercury.ConfigurationRegistry;
import org.yarnext.mercury.policy.overallocation.OverallocationReason;
import org.yarnext.testing.FreePort;
import org.yarnext.testing.LoneNodeManager;

/** Containers beyond the allocation of a real NodeManager, which measures real processes. */
public class OverallocatedNodeManagerTest {
  private static final int NODE_MB = 8192;
  private static final String THREAD = "yarnext-mercury-usage";

  @Rule public final TemporaryFolder folder = new TemporaryFolder();
  private final Configuration more = new Configuration(false);
  private final long preparedMs = System.currentTimeMillis();
  private LoneNodeManager node;

  @Before
  public void prepare() {
    DefaultMetricsSystem.setMiniClusterMode(true); // there may have been others in this JVM
  }

  private void start(String mode) throws Exception {
    Configuration conf = new Configuration();
    conf.set("yarn.mercury.mode", "on");
    conf.set("yarn.mercury.overallocation.mode", mode);
    conf.set("yarn.mercury.guard.deadline", "9s"); // however busy the machine is
    conf.set("yarn.mercury.overallocation.warm-up", "0s");
    conf.set("yarn.mercury.overallocation.check-interval", "50ms");
    // Some memory is left beside other processes of this machine.
    conf.set("yarn.mercury.overallocation.target", "1.0");
    conf.set("yarn.mercury.overallocation.start-watermark", "0.02");
    conf.set("yarn.mercury.overallocation.stop-watermark", "0.005");
    conf.set("yarn.mercury.overallocation.start-memory-pressure", "1.0");
    conf.set("yarn.mercury.overallocation.stop-memory-pressure", "1.0");
    conf.set("yarn.mercury.overallocation.start-cpu-pressure", "1.0");
    conf.setClass(
        YarnConfiguration.NM_MON_RESOURCE_CALCULATOR,
        IdleHostCalculator.class,
        ResourceCalculatorPlugin.class);
    conf.setClass(
        YarnConfiguration.NM_CONTAINER_MON_PROCESS_TREE,
        IdleProcessTree.class,
        ResourceCalculatorProcessTree.class);
    conf.setInt(YarnConfiguration.NM_PMEM_MB, NODE_MB);
    conf.setInt(YarnConfiguration.NM_VCORES, 10_000);
    conf.setInt(YarnConfiguration.NM_OPPORTUNISTIC_CONTAINERS_MAX_QUEUE_LENGTH, 10);
    conf.set(
        YarnConfiguration.NM_CONTAINERS_LAUNCHER_CLASS, MercuryContainersLauncher.class.getName());
    conf.set(YarnConfiguration.NM_AUX_SERVICES, "mercury");
    conf.set(
        String.format(YarnConfiguration.NM_AUX_SERVICE_FMT, "mercury"),
        MercuryAuxiliaryService.class.getName());
    conf.addResource(more);
    node = new LoneNodeManager(folder.getRoot().toPath(), conf);
  }

  /** Reports idle CPU, so that what else runs on this host changes nothing. */
  public static final class IdleHostCalculator extends ResourceCalculatorPlugin {
    /** Creates a plugin; called by Hadoop. */
    public IdleHostCalculator() {
      super(SysInfo.newInstance());
    }

    @Override
    public float getCpuUsagePercentage() {
      return 0;
    }
  }

  /** Reports idle CPU of containers, of which their waiting loops use much on a slow kernel. */
  public static final class IdleProcessTree extends ProcfsBasedProcessTree {
    /** Creates a tree; called by Hadoop. */
    public IdleProcessTree(String pid) {
      super(pid);
    }

    @Override
    public float getCpuUsagePercent() {
      return 0;
    }
  }

  @After
  public void stop() throws Exception {
    node.close();
    DefaultMetricsSystem.setMiniClusterMode(false);
    await("the thread stays", () -> !hasThread());
  }

  private static boolean hasThread() {
    return hasThread(THREAD);
  }

  private static boolean hasThread(String name) {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(t -> t.isAlive() && t.getName().equals(name));
  }

  private String until(String file) {
    return "until [ -e '" + folder.getRoot().toPath().resolve(file) + "' ]; do sleep 0.1; done";
  }

  private ContainerId run(ExecutionType type, int memoryMb, String end) throws Exception {
    return node.run(until(end), Resource.newInstance(memoryMb, 1), Collections.emptySet(), type);
  }

  private void end(String file) throws Exception {
    assertTrue(folder.getRoot().toPath().resolve(file).toFile().createNewFile());
  }

  private ContainerState state(ContainerId id) {
    return node.getNMContext().getContainers().get(id).getContainerState();
  }

  private static boolean isMeasured(ContainerId id) {
    ContainerMetrics metrics = ContainerMetrics.getContainerMetrics(id);
    return metrics != null && metrics.pMemMBsStat.lastStat().numSamples() > 2;
  }

  private int accountedMb() {
    return node.getNMContext()
        .getContainerManager()
        .getContainerScheduler()
        .getCurrentUtilization()
        .getPhysicalMemory();
  }

  /** Returns the kernel's value of a process; -1 if there is none. */
  private static int oomScore(String process) {
    try {
      byte[] text = Files.readAllBytes(Paths.get("/proc", process, "oom_score_adj"));
      return Integer.parseInt(new String(text, US_ASCII).trim());
    } catch (IOException e) {
      return -1;
    }
  }

  private int oomScore(ContainerId id) {
    String process = node.getNMContext().getContainerExecutor().getProcessId(id);
    return process == null ? -1 : oomScore(process);
  }

  /** Makes the next NodeManagers recover each other's containers. */
  private void recover() throws IOException {
    more.set(YarnConfiguration.NM_RECOVERY_ENABLED, "true");
    more.set(YarnConfiguration.NM_RECOVERY_SUPERVISED, "true");
    more.set(YarnConfiguration.NM_RECOVERY_DIR, folder.newFolder("recovery").getPath());
    more.set(YarnConfiguration.NM_ADDRESS, "localhost:" + FreePort.next());
  }

  private void switchOff() throws Exception {
    ConfigurationRegistry.ofNodeManager(
            node.getNMContext(), node.getConfig(), ConfigurationRegistry.Part.NODE)
        .live()
        .override(Collections.singletonMap("yarn.mercury.overallocation.mode", "off"), false);
  }

  /** The wait that the next heartbeat carries, in ms. */
  private int waitMs() {
    return node.getNMContext()
        .getContainerManager()
        .getOpportunisticContainersStatus()
        .getEstimatedQueueWaitTime();
  }

  /** Returns whether it was decided to start a container; ids of other tests may be the same. */
  private boolean wouldStart(ContainerId id) {
    return DecisionRegistry.of("NodeManager").decisions().stream()
        .anyMatch(
            decision ->
                decision.timeMs() >= preparedMs
                    && decision.reason() == OverallocationReason.OVERALLOCATION_STARTED
                    && decision.subject().equals(id.toString()));
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

  @Test
  public void containerRunsBeyondTheAllocationAndAGuaranteedOneStartsBesideIt() throws Exception {
    start("on");
    ContainerId first = run(ExecutionType.GUARANTEED, NODE_MB, "end-first");
    await("it is never measured", () -> isMeasured(first));
    await("the room is not reported", () -> waitMs() == 0);
    ContainerId beyond = run(ExecutionType.OPPORTUNISTIC, 2048, "end-beyond");
    await("it never starts", () -> state(beyond) == ContainerState.RUNNING);
    assertEquals(ContainerState.RUNNING, state(first));
    assertEquals(NODE_MB, accountedMb());
    end("end-first");
    assertEquals(0, node.end(first).getExitStatus());
    ContainerId second = run(ExecutionType.GUARANTEED, NODE_MB, "end-second");
    await("it waits", () -> state(second) == ContainerState.RUNNING);
    assertEquals(ContainerState.RUNNING, state(beyond));
    end("end-beyond");
    end("end-second");
    assertEquals(0, node.end(beyond).getExitStatus());
    assertEquals(0, node.end(second).getExitStatus());
    await("the account is not empty", () -> accountedMb() == 0);
  }

  @Test
  public void containerBeyondTheAllocationStopsWhenItIsSwitchedOff() throws Exception {
    start("on");
    ContainerId first = run(ExecutionType.GUARANTEED, NODE_MB, "end-first");
    ContainerId beyond = run(ExecutionType.OPPORTUNISTIC, 2048, "end-beyond");
    await("it never starts", () -> state(beyond) == ContainerState.RUNNING);
    switchOff();
    ContainerStatus end = node.end(beyond);
    assertEquals(ContainerExitStatus.KILLED_BY_CONTAINER_SCHEDULER, end.getExitStatus());
    assertTrue(end.getDiagnostics(), end.getDiagnostics().contains("OVERALLOCATION_SWITCHED_OFF"));
    assertEquals(ContainerState.RUNNING, state(first));
    await("the account is wrong", () -> accountedMb() == NODE_MB);
    end("end-first");
    assertEquals(0, node.end(first).getExitStatus());
    await("the account is not empty", () -> accountedMb() == 0);
  }

  @Test
  public void kernelWouldEndItFirstAsLongAsItIsBeyondTheAllocation() throws Exception {
    int own = oomScore("self");
    start("on");
    ContainerId first = run(ExecutionType.GUARANTEED, NODE_MB, "end-first");
    ContainerId beyond = run(ExecutionType.OPPORTUNISTIC, 2048, "end-beyond");
    await("its value stays", () -> oomScore(beyond) == 900);
    assertEquals(own, oomScore(first));
    end("end-first");
    assertEquals(0, node.end(first).getExitStatus());
    switchOff();
    await("it is not put back", () -> oomScore(beyond) == own);
    assertEquals(ContainerState.RUNNING, state(beyond));
    end("end-beyond");
    assertEquals(0, node.end(beyond).getExitStatus());
  }

  @Test
  public void restartedNodeManagerKnowsWhatIsBeyondTheAllocation() throws Exception {
    int own = oomScore("self");
    recover();
    start("on");
    ContainerId first = run(ExecutionType.GUARANTEED, NODE_MB, "end-first");
    ContainerId beyond = run(ExecutionType.OPPORTUNISTIC, 2048, "end-beyond");
    await("its value stays", () -> oomScore(beyond) == 900);
    String process = node.getNMContext().getContainerExecutor().getProcessId(beyond);
    node.close();
    assertEquals(own, oomScore(process));
    start("on");
    await("it is not recovered", () -> state(first) == ContainerState.RUNNING);
    await("its value stays", () -> oomScore(beyond) == 900);
    assertEquals(process, node.getNMContext().getContainerExecutor().getProcessId(beyond));
    assertEquals(own, oomScore(first));
    assertEquals(NODE_MB, accountedMb());
    ContainerId next = run(ExecutionType.OPPORTUNISTIC, 1024, "end-next");
    await("nothing starts any more", () -> state(next) == ContainerState.RUNNING);
    end("end-next");
    end("end-beyond");
    end("end-first");
    assertEquals(0, node.end(next).getExitStatus());
    assertEquals(0, node.end(beyond).getExitStatus());
    assertEquals(0, node.end(first).getExitStatus());
    await("the account is not empty", () -> accountedMb() == 0);
  }

  @Test
  public void whatACrashLeavesIsPutBackInModeOffToo() throws Exception {
    int own = oomScore("self");
    recover();
    start("on");
    ContainerId first = run(ExecutionType.GUARANTEED, NODE_MB, "end-first");
    ContainerId beyond = run(ExecutionType.OPPORTUNISTIC, 2048, "end-beyond");
    await("its value stays", () -> oomScore(beyond) == 900);
    String process = node.getNMContext().getContainerExecutor().getProcessId(beyond);
    node.close();
    // As if it had been killed before it put the value back.
    Files.write(Paths.get("/proc", process, "oom_score_adj"), "900".getBytes(US_ASCII));
    start("off");
    await("it is not put back", () -> oomScore(process) == own);
    await("the thread stays", () -> !hasThread("yarnext-mercury-restorer"));
    assertFalse(hasThread());
    assertEquals(ContainerState.RUNNING, state(beyond));
    end("end-beyond");
    end("end-first");
    assertEquals(0, node.end(beyond).getExitStatus());
    assertEquals(0, node.end(first).getExitStatus());
  }

  @Test
  public void nothingStartsOnceStocksMonitorIsStuck() throws Exception {
    more.set("yarn.mercury.overallocation.stale-after", "2s");
    start("on");
    ContainerId first = run(ExecutionType.GUARANTEED, NODE_MB, "end-first");
    await("it is never measured", () -> isMeasured(first));
    await("the room is not reported", () -> waitMs() == 0);
    for (Thread each : Thread.getAllStackTraces().keySet()) {
      if (each.getName().equals("Container Monitor")) {
        each.interrupt(); // it ends by that
        each.join(TimeUnit.SECONDS.toMillis(60));
        assertFalse(each.isAlive());
      }
    }
    await("the room is still reported", () -> waitMs() > 0);
    ContainerId waiting = run(ExecutionType.OPPORTUNISTIC, 2048, "end-waiting");
    await("it does not arrive", () -> state(waiting) == ContainerState.SCHEDULED);
    TimeUnit.SECONDS.sleep(2); // two rounds
    assertEquals(ContainerState.SCHEDULED, state(waiting));
    end("end-waiting");
    end("end-first");
    assertEquals(0, node.end(first).getExitStatus());
    assertEquals(0, node.end(waiting).getExitStatus());
  }

  @Test
  public void containerWaitsInModeOff() throws Exception {
    containerWaits("off");
  }

  @Test
  public void containerWaitsInModeShadow() throws Exception {
    containerWaits("shadow");
  }

  private void containerWaits(String mode) throws Exception {
    start(mode);
    ContainerId first = run(ExecutionType.GUARANTEED, NODE_MB, "end-first");
    await("it is never measured", () -> isMeasured(first));
    await("there is no allocated room", () -> waitMs() > 0);
    ContainerId waiting = run(ExecutionType.OPPORTUNISTIC, 2048, "end-waiting");
    await("it does not arrive", () -> state(waiting) == ContainerState.SCHEDULED);
    boolean isShadow = mode.equals("shadow");
    await("nothing is decided", () -> !isShadow || wouldStart(waiting));
    assertEquals(ContainerState.SCHEDULED, state(waiting));
    assertEquals(isShadow, hasThread());
    end("end-waiting");
    end("end-first");
    assertEquals(0, node.end(first).getExitStatus());
    assertEquals(0, node.end(waiting).getExitStatus());
  }
}
