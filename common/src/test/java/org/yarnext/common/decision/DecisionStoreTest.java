// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.decision;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertTrue;

import com.pholser.junit.quickcheck.Property;
import com.pholser.junit.quickcheck.When;
import com.pholser.junit.quickcheck.runner.JUnitQuickcheck;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.FutureTask;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.yarnext.common.decision.DecisionTest.Why;

@RunWith(JUnitQuickcheck.class)
public class DecisionStoreTest {
  private static final long HOUR_MS = 3_600_000;
  private static final Decision<Integer> KEEP = Decision.of(1, Why.KEEP).with("a", 1);

  private final DecisionStore store = new DecisionStore();
  private final DecisionRecorder buffer = new DecisionRecorder(store, "Test");

  private static ApplicationKey app(int number) {
    return new ApplicationKey(1_700_000_000_000L, number);
  }

  private static String container(int application, int container) {
    return String.format(
        Locale.ROOT, "container_1700000000000_%04d_01_%06d", application, container);
  }

  private static List<String> subjects(List<DecisionRecorder.Entry> entries) {
    return entries.stream().map(DecisionRecorder.Entry::subject).collect(Collectors.toList());
  }

  @Test
  public void idsOfAllKindsNameTheirApplication() {
    for (String id :
        new String[] {
          "application_1700000000000_0042",
          "appattempt_1700000000000_0042_000001",
          "container_1700000000000_0042_01_000003",
          "container_e17_1700000000000_0042_01_000003",
          "job_1700000000000_0042",
          "attempt_1700000000000_0042_m_000001_0",
          "attempt_1700000000000_0042_1_00_000001_0",
          "task_1700000000000_0042_m_000001",
          "vertex_1700000000000_0042_1_00",
          "dag_1700000000000_0042_1"
        }) {
      assertEquals(id, app(42), ApplicationKey.parse(id));
    }
    for (String id :
        new String[] {
          "",
          "42",
          "application_17",
          "application__1",
          "container_e_1_1",
          "application_1_1 x",
          "xapplication_1_1",
          "application_1_99999999999",
          "queue_1_1",
          "application_1_1\n"
        }) {
      assertNull(id, ApplicationKey.parse(id));
    }
    assertEquals("application_1700000000000_0042", app(42).toString());
  }

  @Test
  public void decisionIsFoundByEachNamedApplication() {
    buffer.record(1, container(1, 2) + " on n1:8041", true, KEEP);
    buffer.record(
        2,
        container(1, 3),
        true,
        KEEP.with("stops", "[" + container(2, 1) + ", " + container(3, 1) + "]"));
    buffer.record(3, "cluster", true, KEEP);
    assertEquals(2, store.of(app(1)).size());
    assertEquals(container(1, 3), store.of(app(1)).get(0).subject());
    assertEquals(Collections.singletonList(container(1, 3)), subjects(store.of(app(2))));
    assertEquals(Collections.singletonList(container(1, 3)), subjects(store.of(app(3))));
    assertEquals(0, store.of(app(4)).size());
    assertEquals(3, store.all().size());
    assertEquals("cluster", store.all().get(0).subject());
    Set<ApplicationKey> named = store.of(app(2)).get(0).applications();
    assertEquals(3, named.size());
  }

  @Test
  public void equalPartsOfAnApplicationsDecisionsTakeMemoryOnce() {
    for (int i = 0; i < 2; i++) {
      buffer.record(i, container(1, 2), true, KEEP.with("nodes", 5_000).with("wait", 1_000 + i));
    }
    List<DecisionRecorder.Entry> both = store.of(app(1));
    Map<String, Object> later = both.get(0).inputs();
    Map<String, Object> earlier = both.get(1).inputs();
    assertSame(earlier.get("nodes"), later.get("nodes"));
    assertSame(both.get(1).subject(), both.get(0).subject());
    assertEquals(1_001L, later.get("wait"));
    assertEquals(1_000L, earlier.get("wait"));
  }

