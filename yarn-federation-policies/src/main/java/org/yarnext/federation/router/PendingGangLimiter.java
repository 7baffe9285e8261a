// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.router;

import static org.yarnext.federation.FederationConfiguration.GANG_MAX_MB;
import static org.yarnext.federation.FederationConfiguration.GANG_MAX_MB_PER_QUEUE;
import static org.yarnext.federation.FederationConfiguration.GANG_MAX_MB_PER_USER;
import static org.yarnext.federation.FederationConfiguration.GANG_MAX_WAITING;
import static org.yarnext.federation.FederationConfiguration.GANG_MAX_WAITING_PER_QUEUE;
import static org.yarnext.federation.FederationConfiguration.GANG_MAX_WAITING_PER_USER;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.yarnext.common.conf.ConfigurationKey;
import org.yarnext.common.decision.Decision;
import org.yarnext.federation.gang.GangJob;
import org.yarnext.federation.gang.GangStore;
import org.yarnext.federation.policy.gang.GangReason;
import org.yarnext.federation.policy.gang.PendingGangLimits;

/**
 * Accepts jobs that declare a gang while the numbers and sizes of waiting jobs are within the
 * limits, as far as this Router knows. Thread-safe.
 */
final class PendingGangLimiter {
  /** Age from which the list of waiting jobs is read again, at least. */
  private static final long MIN_FRESH_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final GangStore store;
  private final PendingGangLimits limits;
  private final long freshNanos;

  /** Jobs that were accepted and are being stored, by id; guarded by this object's lock. */
  private final Map<String, GangJob> storing = new HashMap<>();

  /**
   * @param interval interval between rounds
   */
  PendingGangLimiter(GangStore store, PendingGangLimits limits, Duration interval) {
    this.store = store;
    this.limits = limits;
    freshNanos = Math.max(MIN_FRESH_NANOS, 2 * interval.toNanos());
  }

  /**
   * Returns whether a job may wait in addition to the others that this Router knows. If so, it
   * counts as one of them until {@link #release}, which must follow.
   *
   * @throws IOException if the store does not respond
   */
  Decision<Boolean> accept(GangJob job) throws IOException {
    if (!store.isFresh(freshNanos)) {
      store.registry(); // must be read before the jobs
      store.jobs();
    }
    return accept(job, store.count());
  }

  /** Decides without I/O: other submissions wait for the lock. */
  private synchronized Decision<Boolean> accept(GangJob job, int count) {
    Map<String, GangJob> others = new HashMap<>(storing);
    store.lastKnown().forEach(other -> others.put(other.gang().id(), other));
    others.remove(job.gang().id());
    PendingGangLimits.PendingTotals all = new PendingGangLimits.PendingTotals();
    PendingGangLimits.PendingTotals queue = new PendingGangLimits.PendingTotals();
    PendingGangLimits.PendingTotals user = new PendingGangLimits.PendingTotals();
    for (GangJob other : others.values()) {
      long bytes = other.submission().length;
      all.add(bytes);
      if (other.gang().queue().equals(job.gang().queue())) {
        queue.add(bytes);
      }
      if (other.user().equals(job.user())) {
        user.add(bytes);
      }
    }
    all.atLeast(count);
    Decision<Boolean> decision = limits.accept(job.submission().length, all, queue, user);
    if (decision.value()) {
      storing.put(job.gang().id(), job);
    }
    return decision;
  }

  /**
   * Ends the storing of a job, successful or not; does nothing for one that was not accepted. A
   * stored job counts from then on as one that the store knows.
   */
  synchronized void release(GangJob job) {
    storing.remove(job.gang().id(), job);
  }

  /** Returns the message for the client of a job that may not wait. */
  static String refusal(String id, Decision<Boolean> why) {
    String text = why.reason().text() + " " + why;
    switch ((GangReason) why.reason()) {
      case GANG_TOO_MANY_OF_USER:
        return again(text, id, GANG_MAX_WAITING_PER_USER, GANG_MAX_MB_PER_USER);
      case GANG_TOO_MANY_IN_QUEUE:
        return again(text, id, GANG_MAX_WAITING_PER_QUEUE, GANG_MAX_MB_PER_QUEUE);
      case GANG_TOO_MANY:
        return again(text, id, GANG_MAX_WAITING, GANG_MAX_MB);
      default:
        return text;
    }
  }

  private static String again(
      String text, String id, ConfigurationKey<Integer> jobs, ConfigurationKey<Integer> mb) {
    return text + " Submit " + id + " again later; see " + jobs.name() + " and " + mb.name() + ".";
  }
}
