/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.elastic.rm;

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

/**
 * One node's heartbeat, with one of a master, in a cluster of {@code nodes} full nodes and {@code
 * jobs} jobs that all wait: a task has ended on the node, and the scheduler looks for the next one,
 * or none has and each job is refused what is left there. Stock, and ours with the feature on,
 * where no job has a profile, which is what a cluster without elastic jobs pays, and where all have
 * one. The timeline's thread runs beside. How many decisions about less memory each took is
 * printed; all jobs elastic and no decision is a failure.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 10, time = 1)
@Fork(1)
public class SchedulingBenchmark {
  /** More than are ever placed while it is measured. */
  private static final int WAITING = 1_000_000;

  @Param({"FAIR", "CAPACITY"})
  private String base;

  @Param({"STOCK", "NONE", "ALL"})
  private String scheduler;

  @Param({"STEP", "SAW_TOOTH", "REFUSED", "REFUSED_ANEW"})
  private String load;

  @Param({"1000"})
  private int nodes;

  @Param({"500"})
  private int jobs;

  private BusyCluster cluster;
  private long decidedBefore;
  private long heartbeats;

  @Setup
  public void fill() throws Exception {
    BusyCluster.Scheduler which = BusyCluster.Scheduler.valueOf(scheduler);
    BusyCluster.Load what = BusyCluster.Load.valueOf(load);
    cluster = new BusyCluster(SchedulerKind.valueOf(base), which, what, nodes, jobs, WAITING);
    boolean shrinks = which == BusyCluster.Scheduler.ALL && what.ends();
    if ((cluster.undersized() > 0) != shrinks) {
      throw new IllegalStateException(cluster.undersized() + " under-sized tasks with " + which);
    }
    cluster.startTimeline();
    decidedBefore = cluster.decisions();
  }

  @TearDown
  public void close() {
    long decided = cluster.decisions() - decidedBefore;
    cluster.close();
    System.out.printf("%.3f decisions a heartbeat%n", (double) decided / heartbeats);
    if ((decided > 0) != (BusyCluster.Scheduler.valueOf(scheduler) == BusyCluster.Scheduler.ALL)) {
      throw new IllegalStateException(decided + " decisions with " + scheduler);
    }
  }

  @Benchmark
  public int heartbeat() {
    heartbeats++;
    return cluster.heartbeat();
  }

  public static void main(String[] args) throws RunnerException {
    new Runner(new OptionsBuilder().include(SchedulingBenchmark.class.getSimpleName()).build())
        .run();
  }
}
