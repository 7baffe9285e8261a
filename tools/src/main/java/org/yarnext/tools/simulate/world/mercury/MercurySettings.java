// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.mercury;

import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.yarnext.common.conf.InvalidConfigurationException;
import org.yarnext.mercury.MercuryConfiguration;
import org.yarnext.tools.simulate.engine.SimulationException;
import org.yarnext.tools.simulate.world.SimulationSettings;
import org.yarnext.tools.simulate.world.SiteFileReader;
import org.yarnext.tools.simulate.world.mercury.load.NodeLoadSettings;
import org.yarnext.tools.simulate.world.mercury.usage.TaskUsageModel;

/**
 * Settings of a simulated Mercury cluster: the simulator's own keys, the stock keys that the model
 * follows, and Mercury's keys. Invalid values are refused as in the daemons. Immutable.
 */
final class MercurySettings {
  /** Prefix of the simulator's own keys. */
  static final String PREFIX = "yarnext.simulate.";

  private static final String OFFSWITCH =
      "yarn.scheduler.capacity.per-node-heartbeat.maximum-offswitch-assignments";
  private static final String HYBRID_POLICY = "yarn.mercury.hybrid.policy";
  private static final int QUEUE_LENGTH = 100;

  final SimulationSettings settings;

  /** Time from the start of a container to that of its task, in ms. */
  final long startMs;

  /** Time from the decision to preempt a container to its end, in ms. */
  final long killMs;

  /** Latency of a message, in ms. */
  final long networkMs;

  /** Time from the start of an Application Master's container to its first heartbeat, in ms. */
  final long masterStartMs;

  /** Whether the end of a container triggers a heartbeat of its node. */
  final boolean outOfBand;

  /** Maximum number of guaranteed containers per heartbeat. */
  final int perHeartbeat;

  /** Number of nodes that report only a share of their queue. */
  final int stragglers;

  final double stragglerReports;

  /** Maximum relative error of estimated run times, in either direction. */
  final double estimateError;

  /** Whether Application Masters declare the run times of their tasks. */
  final boolean declares;

  /** Whether jobs of one user, queue and name are runs of one job. */
  final boolean recurring;

  final NodeLoadSettings load;

  /** Model of the share of their resources that tasks use; null if that is not modelled. */
  final TaskUsageModel usage;

  /** Window of the containers' peaks, in ms. */
  final long overallocationWindowMs;

  /** Maximum number of opportunistic containers per call; 0 or less for no limit. */
  final int perCall;

  final MercuryConfiguration onNodes;
  final MercuryConfiguration onManager;

  MercurySettings(SimulationSettings settings) {
    this.settings = settings;
    Configuration conf = configuration(settings);
    startMs = SiteFileReader.wholeNumber(conf, PREFIX + "start-ms", 2_000);
    killMs = SiteFileReader.wholeNumber(conf, PREFIX + "kill-ms", 250);
    networkMs = SiteFileReader.wholeNumber(conf, PREFIX + "network-ms", 5);
    masterStartMs = SiteFileReader.wholeNumber(conf, PREFIX + "master-start-ms", 5_000);
    outOfBand = conf.getBoolean(PREFIX + "out-of-band", true);
    stragglers = (int) SiteFileReader.wholeNumber(conf, PREFIX + "stragglers", 0);
    stragglerReports = share(conf, "straggler-reports", 0.2);
    estimateError = share(conf, "estimate-error", 0);
    declares = conf.getBoolean(PREFIX + "declare", true);
    recurring = conf.getBoolean(PREFIX + "recurring", true);
    load = new NodeLoadSettings(conf);
    usage = usage(conf);
    try {
      perHeartbeat = Math.max(1, conf.getInt(OFFSWITCH, 1));
      perCall =
          conf.getInt(
              YarnConfiguration.OPP_CONTAINER_MAX_ALLOCATIONS_PER_AM_HEARTBEAT,
              YarnConfiguration.DEFAULT_OPP_CONTAINER_MAX_ALLOCATIONS_PER_AM_HEARTBEAT);
      onNodes = MercuryConfiguration.read(conf);
      onManager = MercuryConfiguration.readOnResourceManager(conf);
      overallocationWindowMs =
          onNodes.live().current().get(MercuryConfiguration.OVERALLOCATION_WINDOW).toMillis();
    } catch (InvalidConfigurationException | NumberFormatException e) {
      throw new SimulationException(e.getMessage(), e);
    }
  }

  /**
   * Returns the configuration with Mercury on, all tasks opportunistic, and queues, unless the
   * settings say otherwise. Site files can change only the last two.
   */
  private static Configuration configuration(SimulationSettings settings) {
    Configuration conf = SiteFileReader.alone(settings);
    conf.setLong(YarnConfiguration.RM_NM_HEARTBEAT_INTERVAL_MS, settings.nodeHeartbeatMs());
    conf.setIfUnset(
        YarnConfiguration.NM_OPPORTUNISTIC_CONTAINERS_MAX_QUEUE_LENGTH,
        String.valueOf(QUEUE_LENGTH));
    conf.set("yarn.mercury.mode", "on");
    conf.set("yarn.mercury.placement.mode", "on");
    conf.set("yarn.mercury.coordinator.mode", "on");
    conf.set("yarn.mercury.hybrid.mode", "on");
    conf.setIfUnset(HYBRID_POLICY, "only-Q");
    for (Map.Entry<String, String> key : settings.hadoop().entrySet()) {
      conf.set(key.getKey(), key.getValue());
    }
    return conf;
  }

  private static TaskUsageModel usage(Configuration conf) {
    double memory = use(conf, "memory-use");
    double cpu = use(conf, "cpu-use");
    return memory == 1 && cpu == 1
        ? null
        : new TaskUsageModel(
            memory,
            cpu,
            share(conf, "use-spread", 0.5),
            SiteFileReader.wholeNumber(conf, PREFIX + "spike-every-ms", 0),
            SiteFileReader.wholeNumber(conf, PREFIX + "spike-ms", 60_000));
  }

  private static double use(Configuration conf, String name) {
    try {
      double value = conf.getDouble(PREFIX + name, 1);
      if (value > 0 && value <= 1) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Refused below, with the same message as a number out of range.
    }
    throw new SimulationException(PREFIX + name + " must be above 0 and at most 1: correct it");
  }

  private static double share(Configuration conf, String name, double usual) {
    try {
      double value = conf.getDouble(PREFIX + name, usual);
      if (value >= 0 && value < 1) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Refused below, with the same message as a number out of range.
    }
    throw new SimulationException(PREFIX + name + " must be 0 or more and below 1: correct it");
  }

  /** Returns the maximum number of running jobs of a queue; 0 for no limit. */
  int maxJobs(String queue) {
    String ofQueue = settings.hadoop().get(PREFIX + "max-jobs." + queue);
    String text =
        ofQueue == null ? settings.hadoop().getOrDefault(PREFIX + "max-jobs", "0") : ofQueue;
    try {
      return Math.max(0, Integer.parseInt(text));
    } catch (NumberFormatException e) {
      throw new SimulationException(PREFIX + "max-jobs must be a whole number: correct " + text, e);
    }
  }
}
