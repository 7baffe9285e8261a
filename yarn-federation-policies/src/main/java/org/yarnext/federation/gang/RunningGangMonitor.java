// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.gang;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.federation.policy.gang.AdmittedGang;
import org.yarnext.federation.policy.gang.AdmittedGangRegistry;
import org.yarnext.federation.policy.gang.GangQuotas;
import org.yarnext.federation.policy.gang.GangUsageTracker;

/**
 * Watches the gang jobs that all Routers started until they end. It returns the quota of those that
 * ended, and starts those again that a ResourceManager lost. Only one Router does so at a time. Not
 * thread-safe.
 */
final class RunningGangMonitor {
  private static final Logger LOG = LoggerFactory.getLogger(RunningGangMonitor.class);

  /** Number of sweeps in a row without a job after which it counts as over. */
  private static final int MAX_MISSED = 3;

  /**
   * Number of ended jobs after which their quota is returned without waiting for the sweep's end.
   */
  private static final int MAX_BATCH = 20;

  private static final Set<GangLauncher.State> MISSING =
      EnumSet.of(GangLauncher.State.LOST, GangLauncher.State.FORGOTTEN, GangLauncher.State.GONE);

  /**
   * Time after the lease in which a lost job is started again, in ms; later it may have run to its
   * end.
   */
  private static final long RESTART_WINDOW_MS = TimeUnit.MINUTES.toMillis(10);

  private final String router;
  private final GangStore store;
  private final GangLauncher launcher;
  private final GangStartManager starts;
  private final GangCoordinator.Clock clock;
  private final GangUsageTracker usage;
  private final long keepEndsMs;

  /** Number of consecutive sweeps in which no ResourceManager had the job, by id. */
  private final Map<String, Integer> missed = new HashMap<>();

  /** Running jobs that still have records and whose state was requested since they run. */
  private final Set<String> checked = new HashSet<>();

  /** Running jobs that still have records and whose state was not requested yet. */
  private List<String> unchecked = Collections.emptyList();

  /** Jobs that take another quota than the registry says, by id. */
  private final Map<String, AdmittedGang> changed = new HashMap<>();

  /** The quotas of the latest round; null before. */
  private GangQuotas quotas;

  /** The last job that the current sweep has looked at; null between sweeps. */
  private String sweptTo;

  /**
   * @param usage determines which quota running jobs take
   * @param keepEndsMs how long outcomes of jobs that never ran are kept for clients, in ms
   */
  RunningGangMonitor(
      String router,
      GangStore store,
      GangLauncher launcher,
      GangStartManager starts,
      GangCoordinator.Clock clock,
      GangUsageTracker usage,
      long keepEndsMs) {
    this.router = router;
    this.store = store;
    this.launcher = launcher;
    this.starts = starts;
    this.clock = clock;
    this.usage = usage;
    this.keepEndsMs = keepEndsMs;
  }

  /**
   * Updates the quotas, and which running jobs still have records and were not looked at.
   *
   * @param ids ids of the jobs that have records
   */
  void update(AdmittedGangRegistry registry, Set<String> ids, GangQuotas newQuotas) {
    quotas = newQuotas;
    checked.retainAll(ids);
    unchecked =
        ids.stream()
            .filter(id -> registry.isRunning(id) && !checked.contains(id))
            .collect(Collectors.toList());
  }

  /** Implements {@link GangCoordinator#checkNew}. */
  void checkNew(BooleanSupplier mayGoOn) throws IOException {
    if (unchecked.isEmpty() || !store.isSweeper(router)) {
      return;
    }
    AdmittedGangRegistry registry = store.registry(); // must be read before the jobs
    List<String> over = new ArrayList<>();
    for (String id : unchecked) {
      if (registry.isRunning(id)) {
        check(id, registry.admitted().get(id), store.job(id), over);
        missed.remove(id); // only sweeps count misses, as they leave time in between
        if (!mayGoOn.getAsBoolean()) {
          break;
        }
      }
    }
    unchecked = Collections.emptyList();
    release(over);
  }

