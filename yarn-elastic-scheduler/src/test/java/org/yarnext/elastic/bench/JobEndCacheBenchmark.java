// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.bench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.yarnext.elastic.rm.world.SchedulerKind;

/**
 * Measures the cost of the timeline for each heartbeat of a node, on a full cluster of 3,000 nodes
 * and 500 elastic jobs that wait, if every node has one heartbeat between two estimates: the
 * scheduler's state is read and all jobs' ends are estimated, both on the timeline's own thread.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class JobEndCacheBenchmark {
  private static final int NODES = 3_000;
  private static final int JOBS = 500;

  /** Tasks of each job that wait. */
  private static final int WAITING = 100;

  @Param({"FAIR", "CAPACITY"})
  private String base;

  private BusyCluster cluster;

  @Setup
  public void fill() throws Exception {
    cluster =
        new BusyCluster(
            SchedulerKind.valueOf(base), BusyCluster.Scheduler.ALL, NODES, JOBS, WAITING);
  }

  @TearDown
  public void close() {
    cluster.close();
  }

  @Benchmark
  @OperationsPerInvocation(NODES)
  public void perHeartbeat() {
    cluster.book().renew();
  }
}
