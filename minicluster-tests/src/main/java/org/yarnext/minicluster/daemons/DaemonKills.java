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
package org.yarnext.minicluster.daemons;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.yarnext.minicluster.Await;
import org.yarnext.minicluster.DaemonProcess;

/**
 * Kills daemons as {@code kill -9} does, at random moments of word counts, starts them again, and
 * tells how the jobs ended and what is left behind: processes, cgroups, resources in use, pending
 * asks and queued containers.
 */
final class DaemonKills {

  /** On a quiet machine. */
  static final int SECONDS_A_ROUND = 180;

  private static final int MAX_MOMENT_MS = 8_000;
  private static final int MAX_DOWN_MS = 3_000;
  private static final long BEGIN_MS = 60_000;
  private static final long SETTLE_MS = 30_000;

  /** Which daemon dies. */
  private enum Victim {
    MANAGER("ResourceManager"),
    NODE("NodeManager with tasks"),
    NODE_OF_MASTER("NodeManager with the Application Master");

    private final String text;

    Victim(String text) {
      this.text = text;
    }
  }

  private final DaemonsDemo demo;
  private final DaemonCluster cluster;
  private final DaemonsOptions options;
  private final Random random;

  DaemonKills(DaemonsDemo demo, DaemonCluster cluster, DaemonsOptions options) {
    this.demo = demo;
    this.cluster = cluster;
    this.options = options;
    this.random = new Random(options.seed);
  }

  /**
   * Runs all rounds.
   *
   * @return the table, a line for each kill
   */
  String run() throws Exception {
    List<String> table = new ArrayList<>();
    table.add(row("killed", "after", "tasks there", "job", "left behind"));
    for (int round = 1; round <= options.kills; round++) {
      for (Victim victim : Victim.values()) {
        String name = "counts-" + round + "-" + victim.name().toLowerCase(Locale.ROOT);
        demo.steps.run(
            "kill " + round + ": " + victim.text,
            SECONDS_A_ROUND / Victim.values().length,
            () -> {
              String line = kill(victim, options.out.resolve(name));
              table.add(line);
              return line;
            });
      }
    }
    return String.join(System.lineSeparator(), table);
  }

  private static String row(String victim, String moment, String tasks, String job, String left) {
    return String.format(
        Locale.ROOT, "%-40s %8s  %-24s %-28s %s", victim, moment, tasks, job, left);
  }

  private String kill(Victim victim, Path output) throws Exception {
    DaemonProcess client =
        cluster.submitWordCount(
            cluster.conf(),
            demo.text(),
            output,
            "mapreduce.job.num-opportunistic-maps-percent=100",
            // More than all nodes can run at once, so that some queue.
            "mapreduce.map.memory.mb=1024",
            "mapreduce.map.maxattempts=8");
    Await.until("the job's Application Master", BEGIN_MS, () -> !nodeOfMaster().isEmpty());
    if (victim == Victim.NODE) {
      Await.until("a task beside the master", BEGIN_MS, () -> containers(name(victim)) > 0);
    }
    long moment = random.nextInt(MAX_MOMENT_MS);
    TimeUnit.MILLISECONDS.sleep(moment);
    String name = name(victim);
    String tasks = victim == Victim.MANAGER ? "" : tasks(name);
    cluster.kill(name);
    TimeUnit.MILLISECONDS.sleep(random.nextInt(MAX_DOWN_MS));
    cluster.start(name);
    cluster.awaitReady();
    String job = end(client, output);
    return row(victim.text + " (" + name + ")", moment + " ms", tasks, job, left());
  }

  /** The application that has not ended; missing if there is none. */
  private JsonNode running() {
    for (JsonNode application : cluster.applications()) {
      if (application.path("finalStatus").asText().equals("UNDEFINED")) {
        return application;
      }
    }
    return cluster.applications().path(-1);
  }

  private String nodeOfMaster() {
    return cluster.nodeOfMaster(running());
  }

  private String name(Victim victim) {
    if (victim == Victim.MANAGER) {
      return "rm";
    }
    String master = nodeOfMaster();
    if (victim == Victim.NODE_OF_MASTER && !master.isEmpty()) {
      return master;
    }
    String busiest = "nm1";
    long max = -1;
    for (String node : cluster.names()) {
      if (node.startsWith("nm") && !node.equals(master) && containers(node) > max) {
        max = containers(node);
        busiest = node;
      }
    }
    return busiest;
  }

  private long containers(String node) {
    return cluster.metric(node, "NodeManagerMetrics", "ContainersRunning") + queued(node);
  }

  private long queued(String node) {
    return cluster.metric(node, "NodeManagerMetrics", "ContainersGuaranteedQueued")
        + cluster.metric(node, "NodeManagerMetrics", "ContainersOpportunisticQueued")
        + cluster.metric(node, "Mercury", "QueuedContainers");
  }

  private String tasks(String node) {
    return cluster.metric(node, "NodeManagerMetrics", "ContainersRunning")
        + " running, "
        + queued(node)
        + " queued";
  }

  private String end(DaemonProcess client, Path output) throws IOException {
    long start = System.nanoTime();
    try {
      demo.checked(client, output);
      return String.format(Locale.ROOT, "right, %.0f s later", (System.nanoTime() - start) / 1e9);
    } catch (IllegalStateException e) {
      client.close();
      return "WRONG: " + e.getMessage().split("\n")[0];
    }
  }

  /** What is there that no job needs, after a while in which it may go. */
  private String left() throws IOException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(SETTLE_MS);
    List<String> left = remains();
    while (!left.isEmpty() && System.nanoTime() < deadline) {
      try {
        TimeUnit.MILLISECONDS.sleep(500);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return "interrupted";
      }
      left = remains();
    }
    return left.isEmpty() ? "nothing" : String.join(", ", left);
  }

  private List<String> remains() throws IOException {
    List<String> left = new ArrayList<>();
    add(left, "processes", cluster.containerPids().size());
    for (String metric : new String[] {"allocatedMB", "containersPending", "reservedMB"}) {
      add(left, metric, cluster.clusterMetric("rm", metric));
    }
    for (String node : cluster.names()) {
      if (node.startsWith("nm")) {
        add(left, node + " containers", containers(node));
      }
    }
    add(left, "directories of applications", cluster.applicationDirectories());
    add(left, "cgroups", cluster.groups().size());
    return left;
  }

  private static void add(List<String> left, String what, long number) {
    if (number != 0) {
      left.add(number + " " + what);
    }
  }
}
