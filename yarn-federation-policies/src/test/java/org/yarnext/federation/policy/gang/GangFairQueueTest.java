// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.gang;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.pholser.junit.quickcheck.Property;
import com.pholser.junit.quickcheck.When;
import com.pholser.junit.quickcheck.runner.JUnitQuickcheck;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.yarnext.federation.policy.share.fairness.QueueTree;

@RunWith(JUnitQuickcheck.class)
public class GangFairQueueTest {
  private final List<PendingGang> pending = new ArrayList<>();

  private void submit(String user, String queue, int jobs, long amount) {
    for (int i = 1; i <= jobs; i++) {
      pending.add(gang(user + i, user, queue, amount, pending.size() + 1));
    }
  }

  private static PendingGang gang(
      String id, String user, String queue, long amount, long sequence) {
    return PendingGang.of(id, queue, 1, amount, sequence).by(user);
  }

  private static List<String> ids(Collection<PendingGang> gangs) {
    return gangs.stream().map(PendingGang::id).collect(Collectors.toList());
  }

  private List<String> order(GangFairQueue turns) {
    return ids(turns.order(pending));
  }

  @Test
  public void usersOfAQueueTakeTurnsRegardlessOfTheirGangCount() {
    submit("x", "root.a", 4, 10);
    submit("y", "root.a", 2, 10);
    assertEquals(Arrays.asList("x1", "y1", "x2", "y2", "x3", "x4"), order(GangFairQueue.none()));
  }

  @Test
  public void admittedAmountCountsRatherThanTheNumberOfGangs() {
    submit("x", "root.a", 3, 30);
    submit("y", "root.a", 6, 10);
    assertEquals(
        Arrays.asList("x1", "y1", "y2", "y3", "x2", "y4", "y5", "y6", "x3"),
        order(GangFairQueue.none()));
  }

  @Test
  public void queuesOfAParentTakeTurns() {
    submit("x", "root.t.a", 3, 10);
    submit("y", "root.t.b", 1, 10);
    submit("z", "root.c", 1, 10);
    assertEquals(Arrays.asList("x1", "z1", "y1", "x2", "x3"), order(GangFairQueue.none()));
  }

  @Test
  public void servedUserIsBehindANewUser() {
    GangFairQueue turns = GangFairQueue.none();
    for (int i = 0; i < 5; i++) { // alone in the queue, which counts for nothing later
      PendingGang alone = gang("x", "x", "root.a", 10, i);
      turns = turns.after(Collections.singleton(alone), Collections.emptyList());
    }
    submit("x", "root.a", 2, 10);
    submit("y", "root.a", 2, 10);
    assertEquals(Arrays.asList("y1", "x1", "y2", "x2"), order(turns));
  }

  @Test
  public void backfilledGangDoesNotAdvanceTheClock() {
    submit("large", "root.a", 2, 50);
    PendingGang small = gang("small", "small", "root.a", 10, 9);
    GangFairQueue turns = GangFairQueue.none();
    turns = turns.after(Collections.singleton(pending.remove(0)), pending);
    for (int i = 0; i < 3; i++) {
      turns = turns.after(Collections.singleton(small), pending);
    }
    pending.add(small);
    assertEquals("it has had 30 of 50", Arrays.asList("small", "large2"), order(turns));
    turns = turns.after(Arrays.asList(small, small), pending);
    assertEquals(Arrays.asList("large2", "small"), order(turns));
  }

  @Test
  public void tooManyFlowsAreForgotten() {
    GangFairQueue turns = GangFairQueue.none();
    List<PendingGang> all = new ArrayList<>();
    for (int i = 0; i <= GangFairQueue.MAX_FLOWS; i++) {
      all.add(gang("x", "user" + i, "root.a", 10, i));
    }
    turns = turns.after(all, Collections.emptyList());
    assertEquals(GangFairQueue.none().toString(), turns.toString());
  }

  /**
   * Two users that always have a job waiting for the same queue are admitted the same amount, but
   * for what one job of each takes, whatever else comes, whatever runs how long and is refused.
   */
  @Property(trials = 60)
  public void usersWithWaitingGangsAreAdmittedEqualAmounts(@When(seed = 1) long seed) {
    Random random = new Random(seed);
    QueueTree.Builder tree = QueueTree.builder();
    int team = tree.add(0, "t", 1);
    tree.add(team, "a", 1);
    tree.add(team, "b", 1);
    Map<String, Long> quota = new HashMap<>();
    quota.put("root.t", 100L);
    if (random.nextBoolean()) {
      quota.put("root.t.a", 60L);
    }
    GangQuotas quotas = GangQuotas.of(tree.build(), quota);
    GangAdmissionPolicy policy = new GangAdmissionPolicy(0);
    AdmittedGangRegistry book = AdmittedGangRegistry.empty();
    Map<String, PendingGang> waiting = new HashMap<>();
    Map<String, Long> admitted = new HashMap<>();
    long[] maxAmounts = {1 + random.nextInt(60), 1 + random.nextInt(60)};
    long sequence = 0;
    for (int round = 0; round < 300; round++) {
      for (int user = 0; user < 2; user++) {
        String name = "u" + user;
        while (waiting.values().stream()
                .filter(g -> g.user().equals(name))
                .mapToLong(PendingGang::amount)
                .sum()
            < 200) { // more than there can be room for in one round
          long amount = 1 + random.nextInt((int) maxAmounts[user]);
          PendingGang gang = gang("j" + sequence, name, "root.t.a", amount, sequence++);
          waiting.put(gang.id(), gang);
        }
      }
      if (random.nextInt(3) == 0) {
        String other = "o" + random.nextInt(3);
        String queue = random.nextBoolean() ? "root.t.a" : "root.t.b";
        PendingGang gang = gang("j" + sequence, other, queue, 1 + random.nextInt(60), sequence++);
        waiting.put(gang.id(), gang);
      }
      GangAdmissionDecisions plan = policy.plan(waiting.values(), book, quotas).value();
      book = book.admit(plan, "r", 0).value();
      for (PendingGang gang : plan.starting()) {
        waiting.remove(gang.id());
        admitted.merge(gang.user(), gang.amount(), Long::sum);
      }
      List<String> over = new ArrayList<>(book.admitted().keySet());
      over.removeIf(id -> random.nextInt(3) > 0);
      book = book.ended(over).value();
      long difference = admitted.getOrDefault("u0", 0L) - admitted.getOrDefault("u1", 0L);
      assertTrue(
          "after "
              + round
              + " rounds "
              + admitted
              + " of "
              + maxAmounts[0]
              + " and "
              + maxAmounts[1],
          Math.abs(difference) <= maxAmounts[0] + maxAmounts[1]);
    }
    assertTrue("and many are", admitted.get("u0") > 300);
  }
}
