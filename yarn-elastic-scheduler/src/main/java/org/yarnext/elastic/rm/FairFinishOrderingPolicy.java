// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm;

import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.yarn.nodelabels.CommonNodeLabelsManager;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Queue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.AbstractLeafQueue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.policy.FairOrderingPolicy;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.policy.IteratorSelector;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.policy.SchedulableEntity;
import org.yarnext.elastic.rm.job.ElasticAttemptView;
import org.yarnext.elastic.rm.job.FinishOrder;

/**
 * Hooks {@code yarn.scheduler.capacity.<queue>.ordering-policy}: stock's fair policy, except that
 * jobs whose work is known are served in the order in which they would finish under it. Without
 * {@link ElasticCapacityScheduler}, and with its feature not on, it is stock's fair policy.
 * Thread-safe as stock's.
 *
 * @param <S> the scheduler's attempts
 */
public final class FairFinishOrderingPolicy<S extends SchedulableEntity>
    extends FairOrderingPolicy<S> {
  /** Returns whether the jobs of a queue are ordered by this policy. */
  static boolean orders(Queue queue) {
    return queue instanceof AbstractLeafQueue
        && ((AbstractLeafQueue) queue).getOrderingPolicy() instanceof FairFinishOrderingPolicy;
  }

  @Override
  public Iterator<S> getAssignmentIterator(IteratorSelector selector) {
    Iterator<S> stock = super.getAssignmentIterator(selector);
    List<S> byTurn = byTurn();
    return byTurn == null ? stock : byTurn.iterator();
  }

  @Override
  public Iterator<S> getPreemptionIterator() {
    Iterator<S> stock = super.getPreemptionIterator();
    List<S> byTurn = byTurn();
    if (byTurn == null) {
      return stock;
    }
    Collections.reverse(byTurn);
    return byTurn.iterator();
  }

  /** Returns the attempts by turn, then in stock's order; null if stock's order holds. */
  private List<S> byTurn() {
    ElasticAttemptView known = firstKnown();
    FinishOrder order = known == null ? FinishOrder.NONE : known.finishOrder();
    if (order == FinishOrder.NONE) {
      return null;
    }
    try {
      return byTurn(order, known.job().queue());
    } catch (RuntimeException e) {
      order.failed(e);
      return null;
    }
  }

  private List<S> byTurn(FinishOrder order, String queue) {
    // One copy for both: other threads may reorder the attempts meanwhile.
    List<S> attempts = new ArrayList<>(schedulableEntities);
    long queueMb = attempts.stream().mapToLong(FairFinishOrderingPolicy::usedMb).sum();
    return attempts.stream()
        .map(attempt -> new SimpleImmutableEntry<>(turn(order, attempt, queue, queueMb), attempt))
        .sorted(Map.Entry.<Integer, S>comparingByKey()) // stable
        .map(Map.Entry::getValue)
        .collect(Collectors.toCollection(ArrayList::new));
  }

  private ElasticAttemptView firstKnown() {
    for (S attempt : schedulableEntities) {
      ElasticAttemptView view = view(attempt);
      if (view != null && view.job() != null) {
        return view;
      }
    }
    return null;
  }

  private static ElasticAttemptView view(SchedulableEntity entity) {
    return entity instanceof SchedulerApplicationAttempt
        ? ElasticAttemptView.of((SchedulerApplicationAttempt) entity)
        : null;
  }

  private static long usedMb(SchedulableEntity attempt) {
    return attempt
        .getSchedulingResourceUsage()
        .getCachedUsed(CommonNodeLabelsManager.ANY)
        .getMemorySize();
  }

  private static int turn(
      FinishOrder order, SchedulableEntity attempt, String queue, long queueMb) {
    ElasticAttemptView view = view(attempt);
    return view == null || view.job() == null
        ? 0
        : order.turn(view.job().id(), queue, usedMb(attempt), 1, queueMb);
  }

  @Override
  public String getInfo() {
    return "FairFinishOrderingPolicy";
  }

  @Override
  public String getConfigName() {
    return getClass().getName();
  }
}
