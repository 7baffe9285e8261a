// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.gang;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.yarnext.common.decision.Decision;

/**
 * The registry of admitted jobs, which checks each change of itself; the store accepts that of one
 * of several Routers.
 *
 * <p>The protocol. Jobs that wait are records of their own, written before the client is told that
 * its job is accepted, in an order that the store gives. Who may start is decided here alone: a
 * Router reads the book, makes a changed one, and writes it if the version in the store is still
 * {@link #version()}; else it reads again. So no two Routers admit the same job, and no two jobs
 * the same quota, whatever they knew. The Router that admitted a job starts it within its lease and
 * then says so; if it dies, another one takes the job over when the lease has run out and starts it
 * again. That is no second job: a ResourceManager takes an application id once, and the home of an
 * id in the federation's store is written once, so the second Router finds the first one's choice.
 *
 * <p>The record of a started job is kept until its ResourceManager has stored it, for one that
 * loses it before.
 *
 * <p>Two orders matter. A Router reads the book before it reads the jobs that wait. And a job's own
 * record is removed before its end, or the end of its kill mark, is written to the book. So a plan
 * that finds a job waiting and not in the book cannot be of one that was started before.
 *
 * <p>Killing a job goes through the book as well, so that it is not started at the same time.
 * Immutable and thread-safe.
 */
public final class AdmittedGangRegistry {
  /** The version of a book that the store has no record of. */
  public static final long UNWRITTEN = -1;

  private final long version;
  private final Map<String, AdmittedGang> admitted;
  private final Map<String, Integer> overtaken;
  private final Set<String> killed;
  private final Map<String, Refusal> refused;
  private final GangFairQueue turns;

  private AdmittedGangRegistry(
      long version,
      Map<String, AdmittedGang> admitted,
      Map<String, Integer> overtaken,
      Set<String> killed,
      Map<String, Refusal> refused,
      GangFairQueue turns) {
    this.refused = refused;
    this.turns = turns;
    this.version = version;
    this.admitted = admitted;
    this.overtaken = overtaken;
    this.killed = killed;
  }

  /** A book without any job, and without a record. */
  public static AdmittedGangRegistry empty() {
    return new AdmittedGangRegistry(
        UNWRITTEN,
        new TreeMap<>(),
        new TreeMap<>(),
        new TreeSet<>(),
        new TreeMap<>(),
        GangFairQueue.none());
  }

  /**
   * A book as read from the store.
   *
   * @param version of the record
   * @param admitted by job id
   * @param overtaken how often jobs that wait were overtaken, by id
   * @param killed ids of jobs that were killed while they waited
   */
  public static AdmittedGangRegistry of(
      long version,
      Map<String, AdmittedGang> admitted,
      Map<String, Integer> overtaken,
      Collection<String> killed) {
    return new AdmittedGangRegistry(
        version,
        new TreeMap<>(admitted),
        new TreeMap<>(overtaken),
        new TreeSet<>(killed),
        new TreeMap<>(),
        GangFairQueue.none());
  }

  /**
   * The same as read from the store in full.
   *
   * @param refused which jobs could not be started, by id
   */
  public AdmittedGangRegistry with(Map<String, Refusal> refused, GangFairQueue turns) {
    return new AdmittedGangRegistry(
        version, admitted, overtaken, killed, new TreeMap<>(refused), turns);
  }

  /** That a job was admitted and could not be started. Immutable. */
  public static final class Refusal {
    private final int times;
    private final long untilMs;

    private Refusal(int times, long untilMs) {
      this.times = times;
      this.untilMs = untilMs;
    }

    /**
     * @param times how often a ResourceManager refused it, 0 or more
     * @param untilMs when it may be admitted again, in ms of the store's clock
     */
    public static Refusal of(int times, long untilMs) {
      return new Refusal(times, untilMs);
    }

    public int times() {
      return times;
    }

    public long untilMs() {
      return untilMs;
    }
  }

  /**
   * The version that the record in the store must have for this book to be its successor's base.
   */
  public long version() {
    return version;
  }

