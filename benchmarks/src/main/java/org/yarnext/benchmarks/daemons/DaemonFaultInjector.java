// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.daemons;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.yarnext.benchmarks.daemons.cluster.ClusterLeftovers;
import org.yarnext.benchmarks.daemons.cluster.DaemonCluster;
import org.yarnext.benchmarks.daemons.cluster.JobHistory;
import org.yarnext.minicluster.process.Await;
import org.yarnext.minicluster.process.DaemonProcess;
import org.yarnext.minicluster.process.ZooKeeperNode;

/**
 * Kills and suspends daemons at random moments of word counts, starts or resumes them again, and
 * reports how the jobs ended and what was left behind. Killed daemons are started again, suspended
 * ones are resumed.
 */
final class DaemonFaultInjector implements AutoCloseable {

  /** Expected duration of one fault on an idle machine. */
  private static final int SECONDS_A_FAULT = 60;

  private static final int MAX_MOMENT_MS = 8_000;
  private static final int MAX_DOWN_MS = 3_000;
  private static final int HANG_MS = 30_000;
  private static final long BEGIN_MS = 60_000;
  private static final String MANAGER = "rm";
  private static final String WRONG = "WRONG: ";

  /** The node whose recovery directory is on a small disk. */
  private static final String DISK_NODE = "nm1";

  private final DaemonsDemo demo;
  private final Path clientConf;
  private final List<DaemonCluster> clusters;
  private final ZooKeeperNode zooKeeper;
  private final List<DaemonFault> faults;
  private final Random random;
  private final SmallDisk disk;
  private boolean hasFailed;

  private DaemonFaultInjector(
      DaemonsDemo demo, Path clientConf, ZooKeeperNode zooKeeper, List<DaemonCluster> clusters)
      throws IOException {
    this.demo = demo;
    this.clientConf = clientConf;
    this.clusters = clusters;
    this.zooKeeper = zooKeeper;
    this.faults = faults(demo.options);
    this.random = new Random(demo.options.seed);
    this.disk =
        faults.contains(DaemonFault.DISK_FULL)
            ? SmallDisk.mountIfAllowed(clusters.get(0).directory(DISK_NODE).resolve("recovery"))
            : null;
  }

  /** Creates the faults of a cluster, whose daemons must not be running yet. */
  static DaemonFaultInjector of(DaemonsDemo demo, DaemonCluster cluster) throws IOException {
    return new DaemonFaultInjector(demo, cluster.conf(), null, Arrays.asList(cluster));
  }

  /** Creates the faults of a federation. */
  static DaemonFaultInjector of(
      DaemonsDemo demo, Path clientConf, ZooKeeperNode zooKeeper, DaemonCluster... clusters)
      throws IOException {
    return new DaemonFaultInjector(demo, clientConf, zooKeeper, Arrays.asList(clusters));
  }

  private static List<DaemonFault> faults(DaemonsOptions options) {
    List<DaemonFault> asked =
        options.faults.isEmpty() ? Arrays.asList(DaemonFault.values()) : options.faults;
    return asked.stream()
        .filter(fault -> options.kills > 0 && fault.isPossible(options.federation))
        .collect(Collectors.toList());
  }

  /** Returns the expected duration of all faults on an idle machine. */
  static int seconds(DaemonsOptions options) {
    return options.kills * faults(options).size() * SECONDS_A_FAULT;
  }

  /**
   * Runs all rounds.
   *
   * @return a table with a line for each fault
   * @throws IllegalStateException with the table, if a job failed or something was left behind
   */
  String run() throws Exception {
    List<String> table = new ArrayList<>();
    table.add(row("fault", "after", "tasks there", "job", "left behind"));
    for (int round = 1; round <= demo.options.kills; round++) {
      for (DaemonFault fault : faults) {
        String name = "counts-" + round + "-" + fault.name().toLowerCase(Locale.ROOT);
        demo.steps.run(
            "fault " + round + ": " + fault.text,
            SECONDS_A_FAULT,
            () -> {
              String line = run(fault, demo.options.out.resolve(name));
              table.add(line);
              return line;
            });
      }
    }
    String text = String.join(System.lineSeparator(), table);
    if (hasFailed) {
      throw new IllegalStateException(
          "A job failed, or something was left behind:" + System.lineSeparator() + text);
    }
    return text;
  }

  private static String row(String fault, String moment, String tasks, String job, String left) {
    return String.format(Locale.ROOT, "%-52s %8s  %-24s %-48s %s", fault, moment, tasks, job, left);
  }

