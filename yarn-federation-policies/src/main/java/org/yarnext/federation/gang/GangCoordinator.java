// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.gang;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.yarnext.common.decision.Decision;
import org.yarnext.federation.policy.gang.AdmittedGang;
import org.yarnext.federation.policy.gang.AdmittedGangRegistry;
import org.yarnext.federation.policy.gang.GangAdmissionDecisions;
import org.yarnext.federation.policy.gang.GangAdmissionPolicy;
import org.yarnext.federation.policy.gang.GangQuotas;
import org.yarnext.federation.policy.gang.GangReason;
import org.yarnext.federation.policy.gang.GangUsageTracker;
import org.yarnext.federation.policy.gang.PendingGang;

/**
 * Coordinates the start of gangs for one Router (Hydra section 4.2). It admits jobs that fit,
 * starts admitted jobs, takes over from Routers that died, and returns quota when jobs end. {@link
 * AdmittedGangRegistry} explains why several coordinators start each job exactly once.
 *
 * <p>Rounds and sweeps must not overlap; kills may come from any thread at any time.
 */
public final class GangCoordinator {
  /** Number of plans in a round, while others change the registry in between. */
  private static final int MAX_PLANS = 10;

  private final String router;
  private final GangStore store;
  private final GangAdmissionPolicy admission;
  private final GangStartManager starts;
  private final RunningGangMonitor running;
  private final Clock clock;
  private final long leaseMs;
  private final GangListener listener;

  /** Whether the listener knows of decisions stored before this Router started. */
  private boolean isHistoryReported;

  /** Positions of the waiting jobs in the latest plan, by id. */
  private volatile Map<String, GangAdmissionDecisions.Place> waiting = Collections.emptyMap();

  /** Places of waiting jobs as last reported to the listener; used by the rounds' thread only. */
  private final Map<String, GangAdmissionDecisions.Place> lastReported = new HashMap<>();

  /** The store's clock, which is the same for all Routers. */
  public interface Clock {
    /**
     * Returns the time in ms.
     *
     * @throws IOException if the time is unknown
     */
    long nowMs() throws IOException;
  }

  /** Decides whether a client may kill a job. */
  public interface KillPermission {
    /**
     * @throws IOException if the job's submission cannot be read
     */
    boolean isGranted(GangJob job) throws IOException;
  }

  /** The outcome of a client's request to kill a job. */
  public enum Kill {
    /** The job was waiting, and will never run. */
    DONE,
    /** The job is being started; the Router that starts it will kill it. */
    MARKED,
    /** The job does not wait; the client has to ask its ResourceManager. */
    NOT_WAITING
  }

  /**
   * @param router a name that no other Router has, nor this one before a restart
   * @param leaseMs how long the start of an admitted job may take before another Router tries, in
   *     ms
   * @param keepEndsMs how long outcomes of jobs that never ran are kept for clients, in ms
   * @param unusedAfterMs how long a job keeps quota that it does not use, in ms
   * @param listener receives the decisions; not null
   */
  public GangCoordinator(
      String router,
      GangStore store,
      GangAdmissionPolicy admission,
      GangLauncher launcher,
      Clock clock,
      long leaseMs,
      long keepEndsMs,
      long unusedAfterMs,
      GangListener listener) {
    this.listener = listener;
    this.router = router;
    this.store = store;
    this.admission = admission;
    this.clock = clock;
    this.leaseMs = leaseMs;
    starts = new GangStartManager(router, store, launcher, clock, leaseMs, listener);
    GangUsageTracker usage = new GangUsageTracker(unusedAfterMs);
    running = new RunningGangMonitor(router, store, launcher, starts, clock, usage, keepEndsMs);
  }

  /**
   * Admits and starts the jobs that fit.
   *
   * @return the latest plan, even if other Routers' changes came first each time; null if there are
   *     no quotas
   * @throws IOException if the store does not respond; the next round continues
   */
  public Decision<GangAdmissionDecisions> round() throws IOException {
    GangQuotas quotas = store.quotas();
    if (quotas == null) {
      return null;
    }
    AdmittedGangRegistry registry = store.registry(); // must be read before the jobs
    Map<String, GangJob> jobs = store.jobsById();
    recall(registry, jobs);
    long nowMs = clock.nowMs();
    AdmittedGangRegistry mine =
        registry.takeOver(router, store::isUnreadable, nowMs, nowMs + leaseMs).value();
    Decision<GangAdmissionDecisions> plan = null;
    for (int i = 0; i < MAX_PLANS; i++) {
      plan = plan(jobs, mine, quotas, nowMs);
      AdmittedGangRegistry next = mine.admit(plan.value(), router, nowMs + leaseMs).value();
      boolean isCurrent = i == 0 || !removeEnded(plan.value().starting(), jobs);
      if (isCurrent && (next == registry || store.replace(next))) {
        running.update(registry, jobs.keySet(), quotas);
        start(plan.value(), next, jobs);
        break;
      }
      registry = store.registry();
      mine = registry; // the next round takes over
    }
    return plan;
  }

