// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.gang;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.yarnext.common.decision.Decision;
import org.yarnext.federation.policy.share.fairness.QueueTree;

/**
 * Admits waiting jobs whose whole gang fits the quotas from their queue up to the root (Hydra
 * section 4.2, gang admission control).
 *
 * <p>The order is fair among the users of a queue and the queues of a parent; a user's jobs keep
 * the order of their submission ({@link GangFairQueue}). A job that waits for a quota holds back
 * later jobs that need the same quota: those of its queue and, if a parent's quota is short, all
 * jobs below that parent. Queues with room of their own proceed. With backfilling a later job that
 * fits may start first, as long as no earlier job is overtaken more often than allowed. Without
 * that bound a large gang could starve behind small ones.
 *
 * <p>Immutable and thread-safe; O(n depth log n) for n jobs.
 */
public final class GangAdmissionPolicy {
  private final int overtakes;

  /**
   * @param overtakes how many jobs may overtake a waiting one, 0 or more; 0 is strict order
   */
  public GangAdmissionPolicy(int overtakes) {
    if (overtakes < 0) {
      throw new IllegalArgumentException("overtakes " + overtakes);
    }
    this.overtakes = overtakes;
  }

  /**
   * Returns whether a job may wait.
   *
   * @return true, or false if the job could never start
   */
  public Decision<Boolean> accept(PendingGang gang, GangQuotas quotas) {
    long max = quotas.maxGang(gang.queue());
    if (max < 0) {
      return Decision.of(false, GangReason.GANG_NO_SUCH_QUEUE).with("queue", gang.queue());
    }
    return Decision.of(
            gang.amount() <= max,
            gang.amount() <= max ? GangReason.GANG_ACCEPTED : GangReason.GANG_NEVER_FITS)
        .with("queue", gang.queue())
        .with("containers", gang.containers())
        .with("amountMb", gang.amount())
        .with("quotaMb", max);
  }

  /**
   * Returns the jobs to start now, and why the others wait.
   *
   * @param pending the waiting jobs in any order; those that the registry has as admitted or killed
   *     are ignored
   */
  public Decision<GangAdmissionDecisions> plan(
      Collection<PendingGang> pending, AdmittedGangRegistry registry, GangQuotas quotas) {
    List<PendingGang> order = new ArrayList<>(pending);
    order.removeIf(
        g -> registry.admitted().containsKey(g.id()) || registry.killed().contains(g.id()));
    PlanState planning = new PlanState(registry, quotas);
    order.removeIf(planning::isHopeless); // they take no turn in the fair queue
    for (PendingGang gang : registry.turns().order(order)) {
      planning.decide(gang);
    }
    return Decision.of(
            new GangAdmissionDecisions(
                planning.starting,
                planning.overtaken(),
                planning.waiting,
                registry.turns().after(planning.starting, planning.held)),
            GangReason.GANG_PLANNED)
        .with("pending", planning.starting.size() + planning.waiting.size())
        .with("starting", planning.starting.size())
        .with("backfilled", planning.backfilled);
  }

  /** The jobs that wait for one queue's quota: all of them are overtaken together. */
  private static final class WaitingGangs {
    /** Number of overtaking jobs when each job began to wait here. */
    private final Map<String, Integer> since = new HashMap<>();

    private int overtaking;

    /** The largest number of times that a job was overtaken, less {@link #overtaking}. */
    private int max = Integer.MIN_VALUE;

    /**
     * @param before how often the job was overtaken in earlier plans
     */
    void add(PendingGang gang, int before) {
      since.put(gang.id(), overtaking);
      max = Math.max(max, before - overtaking);
    }

    void overtake() {
      overtaking++;
    }

    /** Returns how often the job was overtaken that was overtaken most. */
    int maxOvertaken() {
      return max + overtaking;
    }

    void addTo(Map<String, Integer> overtaken) {
      since.forEach(
          (id, from) -> {
            if (overtaking > from) {
              overtaken.put(id, overtaking - from);
            }
          });
    }
  }

