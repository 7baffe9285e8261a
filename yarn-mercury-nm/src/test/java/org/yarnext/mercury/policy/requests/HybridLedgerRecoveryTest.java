// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.requests;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.Test;
import org.yarnext.common.requests.RequestEntry;
import org.yarnext.common.requests.RequestKey;

/** Calls that fail, schedulers that forget, and snapshots. */
public class HybridLedgerRecoveryTest extends HybridLedgerTestBase {
  @Test
  public void reregistrationDoesNotDoubleRequests() {
    RequestEntry other = RequestEntry.of(ModelMaster.key(5), ANY, 2, true);
    send(8, ask("h1", 5), ask("h2", 1), ask(ANY, 10), other);
    ledger.restart();
    send(8, ask("h1", 5), ask(ANY, 10));
    assertOutstanding(2, 8);
    assertEquals(Arrays.asList(ask("h1", 2), ask(ANY, 2)), toGuaranteed);
    assertEquals("what is missing is over", 10, ledger.guaranteed() + ledger.queueable());
    assertTrue(ledger.decisions().isEmpty());
  }

  @Test
  public void undeliveredRequestsAreSentAgain() {
    open(give(8), ask("h1", 5), ask(ANY, 10));
    List<RequestEntry> lost = toGuaranteed;
    List<RequestEntry> lostToo = toOpportunistic;
    ledger.lost();
    assertEquals(lost, send(8));
    assertEquals(lostToo, toOpportunistic);
    assertTrue(send(8).isEmpty());
  }

  @Test
  public void undeliveredCancellationIsSentAgain() {
    send(8, ask("h1", 5), ask(ANY, 10));
    open(give(0), ask(ANY, 0));
    ledger.lost();
    assertTrue(send(0).contains(ask(ANY, 0)));
    assertEquals(0, stock.outstanding(KEY));
  }

  @Test
  public void refusingSchedulerIsSentNothingOfARefusedCall() {
    send(0, ask("h1", 2), ask(ANY, 4));
    RequestEntry refused = RequestEntry.of(ModelMaster.key(5), ANY, 1_000_000, true);
    open(give(0), refused, ask("h2", 1), ask(ANY, 6));
    ledger.reject();
    assertOutstanding(4, 0);
    List<RequestEntry> again = send(0);
    assertEquals(Arrays.asList(ask("h1", 2), ask(ANY, 4)), again);
    assertEquals(4, ledger.guaranteed());
    assertTrue(send(0).isEmpty());
  }

  @Test
  public void opportunisticSchedulerIsCorrectedAfterARefusal() {
    send(4, ask(ANY, 4));
    open(give(9), ask(ANY, 6), RequestEntry.of(ModelMaster.key(5), ANY, 9, true));
    stock.receive(toOpportunistic);
    ledger.reject();
    assertOutstanding(0, 4);
    send(9);
    assertEquals(4, stock.outstanding(KEY));
    assertEquals(0, stock.outstanding(ModelMaster.key(5)));
    assertTrue("it has read nothing", toGuaranteed.isEmpty());
  }

  @Test
  public void schedulerThatForgotIsSentAllRequests() {
    send(8, ask("h1", 5), ask(ANY, 10));
    ledger.markEmpty();
    send(8);
    assertEquals(2, toOpportunistic.size());
    assertTrue(toGuaranteed.isEmpty());
  }

  @Test
  public void schedulerThatMayHaveGrantedMoreIsSentAllRequests() {
    send(8, ask("h1", 5), ask(ANY, 10));
    open(give(8));
    stock.grant(new Random(1), 3);
    assertEquals("that nobody heard of", 5, stock.outstanding(KEY));
    ledger.lost();
    send(8);
    assertEquals(8, stock.outstanding(KEY));
    assertEquals(5, stock.count(KEY, "h1"));
    send(8);
    assertTrue("once", toOpportunistic.isEmpty());
  }

