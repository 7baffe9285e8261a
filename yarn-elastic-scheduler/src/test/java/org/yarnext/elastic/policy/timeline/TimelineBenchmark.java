// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.timeline;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
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
import org.openjdk.jmh.annotations.Warmup;
import org.yarnext.elastic.policy.timeline.queue.JobId;
import org.yarnext.elastic.policy.timeline.queue.JobOrder;

/**
 * Measures the cost of the timeline on a busy cluster of 3,000 nodes with 500 waiting jobs of 100
 * tasks each: one node read, one snapshot (made under the scheduler's lock), one layout (made
 * anywhere), and one question when a node has room.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class TimelineBenchmark {
  private static final int NODES = 3_000;
  private static final int JOBS = 500;
  private static final long NOW = 1_000_000_000L;

  @Param({"FAIR", "FIFO"})
  private JobOrder order;

  @Param({"0", "1"})
  private int maxReserved;

  @Param({"20000", "1000000"})
  private int maxBlocks;

  private final List<NodeScheduleView> pages = new ArrayList<>();
  private Timeline timeline;
  private TimelineSnapshot snapshot;
  private int reads;

  @Setup
  public void build() {
    Random random = new Random(1);
    timeline = new Timeline(order, maxReserved, maxBlocks);
    for (int n = 0; n < NODES; n++) {
      NodeScheduleView page = new NodeScheduleView(node(n), 64_000, 32);
      for (long mb = 64_000; mb > 6_000; ) {
        long task = 1_000 * (1 + random.nextInt(6));
        mb -= task;
        page.addTask(job(random), task, 1, NOW + random.nextInt(500_000));
      }
      pages.add(page);
      timeline.nodeRead(page);
    }
    for (int j = 0; j < JOBS; j++) {
      timeline.tasksQueued(
          JobId.of(1, j),
          Collections.singletonList(
              new TaskGroup(
                  1 + random.nextInt(200),
                  1_000 * (1 + random.nextInt(10)),
                  1,
                  50_000 + random.nextInt(450_000))));
    }
    snapshot = timeline.snapshot();
  }

  private static String node(int n) {
    return "node" + n + ".example.org:8041";
  }

  private static JobId job(Random random) {
    return JobId.of(1, random.nextInt(JOBS));
  }

  @Benchmark
  public void readANode() {
    timeline.nodeRead(pages.get(reads++ % NODES));
  }

  @Benchmark
  public TimelineSnapshot snapshot() {
    return timeline.snapshot();
  }

  @Benchmark
  public TimelineEstimates layout() {
    return snapshot.estimates(NOW);
  }

  @Benchmark
  public long roomOnANode() {
    return timeline.roomMs(node(reads++ % NODES), 10_000, 1, NOW);
  }
}