  /** The admitted jobs by id; unmodifiable. */
  public Map<String, AdmittedGang> admitted() {
    return Collections.unmodifiableMap(admitted);
  }

  /** How often jobs that wait were overtaken, by id; unmodifiable. */
  public Map<String, Integer> overtaken() {
    return Collections.unmodifiableMap(overtaken);
  }

  /** The ids of jobs that were killed while they waited; unmodifiable. */
  public Set<String> killed() {
    return Collections.unmodifiableSet(killed);
  }

  /** Which jobs could not be started when they were admitted, by id; unmodifiable. */
  public Map<String, Refusal> refused() {
    return Collections.unmodifiableMap(refused);
  }

  /** Whether a job is not to be admitted yet, since it could not be started. */
  public boolean isPostponed(String id, long nowMs) {
    Refusal refusal = refused.get(id);
    return refusal != null && nowMs < refusal.untilMs;
  }

  /** Whose turn it is. */
  public GangFairQueue turns() {
    return turns;
  }

  /** How much of each leaf's quota is taken, by path. */
  Map<String, Long> taken() {
    Map<String, Long> taken = new HashMap<>();
    admitted.values().forEach(a -> taken.merge(a.queue(), a.amount(), GangQuotas::add));
    return taken;
  }

  /**
   * Admits what a plan made from this very book says.
   *
   * @param router the one that will start them
   * @param untilMs until when it has time for that, in ms of the store's clock
   */
  public Decision<AdmittedGangRegistry> admit(
      GangAdmissionDecisions plan, String router, long untilMs) {
    if (plan.starting().isEmpty()) {
      return unchanged(GangReason.BOOK_UNCHANGED);
    }
    AdmittedGangRegistry next = copy();
    for (PendingGang gang : plan.starting()) {
      next.admitted.put(
          gang.id(), AdmittedGang.of(gang.queue(), gang.amount(), router, untilMs, false, false));
      next.overtaken.remove(gang.id());
    }
    plan.overtaken().forEach((id, more) -> next.overtaken.merge(id, more, Integer::sum));
    return Decision.of(
            new AdmittedGangRegistry(
                version, next.admitted, next.overtaken, next.killed, next.refused, plan.turns()),
            GangReason.BOOK_CHANGED)
        .with("jobs", plan.starting().size());
  }

  /**
   * ResourceManagers took the jobs, whoever submitted them: also a Router whose lease ran out over
   * that. Their kill marks say if they must be killed there. Those that are unknown are left as
   * they are.
   *
   * @param takenBy by id, what is to be known of its ResourceManager, see {@link
   *     AdmittedGang#takenBy}
   */
  public Decision<AdmittedGangRegistry> started(Map<String, String> takenBy) {
    AdmittedGangRegistry next = copy();
    int jobs = 0;
    for (Map.Entry<String, String> e : takenBy.entrySet()) {
      AdmittedGang admission = admitted.get(e.getKey());
      if (admission != null
          && !(admission.isRunning() && admission.takenBy().equals(e.getValue()))) {
        next.admitted.put(e.getKey(), admission.started(e.getValue()));
        next.refused.remove(e.getKey());
        jobs++;
      }
    }
    return jobs == 0
        ? unchanged(GangReason.BOOK_UNCHANGED)
        : Decision.of(next, GangReason.BOOK_CHANGED).with("jobs", jobs);
  }

  /**
   * A Router could not start jobs that it had admitted, and no ResourceManager has them: they wait
   * again, and give their quota to others until it is time for the next attempt. Those that run,
   * are killed, or are another Router's by now are left as they are.
   *
   * @param why by id, how often it was refused by now and until when it is not to be admitted
   */
  public Decision<AdmittedGangRegistry> released(Map<String, Refusal> why, String router) {
    AdmittedGangRegistry next = copy();
    int jobs = 0;
    for (Map.Entry<String, Refusal> e : why.entrySet()) {
      AdmittedGang admission = admitted.get(e.getKey());
      if (admission != null
          && !admission.isRunning()
          && !admission.isKilled()
          && admission.router().equals(router)) {
        next.admitted.remove(e.getKey());
        next.refused.put(e.getKey(), e.getValue());
        jobs++;
      }
    }
    return jobs == 0
        ? unchanged(GangReason.BOOK_UNCHANGED)
        : Decision.of(next, GangReason.BOOK_CHANGED).with("jobs", jobs);
  }

