// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.attempt;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.AppPlacementAllocator;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.yarnext.elastic.rm.reservation.ReservedNodeOffer;

/**
 * Counts missed opportunities for delay scheduling that stock would have counted: nodes without
 * room at which an attempt was passed over, and nodes that were not offered at all. Otherwise a
 * task whose host is full would wait until it had missed as many nodes with room. Only nodes
 * without a label count, and only for the first request, as in stock. Thread-safe.
 */
final class MissedOpportunityCounter {
  private final SchedulerApplicationAttempt attempt;
  private final LongSupplier skippedOffers;
  private final IntSupplier clusterNodes;
  private final AtomicLong seen;

  /**
   * Creates a counter.
   *
   * @param skippedOffers number of offers of nodes skipped so far
   * @param clusterNodes number of nodes; stock counts any further missed opportunities in vain
   */
  MissedOpportunityCounter(
      SchedulerApplicationAttempt attempt, LongSupplier skippedOffers, IntSupplier clusterNodes) {
    this.attempt = attempt;
    this.skippedOffers = skippedOffers;
    this.clusterNodes = clusterNodes;
    this.seen = new AtomicLong(skippedOffers.getAsLong());
  }

  /** Records that the attempt is passed over at this node. */
  void passedOver(SchedulerNode node) {
    passedOver(node, waiting());
  }

  /**
   * Records that the attempt is passed over at this node.
   *
   * @param waiting its first request as of its last change if that names hosts or racks; else null
   */
  void passedOver(SchedulerNode node, SchedulerRequestKey waiting) {
    boolean counts = node.getPartition().isEmpty() && ReservedNodeOffer.current() == null;
    count(counts ? 1 : 0, waiting);
  }

  /** Adds the skipped offers before the attempt is examined or its requests change. */
  void catchUp() {
    if (skippedOffers.getAsLong() != seen.get()) {
      count(0, waiting());
    }
  }

  private void count(long here, SchedulerRequestKey waiting) {
    long now = skippedOffers.getAsLong();
    long before = now == seen.get() ? now : seen.getAndSet(now);
    long missed = now - before + here;
    if (missed <= 0 || waiting == null) {
      return;
    }
    if (missed > 1) { // stock compares with the number of nodes at most
      int counted = attempt.getSchedulingOpportunities(waiting);
      missed = Math.min(missed, clusterNodes.getAsInt() + 1 - counted);
    }
    for (long i = 0; i < missed; i++) {
      attempt.addSchedulingOpportunity(waiting);
    }
  }

  /** Returns the first request if it names hosts or racks; else null. */
  private SchedulerRequestKey waiting() {
    for (SchedulerRequestKey key : attempt.getSchedulerKeys()) {
      AppPlacementAllocator<?> allocator = attempt.getAppPlacementAllocator(key);
      if (allocator != null && allocator.getOutstandingAsksCount(ResourceRequest.ANY) > 0) {
        return delayed(key, allocator);
      }
    }
    return null;
  }

  /** Returns the key of a request if it names hosts or racks; else null. */
  static SchedulerRequestKey delayed(SchedulerRequestKey key, AppPlacementAllocator<?> allocator) {
    // One of the location requests is for any place.
    return allocator.getUniqueLocationAsks() > 1
            && allocator.getPrimaryRequestedNodePartition().isEmpty()
        ? key
        : null;
  }
}
