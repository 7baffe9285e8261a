// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.rm.promotion;

import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.AppPlacementAllocator;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.yarnext.mercury.application.ResourceCodec;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.promotion.PendingPromotionTable;

/**
 * Registry of promotions that were requested and not answered. It withdraws those of containers
 * that have ended, and those for which the scheduler has had no room. Stock never withdraws one: it
 * waits for room on that very node, which may be reserved for it, and the queue counts as waiting
 * meanwhile.
 *
 * <p>One for each application attempt; not thread-safe.
 */
final class PendingPromotionRegistry {
  /**
   * Time after which a pending promotion is withdrawn, in ms. If there is room, a promotion takes
   * one heartbeat of the node and one of the application.
   */
  static final long TIMEOUT_MS = 10_000;

  private final Map<ContainerId, PendingPromotion> pending = new HashMap<>();

  /** Containers whose promotion the current call requests. */
  private final Set<ContainerId> currentCall = new HashSet<>();

  private static final class PendingPromotion {
    final RMContainer container;
    final long atMs;

    PendingPromotion(RMContainer container, long atMs) {
      this.container = container;
      this.atMs = atMs;
    }
  }

  /** Begins a call. */
  void begin() {
    currentCall.clear();
  }

  void requested(RMContainer c, long nowMs) {
    pending.put(c.getContainerId(), new PendingPromotion(c, nowMs));
    currentCall.add(c.getContainerId());
  }

  /** Forgets the requests of the current call, which failed and will not be answered. */
  void unanswered() {
    pending.keySet().removeAll(currentCall);
  }

  /**
   * Withdraws a pending promotion because the application itself requests an update of the
   * container. Both use the same key of the scheduler, and the answer is the application's.
   */
  void leave(SchedulerApplicationAttempt application, ContainerId id) {
    PendingPromotion promotion = pending.remove(id);
    if (promotion != null) {
      withdraw(application, promotion.container);
    }
  }

  /** Returns true if the promotion was requested here. */
  boolean answered(ContainerId id) {
    return pending.remove(id) != null;
  }

  boolean contains(ContainerId id) {
    return pending.containsKey(id);
  }

  boolean isEmpty() {
    return pending.isEmpty();
  }

  /** Sets the attempt's entry of a table. */
  void report(PendingPromotionTable<ApplicationAttemptId> to, ApplicationAttemptId attempt) {
    long memoryMb = 0;
    for (PendingPromotion promotion : pending.values()) {
      memoryMb += promotion.container.getContainer().getResource().getMemorySize();
    }
    to.set(attempt, pending.size(), memoryMb);
  }

  /** Returns the resources of the pending promotions by node. */
  Map<String, ResourceVector> byNode() {
    Map<String, ResourceVector> sizes = new HashMap<>();
    for (PendingPromotion promotion : pending.values()) {
      sizes.merge(
          promotion.container.getContainer().getNodeId().toString(),
          ResourceCodec.vector(promotion.container.getContainer().getResource()),
          ResourceVector::plus);
    }
    return sizes;
  }

  /**
   * Withdraws promotions that were requested before a time.
   *
   * @param live the application's containers that are still opportunistic
   * @param beforeMs the time, in ms
   * @return the containers withdrawn for lack of room
   */
  Set<ContainerId> withdraw(
      SchedulerApplicationAttempt application, Set<ContainerId> live, long beforeMs) {
    Set<ContainerId> expired = new HashSet<>();
    for (Iterator<Map.Entry<ContainerId, PendingPromotion>> it = pending.entrySet().iterator();
        it.hasNext(); ) {
      Map.Entry<ContainerId, PendingPromotion> e = it.next();
      boolean ended = !live.contains(e.getKey());
      if (ended || e.getValue().atMs < beforeMs) {
        boolean withdrawn = withdraw(application, e.getValue().container);
        if (withdrawn && !ended) {
          expired.add(e.getKey());
        }
        // A promotion granted meanwhile still has to be answered, unless the container has ended.
        if (withdrawn || ended) {
          it.remove();
        }
      }
    }
    return expired;
  }

  /**
   * Withdraws a promotion if it is still pending, under the lock under which schedulers grant
   * containers.
   */
  private static boolean withdraw(SchedulerApplicationAttempt application, RMContainer c) {
    SchedulerRequestKey of = c.getAllocatedSchedulerKey();
    SchedulerRequestKey key =
        new SchedulerRequestKey(of.getPriority(), of.getAllocationRequestId(), c.getContainerId());
    application.getWriteLock().lock();
    try {
      AppPlacementAllocator<?> allocator =
          application.getAppSchedulingInfo().getAppPlacementAllocator(key);
      ResourceRequest any =
          allocator == null ? null : allocator.getResourceRequests().get(ResourceRequest.ANY);
      if (any == null || any.getNumContainers() == 0) {
        return false;
      }
      ResourceRequest none = ResourceRequest.clone(any);
      none.setNumContainers(0);
      application
          .getAppSchedulingInfo()
          .updateResourceRequests(
              Collections.singletonMap(key, Collections.singletonMap(ResourceRequest.ANY, none)),
              false);
      application.getUpdateContext().removeFromOutstandingUpdate(key, c.getContainer());
      return true;
    } finally {
      application.getWriteLock().unlock();
    }
  }
}