  /** Implements {@link GangCoordinator#sweep}. */
  void sweep(BooleanSupplier mayGoOn) throws IOException {
    if (!store.isSweeper(router)) {
      sweptTo = null;
      usage.retain(Collections.emptySet());
      changed.clear();
      return;
    }
    AdmittedGangRegistry registry = store.registry(); // must be read before the jobs
    Map<String, GangJob> jobs = store.jobsById();
    missed.keySet().retainAll(registry.admitted().keySet());
    usage.retain(registry.admitted().keySet());
    List<String> over = new ArrayList<>();
    for (Map.Entry<String, AdmittedGang> e : new TreeMap<>(registry.admitted()).entrySet()) {
      boolean isDue = sweptTo == null || e.getKey().compareTo(sweptTo) > 0;
      if (isDue && e.getValue().isRunning() && !store.isUnreadable(e.getKey())) {
        sweptTo = e.getKey();
        check(e.getKey(), e.getValue(), jobs.get(e.getKey()), over);
        if (over.size() >= MAX_BATCH) { // the rest of the sweep may take long, or fail
          release(over);
          over.clear();
        }
        if (!mayGoOn.getAsBoolean()) {
          release(over);
          return;
        }
      }
    }
    sweptTo = null;
    for (String id : registry.killed()) {
      if (jobs.containsKey(id)) {
        starts.drop(GangOutcome.killed(jobs.get(id)), over);
      } else if (!store.isUnreadable(id) && store.job(id) == null) {
        over.add(id);
      }
    }
    release(over);
    store.forgetEnds(clock.nowMs() - keepEndsMs, mayGoOn);
  }

  /** Returns whether the last sweep stopped before its end. */
  boolean isSweeping() {
    return sweptTo != null;
  }

  /**
   * Requests the state of a job that a ResourceManager accepted, and acts on it.
   *
   * @param job null if its record was removed, as its ResourceManager has stored it
   * @param over receives the job if it is over
   */
  private void check(String id, AdmittedGang admitted, GangJob job, List<String> over)
      throws IOException {
    checked.add(id);
    GangLauncher.State state = launcher.state(id, admitted.takenBy());
    if (!MISSING.contains(state)) {
      missed.remove(id);
    }
    switch (state) {
      case OVER:
        store.remove(id);
        over.add(id);
        break;
      case NEW:
      case KEPT:
        measure(id, admitted, state);
        if (job != null && admitted.isKilled()) { // a kill while it started had no effect
          starts.kill(job);
        } else if (job != null && state == GangLauncher.State.KEPT) {
          store.remove(id);
        }
        break;
      case LOST:
        if (job != null && admitted.isKilled()) {
          starts.drop(GangOutcome.killed(job), over);
        } else if (job != null && clock.nowMs() < admitted.leaseUntilMs() + RESTART_WINDOW_MS) {
          LOG.warn("Job {} was lost by its ResourceManager and is started again", id);
          starts.startAgain(job, over);
          checked.remove(id);
        } else {
          miss(id, over);
        }
        break;
      case FORGOTTEN: // it ended before its state was requested
      case GONE: // never started again: its sub-cluster may come back and still run it
        if (job != null && admitted.isKilled()) {
          starts.drop(GangOutcome.killed(job), over);
        } else {
          miss(id, over);
        }
        break;
      default:
        break;
    }
  }

  /**
   * Determines which quota a job takes: of the queue that it was moved to, if the quotas have that
   * queue, and as much as it uses.
   */
  private void measure(String id, AdmittedGang admitted, GangLauncher.State state)
      throws IOException {
    String queue = launcher.queue(id);
    String leaf = admitted.queue();
    if (queue != null && quotas != null && !leaf.equals(queue) && !leaf.endsWith("." + queue)) {
      String moved = quotas.leaf(queue);
      leaf = moved == null ? leaf : moved;
    }
    long amount = admitted.amount();
    long nowMs = clock.nowMs();
    if (state == GangLauncher.State.KEPT && usage.isDue(id, admitted, nowMs)) {
      amount = usage.amount(id, admitted, launcher.heldMb(id, admitted.declared()), nowMs);
      LOG.debug("Job {} takes {} of the {} MB that it declared", id, amount, admitted.declared());
    }
    AdmittedGang taking = admitted.taking(leaf, amount);
    if (taking.equals(admitted)) {
      changed.remove(id); // of a sweep that failed
    } else {
      changed.put(id, taking);
    }
  }

  /** Writes which quota jobs take, and returns that of jobs that are over. */
  private void release(List<String> over) throws IOException {
    if (!changed.isEmpty()) {
      Map<String, AdmittedGang> taking = new HashMap<>(changed);
      store.change(registry -> registry.taking(taking).value());
      changed.clear();
    }
    store.release(over);
  }

  /**
   * Counts a sweep in which no ResourceManager had the job; after several in a row it counts as
   * over.
   */
  private void miss(String id, List<String> over) throws IOException {
    if (missed.merge(id, 1, Integer::sum) >= MAX_MISSED) {
      LOG.warn("Job {} is no longer known to its ResourceManager and counts as ended", id);
      store.remove(id);
      over.add(id);
    }
  }
}
