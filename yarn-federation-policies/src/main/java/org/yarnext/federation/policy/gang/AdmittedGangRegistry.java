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
 * The gang jobs that all Routers together have admitted, and those being killed; it alone says
 * which jobs may start. Each change is validated, and returns a new registry. If several Routers
 * change it concurrently, the store accepts one of the changes.
 *
 * <p>The protocol: each waiting job is a separate record, written before the client learns that the
 * job is accepted, in an order that the store gives. A Router reads the registry, changes it, and
 * writes it if the version in the store is still {@link #version()}; otherwise it reads again. So
 * no two Routers admit the same job, and no two jobs get the same quota, whatever the Routers knew.
 * The Router that admitted a job starts it within its lease and records that. If the Router dies,
 * another one takes the job over when the lease has expired, and starts it again. That does not
 * make a second job: a ResourceManager accepts an application id once, and the home of an id is
 * written to the federation's store once, so the second Router finds the first one's choice.
 *
 * <p>The record of a started job is kept until its ResourceManager has stored the job, in case the
 * ResourceManager loses it before.
 *
 * <p>Two orders matter. A Router reads the registry before it reads the waiting jobs; if it reads
 * the registry again, it reads at least the jobs that it admits once more. And a job's own record
 * is removed before its end, or the end of its kill mark, is written to the registry. So a job that
 * a plan finds waiting and not in the registry was not started before.
 *
 * <p>Killing a job also goes through the registry, so that the job is not started at the same time.
 * Immutable and thread-safe.
 */
public final class AdmittedGangRegistry {
  /** The version of a registry that has no record in the store. */
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

  /** Returns an empty registry that has no record. */
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
   * Returns a registry as read from the store.
   *
   * @param version version of the record
   * @param admitted admitted jobs by id
   * @param overtaken how often each waiting job was overtaken, by id
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
   * Returns this registry with the rest of the stored state.
   *
   * @param refused jobs that could not be started, by id
   * @param turns the state of the fair queue
   */
  public AdmittedGangRegistry with(Map<String, Refusal> refused, GangFairQueue turns) {
    return new AdmittedGangRegistry(
        version, admitted, overtaken, killed, new TreeMap<>(refused), turns);
  }

  /** Records that a job was admitted and could not be started. Immutable. */
  public static final class Refusal {
    private final int times;
    private final long untilMs;

    private Refusal(int times, long untilMs) {
      this.times = times;
      this.untilMs = untilMs;
    }

    /**
     * Returns a refusal.
     *
     * @param times how often a ResourceManager rejected the job, 0 or more
     * @param untilMs time from which it may be admitted again, in ms of the store's clock
     */
    public static Refusal of(int times, long untilMs) {
      return new Refusal(times, untilMs);
    }

    /** Returns how often a ResourceManager rejected the job; 0 or more. */
    public int times() {
      return times;
    }

    /** Returns the time from which the job may be admitted again, in ms of the store's clock. */
    public long untilMs() {
      return untilMs;
    }
  }

  /** Returns the version that the stored record must still have for this registry to replace it. */
  public long version() {
    return version;
  }

  /** Returns the admitted jobs by id, unmodifiable. */
  public Map<String, AdmittedGang> admitted() {
    return Collections.unmodifiableMap(admitted);
  }

  /** Returns how often each waiting job was overtaken, by id, unmodifiable. */
  public Map<String, Integer> overtaken() {
    return Collections.unmodifiableMap(overtaken);
  }

  /** Returns the ids of jobs that were killed while they waited, unmodifiable. */
  public Set<String> killed() {
    return Collections.unmodifiableSet(killed);
  }

  /** Returns the jobs that could not be started after their admission, by id, unmodifiable. */
  public Map<String, Refusal> refused() {
    return Collections.unmodifiableMap(refused);
  }

  /**
   * Returns whether a job may not be admitted yet, as its last start failed.
   *
   * @param nowMs in ms of the store's clock
   */
  public boolean isPostponed(String id, long nowMs) {
    Refusal refusal = refused.get(id);
    return refusal != null && nowMs < refusal.untilMs;
  }

  /** Returns the state of the fair queue. */
  public GangFairQueue turns() {
    return turns;
  }

  /** Returns the quota taken of each leaf, by path. */
  Map<String, Long> taken() {
    Map<String, Long> taken = new HashMap<>();
    admitted.values().forEach(a -> taken.merge(a.queue(), a.amount(), GangQuotas::add));
    return taken;
  }

  /**
   * Admits the jobs of a plan that was made from this registry.
   *
   * @param router the Router that is to start them
   * @param untilMs end of that Router's lease, in ms of the store's clock
   */
  public Decision<AdmittedGangRegistry> admit(
      GangAdmissionDecisions plan, String router, long untilMs) {
    if (plan.starting().isEmpty()) {
      return unchanged(GangReason.REGISTRY_UNCHANGED);
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
            GangReason.REGISTRY_CHANGED)
        .with("jobs", plan.starting().size());
  }

  /**
   * Records that ResourceManagers accepted the jobs, whichever Router submitted them, even if its
   * lease expired meanwhile. A kill mark stays, so that the job is killed there. Unknown jobs are
   * ignored.
   *
   * @param takenBy the accepting ResourceManager by job id, see {@link AdmittedGang#takenBy}
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
        ? unchanged(GangReason.REGISTRY_UNCHANGED)
        : Decision.of(next, GangReason.REGISTRY_CHANGED).with("jobs", jobs);
  }

  /**
   * Records that a Router could not start jobs that it had admitted, and that no ResourceManager
   * has them. They wait again, and other jobs may use their quota until the next attempt. Jobs that
   * run, are killed, or belong to another Router by now do not change.
   *
   * @param why by job id, the number of refusals and the time until which it may not be admitted
   * @param router the Router that admitted them
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
        ? unchanged(GangReason.REGISTRY_UNCHANGED)
        : Decision.of(next, GangReason.REGISTRY_CHANGED).with("jobs", jobs);
  }

  /**
   * Assigns to the Router every job that was not started within its lease; {@link #startedBy} then
   * includes them.
   *
   * @param isOfOtherRouter returns whether a job is left to other Routers
   * @param nowMs in ms of the store's clock
   * @param untilMs end of the new lease, in ms of the store's clock
   */
  public Decision<AdmittedGangRegistry> takeOver(
      String router, Predicate<String> isOfOtherRouter, long nowMs, long untilMs) {
    AdmittedGangRegistry next = copy();
    int jobs = 0;
    for (Map.Entry<String, AdmittedGang> e : admitted.entrySet()) {
      boolean isLate = !e.getValue().isRunning() && e.getValue().leaseUntilMs() <= nowMs;
      if (isLate && !isOfOtherRouter.test(e.getKey())) {
        next.admitted.put(e.getKey(), e.getValue().heldBy(router, untilMs));
        jobs++;
      }
    }
    return jobs == 0
        ? unchanged(GangReason.REGISTRY_UNCHANGED)
        : Decision.of(next, GangReason.REGISTRY_CHANGED).with("jobs", jobs);
  }

  /** Returns the ids of jobs that the Router is to start, or to drop if they are killed. */
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
   * Kills a job. A waiting job will not be admitted any more, and its record may be removed once
   * the registry is written. A job in the registry is marked.
   */
  public Decision<AdmittedGangRegistry> kill(String id) {
    AdmittedGang admission = admitted.get(id);
    if (killed.contains(id) || (admission != null && admission.isKilled())) {
      return unchanged(GangReason.REGISTRY_UNCHANGED);
    }
    AdmittedGangRegistry next = copy();
    if (admission == null) {
      next.killed.add(id);
      next.overtaken.remove(id);
    } else {
      next.admitted.put(id, admission.asKilled());
    }
    return Decision.of(next, GangReason.REGISTRY_CHANGED);
  }

  /**
   * Records which quota running jobs take, whether it fits or not. Unknown jobs are ignored.
   *
   * @param jobs the queue and amount of each, by id
   */
  public Decision<AdmittedGangRegistry> taking(Map<String, AdmittedGang> jobs) {
    AdmittedGangRegistry next = copy();
    next.admitted.replaceAll(
        (id, now) -> {
          AdmittedGang then = jobs.get(id);
          return then == null ? now : now.taking(then.queue(), then.amount());
        });
    return next.admitted.equals(admitted)
        ? unchanged(GangReason.REGISTRY_UNCHANGED)
        : Decision.of(next, GangReason.REGISTRY_CHANGED);
  }

  /** Removes everything about jobs that are over or whose records are gone. */
  public Decision<AdmittedGangRegistry> ended(Collection<String> ids) {
    Set<String> known = new HashSet<>(ids);
    known.removeIf(
        id ->
            !admitted.containsKey(id)
                && !overtaken.containsKey(id)
                && !killed.contains(id)
                && !refused.containsKey(id));
    if (known.isEmpty()) {
      return unchanged(GangReason.REGISTRY_UNCHANGED);
    }
    AdmittedGangRegistry next = copy();
    next.admitted.keySet().removeAll(known);
    next.overtaken.keySet().removeAll(known);
    next.killed.removeAll(known);
    next.refused.keySet().removeAll(known);
    return Decision.of(next, GangReason.REGISTRY_CHANGED).with("jobs", known.size());
  }

  /**
   * Removes jobs that will not be started, except those that another Router started in the
   * meantime.
   */
  public Decision<AdmittedGangRegistry> dropped(Collection<String> ids) {
    Set<String> dropped = new HashSet<>(ids);
    dropped.removeIf(this::isRunning);
    return ended(dropped);
  }

  /** Returns whether a ResourceManager has accepted a job that is not over. */
  public boolean isRunning(String id) {
    AdmittedGang admission = admitted.get(id);
    return admission != null && admission.isRunning();
  }

  private Decision<AdmittedGangRegistry> unchanged(GangReason why) {
    return Decision.of(this, why);
  }

  /** Returns a copy of the same version; the store assigns the next version on writing. */
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
