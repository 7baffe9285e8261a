// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.yarnext.tools.ToolException;
import org.yarnext.tools.simulate.world.SimulationSettings;
import org.yarnext.tools.simulate.world.SiteFileReader;
import org.yarnext.tools.simulate.world.rm.RmWorld;

/**
 * Applies the operator's keys to the run of a trace: some are settings of the simulator, the others
 * configure the simulated daemons, and keys without effect are reported.
 */
public final class TraceConfiguration {
  private static final String HEARTBEAT = YarnConfiguration.RM_NM_HEARTBEAT_INTERVAL_MS;
  private static final String STEP = YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_MB;

  /**
   * Keys that every run replaces, because they configure threads and services that a simulation
   * lacks, or single nodes.
   */
  private static final List<String> REPLACED =
      Collections.unmodifiableList(
          Arrays.asList(
              YarnConfiguration.RM_SCHEDULER_MAXIMUM_ALLOCATION_MB,
              YarnConfiguration.RM_SCHEDULER_MAXIMUM_ALLOCATION_VCORES,
              YarnConfiguration.RM_SCHEDULER_ENABLE_MONITORS,
              YarnConfiguration.RM_SCHEDULER,
              YarnConfiguration.SCHEDULER_CONFIGURATION_STORE_CLASS,
              "yarn.scheduler.fair.preemption",
              "yarn.scheduler.fair.continuous-scheduling-enabled",
              "yarn.scheduler.fair.update-interval-ms",
              "yarn.scheduler.capacity.schedule-asynchronously.enable",
              "yarn.resourcemanager.nodemanagers.heartbeat-interval-scaling-enable"));

  private final Map<String, String> keys;

  /**
   * @param keys keys of the command line
   */
  public TraceConfiguration(Map<String, String> keys) {
    this.keys = new TreeMap<>(keys);
  }

  /**
   * Returns the settings of the operator's site files, overridden by the keys of the command line.
   *
   * @param stepMb step of allocations in MB; null for the configured one
   * @param warnings receives the keys that have no effect
   */
  public SimulationSettings settings(Integer stepMb, Consumer<String> warnings)
      throws ToolException {
    if (stepMb != null && keys.containsKey(STEP)) {
      throw new ToolException("--allocation-step is " + STEP + ": give one of the two.");
    }
    Configuration site = SiteFileReader.withDefaults(SimulationSettings.DEFAULT.withSiteFiles());
    SimulationSettings settings =
        SimulationSettings.DEFAULT
            .withSiteFiles()
            .withHeartbeats(number(site, HEARTBEAT), SimulationSettings.DEFAULT.masterHeartbeatMs())
            .withStep(stepMb == null ? number(site, STEP) : stepMb);
    if (stepMb != null) {
      settings = settings.with(RmWorld.FAIR_STEP, String.valueOf(stepMb));
    }
    for (Map.Entry<String, String> key : keys.entrySet()) {
      if (REPLACED.contains(key.getKey())) {
        warnings.accept(
            key.getKey() + " has no effect in a simulation: see docs/how-to/simulate-a-trace.md.");
      } else if (!HEARTBEAT.equals(key.getKey()) && !STEP.equals(key.getKey())) {
        settings = settings.with(key.getKey(), key.getValue());
      }
    }
    return settings;
  }

  /** Returns whether a key has an effect on single runs that have all else in common. */
  static boolean isComparable(String key) {
    return !REPLACED.contains(key) && !HEARTBEAT.equals(key) && !STEP.equals(key);
  }

  private int number(Configuration site, String key) throws ToolException {
    String text = keys.getOrDefault(key, site.getTrimmed(key));
    try {
      int value = Integer.parseInt(text.trim());
      if (value > 0) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Refused below, with the same message as 0.
    }
    throw new ToolException(
        key
            + "="
            + text
            + " is not a whole number above 0: correct it"
            + (STEP.equals(key) ? ", or give --allocation-step." : "."));
  }
}
