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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.yarnext.common.conf.ConfigurationKey;
import org.yarnext.common.decision.Decision;
import org.yarnext.federation.gang.GangJob;
import org.yarnext.federation.gang.GangStore;
import org.yarnext.federation.policy.gang.GangReason;
import org.yarnext.federation.policy.gang.PendingGangLimits;
import org.yarnext.federation.router.submission.RecentSubmissionCache;
import org.yarnext.federation.store.ZooKeeperRecordStore;

/**
 * Limits the number and the size of jobs that wait for their gangs, over all Routers, and stores a
 * job that is within the limits. Thread-safe.
 */
final class PendingGangLimiter {
  /** Age from which the list of waiting jobs is read again, at least. */
  private static final long MIN_FRESH_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** Below all sequence numbers. */
  private static final long NONE = Long.MIN_VALUE;

  private static final Decision<Boolean> STAYS = Decision.of(true, GangReason.GANG_ACCEPTED);

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
    Decision<Boolean> decision = decide(job, others.values(), count, 0);
    if (decision.value()) {
      storing.put(job.gang().id(), job);
    }
    return decision;
  }

  /**
   * Stores a job that was accepted. Another Router may store one at the same time: of jobs that are
   * too many together, those that the store has last are withdrawn.
   *
   * @param own receives the job
   * @param stored called if the job was not stored before, and stays
   * @return whether the job waits, or has started already
   * @throws IOException if the store does not respond
   */
  Decision<Boolean> store(GangJob job, RecentSubmissionCache own, Runnable stored)
      throws IOException {
    own.beginStoring(job.gang().id());
    boolean isAdded = store.add(job);
    own.markStored(job.gang().id());
    Decision<Boolean> decision = isAdded ? confirm(job) : STAYS;
    if (!decision.value()) {
      own.markGone(job.gang().id());
    } else if (isAdded) {
      stored.run();
    }
    return decision;
  }

  /**
   * Decides again on a job that was just stored, and withdraws it if it is refused. What the store
   * got before the job is known by then, and what it gets later is decided on later: so of all jobs
   * that stay, each was within the limits together with those before it. The list is read only if
   * the jobs that this Router does not know may make a difference.
   */
  private Decision<Boolean> confirm(GangJob job) throws IOException {
    int unknown = store.maxAdded(); // before the list, which may be read again in between
    Decision<Boolean> decision = decide(job, store.lastKnown(), 0, unknown);
    if (decision.value()) {
      return decision;
    }
    List<GangJob> before = new ArrayList<>(store.jobs());
    long sequence = NONE;
    for (GangJob stored : before) {
      if (stored.gang().id().equals(job.gang().id())) {
        sequence = stored.gang().sequence();
      }
    }
    long last = sequence;
    before.removeIf(other -> other.gang().sequence() >= last);
    decision = decide(job, before, 0, 0);
    return decision.value() || store.withdraw(job.gang().id()) ? decision : STAYS;
  }

  /**
   * Decides on a job.
   *
   * @param known the waiting jobs that are known; the job itself does not count
   * @param count least number of waiting jobs
   * @param unknown largest number of other jobs that may wait, too
   */
  private Decision<Boolean> decide(GangJob job, Collection<GangJob> known, int count, int unknown) {
    PendingGangLimits.PendingTotals all = new PendingGangLimits.PendingTotals();
    PendingGangLimits.PendingTotals queue = new PendingGangLimits.PendingTotals();
    PendingGangLimits.PendingTotals user = new PendingGangLimits.PendingTotals();
    for (GangJob other : known) {
      if (other.gang().id().equals(job.gang().id())) {
        continue;
      }
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
    for (PendingGangLimits.PendingTotals totals : Arrays.asList(all, queue, user)) {
      totals.add(unknown, ZooKeeperRecordStore.maxBytes());
    }
    return limits.accept(job.submission().length, all, queue, user);
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
