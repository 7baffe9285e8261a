// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.gang;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.Test;
import org.yarnext.common.decision.Decision;

public class AdmittedGangRegistryTest {
  private static final PendingGang JOB = PendingGang.of("j1", "root.a", 3, 30, 1);

  private AdmittedGangRegistry book =
      AdmittedGangRegistry.empty()
          .admit(
              new GangAdmissionDecisions(
                  new ArrayList<>(Collections.singletonList(JOB)),
                  Collections.singletonMap("j0", 1),
                  Collections.emptyMap(),
                  GangFairQueue.none()),
              "r1",
              1_000)
          .value();

  private GangReason change(Decision<AdmittedGangRegistry> decision) {
    assertEquals(
        "the store counts versions",
        decision.value().version(),
        AdmittedGangRegistry.empty().version());
    book = decision.value();
    return (GangReason) decision.reason();
  }

  private static Map<String, String> takenBy(String life, String... ids) {
    return Arrays.stream(ids).collect(Collectors.toMap(id -> id, id -> life));
  }

  @Test
  public void admittingRouterStartsTheGang() {
    assertEquals(Arrays.asList("j1"), book.startedBy("r1"));
    assertTrue(book.startedBy("r2").isEmpty());
    assertEquals(GangReason.REGISTRY_CHANGED, change(book.started(takenBy("x@1", "j1", "j2"))));
    assertTrue(book.admitted().get("j1").isRunning());
    assertEquals("the book has no j2", 1, book.admitted().size());
    assertEquals(GangReason.REGISTRY_UNCHANGED, change(book.started(takenBy("x@1", "j1", "j2"))));
    assertTrue(book.startedBy("r1").isEmpty());
  }

  @Test
  public void anotherRouterTakesOverAfterTheLease() {
    assertEquals(
        GangReason.REGISTRY_UNCHANGED, change(book.takeOver("r2", id -> false, 999, 2_000)));
    assertEquals(
        GangReason.REGISTRY_CHANGED, change(book.takeOver("r2", id -> false, 1_000, 2_000)));
    assertEquals(Arrays.asList("j1"), book.startedBy("r2"));
    assertEquals(
        "the first comes back late, and it is true",
        GangReason.REGISTRY_CHANGED,
        change(book.started(takenBy("x@1", "j1"))));
    assertTrue(book.startedBy("r2").isEmpty());
    assertEquals(GangReason.REGISTRY_UNCHANGED, change(book.started(takenBy("x@1", "j1"))));
    assertEquals(
        "given again, since that one lost it",
        GangReason.REGISTRY_CHANGED,
        change(book.started(takenBy("x@2", "j1"))));
    assertEquals("x@2", book.admitted().get("j1").takenBy());
    assertEquals(
        "the other one has no record of it any more",
        GangReason.REGISTRY_UNCHANGED,
        change(book.dropped(Arrays.asList("j1"))));
    assertEquals(
        "what runs stays",
        GangReason.REGISTRY_UNCHANGED,
        change(book.takeOver("r3", id -> false, 9_999, 0)));
  }

  @Test
  public void gangCanBeKilledInEachState() {
    assertEquals(GangReason.REGISTRY_CHANGED, change(book.kill("j0")));
    assertTrue(book.killed().contains("j0"));
    assertTrue("no longer in line", book.overtaken().isEmpty());
    assertEquals(GangReason.REGISTRY_UNCHANGED, change(book.kill("j0")));
    change(book.kill("j1"));
    assertTrue(book.admitted().get("j1").isKilled());
    assertEquals(GangReason.REGISTRY_CHANGED, change(book.started(takenBy("x@1", "j1"))));
    assertTrue("it is to be killed where it runs", book.admitted().get("j1").isKilled());
    assertEquals(GangReason.REGISTRY_CHANGED, change(book.ended(Arrays.asList("j0", "j1", "j9"))));
    assertTrue(book.killed().isEmpty());
    assertTrue(book.admitted().isEmpty());
    assertEquals(GangReason.REGISTRY_UNCHANGED, change(book.ended(Arrays.asList("j0"))));
  }

  @Test
  public void registryIsImmutable() {
    AdmittedGangRegistry before = book;
    book.kill("j1");
    book.ended(Arrays.asList("j1"));
    book.takeOver("r2", id -> false, 5_000, 6_000);
    assertEquals("{j1=root.a 30 starting at r1 until 1000}", before.admitted().toString());
    Decision<AdmittedGangRegistry> nothing =
        book.admit(
            new GangAdmissionDecisions(
                new ArrayList<>(),
                Collections.emptyMap(),
                Collections.emptyMap(),
                GangFairQueue.none()),
            "r",
            1);
    assertSame(book, nothing.value());
  }

  @Test
  public void registryReadBackIsTheSame() {
    AdmittedGangRegistry read =
        AdmittedGangRegistry.of(7, book.admitted(), book.overtaken(), book.killed());
    assertEquals(7, read.version());
    assertEquals(book.admitted(), read.admitted());
    assertEquals(Long.valueOf(30), read.taken().get("root.a"));
  }
}
