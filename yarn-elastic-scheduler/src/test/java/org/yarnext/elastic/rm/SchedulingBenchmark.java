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

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.NodeId;
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
import org.yarnext.elastic.policy.timeline.JobOrder;

/**
 * One node's heartbeat, with one of a master, in a cluster of {@code nodes} full nodes and {@code
 * jobs} jobs that all wait: a task has ended on the node, and the scheduler looks for the next one.
 * Stock, and ours with the feature on and no profile, which is what a cluster without elastic jobs
 * pays.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 10, time = 1)
@Fork(3)
public class SchedulingBenchmark {
  @Param({"FAIR", "CAPACITY"})
  private String base;

  @Param({"stock", "on"})
  private String scheduler;

  @Param({"1000"})
  private int nodes;

  @Param({"500"})
  private int jobs;

  private World world;
  private final List<NodeId> hosts = new ArrayList<>();
  private final List<ApplicationAttemptId> attempts = new ArrayList<>();
  private final Deque<ContainerId> running = new ArrayDeque<>();
  private int turn;

  @Setup
  public void fill() throws Exception {
    SchedulerKind kind = SchedulerKind.valueOf(base);
    Configuration conf = World.configuration(kind);
    conf.set("yarn.elastic.mode", "on");
    world =
        scheduler.equals("stock")
            ? World.stock(kind)
            : World.withParts(
                kind,
                conf,
                s ->
                    new StandardParts(
                        s,
                        new SchedulerRules(JobOrder.FAIR, 1, true),
                        (job, priority) -> null,
                        (cluster, now) -> JobEnds.NONE,
                        (offer, model, end, now) -> {
                          throw new AssertionError("nothing is elastic");
                        },
                        null,
                        System::currentTimeMillis));
    for (int i = 0; i < nodes; i++) {
      hosts.add(world.addNode("10.1." + i / 250 + "." + i % 250, 9 * 1024 + 512, 16));
    }
    world.updates(false); // the FairScheduler's own thread would do it twice a second
    for (int i = 1; i <= jobs; i++) {
      ApplicationAttemptId job = world.submit(i, i % 2 == 0 ? "a" : "b", "MAPREDUCE", false);
      world.ask(job, 0, 256, 1, 1);
      world.heartbeat(hosts.get(i % hosts.size()));
      world.take(job).forEach(world::registered);
      attempts.add(job);
    }
    for (ApplicationAttemptId attempt : attempts) {
      world.ask(attempt, 20, 1024, 1, 1_000_000);
    }
    for (int round = 0; round < 12; round++) {
      world.updates(true);
      world.update();
      world.updates(false);
      hosts.forEach(world::heartbeat);
    }
    attempts.forEach(this::take);
    world.updates(true);
    world.update();
    world.updates(false);
  }

  private void take(ApplicationAttemptId attempt) {
    for (Container c : world.take(attempt)) {
      running.add(c.getId());
    }
  }

  @TearDown
  public void close() {
    world.close();
  }

  @Benchmark
  public int heartbeat() {
    turn++;
    take(attempts.get(turn % attempts.size()));
    ContainerId ended = running.poll();
    NodeId node = world.scheduler.getRMContainer(ended).getNodeId();
    world.complete(ended);
    world.heartbeat(node);
    return turn;
  }

  public static void main(String[] args) throws RunnerException {
    new Runner(new OptionsBuilder().include(SchedulingBenchmark.class.getSimpleName()).build())
        .run();
  }
}