  @Test
  public void decisionsAreKeptUntilAnHourAfterTheApplication() {
    buffer.record(1, container(1, 1), true, KEEP);
    buffer.record(1, container(2, 1), true, KEEP);
    buffer.record(1, "cluster", true, KEEP);
    Set<ApplicationKey> running = new HashSet<>();
    running.add(app(1));
    for (long now = 0; now <= 50 * HOUR_MS; now += HOUR_MS / 4) {
      store.expire(now, HOUR_MS, running::contains);
      assertEquals("" + now, 1, store.of(app(1)).size());
      assertEquals("" + now, now <= HOUR_MS ? 1 : 0, store.of(app(2)).size());
    }
    running.clear();
    store.expire(51 * HOUR_MS, HOUR_MS, running::contains);
    assertEquals("ended an hour ago at most", 1, store.of(app(1)).size());
    store.expire(51 * HOUR_MS + 1, HOUR_MS, running::contains);
    assertEquals(0, store.of(app(1)).size());
    assertEquals(Collections.singletonList("cluster"), subjects(store.all()));
  }

  @Test
  public void ownerIsKnownAfterTheApplicationIsForgotten() {
    Map<ApplicationKey, String> owners = new HashMap<>();
    store.ownersFrom(owners::get);
    buffer.record(1, container(2, 1), true, KEEP);
    owners.put(app(1), "alice");
    buffer.record(1, container(1, 1), true, KEEP);
    owners.put(app(2), "bob");
    store.expire(0, HOUR_MS, application -> true); // asks again for what was not known
    owners.clear();
    assertEquals("alice", store.owner(app(1)));
    assertEquals("bob", store.owner(app(2)));
    assertNull(store.owner(app(3)));
  }

  @Test
  public void busyApplicationLosesOnlyItsOwnOldestDecisions() {
    store.limit(80_000);
    buffer.record(1, container(1, 1), true, KEEP);
    for (int n = 1; n <= 10_000; n++) {
      buffer.record(n, container(2, n), true, KEEP);
    }
    assertEquals(1, store.of(app(1)).size());
    List<DecisionRecorder.Entry> kept = store.of(app(2));
    assertTrue(kept.size() > 10);
    assertEquals(container(2, 10_000), kept.get(0).subject());
    assertEquals(container(2, 10_001 - kept.size()), kept.get(kept.size() - 1).subject());
    assertTrue(store.bytes() <= 80_000 / DecisionStore.SHARES + 1_000);
  }

  @Test
  public void smallerBoundAppliesAtOnce() {
    for (int n = 0; n < 1_000; n++) {
      buffer.record(n, container(n % 50, n), true, KEEP);
    }
    store.limit(10_000);
    assertTrue(store.bytes() <= 10_000);
    store.limit(0);
    assertEquals(0, store.bytes());
    assertEquals(0, store.all().size());
    buffer.record(1, container(1, 1), true, KEEP);
    assertEquals(0, store.bytes());
  }