  private Decision<GangAdmissionDecisions> plan(
      Map<String, GangJob> jobs, AdmittedGangRegistry registry, GangQuotas quotas, long nowMs) {
    return admission.plan(
        jobs.values().stream()
            .map(GangJob::gang)
            .filter(gang -> !registry.isPostponed(gang.id(), nowMs))
            .collect(Collectors.toList()),
        registry,
        quotas);
  }

  /**
   * Removes jobs that are to start from the list if they do not wait any more. They were listed
   * before the registry was read, so they may have ended in between.
   *
   * @return whether there were any
   */
  private boolean removeEnded(List<PendingGang> starting, Map<String, GangJob> jobs)
      throws IOException {
    boolean any = false;
    for (PendingGang gang : starting) {
      GangJob job = store.job(gang.id());
      if (job == null || job.gang().sequence() != gang.sequence()) { // or submitted again
        jobs.remove(gang.id());
        any = true;
      }
    }
    return any;
  }

  private void start(
      GangAdmissionDecisions plan, AdmittedGangRegistry registry, Map<String, GangJob> jobs)
      throws IOException {
    waiting = plan.waiting();
    reportWaiting(jobs);
    for (PendingGang gang : plan.starting()) {
      listener.decided(jobs.get(gang.id()), GangReason.GANG_ADMITTED);
    }
    starts.start(
        registry, jobs, plan.starting().stream().map(PendingGang::id).collect(Collectors.toSet()));
  }

  private void reportWaiting(Map<String, GangJob> jobs) {
    lastReported.keySet().retainAll(waiting.keySet());
    waiting.forEach(
        (id, place) -> {
          if (place.isNewsAfter(lastReported.get(id))) {
            lastReported.put(id, place);
            GangJob job = jobs.get(id);
            listener.waits(job, place.describe(GangListener.decision(job, place.reason())));
          }
        });
  }

  /** Reports once the decisions that are stored from before this Router started. */
  private void recall(AdmittedGangRegistry registry, Map<String, GangJob> jobs) {
    if (isHistoryReported) {
      return;
    }
    isHistoryReported = true;
    for (GangJob job : jobs.values()) {
      if (!registry.admitted().containsKey(job.gang().id())) {
        listener.recalled(
            job.submittedMs(),
            job.gang().id(),
            GangListener.decision(job, GangReason.GANG_ACCEPTED));
      }
    }
    registry
        .admitted()
        .forEach(
            (id, admitted) ->
                listener.recalled(
                    admitted.leaseUntilMs() - leaseMs,
                    id,
                    Decision.of(
                            true,
                            admitted.isRunning()
                                ? GangReason.GANG_STARTED
                                : GangReason.GANG_ADMITTED)
                        .with("queue", admitted.queue())
                        .with("amountMb", admitted.amount())
                        .with("router", admitted.router())));
  }

  /**
   * Kills a job if it waits.
   *
   * @param id the job's application id
   * @param permission asked about the job that is found; if it refuses, the job counts as not
   *     waiting
   * @throws IOException if the store does not respond
   */
  public Kill kill(String id, KillPermission permission) throws IOException {
    GangJob job = store.job(id);
    if (job == null) {
      return store.end(id) == null ? Kill.NOT_WAITING : Kill.DONE;
    }
    if (!permission.isGranted(job)) {
      return Kill.NOT_WAITING;
    }
    AdmittedGangRegistry after =
        store.change(registry -> registry.isRunning(id) ? registry : registry.kill(id).value());
    AdmittedGang admitted = after.admitted().get(id);
    if (admitted != null) {
      return admitted.isRunning() ? Kill.NOT_WAITING : Kill.MARKED;
    }
    if (store.job(id) == null) { // it started and ended in the meantime
      store.release(Collections.singleton(id));
      return Kill.NOT_WAITING;
    }
    List<String> dropped = new ArrayList<>();
    starts.drop(GangOutcome.killed(job), dropped);
    store.release(dropped);
    listener.decided(job, GangReason.GANG_KILLED);
    return Kill.DONE;
  }

  /**
   * Looks once at each recently started job, before the sweep reaches it, so that its record is
   * removed before the job can end and be forgotten. Does nothing while another Router sweeps.
   *
   * @param mayGoOn asked after each job; if false, the rest is left for the next round
   */
  public void checkNew(BooleanSupplier mayGoOn) throws IOException {
    running.checkNew(mayGoOn);
  }

  /**
   * Returns the quota of jobs that ended, starts jobs again that a ResourceManager took and lost,
   * and cleans up after Routers that died. Does nothing while another Router sweeps. Continues
   * where the last call stopped.
   *
   * @param mayGoOn asked after each running job; if false, the sweep stops and {@link #isSweeping}
   *     is true
   */
  public void sweep(BooleanSupplier mayGoOn) throws IOException {
    running.sweep(mayGoOn);
  }

  /** Returns whether the last sweep stopped before its end. */
  public boolean isSweeping() {
    return running.isSweeping();
  }

  /**
   * Returns the position of a job in the latest plan, or null if it did not wait then. Thread-safe.
   */
  public GangAdmissionDecisions.Place place(String id) {
    return waiting.get(id);
  }

  /** Returns the number of jobs waiting in the latest plan. Thread-safe. */
  public int waiting() {
    return waiting.size();
  }
}
