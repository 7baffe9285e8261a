// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.job;

import java.util.Collection;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;

/**
 * Removes an attempt's satisfied requests from a map, once it has more than twice as many as were
 * left by the last removal. A master with an allocation request id for each container never
 * withdraws them. Takes amortised logarithmic time for each request added. Called by one thread at
 * a time, not always the same.
 */
final class SatisfiedRequestFilter {
  private static final int MIN_TO_CLEAN = 64;

  private final Supplier<Collection<SchedulerRequestKey>> waiting;
  private volatile int maxBeforeClean = MIN_TO_CLEAN;

  /**
   * Creates a filter.
   *
   * @param waiting supplies the requests of the attempt that wait
   */
  SatisfiedRequestFilter(Supplier<Collection<SchedulerRequestKey>> waiting) {
    this.waiting = waiting;
  }

  /** Removes satisfied requests; must be called before requests are added that do not wait yet. */
  void clean(Map<SchedulerRequestKey, ?> requests) {
    if (requests.size() > maxBeforeClean) {
      requests.keySet().retainAll(waiting.get());
      maxBeforeClean = MIN_TO_CLEAN + 2 * requests.size();
    }
  }
}
