// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.gang;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.Before;
import org.junit.Test;
import org.yarnext.common.decision.Decision;
import org.yarnext.federation.policy.share.fairness.QueueTree;

public class GangAdmissionPolicyTest {
  private final QueueTree.Builder tree = QueueTree.builder();
  private final Map<String, Long> quota = new HashMap<>();
  private final List<PendingGang> pending = new ArrayList<>();
  private GangAdmissionPolicy policy = new GangAdmissionPolicy(0);
  private AdmittedGangRegistry book = AdmittedGangRegistry.empty();

  @Before
  public void twoTeams() {
    int team = tree.add(0, "team", 1);
    tree.add(team, "a", 1);
    tree.add(team, "b", 1);
    tree.add(0, "other", 1);
    quota.put("root.team", 100L);
    quota.put("root.team.a", 80L);
    quota.put("root.team.b", 60L);
  }

  private GangQuotas quotas() {
    return GangQuotas.of(tree.build(), quota);
  }

  private void submit(String id, String queue, long amount) {
    pending.add(PendingGang.of(id, queue, 1, amount, pending.size()));
  }

  private GangAdmissionDecisions plan() {
    return policy.plan(pending, book, quotas()).value();
  }

  private List<String> starting() {
    return plan().starting().stream().map(PendingGang::id).collect(Collectors.toList());
  }

  private void admit() {
    book = book.admit(plan(), "r1", 0).value();
  }

  @Test
  public void gangsThatFitStartInOrder() {
    submit("j1", "root.team.a", 50);
    submit("j2", "root.team.b", 50);
    submit("j3", "root.other", 1_000_000);
    assertEquals("queues take turns", Arrays.asList("j1", "j3", "j2"), starting());
  }

  @Test
  public void waitingGangHoldsBackItsQueueOnly() {
    submit("j1", "root.team.a", 50);
    submit("j2", "root.team.a", 40);
    submit("j3", "root.team.a", 10);
    submit("j4", "root.team.b", 10);
    assertEquals(Arrays.asList("j1", "j4"), starting());
    assertEquals(
        "{j2=GANG_WAITS_FOR_QUOTA root.team.a #1, j3=GANG_WAITS_FOR_EARLIER root.team.a #2}",
        plan().waiting().toString());
  }

  @Test
  public void gangWaitingForAParentQuotaHoldsBackItsDescendants() {
    submit("j1", "root.team.a", 70);
    submit("j2", "root.team.b", 40);
    submit("j3", "root.team.a", 10);
    submit("j4", "root.other", 10);
    assertEquals(Arrays.asList("j1", "j4"), starting());
    assertEquals(
        "{j2=GANG_WAITS_FOR_QUOTA root.team #1, j3=GANG_WAITS_FOR_EARLIER root.team #1}",
        plan().waiting().toString());
  }

  @Test
  public void hugeGangsWithoutAQuotaHoldBackNoOther() {
    for (int i = 0; i < 20; i++) {
      submit("absurd" + i, "root.other", Long.MAX_VALUE / 9);
    }
    submit("j1", "root.team.a", 10);
    assertEquals(21, starting().size());
    admit();
    submit("j2", "root.team.a", 10);
    submit("j3", "root.other", 10);
    assertEquals(Arrays.asList("j2", "j3"), starting());
  }

  @Test
  public void gangLargerThanAnyClusterIsRefused() {
    assertEquals(1 << 20, declared("gang=1048576x1048576").containers());
    assertThrows(IllegalArgumentException.class, () -> declared("gang=1048577x1048576"));
    assertThrows(IllegalArgumentException.class, () -> declared("gang=999999999x999999999"));
  }

  private static GangDeclaration declared(String tag) {
    return GangDeclaration.of(Collections.singleton(tag));
  }

  @Test
  public void runningGangHoldsItsQuotaUntilItEnds() {
    submit("j1", "root.team.a", 80);
    submit("j2", "root.team.a", 80);
    admit();
    assertTrue(starting().isEmpty());
    book = book.ended(Arrays.asList("j1")).value();
    pending.remove(0);
    assertEquals(Arrays.asList("j2"), starting());
  }

