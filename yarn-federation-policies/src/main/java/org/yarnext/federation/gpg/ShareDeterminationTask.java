// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.gpg;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.guard.LogThrottle;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.federation.policy.share.AggregatedDemandView;
import org.yarnext.federation.policy.share.GlobalQueueShares;
import org.yarnext.federation.policy.share.SharePolicy;
import org.yarnext.federation.policy.share.ShareView;
import org.yarnext.federation.policy.share.SubClusterDemand;
import org.yarnext.federation.store.ShareStore;

/**
 * Determines the shares of queues, one round a call: it reads the reports of ResourceManagers,
 * decides, and publishes each sub-cluster's shares (Hydra section 4.2).
 *
 * <p>A sub-cluster with a stale or invalid report takes no part and receives no new shares, as both
 * its demand and its capacity are unknown. After a week without reports its records are removed.
 * There is no round while the age of a report is uncertain, as it may be after a start. Not
 * thread-safe.
 */
final class ShareDeterminationTask {
  private static final Logger LOG = LoggerFactory.getLogger(ShareDeterminationTask.class);

  /** Age of a report from which its sub-cluster counts as removed, in ms. */
  private static final long REMOVED_AFTER_MS = TimeUnit.DAYS.toMillis(7);

  private final ShareStore store;
  private final SharePolicy policy;
  private final long staleAfterMs;
  private final LogThrottle warnings = new LogThrottle();

  /** The last view of each sub-cluster alone, by name. */
  private final Map<String, AggregatedDemandView> alone = new HashMap<>();

  /** The last view of all that took part; null before the first round. */
  private AggregatedDemandView all;

  /** Null until {@link #showIn} is called. */
  private ShareReportMetrics shown;

  /**
   * @param staleAfterMs the age from which a report is stale, in ms
   */
  ShareDeterminationTask(ShareStore store, SharePolicy policy, long staleAfterMs) {
    this.store = store;
    this.policy = policy;
    this.staleAfterMs = staleAfterMs;
  }

  /** Adds the ages of reports to the metrics. Called before the metrics are registered. */
  void showIn(FeatureMetrics metrics) {
    shown = new ShareReportMetrics(metrics);
  }

  /** The decision of a round, and the number of sub-clusters that took part. */
  static final class Result {
    final Decision<GlobalQueueShares> decision;
    final int subClusters;

    Result(Decision<GlobalQueueShares> decision, int subClusters) {
      this.decision = decision;
      this.subClusters = subClusters;
    }
  }

  /** Returns whether the report is valid; logs why it is not. */
  private boolean isUsable(SubClusterDemand demand) {
    try {
      alone.compute(demand.name(), (name, last) -> view(last, Collections.singletonList(demand)));
      return true;
    } catch (IllegalArgumentException e) {
      if (warnings.due(demand.name(), TimeUnit.NANOSECONDS.toMillis(System.nanoTime()))) {
        LOG.warn("The report of {} is ignored: {}", demand.name(), e.getMessage());
      }
      return false;
    }
  }

  private static AggregatedDemandView view(
      AggregatedDemandView last, List<SubClusterDemand> demands) {
    return last == null ? AggregatedDemandView.of(demands) : last.next(demands);
  }

  /**
   * Makes a round.
   *
   * @param publishing whether to publish the shares; false to decide only
   * @return null if no sub-cluster has a valid recent report, or it is uncertain whether one has
   * @throws IOException if the store cannot be read or written
   */
  Result run(boolean publishing) throws IOException {
    List<ShareStore.Report> found = store.reports();
    List<ShareStore.Report> fresh = new ArrayList<>();
    boolean isUnsure = false;
    for (ShareStore.Report each : found) {
      if (publishing && each.demand() != null && each.age().isStale(REMOVED_AFTER_MS)) {
        store.forget(each.demand().name()); // it reports again if it comes back
        alone.remove(each.demand().name());
      } else if (each.demand() != null
          && !each.age().isStale(staleAfterMs)
          && isUsable(each.demand())) {
        fresh.add(each);
        isUnsure |= !each.age().isFresh(staleAfterMs);
      }
    }
    if (shown != null) {
      shown.read(found.size(), fresh);
    }
    if (fresh.isEmpty() || isUnsure) {
      return null;
    }
    all = view(all, fresh.stream().map(ShareStore.Report::demand).collect(Collectors.toList()));
    ShareView view = all.view();
    Decision<GlobalQueueShares> decision = policy.decide(view);
    for (int s = 0; s < view.subClusters() && publishing; s++) {
      Map<String, Double> granted = new HashMap<>();
      for (int leaf : view.queues().leaves()) {
        double share = decision.value().of(leaf, s);
        if (share > 0) {
          granted.put(view.queues().path(leaf), share);
        }
      }
      store.grant(view.subCluster(s), all.resource(), view.capacity(s), granted);
    }
    return new Result(decision, fresh.size());
  }
}