  private String run(DaemonFault fault, Path output) throws Exception {
    if (fault == DaemonFault.DISK_FULL && disk == null) {
      return row(fault.text, "", "", "not done: only root may mount a tmpfs", "");
    }
    List<String> settings =
        new ArrayList<>(
            Arrays.asList(
                "mapreduce.job.num-opportunistic-maps-percent=100",
                // The maps need more memory than all nodes have, so that some wait in queues.
                "mapreduce.map.memory.mb=1024",
                "mapreduce.map.maxattempts=8"));
    if (demo.options.federation) {
      settings.add(DaemonsFederation.PROXIED);
    }
    DaemonCluster submitter = clusters.get(0);
    DaemonProcess client =
        submitter.submitWordCount(clientConf, demo.text(), output, settings.toArray(new String[0]));
    Await.until("the job's Application Master", BEGIN_MS, this::hasMaster);
    if (fault == DaemonFault.NODE || fault == DaemonFault.NODE_HANGS) {
      Await.until(
          "a task beside the master", BEGIN_MS, () -> submitter.containers(busiest(submitter)) > 0);
    }
    String application = running().path("id").asText();
    long moment = random.nextInt(MAX_MOMENT_MS);
    TimeUnit.MILLISECONDS.sleep(moment);
    DaemonCluster cluster = fault == DaemonFault.MASTER ? clusterOfMaster() : submitter;
    String name = name(fault, cluster);
    String tasks = name.startsWith("nm") ? tasks(cluster, name) : "";
    String note = harm(fault, cluster, name);
    for (DaemonCluster each : clusters) {
      each.awaitReady();
    }
    String job = end(client, output, application);
    List<String> left = new ArrayList<>();
    for (DaemonCluster each : clusters) {
      left.add(ClusterLeftovers.of(each));
    }
    hasFailed |=
        job.startsWith(WRONG)
            || left.stream().anyMatch(each -> !each.equals(ClusterLeftovers.NOTHING));
    return row(
        fault.text + " (" + name + note + ")",
        moment + " ms",
        tasks,
        job,
        left.stream().distinct().collect(Collectors.joining("; ")));
  }

  /** Injects the fault and repairs it. Returns a note for the table, possibly empty. */
  private String harm(DaemonFault fault, DaemonCluster cluster, String name) throws Exception {
    switch (fault) {
      case MANAGER_HANGS:
      case NODE_HANGS:
        cluster.hang(name);
        TimeUnit.MILLISECONDS.sleep(HANG_MS);
        cluster.resume(name);
        return "";
      case DISK_FULL:
        disk.fill();
        TimeUnit.MILLISECONDS.sleep(HANG_MS);
        disk.free();
        boolean hasEnded = !cluster.isAlive(name);
        cluster.start(name);
        return hasEnded ? ", ended by itself" : "";
      case ZOOKEEPER:
        zooKeeper.kill();
        TimeUnit.MILLISECONDS.sleep(random.nextInt(MAX_DOWN_MS));
        zooKeeper.startAgain();
        return "";
      default:
        cluster.kill(name);
        TimeUnit.MILLISECONDS.sleep(random.nextInt(MAX_DOWN_MS));
        cluster.start(name);
        return "";
    }
  }

  /** Returns the application that has not ended, or a missing node if there is none. */
  private JsonNode running() {
    return clusters.stream()
        .map(DaemonCluster::running)
        .filter(application -> !application.isMissingNode())
        .findFirst()
        .orElse(MissingNode.getInstance());
  }

  /** Returns a cluster's node with an Application Master, or an empty string if it has none. */
  private static String nodeOfMaster(DaemonCluster cluster) {
    return cluster.nodeOfMaster(cluster.running());
  }

  private boolean hasMaster() {
    return clusters.stream().anyMatch(cluster -> !nodeOfMaster(cluster).isEmpty());
  }

  /** Returns the cluster of the Application Master, or the first cluster if it has ended. */
  private DaemonCluster clusterOfMaster() {
    return clusters.stream()
        .filter(cluster -> !nodeOfMaster(cluster).isEmpty())
        .findFirst()
        .orElse(clusters.get(0));
  }

  private static String name(DaemonFault fault, DaemonCluster cluster) {
    switch (fault) {
      case MANAGER:
      case MANAGER_HANGS:
        return MANAGER;
      case HISTORY:
        return "jhs";
      case ROUTER:
        return "router";
      case GENERATOR:
        return "gpg";
      case ZOOKEEPER:
        return "zookeeper";
      case DISK_FULL:
        return DISK_NODE;
      case MASTER:
        String master = nodeOfMaster(cluster);
        return master.isEmpty() ? busiest(cluster) : master;
      default:
        return busiest(cluster);
    }
  }

  /** Returns the node with the most containers, except the node of the Application Master. */
  private static String busiest(DaemonCluster cluster) {
    String master = nodeOfMaster(cluster);
    String busiest = "nm1";
    long max = -1;
    for (String node : cluster.names()) {
      if (node.startsWith("nm") && !node.equals(master) && cluster.containers(node) > max) {
        max = cluster.containers(node);
        busiest = node;
      }
    }
    return busiest;
  }

  private static String tasks(DaemonCluster cluster, String node) {
    return cluster.metric(node, "NodeManagerMetrics", "ContainersRunning")
        + " running, "
        + cluster.queued(node)
        + " queued";
  }

  private String end(DaemonProcess client, Path output, String application) throws IOException {
    long start = System.nanoTime();
    try {
      demo.checked(client, output);
    } catch (IllegalStateException e) {
      client.close();
      return WRONG + e.getMessage().split("\n")[0];
    }
    String end =
        String.format(Locale.ROOT, "right, %.0f s later", (System.nanoTime() - start) / 1e9);
    if (clusters.size() > 1) {
      return end;
    }
    JobHistory history = new JobHistory(clusters.get(0), application);
    return end + ", attempts failed " + history.failed() + ", killed " + history.killed();
  }

  /** Unmounts the small disk. */
  @Override
  public void close() {
    if (disk != null) {
      disk.close();
    }
  }
}
