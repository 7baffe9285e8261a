// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.gang;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.Test;
import org.yarnext.federation.policy.share.fairness.QueueTree;

/**
 * An honest user's gangs beside those of somebody who wants to keep others from theirs, in virtual
 * time: they start and end when they would beside an honest user with gangs of the same size.
 */
public class GangAttackTest {
  private static final long QUOTA = 100;
  private static final int RUNS_FOR = 10;
  private static final int HONEST_JOBS = 10;

  /** Allowed slowdown of the honest user. */
  private static final double TOLERANCE = 1.05;

  private static final PendingGangLimits LIMITS =
      new PendingGangLimits(
          new PendingGangLimits.Limit(20_000, 1 << 29),
          new PendingGangLimits.Limit(10_000, 1 << 28),
          new PendingGangLimits.Limit(1_000, 1 << 26));

  /** One queue at one Router, with a round each second. */
  private static final class World {
    final GangAdmissionPolicy policy = new GangAdmissionPolicy(0);
    final GangQuotas quotas;
    final List<PendingGang> waiting = new ArrayList<>();
    final Map<String, Integer> endsAt = new HashMap<>();
    final Map<String, Integer> ends = new TreeMap<>();
    AdmittedGangRegistry book = AdmittedGangRegistry.empty();
    int refusals;
    long sequence;

    World() {
      QueueTree.Builder tree = QueueTree.builder();
      tree.add(0, "a", 1);
      tree.add(0, "b", 1);
      Map<String, Long> quota = new HashMap<>();
      quota.put("root", QUOTA);
      quotas = GangQuotas.of(tree.build(), quota);
    }

    void submit(String user, String queue, int jobs, long amount) {
      for (int i = 0; i < jobs; i++) {
        PendingGangLimits.PendingTotals all = new PendingGangLimits.PendingTotals();
        all.atLeast(waiting.size());
        PendingGangLimits.PendingTotals own = new PendingGangLimits.PendingTotals();
        own.atLeast(waiting.stream().filter(g -> g.user().equals(user)).count());
        if (LIMITS.accept(1_000, all, all, own).value()) {
          String id = user + String.format(Locale.ROOT, "%05d", i);
          waiting.add(PendingGang.of(id, queue, 1, amount, sequence++).by(user));
        }
      }
    }

    /** When the honest user's gangs ended, each; those of "refused" never start. */
    Map<String, Integer> run() {
      for (int now = 0; ends.size() < HONEST_JOBS; now++) {
        assertTrue("it takes for ever", now < 100_000);
        end(now);
        int nowSeconds = now;
        List<PendingGang> tried = new ArrayList<>(waiting);
        tried.removeIf(gang -> book.isPostponed(gang.id(), nowSeconds));
        GangAdmissionDecisions plan = policy.plan(tried, book, quotas).value();
        book = book.admit(plan, "router", now).value();
        Map<String, AdmittedGangRegistry.Refusal> refused = new HashMap<>();
        Map<String, String> started = new HashMap<>();
        for (PendingGang gang : plan.starting()) {
          if (gang.user().equals("refused")) {
            refusals++;
            AdmittedGangRegistry.Refusal before = book.refused().get(gang.id());
            int times = before == null ? 1 : before.times() + 1;
            refused.put(gang.id(), AdmittedGangRegistry.Refusal.of(times, now + 10));
          } else {
            started.put(gang.id(), "x@1");
            endsAt.put(gang.id(), now + RUNS_FOR);
          }
        }
        waiting.removeIf(gang -> started.containsKey(gang.id()));
        book = book.released(refused, "router").value().started(started).value();
        drop(refused);
      }
      return ends;
    }

    private void drop(Map<String, AdmittedGangRegistry.Refusal> refused) {
      List<String> dropped = new ArrayList<>();
      refused.forEach(
          (id, refusal) -> {
            if (refusal.times() >= 3) {
              dropped.add(id);
            }
          });
      waiting.removeIf(gang -> dropped.contains(gang.id()));
      book = book.ended(dropped).value();
    }

    private void end(int now) {
      Collection<String> over = new ArrayList<>();
      for (Iterator<Map.Entry<String, Integer>> i = endsAt.entrySet().iterator(); i.hasNext(); ) {
        Map.Entry<String, Integer> e = i.next();
        if (e.getValue() == now) {
          over.add(e.getKey());
          i.remove();
          if (e.getKey().startsWith("honest")) {
            ends.put(e.getKey(), now);
          }
        }
      }
      book = book.ended(over).value();
    }
  }

  private static Map<String, Integer> endsBeside(
      String other, String queue, int jobs, long amount, long honestAmount) {
    World world = new World();
    world.submit(other, queue, jobs, amount);
    world.submit("honest", "root.a", HONEST_JOBS, honestAmount);
    assertEquals("all may wait", HONEST_JOBS, honestJobs(world));
    return world.run();
  }

  private static long honestJobs(World world) {
    return world.waiting.stream().filter(g -> g.user().equals("honest")).count();
  }

  private static void assertNoLater(Map<String, Integer> beside, Map<String, Integer> neighbour) {
    neighbour.forEach(
        (id, end) ->
            assertTrue(
                id + " ends at " + beside.get(id) + ", and at " + end + " beside a neighbour",
                beside.get(id) <= end * TOLERANCE));
  }

  @Test
  public void twentyThousandGangsDelayAnotherUserNoMoreThanAFew() {
    for (long amount : new long[] {10, 25, 50}) {
      assertNoLater(
          endsBeside("attacker", "root.a", 20_000, amount, amount),
          endsBeside("neighbour", "root.a", HONEST_JOBS, amount, amount));
    }
  }

  @Test
  public void quotaSizedGangsDelayAnotherUserNoMoreThanAFew() {
    for (long honest : new long[] {10, 25, QUOTA}) {
      assertNoLater(
          endsBeside("attacker", "root.a", 20_000, QUOTA, honest),
          endsBeside("neighbour", "root.a", HONEST_JOBS, QUOTA, honest));
    }
  }

  @Test
  public void gangsOfASiblingQueueDelayAnotherUserNoMoreThanAFew() {
    assertNoLater(
        endsBeside("attacker", "root.b", 20_000, QUOTA, 25),
        endsBeside("neighbour", "root.b", HONEST_JOBS, QUOTA, 25));
  }

  @Test
  public void refusedGangsDelayAnotherUserNoMoreThanRunningGangs() {
    for (long amount : new long[] {25, QUOTA}) {
      assertNoLater(
          endsBeside("refused", "root.a", 20_000, amount, amount),
          endsBeside("neighbour", "root.a", HONEST_JOBS, amount, amount));
    }
    World world = new World();
    world.submit("refused", "root.a", 5, QUOTA);
    world.submit("honest", "root.a", HONEST_JOBS, QUOTA);
    Map<String, Integer> ends = world.run();
    assertTrue("they were tried", world.refusals >= 5);
    int alone = HONEST_JOBS * RUNS_FOR;
    assertTrue("a second each: " + ends, Collections.max(ends.values()) <= alone + world.refusals);
  }
}
