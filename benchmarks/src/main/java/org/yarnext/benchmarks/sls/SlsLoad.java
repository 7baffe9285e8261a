// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.sls;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.yarnext.benchmarks.experiment.FeatureUse;

/**
 * Numbers and sizes of simulated nodes, masters and containers, which all systems share. Immutable.
 */
final class SlsLoad {
  /** Half a task more than four tasks, so that there is room for tasks with less memory. */
  static final Resource NODE = Resource.newInstance(9_216, 9);

  static final Resource TASK = Resource.newInstance(2_048, 1);
  static final Resource MASTER = Resource.newInstance(512, 1);
  static final String QUEUE = "default";

  /** Interval of the allocate calls of a master in ms, as MapReduce's. */
  static final int CALL_MS = 1_000;

  /** Requests for guaranteed containers that each master has pending. */
  static final int WAITING = 20;

  /** Priority of requests for guaranteed containers, as of MapReduce's maps. */
  static final int PRIORITY = 20;

  static final int OPPORTUNISTIC_PRIORITY = 21;

  private static final int NODES_PER_MASTER = 5;
  private static final int NODES_PER_RACK = 40;
  private static final int USERS = 10;

  /** Run time of a container in ms; each takes up to a tenth more or less. */
  private static final int RUN_MS = 30_000;

  /** Run time with less memory, as a multiple. */
  private static final double UNDERSIZED = 1.3;

  /** Opportunistic containers, as a share of what the nodes have room for. */
  private static final double OPPORTUNISTIC = 0.3;

  /** Maximum wait of a node's queue that a heartbeat reports, in ms. */
  private static final int MAX_WAIT_MS = 5_000;

  private final int nodes;
  private final FeatureUse use;

  SlsLoad(int nodes, FeatureUse use) {
    this.nodes = nodes;
    this.use = use;
  }

  int nodes() {
    return nodes;
  }

  int masters() {
    return Math.max(2, nodes / NODES_PER_MASTER);
  }

  /** Returns the rack and the host of a node. The host is an address, which needs no look-up. */
  static String location(int node) {
    int rack = node / NODES_PER_RACK;
    return String.format(
        Locale.ROOT,
        "/rack%d/10.%d.%d.%d",
        rack,
        rack / 250,
        rack % 250,
        node % NODES_PER_RACK + 1);
  }

  static String user(int master) {
    return "user" + master % USERS;
  }

  /** Returns the number of containers that a master runs while the cluster is full. */
  int containersOfMaster() {
    long slots = (long) nodes * (NODE.getMemorySize() / TASK.getMemorySize());
    return (int) (slots / masters());
  }

  /** Returns the maximum number of opportunistic containers that a master has at once. */
  int maxOpportunistic() {
    return use == FeatureUse.FULL ? (int) Math.max(1, OPPORTUNISTIC * containersOfMaster()) : 0;
  }

  /**
   * Returns how long a container runs, in ms.
   *
   * @param undersized whether it has less memory than its master has requested
   * @param started number of containers that its master has started before; the first ones run for
   *     a random part of the time, so that not all of the cluster's end at once
   */
  long runMs(boolean undersized, int started, Random random) {
    double ms = RUN_MS * (0.9 + 0.2 * random.nextDouble()) * (undersized ? UNDERSIZED : 1);
    return Math.max(1, (long) (started < containersOfMaster() ? ms * random.nextDouble() : ms));
  }

  /** Returns the wait of a node's queue to report, in ms. */
  static int queueWaitMs(Random random) {
    return random.nextInt(MAX_WAIT_MS);
  }

  /**
   * Adds the queue of the load and, if the features have something to do, profiles of its tasks.
   *
   * @param dir existing directory for files
   */
  void configure(Configuration conf, Path dir) throws IOException {
    String capacity = "yarn.scheduler.capacity.";
    conf.set(capacity + "root.queues", QUEUE);
    conf.set(capacity + "root." + QUEUE + ".capacity", "100");
    conf.set(capacity + "root." + QUEUE + ".user-limit-factor", "100");
    conf.set(capacity + "maximum-am-resource-percent", "1.0");
    conf.set(
        capacity + "resource-calculator",
        "org.apache.hadoop.yarn.util.resource.DominantResourceCalculator");
    conf.setInt(YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_MB, 256);
    // Otherwise the ResourceManager starts a process to look up the groups of each user.
    conf.set(
        CommonConfigurationKeys.HADOOP_USER_GROUP_STATIC_OVERRIDES,
        IntStream.range(0, USERS)
            .mapToObj(master -> user(master) + "=users")
            .collect(Collectors.joining(";")));
    if (use == FeatureUse.FULL) {
      Path profiles = dir.resolve("profiles.json");
      String profile =
          String.format(
              Locale.ROOT,
              "{'version': 1, 'profiles': [{'job': '*', 'framework': 'YARN', 'task': 'task',"
                  + " 'priority': %d, 'model': 'step', 'idealMb': %d, 'idealMs': %d,"
                  + " 'undersized': %s, 'outputMb': 0}]}",
              PRIORITY,
              TASK.getMemorySize(),
              RUN_MS,
              UNDERSIZED);
      Files.write(profiles, profile.replace('\'', '"').getBytes(UTF_8));
      conf.set("yarn.elastic.profiles.file", profiles.toString());
    }
  }
}
