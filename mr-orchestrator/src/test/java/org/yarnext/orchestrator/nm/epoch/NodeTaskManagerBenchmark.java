// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.epoch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.yarnext.common.conf.InvalidConfigurationException;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.orchestrator.OrchestratorConfiguration;
import org.yarnext.orchestrator.nm.cgroup.CgroupManager;
import org.yarnext.orchestrator.nm.cgroup.ContainerCgroup;
import org.yarnext.orchestrator.nm.tasks.ContainerEntitlement;
import org.yarnext.orchestrator.nm.tasks.NodeCapacity;
import org.yarnext.orchestrator.nm.tasks.NodeOrchestratorMetrics;
import org.yarnext.orchestrator.nm.tasks.TaskContainer;
import org.yarnext.orchestrator.policy.JobPhase;
import org.yarnext.orchestrator.policy.ResourceKind;
import org.yarnext.orchestrator.policy.estimate.PhaseUsage;
import org.yarnext.orchestrator.policy.identity.TaskLaunchParser;
import org.yarnext.orchestrator.rpc.NodeAnswer;
import org.yarnext.orchestrator.rpc.NodeUsageReport;
import org.yarnext.orchestrator.rpc.UsageReportCodec;

/**
 * Measures the cost of the orchestrator in a NodeManager: one measurement of all its containers;
 * one epoch in which every tenth gets more CPU or less, without the call to the ResourceManager;
 * and the start and the end of one container. On this machine's cgroups, which it needs the right
 * to write; all containers have a full history.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class NodeTaskManagerBenchmark {
  private static final String APPLICATION = "application_1700000000000_0001";
  private static final long SAMPLE_NANOS = 5_000_000_000L;
  private static final int HISTORY = 120;

  @Param("50")
  private int containers;

  /**
   * Whether CPU that nobody asked for goes to tasks: then all weigh again when one comes or goes.
   */
  @Param({"false", "true"})
  private boolean spread;

  private Path directory;
  private CgroupManager cgroups;
  private NodeTaskManager manager;
  private final List<String> names = new ArrayList<>();
  private final List<Process> processes = new ArrayList<>();
  private int started;
  private long nowNanos;
  private boolean more;

  @Setup
  public void open() throws IOException, InterruptedException, InvalidConfigurationException {
    directory = Files.createTempDirectory("local-manager-benchmark");
    cgroups =
        CgroupManager.open(
            "yarnext-benchmark-" + System.nanoTime(), directory.resolve("put-back.json"));
    OrchestratorConfiguration conf = OrchestratorConfiguration.read(new Configuration(false));
    org.yarnext.common.FeatureMode on = org.yarnext.common.FeatureMode.ON;
    manager =
        new NodeTaskManager(
            "n1",
            cgroups,
            EnumSet.allOf(ResourceKind.class),
            conf.newEstimator(),
            conf::newHistory,
            conf.floors(),
            conf.newPlanner(),
            new NodeCapacity(
                2_000.0 * containers, containers * 4.0 * (1L << 30), 2_000.0 * containers),
            new NodeOrchestratorMetrics(
                new FeatureMetrics("Benchmark", "for a benchmark", () -> on), on));
    for (int i = 0; i < containers; i++) {
      String name = start(1);
      processes.add(
          new ProcessBuilder(
                  "bash", "-c", cgroups.joinCommand(cgroups.find(name)) + "exec sleep 1d")
              .start());
      names.add(name);
    }
    for (String name : names) {
      while (!cgroups.values().isInhabited(cgroups.find(name))) {
        TimeUnit.MILLISECONDS.sleep(1);
      }
    }
    manager.giveSpareTo(spread ? Collections.singleton(APPLICATION) : Collections.emptySet());
    for (int i = 0; i < HISTORY; i++) {
      sample();
    }
  }

  /** A container without a process that the manager knows. */
  private String start(int vcores) throws IOException {
    String name = String.format(Locale.ROOT, "container_1700000000000_0001_01_%06d", started++ + 2);
    String command =
        String.format(
            Locale.ROOT,
            "java -Xmx800m org.apache.hadoop.mapred.YarnChild h 1"
                + " attempt_1700000000000_0001_m_%06d_0",
            started);
    ContainerCgroup group = cgroups.make(name, 1000 * vcores);
    manager.started(
        new TaskContainer(
            name,
            APPLICATION,
            new ContainerEntitlement(true, vcores, 1024),
            TaskLaunchParser.read(
                APPLICATION, Collections.singletonList(command), Collections.emptyMap(), 20),
            false,
            group),
        nowNanos);
    return name;
  }

  @TearDown
  public void close() throws IOException, InterruptedException {
    for (Process each : processes) {
      each.destroyForcibly().waitFor();
    }
    names.forEach(manager::ended);
    manager.putBack();
    int left = cgroups.close();
    for (int i = 0; left > 0 && i < 100; i++) {
      TimeUnit.MILLISECONDS.sleep(50); // a dead process leaves its group a moment later
      left = cgroups.close();
    }
    if (left > 0) {
      throw new IOException(left + " groups are left below " + cgroups);
    }
    Files.deleteIfExists(directory.resolve("put-back.json"));
    Files.delete(directory);
  }

  /** Every sample interval. */
  @Benchmark
  public void sample() {
    nowNanos += SAMPLE_NANOS;
    manager.sample(nowNanos);
    manager.keepAlive();
  }

  /** A container comes and goes, large enough for spare CPU to be worth dividing again. */
  @Benchmark
  public void churn() throws IOException {
    manager.ended(start(4));
  }

  /** Every epoch. */
  @Benchmark
  public int epoch() {
    NodeUsageReport report =
        manager.report(
            "n1:1",
            Collections.singletonMap(
                new JobPhase(APPLICATION.replace("application", "job"), "MAP"),
                new PhaseUsage(containers, 500, 5e8, 60_000)),
            20_000,
            nowNanos);
    int bytes = UsageReportCodec.message(report).getSerializedSize();
    more = !more;
    NodeAnswer.Builder answer = new NodeAnswer.Builder(true);
    for (int i = 0; i < containers; i += 10) {
      answer.approve(ResourceKind.CPU, names.get(i), more ? 1250 : 1000);
    }
    for (ResourceKind kind : ResourceKind.values()) {
      manager.actuate(kind, answer.build());
    }
    return bytes;
  }
}
