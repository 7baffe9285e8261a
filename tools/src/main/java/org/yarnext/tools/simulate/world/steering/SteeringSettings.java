// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.steering;

import org.apache.hadoop.conf.Configuration;
import org.yarnext.common.conf.InvalidConfigurationException;
import org.yarnext.orchestrator.BalanceKeys;
import org.yarnext.orchestrator.OrchestratorConfiguration;
import org.yarnext.orchestrator.policy.contention.ContentionDetector;
import org.yarnext.orchestrator.policy.contention.ContentionLimits;
import org.yarnext.orchestrator.policy.estimate.UsageEstimator;
import org.yarnext.tools.simulate.engine.SimulationException;
import org.yarnext.tools.simulate.world.SimulationSettings;
import org.yarnext.tools.simulate.world.SiteFileReader;

/**
 * Settings of a simulated cluster whose CPU is steered: the simulator's own keys, and the
 * orchestrator's. Invalid values are refused as in the daemons. Immutable.
 */
final class SteeringSettings {
  private static final String PREFIX = "yarnext.simulate.";

  final SimulationSettings settings;
  final SteeringSystem system;
  final OrchestratorConfiguration keys;
  private final ContentionLimits rules;

  /** CPU of a node in millicores; 0 for its number of vcores. */
  final double milliCores;

  /** Number of slow nodes, and their speed in percent of the others'. */
  final int slowNodes;

  final double slowPercent;

  /** Number of nodes with an endlessly busy container, its requested vcores and its threads. */
  final int hogNodes;

  final int hogVcores;
  final int hogMb;
  final int hogThreads;

  /** Whether the kernel reports how long a group waited (version 2). */
  final boolean reportsPressure;

  SteeringSettings(SimulationSettings settings, SteeringSystem system) {
    this.settings = settings;
    this.system = system;
    Configuration conf = SiteFileReader.alone(settings);
    conf.set(OrchestratorConfiguration.MODE.name(), "on");
    conf.set(OrchestratorConfiguration.CONTROL.name(), "cpu");
    if (system.estimator() != null) {
      conf.set(OrchestratorConfiguration.ESTIMATOR.name(), system.estimator());
    }
    conf.set(BalanceKeys.CPU_SPARE_TO_TASKS.name(), "true");
    settings.hadoop().forEach(conf::set);
    if (!system.spareToTasks()) {
      conf.set(BalanceKeys.CPU_SPARE_TO_TASKS.name(), "false");
    }
    try {
      keys = OrchestratorConfiguration.read(conf);
      rules = rules(conf);
    } catch (InvalidConfigurationException e) {
      throw new SimulationException(e.getMessage(), e);
    }
    milliCores = number(conf, "node-millicores", 0);
    slowNodes = number(conf, "slow-nodes", 0);
    slowPercent = Math.max(1, number(conf, "slow-percent", 60));
    hogNodes = number(conf, "hog-nodes", 0);
    hogVcores = Math.max(1, number(conf, "hog-vcores", 1));
    hogMb = number(conf, "hog-mb", 1_024);
    hogThreads = number(conf, "hog-threads", 4);
    reportsPressure = conf.getBoolean(PREFIX + "pressure", true);
  }

  /** Returns the limits of a round, which itself reports only the tasks that it notices. */
  private static ContentionLimits rules(Configuration conf) throws InvalidConfigurationException {
    org.yarnext.common.conf.ConfigurationSnapshot read = OrchestratorConfiguration.KEYS.read(conf);
    return new ContentionLimits(
        read.get(OrchestratorConfiguration.EPOCH).toMillis(),
        read.get(BalanceKeys.CONTENTION_SIGMAS),
        read.get(BalanceKeys.CONTENTION_DIFFERENCE) / 100.0);
  }

  UsageEstimator newEstimator() {
    try {
      return keys.newEstimator();
    } catch (InvalidConfigurationException e) {
      throw new SimulationException(e.getMessage(), e);
    }
  }

  ContentionDetector newDetector() {
    return new ContentionDetector(rules);
  }

  private static int number(Configuration conf, String name, int usual) {
    return (int)
        Math.min(Integer.MAX_VALUE, SiteFileReader.wholeNumber(conf, PREFIX + name, usual));
  }

  double cores(int vcores) {
    return milliCores > 0 ? milliCores / 1_000 : vcores;
  }

  /** Returns whether a round decides once an epoch. */
  boolean steers() {
    return system.estimator() != null;
  }

  /** Returns whether the orchestrator sets containers' weights. */
  boolean weighs() {
    return steers() || system.spareToTasks() || system.isClairvoyant();
  }
}
