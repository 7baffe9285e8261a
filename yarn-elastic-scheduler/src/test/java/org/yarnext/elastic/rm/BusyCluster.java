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

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.nio.file.Files;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.NodeId;

/**
 * For benchmarks: a cluster of full nodes and jobs that all wait. A node has room for nine tasks
 * and half of a tenth.
 */
final class BusyCluster implements AutoCloseable {
  private static final int MASTER_MB = 256;
  private static final int TASK_MB = 1024;
  private static final int NODE_MB = 9 * TASK_MB + TASK_MB / 2;

  /** More heartbeats of each node than containers fit on it. */
  private static final int ROUNDS = 12;

  /** So old an estimate is renewed while the cluster fills, in ms, however slow this machine is. */
  private static final long OLD_MS = 1_000;

  /** The scheduler, and which of the jobs have a profile. */
  enum Scheduler {
    STOCK,
    /** Ours, switched on, and no job has a profile. */
    NONE,
    /** Ours, and every job has one. */
    ALL
  }

  final List<NodeId> hosts = new ArrayList<>();
  private final World world;
  private final List<ApplicationAttemptId> attempts = new ArrayList<>();
  private final Deque<ContainerId> running = new ArrayDeque<>();
  private ProfileParts parts;
  private int turn;

  /** {@code waiting}: tasks that each job still wants once the cluster is full. */
  BusyCluster(SchedulerKind kind, Scheduler scheduler, int nodes, int jobs, int waiting)
      throws Exception {
    Configuration conf = World.configuration(kind);
    conf.set("yarn.elastic.mode", "on");
    if (scheduler == Scheduler.ALL) {
      conf.set("yarn.elastic.profiles.file", profiles().getPath());
    }
    world =
        scheduler == Scheduler.STOCK
            ? World.stock(kind)
            : World.withParts(
                kind,
                conf,
                s ->
                    parts =
                        new ProfileParts(
                            s,
                            kind == SchedulerKind.FAIR
                                ? ((ElasticFairScheduler) s).rules()
                                : ((ElasticCapacityScheduler) s).rules(),
                            true));
    for (int i = 0; i < nodes; i++) {
      hosts.add(world.addNode("10.1." + i / 250 + "." + i % 250, NODE_MB, 16));
    }
    world.updates(false); // the FairScheduler's own thread would do it twice a second
    for (int i = 1; i <= jobs; i++) {
      ApplicationAttemptId job = world.submit(i, i % 2 == 0 ? "a" : "b", "MAPREDUCE", false);
      world.ask(job, 0, MASTER_MB, 1, 1);
      update(); // else the FairScheduler does not know that the master is wanted
      world.heartbeat(hosts.get(i % hosts.size()));
      List<Container> master = world.take(job);
      if (master.isEmpty()) {
        // More than may run at a time; without its master a job is nobody's business.
        continue;
      }
      master.forEach(world::registered);
      attempts.add(job);
    }
    for (ApplicationAttemptId attempt : attempts) {
      world.ask(attempt, 20, TASK_MB, 1, waiting + ROUNDS * nodes / jobs);
    }
    for (int round = 0; round < ROUNDS; round++) {
      update();
      for (int i = 0; i < hosts.size(); i++) {
        if (parts != null && (i == 0 || parts.book().ageMs() > OLD_MS)) {
          parts.book().renew();
        }
        world.heartbeat(hosts.get(i));
      }
    }
    attempts.forEach(this::take);
    update();
  }

  private static File profiles() throws Exception {
    File file = File.createTempFile("profiles", ".json");
    file.deleteOnExit();
    String text =
        "{'version':1,'profiles':[{'job':'*','framework':'MAPREDUCE','task':'map','model':'step',"
            + "'idealMb':1024,'idealMs':60000,'undersized':1.3}]}";
    Files.write(file.toPath(), text.replace('\'', '"').getBytes(UTF_8));
    return file;
  }

  private void update() {
    world.updates(true);
    world.update();
    world.updates(false);
  }

  private void take(ApplicationAttemptId attempt) {
    for (Container c : world.take(attempt)) {
      running.add(c.getId());
    }
  }

  /** The timeline's own thread runs from now on, as in a ResourceManager. */
  void startTimeline() {
    if (parts != null) {
      parts.start();
    }
  }

  /** What the timeline knows; null in stock. */
  ClusterBook book() {
    return parts == null ? null : parts.book();
  }

  /** How many containers have less than they asked for. */
  long undersized() {
    return parts == null ? 0 : world.count("ContainersUndersized");
  }

  /** A master's heartbeat, and that of a node on which a task has ended: the next one is placed. */
  int heartbeat() {
    turn++;
    take(attempts.get(turn % attempts.size()));
    ContainerId ended = running.poll();
    NodeId node = world.scheduler.getRMContainer(ended).getNodeId();
    world.complete(ended);
    world.heartbeat(node);
    return turn;
  }

  @Override
  public void close() {
    if (parts != null) {
      parts.stop();
    }
    world.close();
  }
}