  /**
   * Takes over every job whose Router did not start it in time; they are then {@link #startedBy}.
   *
   * @param isOthers those that are left to other Routers
   * @param nowMs in ms of the store's clock
   */
  public Decision<AdmittedGangRegistry> takeOver(
      String router, Predicate<String> isOthers, long nowMs, long untilMs) {
    AdmittedGangRegistry next = copy();
    int jobs = 0;
    for (Map.Entry<String, AdmittedGang> e : admitted.entrySet()) {
      boolean isLate = !e.getValue().isRunning() && e.getValue().leaseUntilMs() <= nowMs;
      if (isLate && !isOthers.test(e.getKey())) {
        next.admitted.put(e.getKey(), e.getValue().heldBy(router, untilMs));
        jobs++;
      }
    }
    return jobs == 0
        ? unchanged(GangReason.BOOK_UNCHANGED)
        : Decision.of(next, GangReason.BOOK_CHANGED).with("jobs", jobs);
  }

  /** The ids of jobs that this Router is to start, or to drop if they are killed. */
  public List<String> startedBy(String router) {
    List<String> ids = new ArrayList<>();
    admitted.forEach(
        (id, a) -> {
          if (!a.isRunning() && a.router().equals(router)) {
            ids.add(id);
          }
        });
    return ids;
  }

  /**
   * Kills a job. One that waits will not be admitted any more and its own record may be removed
   * once this is written; one that starts is marked; one that runs is its ResourceManager's.
   */
  public Decision<AdmittedGangRegistry> kill(String id) {
    AdmittedGang admission = admitted.get(id);
    if (killed.contains(id) || (admission != null && admission.isKilled())) {
      return unchanged(GangReason.BOOK_UNCHANGED);
    }
    AdmittedGangRegistry next = copy();
    if (admission == null) {
      next.killed.add(id);
      next.overtaken.remove(id);
    } else {
      next.admitted.put(id, admission.asKilled());
    }
    return Decision.of(next, GangReason.BOOK_CHANGED);
  }

  /** The jobs are over, or their records are gone: nothing is kept of them. */
  public Decision<AdmittedGangRegistry> ended(Collection<String> ids) {
    Set<String> known = new HashSet<>(ids);
    known.removeIf(
        id ->
            !admitted.containsKey(id)
                && !overtaken.containsKey(id)
                && !killed.contains(id)
                && !refused.containsKey(id));
    if (known.isEmpty()) {
      return unchanged(GangReason.BOOK_UNCHANGED);
    }
    AdmittedGangRegistry next = copy();
    next.admitted.keySet().removeAll(known);
    next.overtaken.keySet().removeAll(known);
    next.killed.removeAll(known);
    next.refused.keySet().removeAll(known);
    return Decision.of(next, GangReason.BOOK_CHANGED).with("jobs", known.size());
  }

  /** The same for jobs that are not to be started; what another Router started meanwhile stays. */
  public Decision<AdmittedGangRegistry> dropped(Collection<String> ids) {
    Set<String> dropped = new HashSet<>(ids);
    dropped.removeIf(this::isRunning);
    return ended(dropped);
  }

  /** Whether a ResourceManager has taken a job that is not over. */
  public boolean isRunning(String id) {
    AdmittedGang admission = admitted.get(id);
    return admission != null && admission.isRunning();
  }

  private Decision<AdmittedGangRegistry> unchanged(GangReason why) {
    return Decision.of(this, why);
  }

  /** The successor: the store gives the record the next version when it takes it. */
  private AdmittedGangRegistry copy() {
    return new AdmittedGangRegistry(
        version,
        new TreeMap<>(admitted),
        new TreeMap<>(overtaken),
        new TreeSet<>(killed),
        new TreeMap<>(refused),
        turns);
  }
}
