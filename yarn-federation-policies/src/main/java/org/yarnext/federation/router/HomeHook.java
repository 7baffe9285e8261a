// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.router;

import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.Time;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterId;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterIdInfo;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterInfo;
import org.apache.hadoop.yarn.server.federation.utils.FederationStateStoreFacade;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.conf.InvalidConfigurationException;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.explain.DecisionLog;
import org.yarnext.common.guard.Guard;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.federation.FederationConfiguration;
import org.yarnext.federation.policy.home.HomeChoiceHistory;
import org.yarnext.federation.policy.home.HomeReason;
import org.yarnext.federation.policy.home.HomeView;
import org.yarnext.federation.policy.home.PowerOfChoicesPolicy;
import org.yarnext.federation.policy.home.SubClusterSnapshot;
import org.yarnext.federation.store.ReportAgeTracker;

/**
 * Chooses homes of applications for the policies of all queues of one Router: reads the reports of
 * the sub-clusters, asks the home policy, and explains and remembers its choice. Leaves the choice
 * to stock if the feature is off or fails. Thread-safe.
 */
final class HomeHook {
  private static final Logger LOG = LoggerFactory.getLogger(HomeHook.class);

  /** Hooks by the Router's configuration, which YARN passes to the policies of all queues. */
  private static final Map<Configuration, HomeHook> HOOKS = new WeakHashMap<>();

  /** Null if the configuration is refused. */
  private final FederationConfiguration keys;

  private final PowerOfChoicesPolicy policy;
  private final HomeChoiceHistory recent;
  private final Guard guard;
  private final DecisionLog log;
  private final SubClusterReportCache reports = new SubClusterReportCache();
  private final ReportAgeTracker<SubClusterId> ages = new ReportAgeTracker<>(System::nanoTime);

  /** Age of the oldest report at the last choice, in ms; -1 before the first choice. */
  private volatile long oldestReportMs = -1;

  private HomeHook(FederationConfiguration conf, Configuration hadoop) {
    keys = conf;
    policy = conf.newHomePolicy();
    recent = conf.newHomeChoiceHistory();
    guard = new Guard("federation", conf.guard(), System::nanoTime);
    FeatureMetrics metrics =
        new FeatureMetrics("FederationHome", "Homes of applications", conf::homeMode);
    metrics.attach(guard);
    metrics.gauge(
        "ReportAgeMillis",
        "Time since the oldest report changed, at the latest choice of a home,"
            + " in ms; -1 if none was chosen",
        () -> oldestReportMs);
    log = new DecisionLog(metrics, conf::homeMode, "Router", "FederationHomeDecisions");
    register(hadoop);
    // The entry of the configuration goes with it only if nothing here holds it.
    Reference<Configuration> daemon = new WeakReference<>(hadoop);
    conf.live().addListener((old, now) -> register(daemon.get()));
  }

  /** Registers the metrics and decisions once the mode decides. */
  private void register(Configuration hadoop) {
    if (hadoop != null && keys.homeMode().decides()) {
      log.register(hadoop);
    }
  }

  private HomeHook() {
    keys = null;
    policy = null;
    recent = null;
    guard = null;
    log = null;
  }

  /** Returns the hook of the Router with this facade's configuration; never null. */
  static HomeHook of(FederationStateStoreFacade store) {
    synchronized (HOOKS) {
      return HOOKS.computeIfAbsent(store.getConf(), HomeHook::read);
    }
  }

  private static HomeHook read(Configuration conf) {
    try {
      return new HomeHook(FederationConfiguration.of(conf), conf);
    } catch (InvalidConfigurationException e) {
      LOG.error("{} Homes are chosen as in stock YARN.", e.getMessage());
      FeatureMetrics.countRefused("FederationHome", "Homes of applications");
    } catch (RuntimeException | LinkageError e) {
      LOG.error("The choice of homes failed to start and stays stock.", e);
    }
    return new HomeHook();
  }

  /** Returns the reports that are cached. For tests. */
  SubClusterReportCache reports() {
    return reports;
  }

  /** Returns the log; null if the configuration is refused. */
  DecisionLog log() {
    return log;
  }

  /**
   * Chooses the home of an application.
   *
   * @param weights the policy's weights for applications
   * @param failed sub-clusters in which this submission failed; may be null
   * @return null if stock is to choose
   */
  SubClusterId choose(
      FederationStateStoreFacade store,
      ApplicationId id,
      Map<SubClusterIdInfo, Float> weights,
      Collection<SubClusterId> failed) {
    FeatureMode mode = keys == null ? FeatureMode.OFF : keys.homeMode();
    if (!mode.decides()) {
      return null;
    }
    Decision<String> decision =
        guard.callInline(
            "federation.home", () -> decide(store, id, weights, failed, mode.acts()), () -> null);
    if (decision == null || decision.value() == null || !mode.acts()) {
      return null;
    }
    return SubClusterId.newInstance(decision.value());
  }

  private Decision<String> decide(
      FederationStateStoreFacade store,
      ApplicationId id,
      Map<SubClusterIdInfo, Float> weights,
      Collection<SubClusterId> failed,
      boolean acts)
      throws YarnException {
    long nowMs = Time.monotonicNow();
    List<SubClusterSnapshot> active = new ArrayList<>();
    long oldestMs = -1;
    Map<SubClusterId, SubClusterInfo> known = store.getSubClusters(true);
    reports.keepOnly(known.keySet());
    for (SubClusterInfo info : known.values()) {
      Float weight = weights.get(new SubClusterIdInfo(info.getSubClusterId()));
      if (weight != null && weight > 0) {
        ReportAgeTracker.Age age = ages.look(info.getSubClusterId(), info.getLastHeartBeat());
        active.add(reports.state(info, weight).aged(age.maxMs()));
        oldestMs = Math.max(oldestMs, age.minMs());
      }
    }
    oldestReportMs = oldestMs;
    Set<String> names = new HashSet<>();
    for (SubClusterId each : failed == null ? Collections.<SubClusterId>emptyList() : failed) {
      names.add(each.getId());
    }
    HomeView view = HomeView.of(active, recent.counts(nowMs)).retried(knownHome(store, id), names);
    Decision<String> decision = policy.choose(view, ThreadLocalRandom.current());
    log.explain(System.currentTimeMillis(), id + " to " + decision.value(), decision);
    if (decision.value() != null && acts && decision.reason() != HomeReason.HOME_KEPT) {
      recent.chosen(decision.value(), nowMs);
    }
    return decision;
  }

  /**
   * Returns the home from an earlier submission, or null. Stock does not look, and might start the
   * application twice.
   */
  private static String knownHome(FederationStateStoreFacade store, ApplicationId id) {
    try {
      SubClusterId home = store.getApplicationHomeSubCluster(id);
      return home == null ? null : home.getId();
    } catch (YarnException e) {
      return null; // stores throw for an unknown application
    }
  }
}
