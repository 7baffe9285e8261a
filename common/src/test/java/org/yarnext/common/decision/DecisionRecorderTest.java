// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.decision;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.junit.Test;
import org.yarnext.common.decision.DecisionTest.Why;

public class DecisionRecorderTest {
  private static DecisionRecorder newBuffer() {
    return new DecisionRecorder(new DecisionStore(), "Test");
  }

  private static final Decision<Integer> KEEP = Decision.of(1, Why.KEEP).with("a", 1);

  @Test
  public void newestDecisionsComeFirst() {
    DecisionRecorder ring = newBuffer();
    assertTrue(ring.recent(10).isEmpty());
    for (int i = 1; i <= 5; i++) {
      ring.record(i, "c" + i, true, KEEP);
      assertEquals(i, ring.recorded());
    }
    assertEquals("[c5, c4, c3, c2, c1]", subjects(ring, 10));
    assertEquals("[c5, c4]", subjects(ring, 2));
    assertEquals("[]", subjects(ring, 0));
    assertEquals("[]", subjects(ring, -1));
  }

  @Test
  public void entryHasAllFields() {
    DecisionRecorder ring = newBuffer();
    ring.record(17, "container_1", false, KEEP);
    DecisionRecorder.Entry entry = ring.recent(1).get(0);
    assertEquals(17, entry.timeMs());
    assertEquals("container_1", entry.subject());
    assertEquals(Why.KEEP, entry.reason());
    assertFalse(entry.applied());
    assertEquals("{a=1}", entry.inputsText());
    assertEquals(KEEP.inputs(), entry.inputs());
    assertEquals("17 container_1 KEEP{a=1} shadow", entry.toString());
  }

  @Test
  public void missingSubjectIsEmpty() {
    DecisionRecorder ring = newBuffer();
    ring.record(17, null, true, KEEP);
    assertEquals("", ring.recent(1).get(0).subject());
  }

  @Test
  public void bufferShowsOnlyItsOwnDecisions() {
    DecisionStore store = new DecisionStore();
    DecisionRecorder first = new DecisionRecorder(store, "First");
    DecisionRecorder second = new DecisionRecorder(store, "Second");
    first.record(1, "a", true, KEEP);
    second.record(2, "b", true, KEEP);
    assertEquals("[a]", subjects(first, 10));
    assertEquals("[b]", subjects(second, 10));
    assertEquals("First", first.recent(1).get(0).feature());
    assertEquals(2, store.all().size());
  }

  @Test(timeout = 60_000)
  public void concurrentReadersSeeNoGaps() throws Exception {
    int writers = 4;
    int each = 50_000;
    DecisionRecorder ring = newBuffer();
    CountDownLatch go = new CountDownLatch(1);
    List<Thread> threads = new ArrayList<>();
    for (int w = 0; w < writers; w++) {
      String writer = "w" + w;
      threads.add(
          new Thread(
              () -> {
                await(go);
                for (int i = 0; i < each; i++) {
                  ring.record(i, writer, true, KEEP);
                }
              }));
    }
    threads.forEach(Thread::start);
    go.countDown();
    while (ring.recorded() < writers * each) {
      assertNewestFirst(ring.recent(64), writers);
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertEquals(writers * each, ring.recorded());
    assertEquals(1000, ring.recent(1000).size());
    assertNewestFirst(ring.recent(64), writers);
  }

  /** Each writer's times must fall from newer to older entries, one by one. */
  private static void assertNewestFirst(List<DecisionRecorder.Entry> entries, int writers) {
    for (int w = 0; w < writers; w++) {
      String writer = "w" + w;
      List<Long> times =
          entries.stream()
              .filter(entry -> entry.subject().equals(writer))
              .map(DecisionRecorder.Entry::timeMs)
              .collect(Collectors.toList());
      for (int i = 1; i < times.size(); i++) {
        assertEquals(times.get(i - 1) - 1, times.get(i).longValue());
      }
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static String subjects(DecisionRecorder ring, int max) {
    return ring.recent(max).stream()
        .map(DecisionRecorder.Entry::subject)
        .collect(Collectors.toList())
        .toString();
  }
}
