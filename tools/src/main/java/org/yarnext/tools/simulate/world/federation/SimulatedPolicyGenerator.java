// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.federation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.yarnext.federation.policy.enforce.CapacityUpdateView;
import org.yarnext.federation.policy.enforce.ShareCapacityPolicy;
import org.yarnext.federation.policy.share.AggregatedDemandView;
import org.yarnext.federation.policy.share.GlobalFairnessSharePolicy;
import org.yarnext.federation.policy.share.GlobalQueueShares;
import org.yarnext.federation.policy.share.ShareQualityMeasure;
import org.yarnext.federation.policy.share.ShareView;
import org.yarnext.federation.policy.share.SubClusterDemand;
import org.yarnext.federation.policy.share.fairness.QueueTree;

/**
 * Simulates the Global Policy Generator and the share enforcers of the ResourceManagers. One round
 * aggregates the reports of the sub-clusters, determines the shares and sets the capacities,
 * without delay. It also measures the fairness of the queues' use, whether or not our policy
 * determines the shares. Not thread-safe.
 */
final class SimulatedPolicyGenerator {
  private final FederationSettings model;
  private final QueueCapacities queues;
  private final List<SimulatedSubCluster> subClusters;
  private final GlobalFairnessSharePolicy policy = new GlobalFairnessSharePolicy();
  private final ShareCapacityPolicy capacities;
  private final long[] setAtMs;
  private long rounds;
  private long changes;

  SimulatedPolicyGenerator(
      FederationSettings model, QueueCapacities queues, List<SimulatedSubCluster> subClusters) {
    this.model = model;
    this.queues = queues;
    this.subClusters = subClusters;
    this.capacities = new ShareCapacityPolicy(model.keys.capacityUpdateLimits());
    this.setAtMs = new long[subClusters.size()];
    Arrays.fill(setAtMs, -1);
  }

  /**
   * Runs a round.
   *
   * @return the deviation of the leaf queues' use from their fair share, relative to the sum of the
   *     fair shares
   */
  double run(long nowMs) {
    if (model.determinesShares()) {
      determine(nowMs);
    }
    return unfairness(view(subClusters));
  }

  private ShareView view(List<SimulatedSubCluster> of) {
    List<SubClusterDemand> reports = new ArrayList<>(of.size());
    of.forEach(each -> reports.add(each.demand(queues)));
    return AggregatedDemandView.of(reports).view();
  }

  /** Determines and enforces the shares; unreachable sub-clusters keep their capacities. */
  private void determine(long nowMs) {
    List<SimulatedSubCluster> reporting = new ArrayList<>(subClusters);
    reporting.removeIf(SimulatedSubCluster::isLost);
    ShareView view = view(reporting);
    GlobalQueueShares shares = policy.decide(view).value();
    rounds++;
    for (int s = 0; s < view.subClusters(); s++) {
      SimulatedSubCluster each = reporting.get(s);
      if (setAtMs[each.index] < 0
          || nowMs - setAtMs[each.index] >= model.keys.sharePause().toMillis()) {
        enforce(each, s, shares, view, nowMs);
      }
    }
  }

  private void enforce(
      SimulatedSubCluster subCluster, int s, GlobalQueueShares shares, ShareView view, long nowMs) {
    QueueTree tree = queues.tree();
    CapacityUpdateView.Builder now = CapacityUpdateView.builder(tree);
    for (int q = 1; q < tree.size(); q++) {
      now.queue(q, queues.configured(q), QueueCapacities.ALL, subCluster.state.percent(q));
    }
    Map<String, Double> granted = new HashMap<>();
    for (int leaf : shares.queues().leaves()) {
      granted.put(shares.queues().path(leaf), shares.of(leaf, s));
    }
    Map<String, Double> change = capacities.decide(now.build(granted, view.capacity(s), 0)).value();
    if (!change.isEmpty()) {
      changes++;
      setAtMs[subCluster.index] = nowMs;
      change.forEach((path, percent) -> subCluster.state.percent(tree.indexOf(path), percent));
      subCluster.state.changed();
    }
  }

  private static double unfairness(ShareView view) {
    double[] ideal = ShareQualityMeasure.ideal(view);
    double wrong = 0;
    for (int leaf : view.queues().leaves()) {
      double used = 0;
      for (int s = 0; s < view.subClusters(); s++) {
        used += view.used(leaf, s);
      }
      wrong += Math.abs(used - ideal[leaf]);
    }
    return ideal[QueueTree.ROOT] > 0 ? wrong / ideal[QueueTree.ROOT] : 0;
  }

  /** Returns how often shares were determined. */
  long rounds() {
    return rounds;
  }

  /** Returns how often a sub-cluster changed its capacities. */
  long changes() {
    return changes;
  }
}
