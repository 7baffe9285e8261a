// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
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
 * Settings of a simulated federation: the simulator's own keys, the stock keys that the model
 * follows, and the keys of the federation policies. Invalid values are refused as in the daemons.
 * Immutable.
 */
final class FederationSettings {
  /** The systems of this world: who schedules the nodes, and with which policies. */
  enum Kind {
    /**
     * Stock federation: random homes, requests that stay where they were sent, fixed capacities.
     */
    STOCK("stock-federation", false, true, false),
    /** Stock federation with the policies of this project. */
    HYDRA("hydra", false, true, true),
    /** One ResourceManager for all nodes, as fast as each one of a federation. */
    ONE("one-manager", true, true, false),
    /** One ResourceManager of unlimited speed, with the usual locality delays. */
    IDEAL("ideal-manager", true, false, false);

    private final String label;
    private final boolean single;
    private final boolean bounded;
    private final boolean ours;

    Kind(String label, boolean single, boolean bounded, boolean ours) {
      this.label = label;
      this.single = single;
      this.bounded = bounded;
      this.ours = ours;
    }

    String label() {
      return label;
    }

    /** Returns whether one ResourceManager has all nodes. */
    boolean isSingle() {
      return single;
    }

    /** Returns whether the ResourceManagers' decision rate is limited. */
    boolean isRateLimited() {
      return bounded;
    }

    /** Returns whether the policies of this project decide, if their modes are on. */
    boolean isOurs() {
      return ours;
    }
  }

  /** Prefix of the simulator's own keys. */
  static final String PREFIX = "yarnext.simulate.";

  static final String CAPACITY = "yarn.scheduler.capacity.";
  private static final String OFFSWITCH =
      CAPACITY + "per-node-heartbeat.maximum-offswitch-assignments";
  private static final String NODE_DELAY = CAPACITY + "node-locality-delay";
  private static final String RACK_DELAY = CAPACITY + "rack-locality-additional-delay";
  private static final String RACK_RESET = CAPACITY + "rack-locality-full-reset";

  final SimulationSettings settings;
  final Kind kind;
  final Configuration conf;

  /** 1 or more. */
  final int subClusters;

  /** Decisions per second of a ResourceManager; 0 for no limit. */
  final double managerRate;

  /** Time from the start of a container to that of its task, in ms. */
  final long startMs;

  /** Time from the start of an Application Master's container to its first call, in ms. */
  final long masterStartMs;

  /** Missed opportunities before a request accepts a node in a requested rack. */
  final int nodeLocalityDelay;

  /**
   * Further missed opportunities before it accepts any node; -1 to derive them from the request.
   */
  final int rackAdditionalDelay;

  /** Whether a grant in a rack resets the count, as one on a host does. */
  final boolean rackFullReset;

  /** Maximum number of containers without locality per heartbeat. */
  final int farAtOnce;

  /** Interval of the ResourceManagers' reports to the state store, in ms. */
  final long reportMs;

  /** Warm-up that is excluded from averages, in ms. */
  final long warmUpMs;

  /** Index of the sub-cluster that is unreachable for a while; an unused index for none. */
  final int lost;

  final long lostFromMs;
  final long lostToMs;

  /** Time without an answer after which a sub-cluster counts as lost, in ms. */
  final long timeOutMs;

  final FederationConfiguration keys;
  final SplitSettings rules;

  FederationSettings(SimulationSettings settings, Kind kind) {
    this.settings = settings;
    this.kind = kind;
    conf = configuration(settings);
    subClusters =
        kind.isSingle() ? 1 : (int) SiteFileReader.wholeNumber(conf, PREFIX + "sub-clusters", 20);
    managerRate =
        kind.isRateLimited()
            ? SiteFileReader.wholeNumber(conf, PREFIX + "manager-decisions-per-second", 0)
            : 0;
    startMs = SiteFileReader.wholeNumber(conf, PREFIX + "start-ms", 2_000);
    masterStartMs = SiteFileReader.wholeNumber(conf, PREFIX + "master-start-ms", 5_000);
    warmUpMs =
        SiteFileReader.wholeNumber(
            conf, PREFIX + "warm-up-ms", Math.min(60_000, settings.limitMs() / 4));
    lost =
        kind.isSingle()
            ? -1
            : (int)
                SiteFileReader.wholeNumber(conf, PREFIX + "lost-sub-cluster", Integer.MAX_VALUE);
    lostFromMs = SiteFileReader.wholeNumber(conf, PREFIX + "lost-from-ms", 0);
    lostToMs = SiteFileReader.wholeNumber(conf, PREFIX + "lost-to-ms", 0);
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
        dividesRequests()
            ? keys.splitSettings()
            : new SplitSettings(SplitSettings.Relaxation.NONE, 0, 1, 0);
  }

  /** Returns the site files with our policies switched on, overridden by the settings. */
  private static Configuration configuration(SimulationSettings settings) {
    Configuration conf = SiteFileReader.alone(settings);
    conf.set(FederationConfiguration.HOME_MODE.name(), "on");
    conf.set(FederationConfiguration.SPLIT_MODE.name(), "on");
    conf.set(FederationConfiguration.SHARE_MODE.name(), "on");
    settings.hadoop().forEach(conf::set);
    return conf;
  }

  /** Returns whether the sub-cluster is unreachable now; its containers keep running. */
  boolean isLost(int subCluster, long nowMs) {
    return subCluster == lost && nowMs >= lostFromMs && nowMs < lostToMs;
  }

  /** Returns whether our policy splits the requests. */
  boolean dividesRequests() {
    return kind.isOurs() && keys.splitMode().acts();
  }

  boolean choosesHomes() {
    return kind.isOurs() && keys.homeMode().acts();
  }

  boolean determinesShares() {
    return kind.isOurs() && keys.shareMode().acts();
  }
}
