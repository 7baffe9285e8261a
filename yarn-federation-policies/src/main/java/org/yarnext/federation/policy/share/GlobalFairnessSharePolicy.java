// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.share;

import java.util.Arrays;
import org.yarnext.common.decision.Decision;
import org.yarnext.federation.policy.share.fairness.HierarchicalWaterFilling;
import org.yarnext.federation.policy.share.fairness.QueueTree;
import org.yarnext.federation.policy.share.fairness.SiblingFairness;
import org.yarnext.federation.policy.share.fairness.TransportationProblem;
import org.yarnext.federation.policy.share.fairness.UserDemandTable;

/**
 * Gives each queue its fair share of the whole cluster, in the sub-clusters where it has demand:
 * global instantaneous fairness (Hydra section 4.2).
 *
 * <ol>
 *   <li>It divides the usable capacity down the hierarchy, ignoring sub-clusters. If the leaves'
 *       demands allow these shares to be placed, they are the result.
 *   <li>Otherwise it descends the hierarchy queue by queue. Siblings divide their parent's share of
 *       each sub-cluster by weighted max-min fairness of their totals; see {@link SiblingFairness}.
 *       Where several placements are equally fair, it chooses the one nearest to the leaves' shares
 *       of step 1, so that it suits the leaves, too.
 * </ol>
 *
 * <p>Invariants: a sub-cluster is full or meets all demand there. No queue is above its demand in
 * any sub-cluster. No queue can get more without less for a sibling that has no more in proportion
 * to its weight. The division among the root's children is the fairest possible; that among other
 * siblings is the fairest given their parent's share of each sub-cluster. Deciding all levels at
 * once could suit some deeper queues better, at the price of a general linear program for each
 * level.
 *
 * <p>Running containers count: a queue's share goes first to where it uses resources, as far as
 * other shares allow, then in proportion to its pending demand. If its users are known, each user
 * counts up to a fair part of the queue's share ({@link UserDemandTable}).
 *
 * <p>Immutable and thread-safe. O(q s log q) for q queues and s sub-clusters, or up to s times that
 * if demand is concentrated in full sub-clusters.
 */
public final class GlobalFairnessSharePolicy implements SharePolicy {
  private static final double ROUNDING = 1e-9;

  @Override
  public Decision<GlobalQueueShares> decide(ShareView view) {
    double usable = view.usable();
    double[] leaves = new double[view.allDemand().length];
    double unplaced = 0;
    ShareReason reason = ShareReason.SHARES_NO_DEMAND;
    if (usable > 0) {
      QueueTree queues = view.queues();
      double[] ideal =
          HierarchicalWaterFilling.divide(
              queues, HierarchicalWaterFilling.weights(queues), view.totalDemand(), usable);
      unplaced = placeLeaves(view, ideal, leaves);
      boolean met = usable >= view.demand(QueueTree.ROOT) * (1 - ROUNDING);
      reason = met ? ShareReason.SHARES_ALL_MET : ShareReason.SHARES_IDEAL;
      if (unplaced > ROUNDING * usable) {
        leaves =
            new Descent(view, new GlobalQueueShares(queues, view.subClusters(), leaves)).divide();
        reason = ShareReason.SHARES_BOUND_BY_LOCALITY;
      }
    }
    return Decision.of(new GlobalQueueShares(view.queues(), view.subClusters(), leaves), reason)
        .with("queues", view.queues().size())
        .with("subClusters", view.subClusters())
        .with("capacity", view.capacity())
        .with("demand", view.demand(QueueTree.ROOT))
        .with("usable", usable)
        .with("misplaced", unplaced);
  }

  /** Places the leaves' ideal shares as far as possible; returns the amount that finds no place. */
  private static double placeLeaves(ShareView view, double[] ideal, double[] granted) {
    int[] leaves = view.queues().leaves();
    int width = view.subClusters();
    TransportationProblem transport =
        new TransportationProblem(
            rows(view.allDemand(), leaves, width),
            HierarchicalWaterFilling.pick(ideal, leaves),
            view.capacities());
    double[] kept = rows(view.allUsed(), leaves, width);
    double[] due = rows(view.allDemand(), leaves, width);
    for (int i = 0; i < leaves.length; i++) {
      UserDemandTable users = view.users(leaves[i]);
      if (users != null) {
        users.divide(ideal[leaves[i]], kept, due, i * width);
      }
    }
    double unplaced = transport.place(kept, due);
    for (int i = 0; i < leaves.length; i++) {
      for (int s = 0; s < width; s++) {
        granted[leaves[i] * width + s] = transport.flow(i, s);
      }
    }
    return unplaced;
  }

  private static double[] rows(double[] matrix, int[] numbers, int width) {
    double[] rows = new double[numbers.length * width];
    for (int i = 0; i < numbers.length; i++) {
      System.arraycopy(matrix, numbers[i] * width, rows, i * width, width);
    }
    return rows;
  }

  /** Divides each queue's share of each sub-cluster among its children, from the root down. */
  private static final class Descent {
    private final ShareView view;
    private final QueueTree queues;
    private final int width;
    private final double[] preferred;
    private final double[] weights;
    private final double[] granted;

    Descent(ShareView view, GlobalQueueShares nearly) {
      this.view = view;
      queues = view.queues();
      width = view.subClusters();
      preferred = nearly.rows();
      weights = HierarchicalWaterFilling.weights(queues);
      granted = new double[preferred.length];
    }

    double[] divide() {
      for (int s = 0; s < width; s++) {
        granted[s] = Math.min(view.capacity(s), view.demand(QueueTree.ROOT, s));
      }
      for (int q = 0; q < queues.size(); q++) {
        int[] children = queues.children(q);
        if (children.length > 0) {
          double[] room = Arrays.copyOfRange(granted, q * width, (q + 1) * width);
          double[] got =
              new SiblingFairness(
                      HierarchicalWaterFilling.pick(weights, children),
                      rows(view.allDemand(), children, width),
                      rows(preferred, children, width),
                      width)
                  .divide(room);
          for (int i = 0; i < children.length; i++) {
            System.arraycopy(got, i * width, granted, children[i] * width, width);
          }
        }
      }
      return granted;
    }
  }
}