  @Test
  public void snapshotOfAnotherVersionIsRefused() {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () ->
                HybridLedgerCodec.restore(
                    Collections.singletonMap("version", 1), RequestTexts::read));
    assertTrue(e.getMessage(), e.getMessage().contains("version 2"));
  }

  @Test
  public void outstandingRequestsAreReadFromASnapshotOfAnyVersion() {
    RequestEntry other = RequestEntry.of(ModelMaster.key(5), ANY, 2, true);
    send(8, other, ask("h1", 5), ask(ANY, 10));
    grant(true);
    Map<String, Object> snapshot = new HashMap<>(ledger.snapshot(RequestTexts::write));
    snapshot.put("version", 99);
    List<RuntimeException> unreadable = new ArrayList<>();
    List<RequestEntry> stated =
        HybridLedgerCodec.stated(snapshot, RequestTexts::read, unreadable::add);
    assertEquals(ledger.stated(), stated);
    assertTrue(stated.contains(ask(ANY, 9)));
    assertTrue(unreadable.isEmpty());

    List<Object> requests = new ArrayList<>((List<?>) snapshot.get("requests"));
    requests.set(0, Collections.singletonMap("entries", Collections.singletonList("five")));
    snapshot.put("requests", requests);
    assertEquals(
        "the other request",
        Arrays.asList(ask("h1", 5), ask(ANY, 9)),
        HybridLedgerCodec.stated(snapshot, RequestTexts::read, unreadable::add));
    assertEquals(1, unreadable.size());
    snapshot.remove("requests");
    assertTrue(HybridLedgerCodec.stated(snapshot, RequestTexts::read, unreadable::add).isEmpty());
    assertEquals(2, unreadable.size());
  }

  @Test
  public void requestsAboutToBeRestatedAreNotReadFromASnapshot() {
    send(8, ask(ANY, 10));
    ledger.restart();
    assertTrue(
        HybridLedgerCodec.stated(
                ledger.snapshot(RequestTexts::write), RequestTexts::read, e -> fail(e.toString()))
            .isEmpty());
    restart();
    send(8, ask(ANY, 4));
    assertOutstanding(2, 2);
  }

  @Test
  public void cancelledKeyIsForgottenWithItsLocations() {
    send(2, ask("h1", 4), ask(ANY, 4));
    send(0, ask(ANY, 0));
    send(0);
    assertEquals(Collections.emptyList(), ledger.stated());
    assertEquals(0, stock.count(KEY, "h1"));
  }

  @Test
  public void opportunisticSchedulerReceivesTheTotalBeforeItsLocations() {
    send(8, ask("h1", 5), ask(ANY, 10));
    send(8, ask("h1", 0));
    assertEquals(Arrays.asList(ask("h1", 0), ask(ANY, 2)), toGuaranteed);
    assertEquals(Arrays.asList(ask(ANY, 8), ask("h1", 0)), toOpportunistic);
  }

  @Test
  public void locationsAreSentAgainAfterTheLastGrant() {
    room = 2;
    send(9, ask("h1", 9), ask(ANY, 9));
    stock.grant(new Random(1), 9).forEach(g -> ledger.granted(g.key, true, g.host, null));
    assertOutstanding(0, 7);
    send(9);
    assertEquals(2, stock.outstanding(KEY));
    assertEquals(2, stock.count(KEY, "h1"));
  }

  @Test
  public void totalUsedUpIsStillCancelledLater() {
    send(8, ask("h1", 5), ask(ANY, 10));
    grant(false);
    grant(false);
    assertTrue("a grant may have crossed", send(8, ask(ANY, 8)).contains(ask(ANY, 0)));
  }

  @Test
  public void bothSchedulersAreSentAllRequestsAfterARestart() {
    send(8, ask("h1", 5), ask(ANY, 10));
    grant(true);
    Map<String, Long> before = ledger.counts();
    restart();
    assertEquals(before, ledger.counts());
    assertEquals(Arrays.asList(ask("h1", 2), ask(ANY, 2)), send(0));
    assertEquals(Arrays.asList(ask(ANY, 7), ask("h1", 5)), toOpportunistic);
  }

  @Test
  public void grantIsTakenFromTheOtherTypeIfItsOwnIsUsedUp() {
    send(2, ask(ANY, 2), own(2));
    assertTrue(grant(true));
    assertTrue(grant(true));
    assertEquals(0, ledger.outstanding(OWN, true));
    assertFalse("what is guaranteed was never divided", grant(true));
    assertTrue(grant(false));
    assertOutstanding(1, 0);
  }

  /** An application may give each of its containers a request id of its own. */
  @Test
  public void grantTimeDoesNotGrowWithTheNumberOfRequestIds() {
    long few = Long.MAX_VALUE;
    long many = Long.MAX_VALUE;
    for (int i = 0; i < 5; i++) {
      few = Math.min(few, grantAllOf(1_000));
      many = Math.min(many, grantAllOf(8_000));
    }
    assertTrue(few + " ns for 1,000, " + many + " ns for 8,000", many < 40 * few);
  }

  private static long grantAllOf(int ids) {
    HybridLedger some = new HybridLedger();
    List<RequestEntry> entries = new ArrayList<>();
    for (int i = 0; i < ids; i++) {
      entries.add(RequestEntry.of(RequestKey.of(1, i, "1024"), ANY, 1, true));
    }
    some.begin(entries);
    some.divide(give(0), () -> 0);
    some.commit();
    ThreadMXBean cpu = ManagementFactory.getThreadMXBean(); // others may have the processor
    long start = cpu.getCurrentThreadCpuTime();
    for (int i = 0; i < ids; i++) {
      assertTrue(some.granted(RequestKey.of(1, i, "rounded"), false, "h1", null));
    }
    long ns = cpu.getCurrentThreadCpuTime() - start;
    assertEquals(0, some.guaranteed());
    return ns;
  }

  /**
   * An application that replaces one size by another at one priority: whatever the sizes are called
   * and however they are divided, YARN's guaranteed scheduler, which keeps the last entry of a name
   * and no size, is left with what is outstanding there.
   */
  @Test
  public void changedSizeLeavesTheSchedulerWithTheOutstandingRequests() {
    for (long seed = 0; seed < 500; seed++) {
      Random random = new Random(seed);
      ledger = new HybridLedger();
      Map<String, Integer> kept = new HashMap<>();
      String[] names = {"memory-mb=512", "memory-mb=1024", "memory-mb=4096", "memory-mb=64"};
      String size = names[0];
      for (int call = 0; call < 20; call++) {
        List<RequestEntry> asks = new ArrayList<>();
        if (random.nextInt(3) > 0) {
          asks.addAll(places(size, 0));
          size = names[random.nextInt(names.length)];
        }
        asks.addAll(places(size, random.nextInt(6)));
        open(give(random.nextInt(4)), asks.toArray(new RequestEntry[0]));
        toGuaranteed.forEach(ask -> kept.put(ask.resourceName(), ask.count()));
        boolean isLost = random.nextInt(5) == 0;
        if (isLost) {
          ledger.lost();
        } else {
          ledger.commit();
        }
        if (!isLost) {
          assertTrue(
              "seed " + seed + ", call " + call, kept.getOrDefault(ANY, 0) <= ledger.guaranteed());
        }
      }
      for (int call = 0; call < 3; call++) {
        open(give(0));
        toGuaranteed.forEach(ask -> kept.put(ask.resourceName(), ask.count()));
        ledger.commit();
      }
      assertEquals("seed " + seed, ledger.guaranteed(), (int) kept.getOrDefault(ANY, 0));
    }
  }

  private static List<RequestEntry> places(String size, int count) {
    RequestKey key = RequestKey.of(20, 0, size);
    return Arrays.asList(
        RequestEntry.of(key, "h1", count, true), RequestEntry.of(key, ANY, count, true));
  }
}
