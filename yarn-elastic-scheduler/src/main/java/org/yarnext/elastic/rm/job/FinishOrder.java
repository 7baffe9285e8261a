// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.job;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.hadoop.yarn.api.records.ApplicationId;

/**
 * The turns of jobs in queues that are ordered by fair finish, as of one moment. The turn of a job
 * with a place is that place. A job without one comes before these while it uses less than its fair
 * share, and after them otherwise, so that it gets that share. Immutable.
 */
public final class FinishOrder {
  /** The order of no queue. */
  public static final FinishOrder NONE =
      new FinishOrder(Collections.emptyMap(), Collections.emptyMap(), failure -> {});

  /** Turn of a job without a place that has less than its fair share. */
  static final int BEFORE = -1;

  /** Turn of a job without a place that has its fair share. */
  static final int AFTER = Integer.MAX_VALUE;

  private final Map<ApplicationId, Integer> places;
  private final Map<String, Double> weights;
  private final Consumer<Throwable> failures;

  /**
   * Creates an order.
   *
   * @param places of jobs, 0 or more, unique within each queue; the lower is served first
   * @param weights sum of the weights of all jobs in each ordered queue, by its path
   * @param failures receives failures of those who use the order
   */
  public FinishOrder(
      Map<ApplicationId, Integer> places,
      Map<String, Double> weights,
      Consumer<Throwable> failures) {
    this.failures = failures;
    this.places = Collections.unmodifiableMap(new HashMap<>(places));
    this.weights = Collections.unmodifiableMap(new HashMap<>(weights));
  }

  /** Returns the place of a job, 0 or more; -1 if it has none. */
  public int place(ApplicationId job) {
    return places.getOrDefault(job, -1);
  }

  /** Records a failure to use this order, after which stock's is used. */
  public void failed(Throwable failure) {
    failures.accept(failure);
  }

  /**
   * Returns the turn of a job; the lower is served first, and those with the same turn in stock's
   * order. All turns are equal in a queue that is not ordered.
   *
   * @param queue its path
   * @param usedMb memory of the job, in MB
   * @param weight of the job under fair sharing, above 0
   * @param queueMb memory of all jobs of the queue, in MB
   */
  public int turn(ApplicationId job, String queue, long usedMb, double weight, long queueMb) {
    Double weightOfAll = weights.get(queue);
    if (weightOfAll == null) {
      return 0;
    }
    int place = place(job);
    if (place >= 0) {
      return place;
    }
    return usedMb * weightOfAll < queueMb * weight ? BEFORE : AFTER;
  }
}
