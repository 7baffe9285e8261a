// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.finish;

import java.util.Objects;
import org.yarnext.elastic.policy.timeline.queue.JobId;

/**
 * A job of one queue: its work done and its work left. Work is memory × time at the requested size,
 * in MB × ms, with however much memory its tasks run. Immutable.
 */
public final class QueuedJobView {
  /** Marks unknown remaining work. */
  public static final double UNKNOWN = -1;

  private final JobId id;
  private final double weight;
  private final double attained;
  private final double remaining;
  private final double maxRate;
  private final long longestMs;

  /**
   * Creates a view.
   *
   * @param id not null
   * @param weight its weight under fair sharing, above 0
   * @param attained work that the scheduler has seen done, 0 or more, never falling
   * @param remaining work of its running and waiting tasks, 0 or more; {@link #UNKNOWN} unless all
   *     of it is verified: never the job's own claim
   * @param maxRate memory of its running and waiting tasks, in MB, 0 or more
   * @param longestMs how long its longest task still runs at least, in ms, 0 or more
   */
  public QueuedJobView(
      JobId id, double weight, double attained, double remaining, double maxRate, long longestMs) {
    if (!(weight > 0 && attained >= 0 && maxRate >= 0 && longestMs >= 0)
        || !(remaining >= 0 || remaining == UNKNOWN)) {
      throw new IllegalArgumentException(
          id
              + " weight="
              + weight
              + " remaining="
              + remaining
              + " attained="
              + attained
              + " maxRate="
              + maxRate
              + " longestMs="
              + longestMs
              + " is outside its bounds");
    }
    this.id = Objects.requireNonNull(id, "id");
    this.weight = weight;
    this.attained = attained;
    this.remaining = remaining;
    this.maxRate = maxRate;
    this.longestMs = longestMs;
  }

  /**
   * Returns this job as ended, with no remaining work.
   *
   * @param passedMs time since this view, in ms; the work that fits in this time counts as done
   */
  QueuedJobView ended(double passedMs) {
    double done = Math.max(0, Math.min(remaining, maxRate * passedMs));
    return new QueuedJobView(id, weight, attained + done, 0, 0, 0);
  }

  /** Returns the job's id; never null. */
  public JobId id() {
    return id;
  }

  double weight() {
    return weight;
  }

  boolean isKnown() {
    return remaining != UNKNOWN;
  }

  double remaining() {
    return remaining;
  }

  double attained() {
    return attained;
  }

  double maxRate() {
    return maxRate;
  }

  long longestMs() {
    return longestMs;
  }
}
