// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.bench;

import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
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
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.guard.Guard;
import org.yarnext.common.guard.GuardSettings;
import org.yarnext.mercury.policy.ContainerView;
import org.yarnext.mercury.policy.JobKey;
import org.yarnext.mercury.policy.NodeView;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.node.NodeQueue;
import org.yarnext.mercury.policy.queue.FifoOrder;
import org.yarnext.mercury.policy.queue.JobSubmissionOrder;
import org.yarnext.mercury.policy.queue.NodeQueueLimits;
import org.yarnext.mercury.policy.queue.QueueOrder;
import org.yarnext.mercury.policy.queue.ShortestFirstOrder;
import org.yarnext.mercury.policy.reclaim.LeastWorkLostVictims;
import org.yarnext.mercury.policy.shedding.LastToRunShedding;
import org.yarnext.mercury.policy.shedding.SheddingLimits;

/**
 * Measures the cost of one container in a queue that holds {@code length} others: it arrives, a
 * waiting one is chosen and started, and that one ends. Without and with the guard's hand-off to
 * its worker thread, three guarded calls a container as in the NodeManager.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class NodeQueueBenchmark {
  private static final ResourceVector SIZE = ResourceVector.of(1024, 1);
  private static final ResourceVector NODE = ResourceVector.of(32 * 1024, 32);
  private static final ResourceVector USED = ResourceVector.of(31 * 1024, 31);
  private static final int JOBS = 50;

  @Param({"job-submission", "fifo", "shortest-first"})
  private String order;

  @Param({"1000"})
  private int length;

  private NodeQueue queue;
  private Guard guard;
  private long sequence;

  private static QueueOrder order(String name) {
    switch (name) {
      case "job-submission":
        return new JobSubmissionOrder();
      case "fifo":
        return new FifoOrder();
      default:
        return new ShortestFirstOrder();
    }
  }

  @Setup
  public void fill() {
    queue =
        new NodeQueue(
            order(order),
            new LeastWorkLostVictims(),
            new LastToRunShedding(),
            new NodeQueueLimits(2 * length, 120_000, 0.5, 0),
            0);
    for (int i = 0; i < length; i++) {
      queue.enqueue(next());
    }
    for (int i = 0; i < 31; i++) {
      queue.onStarted(next(), sequence);
    }
    guard = new Guard("bench", GuardSettings.defaults(), System::nanoTime);
  }

  @TearDown
  public void close() {
    guard.close();
  }

  private ContainerView next() {
    long n = sequence++;
    // Spread over jobs and run times without a pattern that an order could exploit.
    long mixed = (n * 2_654_435_761L) >>> 8;
    return ContainerView.queued(
        "container_1700000000000_0001_01_" + n,
        JobKey.of(1_700_000_000_000L, (int) (mixed % JOBS)),
        20,
        SIZE,
        500 + mixed % 60_000,
        n);
  }

  private NodeView node() {
    return new NodeView(sequence, NODE, USED, ResourceVector.NONE, 0);
  }

  @Benchmark
  public List<String> enqueueDecideDequeue() {
    queue.enqueue(next());
    List<String> starts = queue.toStart(node()).value();
    for (String id : starts) {
      queue.onStarted(queue.get(id), sequence);
      queue.onFinished(id, sequence);
    }
    return starts;
  }

  @Benchmark
  public List<String> enqueueDecideDequeueGuarded() {
    ContainerView arrived = next();
    NodeView node = node();
    guard.call(
        "enqueue",
        () -> {
          queue.enqueue(arrived);
          return true;
        },
        () -> false);
    List<String> starts =
        guard.call("start", () -> queue.toStart(node).value(), Collections::emptyList);
    guard.call(
        "started",
        () -> {
          for (String id : starts) {
            queue.onStarted(queue.get(id), node.nowMs());
            queue.onFinished(id, node.nowMs());
          }
          return true;
        },
        () -> false);
    return starts;
  }

  /** One heartbeat's shedding decision over the whole queue; nothing is taken out. */
  @Benchmark
  public Decision<List<String>> decideShedding() {
    return queue.toShed(new SheddingLimits(-1, 1000), node());
  }

  /** Runs without Maven's help, for a profiler. */
  public static void main(String[] args) throws RunnerException {
    new Runner(new OptionsBuilder().include(NodeQueueBenchmark.class.getSimpleName()).build())
        .run();
  }
}
