// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.rm;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
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
import org.yarnext.orchestrator.OrchestratorConfiguration;
import org.yarnext.orchestrator.policy.JobPhase;
import org.yarnext.orchestrator.policy.NodeHeadroom;
import org.yarnext.orchestrator.policy.ResourceShare;
import org.yarnext.orchestrator.policy.TaskView;
import org.yarnext.orchestrator.policy.balance.AllocationPolicy;
import org.yarnext.orchestrator.rpc.MalformedMessageException;
import org.yarnext.orchestrator.rpc.NodeAnswerCodec;
import org.yarnext.orchestrator.rpc.NodeUsageReport;
import org.yarnext.orchestrator.rpc.OrchestratorProtos.NodeAnswerProto;
import org.yarnext.orchestrator.rpc.OrchestratorProtos.NodeReportProto;
import org.yarnext.orchestrator.rpc.UsageReportCodec;

/**
 * Measures the cost of one epoch in the ResourceManager: a round over all nodes with 30 tasks each,
 * of jobs of 300 tasks, of which one in thirty gets too little and one in thirty takes too much of
 * both resources; and one node's report, from message to message.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class AllocationPolicyBenchmark {
  private static final int TASKS_A_NODE = 30;
  private static final int TASKS_A_JOB = 300;
  private static final long START = 1_700_000_000_000L;

  @Param("4000")
  private int nodes;

  private AllocationPolicy policy;
  private ReportExchange exchange;
  private NodeReportProto message;
  private long nowMs;
  private long usedBefore;

  @Setup
  public void report() throws InvalidConfigurationException {
    usedBefore = heapInUse();
    policy = OrchestratorConfiguration.read(new Configuration(false)).newPolicy();
    ProgressCache cache = new ProgressCache(Long.MAX_VALUE / 2);
    exchange = new ReportExchange(true, 20_000, cache, () -> nowMs);
    exchange.open();
    nowMs = 40_000;
    SplittableRandom random = new SplittableRandom(7);
    int jobs = Math.max(1, nodes * TASKS_A_NODE / TASKS_A_JOB);
    int number = 0;
    for (int n = 0; n < nodes; n++) {
      List<TaskView> tasks = new ArrayList<>();
      Map<String, String> attempts = new HashMap<>();
      Map<String, Double> progress = new HashMap<>();
      for (int t = 0; t < TASKS_A_NODE; t++) {
        int job = number % jobs + 1;
        String id = START + "_" + String.format(Locale.ROOT, "%04d", job);
        String container =
            "container_" + id + "_01_" + String.format(Locale.ROOT, "%06d", 2 + number / jobs);
        String attempt =
            "attempt_" + id + "_m_" + String.format(Locale.ROOT, "%06d", number / jobs) + "_0";
        int lot = random.nextInt(30);
        double pace = lot == 0 ? 0.4 : lot == 1 ? 1.9 : 0.95 + 0.1 * random.nextDouble();
        tasks.add(
            new TaskView(
                container,
                "host" + n + ":45",
                "application_" + id,
                new JobPhase("job_" + id, "MAP"),
                true,
                60_000,
                Double.NaN,
                ResourceShare.of(600 * pace, 1000).minimum(100).estimated(650),
                ResourceShare.of(5e8 * pace, 1 << 30).minimum(5e8 * pace).estimated(5e8)));
        attempts.put(container, attempt);
        progress.put(attempt, Math.min(0.99, 0.5 * pace));
        number++;
      }
      NodeUsageReport report =
          new NodeUsageReport(
              new NodeHeadroom("host" + n + ":45", 2000, 1 << 30), tasks, attempts, 1);
      cache.put(progress, nowMs);
      message = UsageReportCodec.message(report);
      exchange.exchange(report);
    }
  }

  /** Prints the heap that all reports and answers occupy. */
  @TearDown
  public void tellMemory() {
    System.out.printf(
        "%n%d nodes of %d tasks: %d MB of heap%n",
        nodes, TASKS_A_NODE, (heapInUse() - usedBefore) >> 20);
  }

  private static long heapInUse() {
    MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    memory.gc();
    return memory.getHeapMemoryUsage().getUsed();
  }

  @Benchmark
  public AllocationPolicy.Result round() {
    ReportSnapshot snapshot = exchange.collect();
    AllocationPolicy.Result result = policy.decide(snapshot.nodes(), snapshot.tasks());
    exchange.publish(snapshot, result);
    return result;
  }

  @Benchmark
  public NodeAnswerProto report(ReportState state) throws MalformedMessageException {
    return NodeAnswerCodec.message(state.exchange.exchange(UsageReportCodec.read(state.message)));
  }

  /** A exchange that has decided. */
  @State(Scope.Benchmark)
  public static class ReportState {
    private ReportExchange exchange;
    private NodeReportProto message;

    @Setup
    public void decide(AllocationPolicyBenchmark world) {
      exchange = world.exchange;
      message = world.message;
      world.round();
    }
  }
}