  @Test
  public void boundHoldsForConcurrentThreads() throws Exception {
    store.limit(40_000);
    List<FutureTask<Void>> threads = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      int own = i + 1;
      threads.add(
          new FutureTask<>(
              () -> {
                for (int n = 0; n < 2_000; n++) {
                  String subject = container(n % 4 == 0 ? 9 : own, n);
                  buffer.record(n, subject, true, KEEP.with("other", container(n % 50 + 10, 1)));
                  if (n % 20 == 0) {
                    store.expire(n, 100, application -> application.number() % 2 == 0);
                  }
                }
                return null;
              }));
    }
    threads.forEach(thread -> new Thread(thread, "recorder").start());
    for (FutureTask<Void> thread : threads) {
      thread.get();
    }
    assertEquals(16_000, buffer.recorded());
    assertTrue(store.bytes() + "", store.bytes() > 0 && store.bytes() <= 40_000);
    store.limit(0);
    assertEquals("what is dropped was counted", 0, store.bytes());
    assertEquals(0, store.all().size());
  }

  /** Remembers what it got, and takes no more than it has room for. */
  private static final class ListOverflow implements DecisionStore.Overflow {
    final ArrayDeque<DecisionRecorder.Entry> newestFirst = new ArrayDeque<>();
    int room = Integer.MAX_VALUE;

    @Override
    public boolean add(DecisionRecorder.Entry decision) {
      if (newestFirst.size() < room) {
        newestFirst.addFirst(decision);
        return true;
      }
      return false;
    }

    @Override
    public void visit(Predicate<DecisionRecorder.Entry> visitor) {
      for (DecisionRecorder.Entry decision : newestFirst) {
        if (!visitor.test(decision)) {
          return;
        }
      }
    }
  }

  private List<String> visited(int application) {
    List<DecisionRecorder.Entry> visited = new ArrayList<>();
    store.visit(app(application), visited::add);
    return subjects(visited);
  }

  @Test
  public void applicationWithoutRoomInMemoryIsStillFoundAndExpires() {
    List<ListOverflow> overflows = new ArrayList<>();
    store.overflowTo(
        () -> {
          overflows.add(new ListOverflow());
          return overflows.get(overflows.size() - 1);
        });
    store.ownersFrom(application -> application.equals(app(1)) ? "alice" : null);
    store.limit(16_000);
    for (int n = 1; n <= 39; n++) {
      buffer.record(n, container(n, 1), true, KEEP);
    }
    store.ownersFrom(application -> null);
    assertTrue("some have none in memory", overflows.size() > 10);
    for (int n = 1; n <= 39; n++) {
      assertEquals(Collections.singletonList(container(n, 1)), visited(n));
    }
    assertEquals("alice", store.owner(app(1)));
    assertEquals(0, store.dropped());
    store.expire(0, HOUR_MS, application -> false);
    store.expire(HOUR_MS + 1, HOUR_MS, application -> application.number() == 1);
    assertEquals(1, visited(1).size());
    assertEquals(0, visited(2).size());
    store.clear();
    assertEquals(0, store.bytes());
    for (int n = 1; n <= 1_000; n++) {
      buffer.record(n, container(n, 1), true, KEEP);
      assertTrue(store.bytes() <= 16_000);
    }
  }

  @Test
  public void decisionsWithoutRoomAnywhereAreCounted() {
    ListOverflow overflow = new ListOverflow();
    overflow.room = 100;
    store.overflowTo(() -> overflow);
    store.limit(80_000);
    for (int n = 1; n <= 1_000; n++) {
      buffer.record(n, container(2, n), true, KEEP);
      buffer.record(n, "cluster", true, KEEP);
    }
    assertEquals(1_000, visited(2).size() + store.dropped());
    assertEquals(100 + store.of(app(2)).size(), visited(2).size());
    assertEquals(container(2, 1), visited(2).get(visited(2).size() - 1));
  }

  /**
   * After any records and expiries the bound holds, the size is the sum of the kept decisions, and
   * each application has its newest decisions without a gap.
   */
  @Property(trials = 200)
  public void boundsHoldAndNoGapsAppear(@When(seed = 11) long seed) {
    Random random = new Random(seed);
    long max = 5_000 + random.nextInt(60_000);
    store.limit(max);
    Map<ApplicationKey, List<String>> recorded = new HashMap<>();
    int applications = 1 + random.nextInt(60);
    for (int step = 0; step < 400; step++) {
      int number = (int) Math.abs(random.nextGaussian() * applications / 3);
      Decision<Integer> decision = KEEP.with("text", new String(new char[random.nextInt(300)]));
      boolean namesOther = random.nextInt(10) == 0;
      String subject = container(number, step);
      if (namesOther) {
        decision = decision.with("other", container(number + 1, 1));
        recorded.computeIfAbsent(app(number + 1), k -> new ArrayList<>()).add(subject);
      }
      recorded.computeIfAbsent(app(number), k -> new ArrayList<>()).add(subject);
      buffer.record(step, subject, true, decision);
      if (random.nextInt(50) == 0) {
        store.expire(step, 30, application -> application.number() % 2 == 0);
      }
      assertTrue(store.bytes() + " of " + max, store.bytes() <= max);
    }
    recorded.forEach(
        (application, all) -> {
          List<String> kept = subjects(store.of(application));
          Collections.reverse(kept);
          assertEquals(all.subList(all.size() - kept.size(), all.size()), kept);
        });
    store.limit(0);
    assertEquals("what is dropped was counted", 0, store.bytes());
  }
}
