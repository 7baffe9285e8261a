/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.federation.gang;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
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
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
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
  private static final Logger LOG = LoggerFactory.getLogger(GangCoordinator.class);
  private static final int MOST_TRIES = 100;
  private static final int MOST_STARTS = 3;

  /** How often in a lease's time a job is tried that could not be started. */
  private static final int TRIES_A_LEASE = 6;

  private static final int MOST_MISSED = 3;
  private static final int MAX_ERROR_CHARS = 200;
  private static final int MOST_AT_ONCE = 20;
  private static final Set<GangLauncher.State> MISSING =
      EnumSet.of(GangLauncher.State.LOST, GangLauncher.State.FORGOTTEN, GangLauncher.State.GONE);

  /** What a ResourceManager loses later than this it may have run to its end. */
  private static final long LOST_AT_FIRST_MS = TimeUnit.MINUTES.toMillis(10);

  private final String router;
  private final GangStore store;
  private final GangAdmissionPolicy admission;
  private final GangLauncher starter;
  private final Clock clock;
  private final long leaseMs;
  private final long keepEndsMs;
  private final GangListener listener;

  /** Whether the listener was told of what was done before. */
  private boolean hasRecalled;

  private final Map<String, Integer> failures = new HashMap<>();
  private final Set<String> postponed = new HashSet<>();

  /** In how many sweeps running no ResourceManager had a job that one had before. */
  private final Map<String, Integer> missed = new HashMap<>();

  /** Those of which there are records and that were asked for since they run. */
  private final Set<String> looked = new HashSet<>();

  /** Those that run by the last round, have records, and were not asked for. */
  private List<String> unlooked = Collections.emptyList();

  /** The last job that the sweep under way has looked at; null while none is under way. */
  private String sweptTo;

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

  /** What became of a client's wish to kill a job. */
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
      GangLauncher starter,
      Clock clock,
      long leaseMs,
      long keepEndsMs,
      GangListener listener) {
    this.listener = listener;
    this.router = router;
    this.store = store;
    this.admission = admission;
    this.starter = starter;
    this.clock = clock;
    this.leaseMs = leaseMs;
    this.keepEndsMs = keepEndsMs;
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
    Map<String, GangJob> jobs = jobs();
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
      tell(jobs.get(gang.id()), GangReason.GANG_ADMITTED);
    }
    looked.retainAll(jobs.keySet());
    unlooked =
        jobs.keySet().stream()
            .filter(id -> book.isRunning(id) && !looked.contains(id))
            .collect(Collectors.toList());
    start(
        mine,
        jobs,
        plan.value().starting().stream().map(PendingGang::id).collect(Collectors.toSet()));
    return plan;
  }

  /**
   * @param first which of them were admitted just now
   */
  private void start(AdmittedGangRegistry book, Map<String, GangJob> jobs, Set<String> first)
      throws IOException {
    postponed.retainAll(jobs.keySet());
    Map<String, String> started = new HashMap<>();
    List<String> dropped = new ArrayList<>();
    Map<String, AdmittedGangRegistry.Refusal> released = new HashMap<>();
    for (String id : book.startedBy(router)) {
      AdmittedGang admitted = book.admitted().get(id);
      GangJob job = jobs.get(id);
      if (clock.nowMs() >= admitted.leaseUntilMs()) {
        break; // another Router may hold it by now
      }
      if (store.isUnread(id)) {
        continue;
      }
      if (job == null) {
        dropped.add(id);
      } else if (!admitted.isKilled()) {
        start(job, first.contains(id), book, started, released, dropped);
      } else if (kill(job)) { // a Router that died may have started it
        drop(GangOutcome.killed(job), dropped);
      }
    }
    if (!released.isEmpty()) { // so that others have the quota in the next round
      change(b -> b.released(released, router).value());
    }
    if (!started.isEmpty()) {
      AdmittedGangRegistry after = change(b -> b.started(started).value());
      for (String id : started.keySet()) {
        AdmittedGang admitted = after.admitted().get(id);
        if (admitted == null || admitted.isKilled()) { // or dropped by who took it over meanwhile
          kill(jobs.get(id));
        }
      }
    }
    if (!dropped.isEmpty()) {
      change(b -> b.dropped(dropped).value());
    }
  }

  private void start(
      GangJob job,
      boolean first,
      AdmittedGangRegistry book,
      Map<String, String> started,
      Map<String, AdmittedGangRegistry.Refusal> released,
      List<String> dropped)
      throws IOException {
    String id = job.gang().id();
    AdmittedGangRegistry.Refusal before = book.refused().get(id);
    int times = before == null ? 0 : before.times();
    long againMs = clock.nowMs() + leaseMs / TRIES_A_LEASE;
    try {
      started.put(id, starter.start(job, first));
      failures.remove(id);
      postponed.remove(id);
      tell(job, GangReason.GANG_STARTED);
    } catch (YarnException e) {
      LOG.warn("Job {} was admitted but not started", id, e);
      times = first ? times + 1 : failures.merge(id, 1, Integer::sum);
      if (times >= MOST_STARTS) {
        failures.remove(id);
        drop(
            GangOutcome.failed(job, "It was admitted, but no ResourceManager took it: " + e),
            dropped);
        tell(job, GangReason.GANG_FAILED, e);
      } else {
        tell(job, GangReason.GANG_START_REFUSED, e);
        if (first) {
          released.put(id, AdmittedGangRegistry.Refusal.of(times, againMs));
        }
      }
    } catch (IOException e) {
      // Unless nobody has it for sure, now or since an earlier attempt, it keeps its quota.
      boolean isFree = first && e instanceof GangLauncher.NotTakenException;
      if (isFree) {
        released.put(id, AdmittedGangRegistry.Refusal.of(times, againMs));
      }
      if (postponed.add(id)) {
        LOG.warn("Job {} fits; its start is tried until a sub-cluster answers", id, e);
        tell(job, isFree ? GangReason.GANG_NOT_STARTED : GangReason.GANG_START_UNKNOWN, e);
      }
    }
  }

  private void tell(GangJob job, GangReason why, Exception error) {
    String text = String.valueOf(error.getMessage());
    listener.decided(
        job,
        decision(job, why)
            .with("error", text.substring(0, Math.min(text.length(), MAX_ERROR_CHARS))));
  }

  private void tell(GangJob job, GangReason why) {
    listener.decided(job, decision(job, why));
  }

  private static Decision<Boolean> decision(GangJob job, GangReason why) {
    return Decision.of(true, why)
        .with("queue", job.gang().queue())
        .with("user", job.user())
        .with("amount", job.gang().amount());
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
            job.submittedMs(), job.gang().id(), decision(job, GangReason.GANG_ACCEPTED));
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

  /** The job's own record goes before the book forgets it. */
  private void drop(GangOutcome end, List<String> dropped) throws IOException {
    store.ended(end);
    store.remove(end.id());
    dropped.add(end.id());
  }

  private boolean kill(GangJob job) {
    try {
      starter.kill(job);
      return true;
    } catch (YarnException | IOException e) {
      LOG.warn("Job {} was killed while it started, and may run", job.gang().id(), e);
      return false;
    }
  }

  private void end(Collection<String> ids) throws IOException {
    if (!ids.isEmpty()) {
      change(book -> book.ended(ids).value());
    }
  }

  /** Kills a job if it waits. */
  public Kill kill(String id) throws IOException {
    GangJob job = store.job(id);
    if (job == null) {
      return store.end(id) == null ? Kill.NOT_WAITING : Kill.DONE;
    }
    AdmittedGangRegistry after = change(book -> book.isRunning(id) ? book : book.kill(id).value());
    AdmittedGang admitted = after.admitted().get(id);
    if (admitted != null) {
      return admitted.isRunning() ? Kill.NOT_WAITING : Kill.MARKED;
    }
    if (store.job(id) == null) { // it ran and ended while we thought
      end(Collections.singleton(id));
      return Kill.NOT_WAITING;
    }
    List<String> dropped = new ArrayList<>();
    drop(GangOutcome.killed(job), dropped);
    end(dropped);
    tell(job, GangReason.GANG_KILLED);
    return Kill.DONE;
  }

  /**
   * Looks once at each job that was started lately, ahead of its turn in the sweep: so that its
   * record goes before it can end and be forgotten. Does nothing while another Router sweeps.
   *
   * @param mayGoOn asked after each job; the next round finds those that are left
   */
  public void lookAtNew(BooleanSupplier mayGoOn) throws IOException {
    if (unlooked.isEmpty() || !store.isSweeper(router)) {
      return;
    }
    AdmittedGangRegistry book = store.book(); // before the jobs, as always
    List<String> over = new ArrayList<>();
    for (String id : unlooked) {
      if (book.isRunning(id)) {
        look(id, book.admitted().get(id), store.job(id), over);
        missed.remove(id); // sweeps count that, which leave time in between
        if (!mayGoOn.getAsBoolean()) {
          break;
        }
      }
    }
    unlooked = Collections.emptyList();
    end(over);
  }

  /**
   * Gives back the quota of jobs that ended, starts those again that a ResourceManager took and
   * lost, and clears up after Routers that died; does nothing while another Router does it. Goes on
   * where the last call stopped.
   *
   * @param mayGoOn asked after each job that runs; if not, {@link #isSweeping} says so
   */
  public void sweep(BooleanSupplier mayGoOn) throws IOException {
    if (!store.isSweeper(router)) {
      sweptTo = null;
      return;
    }
    AdmittedGangRegistry book = store.book(); // before the jobs, as always
    Map<String, GangJob> jobs = jobs();
    missed.keySet().retainAll(book.admitted().keySet());
    List<String> over = new ArrayList<>();
    for (Map.Entry<String, AdmittedGang> e : new TreeMap<>(book.admitted()).entrySet()) {
      boolean isDue = sweptTo == null || e.getKey().compareTo(sweptTo) > 0;
      if (isDue && e.getValue().isRunning() && !store.isUnread(e.getKey())) {
        sweptTo = e.getKey();
        look(e.getKey(), e.getValue(), jobs.get(e.getKey()), over);
        if (over.size() >= MOST_AT_ONCE) { // the rest may take long, or fail
          end(over);
          over.clear();
        }
        if (!mayGoOn.getAsBoolean()) {
          end(over);
          return;
        }
      }
    }
    sweptTo = null;
    for (String id : book.killed()) {
      if (jobs.containsKey(id)) {
        drop(GangOutcome.killed(jobs.get(id)), over);
      } else if (!store.isUnread(id) && store.job(id) == null) {
        over.add(id);
      }
    }
    end(over);
    store.forgetEnds(clock.nowMs() - keepEndsMs);
  }

  /** Whether the last sweep stopped before its end. */
  public boolean isSweeping() {
    return sweptTo != null;
  }

  /**
   * Looks after a job that a ResourceManager took.
   *
   * @param job null once it is known to survive its ResourceManager
   */
  private void look(String id, AdmittedGang admitted, GangJob job, List<String> over)
      throws IOException {
    looked.add(id);
    GangLauncher.State state = starter.state(id, admitted.takenBy());
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
        if (job != null && admitted.isKilled()) { // while it started, and then in vain
          kill(job);
        } else if (job != null && state == GangLauncher.State.KEPT) {
          store.remove(id);
        }
        break;
      case LOST:
        if (job != null && admitted.isKilled()) {
          drop(GangOutcome.killed(job), over);
        } else if (job != null && clock.nowMs() < admitted.leaseUntilMs() + LOST_AT_FIRST_MS) {
          LOG.warn("Job {} was lost by its ResourceManager, and is started again", id);
          Map<String, String> started = new HashMap<>();
          start(job, false, AdmittedGangRegistry.empty(), started, new HashMap<>(), over);
          change(b -> b.started(started).value());
          looked.remove(id);
        } else {
          miss(id, over);
        }
        break;
      case FORGOTTEN: // it ran to its end before anybody looked
      case GONE: // never started again: a sub-cluster may yet come back with it
        if (job != null && admitted.isKilled()) {
          drop(GangOutcome.killed(job), over);
        } else {
          miss(id, over);
        }
        break;
      default:
        break;
    }
  }

  /** Nobody has the job in this sweep; in the last of some it is taken for over. */
  private void miss(String id, List<String> over) throws IOException {
    if (missed.merge(id, 1, Integer::sum) >= MOST_MISSED) {
      LOG.warn("Job {} is known to its ResourceManager no more: it is taken for over", id);
      store.remove(id);
      over.add(id);
    }
  }

  /** Where a job stands in line by the last plan; null if that did not have it waiting. */
  public GangAdmissionDecisions.Place place(String id) {
    return waiting.get(id);
  }

  /** How many jobs wait by the last plan. */
  public int waiting() {
    return waiting.size();
  }

  /** Those of which there are records, by id. */
  private Map<String, GangJob> jobs() throws IOException {
    Map<String, GangJob> jobs = new HashMap<>();
    store.jobs().forEach(job -> jobs.put(job.gang().id(), job));
    return jobs;
  }

  /** Makes a change whatever others do meanwhile. */
  private AdmittedGangRegistry change(UnaryOperator<AdmittedGangRegistry> changing)
      throws IOException {
    for (int i = 0; i < MOST_TRIES; i++) {
      AdmittedGangRegistry book = store.book();
      AdmittedGangRegistry changed = changing.apply(book);
      if (changed == book || store.replace(changed)) {
        return changed;
      }
    }
    throw new IOException("the book of gangs changed " + MOST_TRIES + " times in between");
  }
}