  @Test
  public void backfillingOvertakesAGangABoundedNumberOfTimes() {
    policy = new GangAdmissionPolicy(2);
    submit("first", "root.team.a", 50);
    submit("large", "root.team.a", 60);
    admit();
    for (int i = 0; i < 4; i++) {
      submit("small" + i, "root.team.a", 5);
    }
    Decision<GangAdmissionDecisions> decision = policy.plan(pending, book, quotas());
    assertEquals("GANG_PLANNED{pending=5, starting=2, backfilled=2}", decision.toString());
    assertEquals("{large=2}", decision.value().overtaken().toString());
    admit();
    assertTrue("no more, though there is room", starting().isEmpty());
    book = book.ended(Arrays.asList("first", "small0", "small1")).value();
    pending.removeIf(g -> book.killed().contains(g.id()));
    pending.removeIf(g -> Arrays.asList("first", "small0", "small1").contains(g.id()));
    assertEquals(Arrays.asList("large", "small2", "small3"), starting());
    admit();
    assertTrue("forgotten once it starts", book.overtaken().isEmpty());
  }

  @Test
  public void eachGangThatHoldsBackAnotherIsOvertakenByIt() {
    policy = new GangAdmissionPolicy(3);
    submit("a", "root.team.a", 30);
    submit("b", "root.team.b", 60);
    admit();
    submit("large", "root.team.a", 20);
    submit("small0", "root.team.a", 2);
    submit("larger", "root.team.a", 60);
    for (int i = 1; i < 4; i++) {
      submit("small" + i, "root.team.a", 1);
    }
    assertEquals(Arrays.asList("small0", "small1", "small2"), starting());
    assertEquals("{large=3, larger=2}", new TreeMap<>(plan().overtaken()).toString());
    assertEquals(
        "{large=GANG_WAITS_FOR_QUOTA root.team #1, larger=GANG_WAITS_FOR_QUOTA root.team.a #2,"
            + " small3=GANG_WAITS_FOR_EARLIER root.team #3}",
        plan().waiting().toString());
  }

  @Test
  public void gangThatNeverFitsIsRefusedAndHoldsBackNoOther() {
    PendingGang huge = PendingGang.of("huge", "root.team.b", 7, 61, 0);
    Decision<Boolean> refused = policy.accept(huge, quotas());
    assertFalse(refused.value());
    assertEquals(
        "GANG_NEVER_FITS{queue=root.team.b, containers=7, amountMb=61, quotaMb=60}",
        refused.toString());
    assertFalse(policy.accept(PendingGang.of("j", "root.team", 1, 1, 0), quotas()).value());
    assertFalse(policy.accept(PendingGang.of("j", "root.none", 1, 1, 0), quotas()).value());
    assertTrue(policy.accept(PendingGang.of("j", "root.team.b", 1, 60, 0), quotas()).value());
    submit("huge", "root.team.b", 61);
    submit("gone", "root.none", 1);
    submit("j1", "root.team.b", 60);
    assertEquals("quotas may shrink after it was accepted", Arrays.asList("j1"), starting());
    assertEquals(GangReason.GANG_NEVER_FITS, plan().waiting().get("huge").reason());
    assertEquals(GangReason.GANG_NO_SUCH_QUEUE, plan().waiting().get("gone").reason());
  }

  @Test
  public void killedGangsAreNotAdmitted() {
    submit("j1", "root.team.a", 10);
    submit("j2", "root.team.a", 10);
    submit("j3", "root.team.a", 10);
    book = book.kill("j1").value();
    assertEquals(Arrays.asList("j2", "j3"), starting());
  }

  @Test
  public void invalidInputIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> PendingGang.of("j", "root.a", 0, 1, 0));
    assertThrows(IllegalArgumentException.class, () -> PendingGang.of("j", "root.a", 1, 0, 0));
    assertThrows(IllegalArgumentException.class, () -> new GangAdmissionPolicy(-1));
    quota.put("root.nowhere", 1L);
    assertThrows(IllegalArgumentException.class, this::quotas);
  }

  @Test
  public void jobThatWasOvertakenEnoughIsNotOvertakenForOneOfItsParentQueue() {
    policy = new GangAdmissionPolicy(1);
    submit("runs", "root.team.a", 70);
    admit();
    submit("large", "root.team.a", 20);
    submit("overtakes", "root.team.a", 5);
    admit();
    submit("wide", "root.team.b", 50);
    submit("small", "root.team.a", 3);
    assertTrue(starting().toString(), starting().isEmpty());
  }
}
