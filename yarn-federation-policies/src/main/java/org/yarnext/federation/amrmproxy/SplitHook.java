// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.amrmproxy;

import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterPolicyConfiguration;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.conf.InvalidConfigurationException;
import org.yarnext.common.conf.reload.LiveConfiguration;
import org.yarnext.common.explain.DecisionLog;
import org.yarnext.common.guard.Guard;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.common.periodic.OwnerStopListener;
import org.yarnext.federation.FederationConfiguration;
import org.yarnext.federation.amrmproxy.subcluster.ActiveSubClusterCache;
import org.yarnext.federation.amrmproxy.subcluster.HostRackCache;
import org.yarnext.federation.amrmproxy.subcluster.ResponseAgeTracker;
import org.yarnext.federation.control.PolicyParameters;
import org.yarnext.federation.policy.split.AllocateCallLimits;
import org.yarnext.federation.policy.split.SplitSettings;

/**
 * Entry point of the request division in one NodeManager's AMRMProxy: reads the configuration, and
 * makes the guard, metrics, rack cache and policy reloader that all its applications share.
 * Thread-safe.
 */
final class SplitHook {
  private static final Logger LOG = LoggerFactory.getLogger(SplitHook.class);
  private static final Map<Configuration, SplitHook> HOOKS = new WeakHashMap<>();

  private final AtomicBoolean hasOwner = new AtomicBoolean();

  /** Null if the configuration is refused. */
  private final FederationConfiguration keys;

  private final SplitSettings rules;

  /** The hook that was made when the mode was raised from off; null before that. */
  private volatile SplitHook raised;

  private final Guard guard;
  private final DecisionLog log;
  private final SplitMetrics counts;
  private final QueuePolicyReloader policies;
  private final ActiveSubClusterCache subClusters;
  private final HostRackCache racks;
  private final ResponseAgeTracker answers;

  private SplitHook(
      FederationConfiguration keys,
      QueuePolicyReloader.Connector connector,
      HostRackCache racks,
      Configuration conf) {
    this.keys = keys;
    this.racks = racks;
    rules = keys.splitSettings();
    // A skipped call invalidates the ledger of one application only, so the guard never trips.
    guard = new Guard("federation", keys.guard().withoutTripping(), System::nanoTime);
    FeatureMetrics metrics =
        new FeatureMetrics("FederationSplit", "Requests divided over sub-clusters", this::mode);
    metrics.attach(guard);
    policies = new QueuePolicyReloader(keys.policyInterval().toMillis(), connector);
    policies.reading().show(metrics, "Policy");
    subClusters = new ActiveSubClusterCache(policies::isIdle, cacheMs(conf), System::nanoTime);
    subClusters.reading().show(metrics, "SubClusters");
    answers = new ResponseAgeTracker(System::nanoTime);
    metrics.gauge(
        "AnswersAgeMillis",
        "Time since the last answer of the sub-cluster that has not answered"
            + " any application for longest, in ms",
        answers::oldestMs);
    metrics.gauge("HostsWithoutRack", "Hosts of containers without a known rack", racks::unknown);
    racks.looking().show(metrics, "Racks");
    log = new DecisionLog(metrics, this::mode, "NodeManager", "FederationSplitDecisions");
    counts = new SplitMetrics(log);
    log.register(conf);
  }

  /**
   * Creates a hook that does nothing until the mode is raised.
   *
   * @param keys null if it cannot be raised
   */
  private SplitHook(FederationConfiguration keys) {
    this.keys = keys;
    rules = null;
    guard = null;
    log = null;
    counts = null;
    policies = null;
    subClusters = null;
    racks = null;
    answers = null;
  }

  /** Returns how long YARN caches contents of the state store, in ms; 0 if it does not cache. */
  static long cacheMs(Configuration conf) {
    return TimeUnit.SECONDS.toMillis(
        conf.getInt(
            YarnConfiguration.FEDERATION_CACHE_TIME_TO_LIVE_SECS,
            YarnConfiguration.DEFAULT_FEDERATION_CACHE_TIME_TO_LIVE_SECS));
  }