  /** The state of one plan under construction. */
  private final class PlanState {
    final List<PendingGang> starting = new ArrayList<>();
    final Map<String, GangAdmissionDecisions.Place> waiting = new LinkedHashMap<>();
    final List<PendingGang> held = new ArrayList<>();
    int backfilled;

    private final AdmittedGangRegistry registry;
    private final GangQuotas quotas;
    private final QueueTree queues;
    private final long[] taken;

    /** Jobs that wait for a queue's quota, by queue. */
    private final Map<Integer, WaitingGangs> waitFor = new HashMap<>();

    /** Number of waiting jobs by queue path. */
    private final Map<String, Integer> positions = new HashMap<>();

    PlanState(AdmittedGangRegistry registry, GangQuotas quotas) {
      this.registry = registry;
      this.quotas = quotas;
      queues = quotas.queues();
      taken = new long[queues.size()];
      registry
          .taken()
          .forEach(
              (path, amount) -> {
                int queue = queues.indexOf(path);
                take(Math.max(queue, QueueTree.ROOT), amount);
              });
    }

    /** Returns whether the published quotas can never fit the job, and lists it as waiting then. */
    boolean isHopeless(PendingGang gang) {
      if (quotas.maxGang(gang.queue()) >= gang.amount()) {
        return false;
      }
      int leaf = queues.indexOf(gang.queue());
      GangReason why =
          leaf < 0 || !queues.isLeaf(leaf)
              ? GangReason.GANG_NO_SUCH_QUEUE
              : GangReason.GANG_NEVER_FITS;
      waits(gang, why, Math.max(leaf, QueueTree.ROOT));
      return true;
    }

    void decide(PendingGang gang) {
      int leaf = queues.indexOf(gang.queue());
      int lacking = lacking(leaf, gang.amount());
      if (lacking >= 0) {
        holds(gang, GangReason.GANG_WAITS_FOR_QUOTA, lacking, lacking);
        return;
      }
      List<WaitingGangs> ahead = new ArrayList<>();
      int where = -1;
      boolean mayOvertake = true;
      for (int q = leaf; q >= 0; q = queues.parent(q)) {
        WaitingGangs here = waitFor.get(q);
        if (here != null) {
          ahead.add(here);
          where = q;
          mayOvertake &= here.maxOvertaken() < overtakes;
        }
      }
      if (!mayOvertake) {
        holds(gang, GangReason.GANG_WAITS_FOR_EARLIER, where, leaf);
        return;
      }
      ahead.forEach(WaitingGangs::overtake);
      backfilled += ahead.isEmpty() ? 0 : 1;
      starting.add(gang);
      take(leaf, gang.amount());
    }

    /** Returns how many of the starting jobs overtake each waiting job, by its id. */
    Map<String, Integer> overtaken() {
      Map<String, Integer> overtaken = new HashMap<>();
      waitFor.values().forEach(each -> each.addTo(overtaken));
      return overtaken;
    }

    /**
     * Returns the lowest queue, from the leaf up, whose quota has no room for the amount; -1 if
     * none.
     */
    private int lacking(int leaf, long amount) {
      for (int q = leaf; q >= 0; q = queues.parent(q)) {
        if (!quotas.hasRoom(q, taken[q], amount)) {
          return q;
        }
      }
      return -1;
    }

    private void take(int queue, long amount) {
      for (int q = queue; q >= 0; q = queues.parent(q)) {
        taken[q] = GangQuotas.add(taken[q], amount);
      }
    }

    /**
     * Lists a job as waiting and as holding back later jobs.
     *
     * @param holdsBack the queue whose later jobs it holds back
     */
    private void holds(PendingGang gang, GangReason why, int queue, int holdsBack) {
      held.add(gang);
      waitFor
          .computeIfAbsent(holdsBack, q -> new WaitingGangs())
          .add(gang, registry.overtaken().getOrDefault(gang.id(), 0));
      waits(gang, why, queue);
    }

    private void waits(PendingGang gang, GangReason why, int queue) {
      int position = positions.merge(gang.queue(), 1, Integer::sum);
      waiting.put(
          gang.id(),
          new GangAdmissionDecisions.Place(
              why, position, queues.path(queue), quotas.quota(queue), taken[queue]));
    }
  }
}
