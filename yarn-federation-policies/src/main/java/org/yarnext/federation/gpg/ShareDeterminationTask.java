// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.gpg;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.federation.policy.share.AggregatedDemandView;
import org.yarnext.federation.policy.share.GlobalQueueShares;
import org.yarnext.federation.policy.share.SharePolicy;
import org.yarnext.federation.policy.share.ShareView;
import org.yarnext.federation.policy.share.SubClusterDemand;
import org.yarnext.federation.store.ShareStore;

/**
 * Determines the shares of queues, one round a call: reads what ResourceManagers reported, decides,
 * and publishes to each sub-cluster what its queues may use there (Hydra section 4.2).
 *
 * <p>A sub-cluster whose report is old or absurd is left out, and gets no new shares: its queues'
 * demand is not known, and what it gives away is not either. While the age of a report is not
 * known, as it may be right after a start, there is no round. Not thread-safe.
 */
final class ShareDeterminationTask {
  private static final Logger LOG = LoggerFactory.getLogger(ShareDeterminationTask.class);

  private final ShareStore store;
  private final SharePolicy policy;
  private final long staleAfterMs;

  /** Null while nobody is shown them. */
  private ShareReportMetrics shown;

  /**
   * @param staleAfterMs how old reports may be, in ms
   */
  ShareDeterminationTask(ShareStore store, SharePolicy policy, long staleAfterMs) {
    this.store = store;
    this.policy = policy;
    this.staleAfterMs = staleAfterMs;
  }

  /**
   * From the next round on the ages of reports are among the metrics, which are not registered yet.
   */
  void showIn(FeatureMetrics metrics) {
    shown = new ShareReportMetrics(metrics);
  }

  /** What was decided for which sub-clusters. */
  static final class Result {
    final Decision<GlobalQueueShares> decision;
    final int subClusters;

    Result(Decision<GlobalQueueShares> decision, int subClusters) {
      this.decision = decision;
      this.subClusters = subClusters;
    }
  }

  /** Whether a round can use a report that is not stale. */
  private static boolean isUsable(SubClusterDemand demand) {
    try {
      AggregatedDemandView.of(Collections.singletonList(demand));
      return true;
    } catch (IllegalArgumentException e) {
      LOG.warn("The report of {} is left out: {}", demand.name(), e.getMessage());
      return false;
    }
  }

  /**
   * Makes a round.
   *
   * @param publishing false to decide only
   * @return null if no sub-cluster reports, or it is not known yet whether one does
   */
  Result run(boolean publishing) throws IOException {
    List<ShareStore.Report> found = store.reports();
    List<ShareStore.Report> fresh = new ArrayList<>();
    boolean isUnsure = false;
    for (ShareStore.Report each : found) {
      if (each.demand() != null && !each.age().isStale(staleAfterMs) && isUsable(each.demand())) {
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
    AggregatedDemandView all =
        AggregatedDemandView.of(
            fresh.stream().map(ShareStore.Report::demand).collect(Collectors.toList()));
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