  /**
   * Returns the hook of the NodeManager with this configuration; made at the first call. Never
   * null: the mode is off if the configuration is invalid.
   */
  static SplitHook of(Configuration conf) {
    synchronized (HOOKS) {
      SplitHook hook = HOOKS.computeIfAbsent(conf, SplitHook::read);
      return hook.raised == null ? hook : hook.raised;
    }
  }

  private static SplitHook read(Configuration conf) {
    try {
      FederationConfiguration keys = FederationConfiguration.of(conf);
      return keys.splitMode().decides() ? make(keys, conf) : stillOff(keys, conf);
    } catch (InvalidConfigurationException e) {
      LOG.error("{} Requests are divided as in stock YARN.", e.getMessage());
      FeatureMetrics.countRefused("FederationSplit", "Requests divided over sub-clusters");
    } catch (RuntimeException | LinkageError e) {
      LOG.error("The division of requests failed to start and stays stock.", e);
    }
    return new SplitHook(null);
  }

  private static SplitHook make(FederationConfiguration keys, Configuration conf) {
    return new SplitHook(
        keys, ZooKeeperPolicySource.connector(keys, conf), HostRackCache.by(conf), conf);
  }

  /** Creates a hook that makes another one when the mode is raised. */
  private static SplitHook stillOff(FederationConfiguration keys, Configuration conf) {
    SplitHook off = new SplitHook(keys);
    keys.live()
        .addListener(
            (old, now) -> {
              if (off.raised == null && keys.splitMode().decides()) {
                off.raised = make(keys, conf);
              }
            });
    return off;
  }

  /**
   * Stops this hook's threads when the NodeManager stops. Only the first call has an effect.
   *
   * @param nodeManager null in tests; then nothing happens
   */
  void endWith(Context nodeManager) {
    if (nodeManager != null && hasOwner.compareAndSet(false, true)) {
      OwnerStopListener.of(nodeManager.getNMStateStore(), this::close);
    }
  }

  private void close() {
    policies.stop();
    subClusters.reading().close();
    racks.looking().close();
    log.close();
    guard.close();
  }

  /** Returns the settings of the feature in this NodeManager; null if they were refused. */
  LiveConfiguration live() {
    return keys == null ? null : keys.live();
  }

  /** Returns the current mode; applications keep the one with which they began. */
  FeatureMode mode() {
    return keys == null ? FeatureMode.OFF : keys.splitMode();
  }

  /** Returns the guard; null if this hook was made in mode off, as all methods below. */
  Guard guard() {
    return guard;
  }

  SplitSettings rules() {
    return rules;
  }

  /**
   * Returns the configured split settings with the policy's own parameters in place of theirs.
   * Unknown parameters are ignored with a warning.
   *
   * @throws IllegalArgumentException if a parameter is out of bounds; its message names each
   */
  SplitSettings rules(SubClusterPolicyConfiguration policy) {
    PolicyParameters parameters = PolicyParameters.in(policy.getParams());
    try {
      return parameters.values().isEmpty() ? rules : keys.splitSettings(parameters.values());
    } catch (InvalidConfigurationException e) {
      throw new IllegalArgumentException(String.join(" ", e.problems()), e);
    }
  }

  AllocateCallLimits limits() {
    return keys.callLimits();
  }

  DecisionLog log() {
    return log;
  }

  /** Returns the metrics of all applications. */
  SplitMetrics counts() {
    return counts;
  }

  QueuePolicyReloader policies() {
    return policies;
  }

  ActiveSubClusterCache subClusters() {
    return subClusters;
  }

  /** Returns the response ages of the sub-clusters, over all applications. */
  ResponseAgeTracker answers() {
    return answers;
  }

  HostRackCache racks() {
    return racks;
  }
}
