// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.gang;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
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
import org.yarnext.federation.policy.gang.PendingGang;

/**
 * Coordinates the start of gangs for one Router (Hydra section 4.2): admits what fits, starts what
 * it admitted, takes over from Routers that died, and gives quota back when jobs end. {@link
 * AdmittedGangRegistry} says why several of these start each job exactly once.
 *
 * <p>Rounds and parts of sweeps come one after the other; kills may come at any time.
 */
public final class GangCoordinator {
  private final String router;
  private final GangStore store;
  private final GangAdmissionPolicy admission;
  private final GangStartManager starts;
  private final RunningGangMonitor running;
  private final Clock clock;
  private final long leaseMs;
  private final GangListener listener;

  /** Whether the listener was told of what was done before. */
  private boolean hasRecalled;

  private volatile Map<String, GangAdmissionDecisions.Place> waiting = Collections.emptyMap();

  /** The store's clock, which is the same for all Routers. */
  public interface Clock {
    /**
     * The time in ms.
     *
     * @throws IOException if it is not known
     */
    long nowMs() throws IOException;
  }

  /** The outcome of a client's request to kill a job. */
  public enum Kill {
    /** It waited, and will never run. */
    DONE,
    /** It is about to be started, and will be killed by the Router that does. */
    MARKED,
    /** It is none that waits: its ResourceManager's. */
    NOT_WAITING
  }

  /**
   * @param router a name that no other Router has, not even this one in an earlier life
   * @param leaseMs how long starting an admitted job may take before another Router tries, in ms
   * @param keepEndsMs how long clients are told of jobs that never ran, in ms
   * @param listener not null
   */
  public GangCoordinator(
      String router,
      GangStore store,
      GangAdmissionPolicy admission,
      GangLauncher launcher,
      Clock clock,
      long leaseMs,
      long keepEndsMs,
      GangListener listener) {
    this.listener = listener;
    this.router = router;
    this.store = store;
    this.admission = admission;
    this.clock = clock;
    this.leaseMs = leaseMs;
    starts = new GangStartManager(router, store, launcher, clock, leaseMs, listener);
    running = new RunningGangMonitor(router, store, launcher, starts, clock, keepEndsMs);
  }

  /**
   * Admits and starts what can be.
   *
   * @return the plan that was made, whether or not another Router was faster; null without quotas
   * @throws IOException if the store does not answer; the next round goes on from wherever this one
   *     got
   */
  public Decision<GangAdmissionDecisions> round() throws IOException {
    GangQuotas quotas = store.quotas();
    if (quotas == null) {
      return null;
    }
    AdmittedGangRegistry book = store.book(); // before the jobs, see there
    Map<String, GangJob> jobs = store.jobsById();
    recall(book, jobs);
    long nowMs = clock.nowMs();
    AdmittedGangRegistry mine =
        book.takeOver(router, store::isUnread, nowMs, nowMs + leaseMs).value();
    Decision<GangAdmissionDecisions> plan =
        admission.plan(
            jobs.values().stream()
                .map(GangJob::gang)
                .filter(gang -> !book.isPostponed(gang.id(), nowMs))
                .collect(Collectors.toList()),
            mine,
            quotas);
    mine = mine.admit(plan.value(), router, nowMs + leaseMs).value();
    if (mine != book && !store.replace(mine)) {
      return plan; // somebody else was faster
    }
    waiting = plan.value().waiting();
    for (PendingGang gang : plan.value().starting()) {
      listener.decided(jobs.get(gang.id()), GangReason.GANG_ADMITTED);
    }
    running.note(book, jobs.keySet());
    starts.start(
        mine,
        jobs,
        plan.value().starting().stream().map(PendingGang::id).collect(Collectors.toSet()));
    return plan;
  }

  /** Tells once what is stored of what was done before this Router was started. */
  private void recall(AdmittedGangRegistry book, Map<String, GangJob> jobs) {
    if (hasRecalled) {
      return;
    }
    hasRecalled = true;
    for (GangJob job : jobs.values()) {
      if (!book.admitted().containsKey(job.gang().id())) {
        listener.recalled(
            job.submittedMs(),
            job.gang().id(),
            GangListener.decision(job, GangReason.GANG_ACCEPTED));
      }
    }
    book.admitted()
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
                        .with("amount", admitted.amount())
                        .with("router", admitted.router())));
  }

  /** Kills a job if it waits. */
  public Kill kill(String id) throws IOException {
    GangJob job = store.job(id);
    if (job == null) {
      return store.end(id) == null ? Kill.NOT_WAITING : Kill.DONE;
    }
    AdmittedGangRegistry after =
        store.change(book -> book.isRunning(id) ? book : book.kill(id).value());
    AdmittedGang admitted = after.admitted().get(id);
    if (admitted != null) {
      return admitted.isRunning() ? Kill.NOT_WAITING : Kill.MARKED;
    }
    if (store.job(id) == null) { // it ran and ended while we thought
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
   * Looks once at each job that was started lately, ahead of its turn in the sweep: so that its
   * record goes before it can end and be forgotten. Does nothing while another Router sweeps.
   *
   * @param mayGoOn asked after each job; the next round finds those that are left
   */
  public void lookAtNew(BooleanSupplier mayGoOn) throws IOException {
    running.lookAtNew(mayGoOn);
  }

  /**
   * Gives back the quota of jobs that ended, starts those again that a ResourceManager took and
   * lost, and clears up after Routers that died; does nothing while another Router does it. Goes on
   * where the last call stopped.
   *
   * @param mayGoOn asked after each job that runs; if not, {@link #isSweeping} says so
   */
  public void sweep(BooleanSupplier mayGoOn) throws IOException {
    running.sweep(mayGoOn);
  }

  /** Whether the last sweep stopped before its end. */
  public boolean isSweeping() {
    return running.isSweeping();
  }

  /** Where a job stands in line by the last plan; null if that did not have it waiting. */
  public GangAdmissionDecisions.Place place(String id) {
    return waiting.get(id);
  }

  /** How many jobs wait by the last plan. */
  public int waiting() {
    return waiting.size();
  }
}
