// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.gang;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.guard.LogThrottle;
import org.yarnext.federation.policy.gang.AdmittedGang;
import org.yarnext.federation.policy.gang.AdmittedGangRegistry;
import org.yarnext.federation.policy.gang.GangReason;

/**
 * Starts the gang jobs that one Router has admitted or taken over, and retries, fails or kills
 * those whose start does not succeed. It returns the quota of jobs that no sub-cluster accepts and
 * tries them again, and ends jobs that are rejected too often. Not thread-safe.
 */
final class GangStartManager {
  private static final Logger LOG = LoggerFactory.getLogger(GangStartManager.class);

  /** Number of rejected starts after which a job fails. */
  private static final int MAX_STARTS = 3;

  /** Number of attempts at a job that could not be started, in the time of one lease. */
  private static final int TRIES_PER_LEASE = 6;

  private final String router;
  private final GangStore store;
  private final GangLauncher launcher;
  private final GangCoordinator.Clock clock;
  private final long leaseMs;
  private final GangListener listener;

  /** Rejected starts by id, of jobs that this Router did not just admit. */
  private final Map<String, Integer> failures = new HashMap<>();

  /** Jobs whose failed start was logged already. */
  private final Set<String> postponed = new HashSet<>();

  private final LogThrottle warnings = new LogThrottle();

  /**
   * @param leaseMs how long the start of an admitted job may take before another Router tries, in
   *     ms
   */
  GangStartManager(
      String router,
      GangStore store,
      GangLauncher launcher,
      GangCoordinator.Clock clock,
      long leaseMs,
      GangListener listener) {
    this.router = router;
    this.store = store;
    this.launcher = launcher;
    this.clock = clock;
    this.leaseMs = leaseMs;
    this.listener = listener;
  }

  /**
   * Starts the jobs that this Router is to start, and updates the registry.
   *
   * @param registry the registry as last read or written
   * @param jobs the jobs' records by id
   * @param first ids of the jobs that were admitted just now
   */
  void start(AdmittedGangRegistry registry, Map<String, GangJob> jobs, Set<String> first)
      throws IOException {
    postponed.retainAll(jobs.keySet());
    failures.keySet().retainAll(jobs.keySet());
    Map<String, String> started = new HashMap<>();
    List<String> dropped = new ArrayList<>();
    Map<String, AdmittedGangRegistry.Refusal> released = new HashMap<>();
    for (String id : registry.startedBy(router)) {
      AdmittedGang admitted = registry.admitted().get(id);
      GangJob job = jobs.get(id);
      if (clock.nowMs() >= admitted.leaseUntilMs()) {
        break; // another Router may have taken it over
      }
      if (store.isUnreadable(id)) {
        continue;
      }
      if (job == null) {
        dropped.add(id);
      } else if (!admitted.isKilled()) {
        start(job, first.contains(id), registry, started, released, dropped);
      } else if (kill(job)) { // a Router that died may have started it
        drop(GangOutcome.killed(job), dropped);
      }
    }
    if (!released.isEmpty()) { // so that other jobs can use the quota in the next round
      store.change(b -> b.released(released, router).value());
    }
    if (!started.isEmpty()) {
      AdmittedGangRegistry after = store.change(b -> b.started(started).value());
      for (String id : started.keySet()) {
        AdmittedGang admitted = after.admitted().get(id);
        if (admitted == null || admitted.isKilled()) { // null if another Router dropped it
          kill(jobs.get(id));
        }
      }
    }
    if (!dropped.isEmpty()) {
      store.change(b -> b.dropped(dropped).value());
    }
  }

  /**
   * Starts one job.
   *
   * @param first whether it was admitted just now
   * @param started receives the ResourceManager that accepted it, by id
   * @param released receives it if other jobs may use its quota until the next attempt
   * @param dropped receives it if it will never run
   */
  private void start(
      GangJob job,
      boolean first,
      AdmittedGangRegistry registry,
      Map<String, String> started,
      Map<String, AdmittedGangRegistry.Refusal> released,
      List<String> dropped)
      throws IOException {
    String id = job.gang().id();
    AdmittedGangRegistry.Refusal before = registry.refused().get(id);
    int times = before == null ? 0 : before.times();
    long againMs = clock.nowMs() + leaseMs / TRIES_PER_LEASE;
    try {
      started.put(id, launcher.start(job, first));
      failures.remove(id);
      postponed.remove(id);
      listener.decided(job, GangReason.GANG_STARTED);
    } catch (YarnException e) {
      if (isWarningDue(job.user())) { // the user may submit any number of such jobs
        LOG.warn("Job {} was admitted but not started", id, e);
      }
      times = first ? times + 1 : failures.merge(id, 1, Integer::sum);
      if (times >= MAX_STARTS) {
        failures.remove(id);
        drop(
            GangOutcome.failed(job, "It was admitted, but no ResourceManager accepted it: " + e),
            dropped);
        listener.decided(job, GangReason.GANG_FAILED, e);
      } else {
        listener.decided(job, GangReason.GANG_START_REFUSED, e);
        if (first) {
          released.put(id, AdmittedGangRegistry.Refusal.of(times, againMs));
        }
      }
    } catch (IOException | RuntimeException e) { // one job must not stop the others
      // It keeps its quota unless surely no ResourceManager has it, now or from an earlier attempt.
      boolean isFree = first && e instanceof GangLauncher.NotTakenException;
      if (isFree) {
        released.put(id, AdmittedGangRegistry.Refusal.of(times, againMs));
      }
      if (postponed.add(id)) {
        LOG.warn("Job {} fits; its start is tried until a sub-cluster answers", id, e);
        listener.decided(
            job, isFree ? GangReason.GANG_NOT_STARTED : GangReason.GANG_START_UNKNOWN, e);
      }
    }
  }

  /** Starts a job again that a ResourceManager accepted and lost. */
  void startAgain(GangJob job, List<String> dropped) throws IOException {
    Map<String, String> started = new HashMap<>();
    start(job, false, AdmittedGangRegistry.empty(), started, new HashMap<>(), dropped);
    store.change(b -> b.started(started).value());
  }

  /** Ends a job that never ran. Its record is removed before the registry forgets it. */
  void drop(GangOutcome end, List<String> dropped) throws IOException {
    store.ended(end);
    store.remove(end.id());
    dropped.add(end.id());
  }

  /** Kills a job that may run; returns whether the kill succeeded. */
  boolean kill(GangJob job) {
    try {
      launcher.kill(job);
      return true;
    } catch (YarnException | IOException | RuntimeException e) { // as at a start
      if (isWarningDue(job.gang().id())) { // it is killed again in each round
        LOG.warn("Job {} was killed while it started, and may run", job.gang().id(), e);
      }
      return false;
    }
  }

  private boolean isWarningDue(String subject) {
    return warnings.due(subject, TimeUnit.NANOSECONDS.toMillis(System.nanoTime()));
  }
}
