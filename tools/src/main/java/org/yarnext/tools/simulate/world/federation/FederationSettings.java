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
package org.yarnext.tools.simulate.world.federation;

import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.yarnext.common.conf.InvalidConfigurationException;
import org.yarnext.federation.FederationConfiguration;
import org.yarnext.federation.policy.split.SplitSettings;
import org.yarnext.tools.simulate.engine.SimulationException;
import org.yarnext.tools.simulate.world.SimulationSettings;
import org.yarnext.tools.simulate.world.SiteFileReader;

/**
 * Settings of a simulated federation: the keys of the model's own, those of stock's that it
 * follows, and the federation's, read and refused as the daemons do. Immutable.
 */
final class FederationSettings {
  /** Own keys begin so. */
  static final String PREFIX = "yarnext.simulate.";

  static final String CAPACITY = "yarn.scheduler.capacity.";
  private static final String OFFSWITCH =
      CAPACITY + "per-node-heartbeat.maximum-offswitch-assignments";
  private static final String NODE_DELAY = CAPACITY + "node-locality-delay";
  private static final String RACK_DELAY = CAPACITY + "rack-locality-additional-delay";
  private static final String RACK_RESET = CAPACITY + "rack-locality-full-reset";

  final SimulationSettings settings;
  final FederationSystem kind;
  final Configuration conf;

  /** 1 or more. */
  final int subClusters;

  /** How many decisions a ResourceManager makes a second; 0 for any number. */
  final double managerRate;

  /** From the start of a container to that of its task, in ms. */
  final long startMs;

  /** From the start of a master's container to its first call, in ms. */
  final long masterStartMs;

  /** How many opportunities a request misses before it takes a node in a rack that is named. */
  final int nodeLocalityDelay;

  /** How many more before it takes any node; -1 for what depends on how much is asked where. */
  final int rackAdditionalDelay;

  /** Whether a grant in a rack begins the count anew, as one on a host does. */
  final boolean rackFullReset;

  /** How many containers go to nodes that were not asked for at one heartbeat. */
  final int farAtOnce;

  /** How often ResourceManagers report to the state store, in ms. */
  final long reportMs;

  /** What is left out of averages at the beginning, while the cluster fills up, in ms. */
  final long warmUpMs;

  /** The sub-cluster that cannot be reached for a while, from 0; none if there is no such. */
  final int lost;

  final long lostFromMs;
  final long lostToMs;

  /** After how long without an answer a sub-cluster counts as lost, in ms. */
  final long timeOutMs;

  final FederationConfiguration keys;
  final SplitSettings rules;

  FederationSettings(SimulationSettings settings, FederationSystem kind) {
    this.settings = settings;
    this.kind = kind;
    conf = configuration(settings);
    subClusters = kind.single() ? 1 : (int) number("sub-clusters", 20);
    managerRate = kind.bounded() ? number("manager-decisions-per-second", 0) : 0;
    startMs = number("start-ms", 2_000);
    masterStartMs = number("master-start-ms", 5_000);
    warmUpMs = number("warm-up-ms", Math.min(60_000, settings.limitMs() / 4));
    lost = kind.single() ? -1 : (int) number("lost-sub-cluster", Integer.MAX_VALUE);
    lostFromMs = number("lost-from-ms", 0);
    lostToMs = number("lost-to-ms", 0);
    try {
      timeOutMs =
          conf.getLong(
              YarnConfiguration.FEDERATION_AMRMPROXY_SUBCLUSTER_TIMEOUT,
              YarnConfiguration.DEFAULT_FEDERATION_AMRMPROXY_SUBCLUSTER_TIMEOUT);
      farAtOnce = Math.max(1, conf.getInt(OFFSWITCH, 1));
      nodeLocalityDelay = conf.getInt(NODE_DELAY, 40);
      rackAdditionalDelay = conf.getInt(RACK_DELAY, -1);
      rackFullReset = conf.getBoolean(RACK_RESET, true);
      reportMs =
          TimeUnit.SECONDS.toMillis(
              Math.max(
                  1,
                  conf.getInt(
                      YarnConfiguration.FEDERATION_STATESTORE_HEARTBEAT_INTERVAL_SECS,
                      YarnConfiguration.DEFAULT_FEDERATION_STATESTORE_HEARTBEAT_INTERVAL_SECS)));
      keys = FederationConfiguration.read(conf);
    } catch (InvalidConfigurationException | NumberFormatException e) {
      throw new SimulationException(e.getMessage(), e);
    }
    if (subClusters < 1) {
      throw new SimulationException(PREFIX + "sub-clusters is below 1: correct it");
    }
    if (subClusters == 1 && lost == 0) {
      throw new SimulationException(
          "a federation of one sub-cluster cannot lose it: remove " + PREFIX + "lost-sub-cluster");
    }
    rules =
        dividesAsks()
            ? keys.splitSettings()
            : new SplitSettings(SplitSettings.Relaxation.NONE, 0, 1, 0);
  }

  /** Ours on, unless the settings say otherwise; the rest as in the site files. */
  private static Configuration configuration(SimulationSettings settings) {
    Configuration conf = SiteFileReader.alone(settings);
    conf.set(FederationConfiguration.HOME_MODE.name(), "on");
    conf.set(FederationConfiguration.SPLIT_MODE.name(), "on");
    conf.set(FederationConfiguration.SHARE_MODE.name(), "on");
    settings.hadoop().forEach(conf::set);
    return conf;
  }

  private long number(String name, long otherwise) {
    try {
      long number = conf.getLong(PREFIX + name, otherwise);
      if (number >= 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      // told below
    }
    throw new SimulationException(
        PREFIX + name + "=" + conf.get(PREFIX + name) + " is no whole number from 0: correct it");
  }

  /** Whether nobody can reach the sub-cluster now; its containers run on. */
  boolean isLost(int subCluster, long nowMs) {
    return subCluster == lost && nowMs >= lostFromMs && nowMs < lostToMs;
  }

  /** Whether our policy divides asks. */
  boolean dividesAsks() {
    return kind.ours() && keys.splitMode().acts();
  }

  boolean choosesHomes() {
    return kind.ours() && keys.homeMode().acts();
  }

  boolean determinesShares() {
    return kind.ours() && keys.shareMode().acts();
  }
}
