// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Queue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FSAppAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FSLeafQueue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.Schedulable;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.policies.FairSharePolicy;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.yarnext.elastic.rm.job.ElasticAttemptView;
import org.yarnext.elastic.rm.job.FinishOrder;

/**
 * Hooks {@code schedulingPolicy} of a leaf queue in the FairScheduler's allocation file: stock's
 * fair policy, except that jobs whose work is known are served in the order in which they would
 * finish under it. Without {@link ElasticFairScheduler}, with its feature not on, and in parent
 * queues it is stock's fair policy. Stateless, since the scheduler shares one instance.
 */
public final class FairFinishSchedulingPolicy extends FairSharePolicy {
  static final String NAME = "fair-finish";

  /** Returns whether the jobs of a queue are ordered by this policy. */
  static boolean orders(Queue queue) {
    return queue instanceof FSLeafQueue
        && ((FSLeafQueue) queue).getPolicy() instanceof FairFinishSchedulingPolicy;
  }

  @Override
  public String getName() {
    return NAME;
  }

  /** Returns a comparator for one walk over the jobs, all of which it judges by the same order. */
  @Override
  public Comparator<Schedulable> getComparator() {
    return new TurnComparator(super.getComparator());
  }

  /** Gives known jobs the fair shares of all of them by their turns, so that none is preempted. */
  @Override
  public void computeShares(Collection<? extends Schedulable> schedulables, Resource total) {
    super.computeShares(schedulables, total);
    FinishOrder order = order(schedulables);
    try {
      shareByTurn(schedulables, order);
    } catch (RuntimeException e) {
      order.failed(e);
    }
  }

  private static void shareByTurn(
      Collection<? extends Schedulable> schedulables, FinishOrder order) {
    List<FSAppAttempt> known = new ArrayList<>();
    long leftMb = 0;
    for (Schedulable schedulable : schedulables) {
      if (place(order, schedulable) >= 0) {
        known.add((FSAppAttempt) schedulable);
        leftMb += schedulable.getFairShare().getMemorySize();
      }
    }
    known.sort(Comparator.comparingInt(attempt -> place(order, attempt)));
    for (FSAppAttempt attempt : known) {
      Resource share = Resources.clone(attempt.getFairShare());
      share.setMemorySize(Math.min(leftMb, attempt.getDemand().getMemorySize()));
      leftMb -= share.getMemorySize();
      attempt.setFairShare(share);
    }
  }

  private static FinishOrder order(Collection<? extends Schedulable> schedulables) {
    for (Schedulable schedulable : schedulables) {
      FinishOrder order = order(schedulable);
      if (order != null) {
        return order;
      }
    }
    return FinishOrder.NONE;
  }

  /** Returns the order that an attempt belongs to; null if it has no elastic part. */
  private static FinishOrder order(Schedulable schedulable) {
    ElasticAttemptView view =
        schedulable instanceof FSAppAttempt
            ? ElasticAttemptView.of((FSAppAttempt) schedulable)
            : null;
    return view == null ? null : view.finishOrder();
  }

  private static int place(FinishOrder order, Schedulable schedulable) {
    return schedulable instanceof FSAppAttempt
        ? order.place(((FSAppAttempt) schedulable).getApplicationId())
        : -1;
  }

  /** Compares by turn, then as stock. Used by one thread. */
  private static final class TurnComparator implements Comparator<Schedulable> {
    private final Comparator<Schedulable> stock;

    /** Null before the first attempt with an elastic part. */
    private FinishOrder order;

    TurnComparator(Comparator<Schedulable> stock) {
      this.stock = stock;
    }

    @Override
    public int compare(Schedulable a, Schedulable b) {
      if (order == null) {
        order = order(a);
        order = order == null ? order(b) : order;
      }
      int byTurn = order == null || order == FinishOrder.NONE ? 0 : compareTurns(a, b);
      return byTurn == 0 ? stock.compare(a, b) : byTurn;
    }

    private int compareTurns(Schedulable a, Schedulable b) {
      try {
        return Integer.compare(turn(a), turn(b));
      } catch (RuntimeException e) {
        order.failed(e);
        order = FinishOrder.NONE;
        return 0;
      }
    }

    private int turn(Schedulable schedulable) {
      if (!(schedulable instanceof FSAppAttempt)) {
        return 0;
      }
      FSAppAttempt attempt = (FSAppAttempt) schedulable;
      FSLeafQueue queue = attempt.getQueue();
      return order.turn(
          attempt.getApplicationId(),
          queue.getQueueName(),
          attempt.getResourceUsage().getMemorySize(),
          attempt.getWeight(),
          queue.getResourceUsage().getMemorySize());
    }
  }
}
