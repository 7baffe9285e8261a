// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm;

import static java.nio.charset.StandardCharsets.US_ASCII;
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
import org.apache.hadoop.yarn.api.records.ContainerId;
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
import org.junit.rules.TemporaryFolder;
import org.yarnext.common.explain.DecisionRegistry;
import org.yarnext.mercury.ConfigurationRegistry;
import org.yarnext.mercury.policy.overallocation.OverallocationReason;
import org.yarnext.testing.FreePort;
import org.yarnext.testing.LoneNodeManager;

/** A real NodeManager with over-allocation, which measures real processes. */
public abstract class OverallocatedNodeManagerTestBase {
  static final int NODE_MB = 8192;
  private static final String THREAD = "yarnext-mercury-usage";

  @Rule public final TemporaryFolder folder = new TemporaryFolder();
  final Configuration more = new Configuration(false);
  private final long preparedMs = System.currentTimeMillis();
  LoneNodeManager node;

  /** Measures the containers' processes. */
  Class<? extends ProcfsBasedProcessTree> processTree = IdleProcessTree.class;

  @Before
  public void prepare() {
    DefaultMetricsSystem.setMiniClusterMode(true); // there may have been others in this JVM
  }

  void start(String mode) throws Exception {
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
        processTree,
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
  public static class IdleProcessTree extends ProcfsBasedProcessTree {
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
    if (node != null) {
      node.close();
    }
    DefaultMetricsSystem.setMiniClusterMode(false);
    await("the thread stays", () -> !hasThread());
  }

  static boolean hasThread() {
    return hasThread(THREAD);
  }

  static boolean hasThread(String name) {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(t -> t.isAlive() && t.getName().equals(name));
  }

  private String until(String file) {
    return "until [ -e '" + folder.getRoot().toPath().resolve(file) + "' ]; do sleep 0.1; done";
  }

  ContainerId run(ExecutionType type, int memoryMb, String end) throws Exception {
    return node.run(until(end), Resource.newInstance(memoryMb, 1), Collections.emptySet(), type);
  }

  void end(String file) throws Exception {
    assertTrue(folder.getRoot().toPath().resolve(file).toFile().createNewFile());
  }

  ContainerState state(ContainerId id) {
    return node.getNMContext().getContainers().get(id).getContainerState();
  }

  static boolean isMeasured(ContainerId id) {
    ContainerMetrics metrics = ContainerMetrics.getContainerMetrics(id);
    return metrics != null && metrics.pMemMBsStat.lastStat().numSamples() > 2;
  }

  int accountedMb() {
    return node.getNMContext()
        .getContainerManager()
        .getContainerScheduler()
        .getCurrentUtilization()
        .getPhysicalMemory();
  }

  /** Returns the kernel's value of a process; -1 if there is none. */
  static int oomScore(String process) {
    try {
      byte[] text = Files.readAllBytes(Paths.get("/proc", process, "oom_score_adj"));
      return Integer.parseInt(new String(text, US_ASCII).trim());
    } catch (IOException e) {
      return -1;
    }
  }

  int oomScore(ContainerId id) {
    String process = node.getNMContext().getContainerExecutor().getProcessId(id);
    return process == null ? -1 : oomScore(process);
  }

  /** Makes the next NodeManagers recover each other's containers. */
  void recover() throws IOException {
    more.set(YarnConfiguration.NM_RECOVERY_ENABLED, "true");
    more.set(YarnConfiguration.NM_RECOVERY_SUPERVISED, "true");
    more.set(YarnConfiguration.NM_RECOVERY_DIR, folder.newFolder("recovery").getPath());
    more.set(YarnConfiguration.NM_ADDRESS, "localhost:" + FreePort.next());
  }

  void switchOff() throws Exception {
    ConfigurationRegistry.ofNodeManager(
            node.getNMContext(), node.getConfig(), ConfigurationRegistry.Part.NODE)
        .live()
        .override(Collections.singletonMap("yarn.mercury.overallocation.mode", "off"), false);
  }

  /** The wait that the next heartbeat carries, in ms. */
  int waitMs() {
    return node.getNMContext()
        .getContainerManager()
        .getOpportunisticContainersStatus()
        .getEstimatedQueueWaitTime();
  }

  /** Returns whether it was decided to start a container; ids of other tests may be the same. */
  boolean wouldStart(ContainerId id) {
    return DecisionRegistry.of("NodeManager").decisions().stream()
        .anyMatch(
            decision ->
                decision.timeMs() >= preparedMs
                    && decision.reason() == OverallocationReason.OVERALLOCATION_STARTED
                    && decision.subject().equals(id.toString()));
  }

  static void await(String what, BooleanSupplier condition) throws InterruptedException {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > until) {
        fail(what);
      }
      TimeUnit.MILLISECONDS.sleep(50);
    }
  }
}
