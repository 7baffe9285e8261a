/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.mercury.policy.asks;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntSupplier;
import org.junit.Test;
import org.yarnext.common.decision.Decision;

/** The ledger's rules one by one; {@link AskLedgerWorldTest} has them all at once. */
public class AskLedgerTest {
  private static final AskKey KEY = ModelMaster.key(ModelMaster.MAP);
  private static final IntSupplier UNLIMITED = () -> Integer.MAX_VALUE;

  private final AskLedger ledger = new AskLedger(false);
  private final StockOpportunistic stock = new StockOpportunistic();
  private Long expectedMs;

  private static Ask ask(String name, int count) {
    return Ask.of(KEY, name, count);
  }

  private static Ask own(int count) {
    return ask(Ask.ANY, count).withType(true, false);
  }

  private static RequestSplitter give(int queueable) {
    return splitter((key, n) -> Decision.of(Math.min(n, queueable), AskReason.ASK_SPLIT_BY_SHARE));
  }

  private static RequestSplitter splitter(SplitPolicy policy) {
    return new RequestSplitter(policy, Collections.emptyList(), true);
  }

  private AskSplit send(int queueable, Ask... asks) {
    AskSplit out = ledger.ask(Arrays.asList(asks), give(queueable), UNLIMITED);
    stock.receive(out.toOpportunistic());
    return out;
  }

  private void assertOutstanding(int guaranteed, int queueable) {
    assertEquals("guaranteed", guaranteed, ledger.outstanding(KEY, false));
    assertEquals("opportunistic", queueable, ledger.outstanding(KEY, true));
  }

  @Test
  public void newOnesAreDividedAndTheEntriesGoToBoth() {
    AskSplit out = send(8, ask("h1", 30), ask("/r1", 5), ask(Ask.ANY, 10));
    assertOutstanding(2, 8);
    assertEquals(Arrays.asList(ask(Ask.ANY, 2), ask("h1", 2), ask("/r1", 2)), out.toGuaranteed());
    assertEquals(8, stock.count(KEY, "h1"));
    assertEquals(5, stock.count(KEY, "/r1"));
    assertEquals(8, stock.outstanding(KEY));
    assertEquals(AskReason.ASK_SPLIT_BY_SHARE, out.decisions().get(0).reason());
  }

  @Test
  public void whatIsNotDividedPassesUntouched() {
    Ask node = ask("h1", 30);
    Ask any = ask(Ask.ANY, 10).withLabel("gpu");
    AskSplit out = send(0, node, any);
    assertEquals(Arrays.asList(node, any), out.toGuaranteed());
    assertSame(node, out.toGuaranteed().get(0));
    assertTrue(out.toOpportunistic().isEmpty());
  }

  @Test
  public void enforcedOnesAreDividedOnlyIfTheOperatorSaidSo() {
    Ask enforced = ask(Ask.ANY, 4).withType(false, true);
    assertEquals(Collections.singletonList(enforced), send(4, enforced).toGuaranteed());
    AskLedger even = new AskLedger(true);
    AskSplit out = even.ask(Collections.singletonList(enforced), give(3), UNLIMITED);
    assertEquals(1, even.guaranteed());
    assertEquals(
        Collections.singletonList(enforced.withType(true, true).withCount(3)),
        out.toOpportunistic());
  }

  @Test
  public void strictLocalityStaysAndTakesBackWhatWasDivided() {
    send(3, ask(Ask.ANY, 4));
    AskSplit out = send(3, ask("/r1", 1).withRelaxLocality(false));
    assertOutstanding(4, 0);
    assertEquals(0, stock.outstanding(KEY));
    assertTrue(out.toGuaranteed().contains(ask(Ask.ANY, 4)));
  }

  /** The stock book would take the first entry's number for the total. */
  @Test
  public void ownOnesWithoutATotalAreToldWhenThereIsOne() {
    Ask place = ask("h1", 500).withType(true, false);
    assertTrue(send(0, place).toOpportunistic().isEmpty());
    assertEquals(0, stock.outstanding(KEY));
    send(0, own(3));
    assertEquals(3, stock.outstanding(KEY));
    assertEquals(500, stock.count(KEY, "h1"));
  }

  @Test
  public void aRestatementThatReflectsGrantsChangesNothing() {
    send(8, ask(Ask.ANY, 10));
    for (int i = 0; i < 3; i++) {
      assertTrue(ledger.granted(KEY, true));
    }
    assertTrue(ledger.granted(KEY, false));
    AskSplit out = send(8, ask(Ask.ANY, 6));
    assertOutstanding(1, 5);
    assertTrue(out.decisions().isEmpty());
    assertEquals("the RM may not know yet", Arrays.asList(ask(Ask.ANY, 1)), out.toGuaranteed());
  }

  /** Half of all are opportunistic, of those that are known to be short. */
  private RequestSplitter halfOfKnown() {
    return splitter(
        new HybridSplit(
            HybridPolicy.parse("hybrid-GQ(10s, 50%)"), priority -> expectedMs, () -> true));
  }

  private AskSplit sendOfUnknown(Ask... asks) {
    AskSplit out = ledger.ask(Arrays.asList(asks), halfOfKnown(), UNLIMITED);
    stock.receive(out.toOpportunistic());
    return out;
  }

  @Test
  public void whatWaitsIsDividedOnceItIsKnownHowLongItRuns() {
    assertEquals(
        Arrays.asList(ask("h1", 10), ask(Ask.ANY, 10)),
        sendOfUnknown(ask("h1", 10), ask(Ask.ANY, 10)).toGuaranteed());
    ledger.granted(KEY, false);
    ledger.granted(KEY, false);
    assertTrue("nothing is known yet", sendOfUnknown().toGuaranteed().isEmpty());
    assertOutstanding(8, 0);

    expectedMs = 2_000L;
    AskSplit out = sendOfUnknown();
    assertOutstanding(4, 4);
    assertTrue(out.toGuaranteed().contains(ask(Ask.ANY, 4)));
    assertEquals(4, stock.outstanding(KEY));
    assertEquals(4, stock.count(KEY, "h1"));
    assertEquals(AskReason.ASK_SPLIT_BY_SHARE, out.decisions().get(0).reason());
    assertTrue("once", sendOfUnknown().decisions().isEmpty());
    assertOutstanding(4, 4);
    sendOfUnknown(ask(Ask.ANY, 8));
    assertOutstanding(4, 4);
    assertEquals(10, (long) ledger.ledger().get("asked"));
  }

  @Test
  public void whatTurnsOutToBeLongStaysGuaranteedForGood() {
    sendOfUnknown(ask(Ask.ANY, 6));
    expectedMs = 20_000L;
    assertEquals(AskReason.ASK_TOO_LONG, sendOfUnknown().decisions().get(0).reason());
    expectedMs = 2_000L;
    sendOfUnknown();
    assertOutstanding(6, 0);
  }

  @Test
  public void whatMayNotBeDividedByThenStaysGuaranteed() {
    sendOfUnknown(ask("h1", 6), ask(Ask.ANY, 6));
    sendOfUnknown(ask("h1", 6).withRelaxLocality(false), ask(Ask.ANY, 6));
    expectedMs = 2_000L;
    sendOfUnknown();
    assertOutstanding(6, 0);
  }

  @Test
  public void whatIsUndecidedIsSoAfterARestart() {
    sendOfUnknown(ask(Ask.ANY, 6));
    AskLedger restored = AskLedger.restore(false, ledger.snapshot());
    expectedMs = 2_000L;
    restored.ask(Collections.emptyList(), halfOfKnown(), UNLIMITED);
    assertEquals(3, restored.outstanding(KEY, true));
    assertEquals(3, restored.outstanding(KEY, false));
  }

  @Test
  public void cancelledAndGrantedOnesAreNotDividedLater() {
    sendOfUnknown(ask(Ask.ANY, 6));
    sendOfUnknown(ask(Ask.ANY, 2));
    ledger.granted(KEY, false);
    expectedMs = 20_000L;
    sendOfUnknown(ask(Ask.ANY, 5));
    assertOutstanding(5, 0);
    expectedMs = 2_000L;
    sendOfUnknown(ask(Ask.ANY, 7));
    assertOutstanding(6, 1);
  }

  @Test
  public void cancelsTakeTheOpportunisticFirst() {
    send(8, ask(Ask.ANY, 10));
    send(8, ask(Ask.ANY, 4));
    assertOutstanding(2, 2);
    send(8, ask(Ask.ANY, 1));
    assertOutstanding(1, 0);
    assertEquals(0, stock.outstanding(KEY));
    AskSplit out = send(8, ask(Ask.ANY, 0));
    assertEquals(Arrays.asList(ask(Ask.ANY, 0)), out.toGuaranteed());
    assertEquals(9 + 1, (long) ledger.ledger().get("cancelled"));
  }

  @Test
  public void aGrantBeyondOnePartIsTakenFromTheOther() {
    send(8, ask(Ask.ANY, 10));
    for (int i = 0; i < 4; i++) {
      assertTrue(ledger.granted(KEY, false));
    }
    assertOutstanding(0, 6);
    assertEquals(2, (long) ledger.ledger().get("crossed"));
    AskSplit out = send(0);
    assertEquals("told without being asked", 6, stock.outstanding(KEY));
    assertTrue(out.toGuaranteed().isEmpty());
  }

  @Test
  public void aGrantBeyondBothIsCountedAndChangesNothing() {
    send(1, ask(Ask.ANY, 1));
    assertTrue(ledger.granted(KEY, true));
    assertFalse(ledger.granted(KEY, true));
    assertFalse(ledger.granted(AskKey.of(99, 0, "x"), false));
    assertOutstanding(0, 0);
    assertEquals(2, (long) ledger.ledger().get("overGranted"));
  }

  @Test
  public void aGrantOfARoundedSizeIsOfTheSameSchedulerKey() {
    send(1, ask(Ask.ANY, 2));
    AskKey rounded = AskKey.of(KEY.priority(), KEY.allocationRequestId(), "<memory:2048>");
    assertTrue(ledger.granted(rounded, false));
    assertTrue(ledger.granted(rounded, true));
    assertOutstanding(0, 0);
  }

  @Test
  public void theQuotaHoldsBackAndLetsGoLater() {
    ledger.ask(Arrays.asList(ask("h1", 9), ask(Ask.ANY, 9)), give(9), () -> 4);
    assertOutstanding(0, 9);
    assertEquals(4, ledger.offered());
    AskSplit later = ledger.ask(Collections.emptyList(), give(9), () -> 6);
    assertEquals(
        Collections.singletonList(ask(Ask.ANY, 6).withType(true, true)), later.toOpportunistic());
    assertEquals(6, ledger.offered());
  }

  @Test
  public void theMoreUrgentAreOfferedFirst() {
    AskKey urgent = AskKey.of(1, 0, "x");
    ledger.ask(Arrays.asList(ask(Ask.ANY, 3), Ask.of(urgent, Ask.ANY, 3)), give(3), () -> 4);
    AskSplit out = ledger.ask(Arrays.asList(ask(Ask.ANY, 3)), give(3), () -> 4);
    assertEquals(1, out.toOpportunistic().get(0).count());
    assertEquals(4, ledger.offered());
  }

  @Test
  public void turnedOffItIsAllGuaranteed() {
    send(8, ask("h1", 5), ask(Ask.ANY, 10));
    ledger.toGuaranteed();
    AskSplit out = send(0);
    assertEquals(Arrays.asList(ask(Ask.ANY, 10), ask("h1", 5)), out.toGuaranteed());
    assertEquals(0, stock.outstanding(KEY));
    assertEquals(0, stock.count(KEY, "h1"));
  }

  @Test
  public void theApplicationsOwnOpportunisticAsksPassAsTheyCame() {
    AskSplit out = send(0, own(5));
    assertEquals(Collections.singletonList(own(5)), out.toOpportunistic());
    assertTrue(out.toGuaranteed().isEmpty());
    final int before = ledger.queueable();
    ledger.toGuaranteed();
    assertEquals("they cannot be moved", before, ledger.queueable());
  }

  @Test
  public void dividedOnesStepAsideForTheApplicationsOwnOfTheSameKey() {
    send(4, ask("h1", 4), ask(Ask.ANY, 4));
    send(4, own(7));
    assertOutstanding(4, 0);
    assertEquals(7, stock.outstanding(KEY));
    assertEquals("of the divided ones", 0, stock.count(KEY, "h1"));
    send(4, ask(Ask.ANY, 6));
    assertOutstanding(6, 0);
    assertEquals(7, stock.outstanding(KEY));
    for (int i = 0; i < 7; i++) {
      assertTrue(ledger.granted(KEY, true));
    }
    assertOutstanding(6, 0);
    send(4, own(0));
    send(1, ask(Ask.ANY, 7));
    assertOutstanding(6, 1);
  }

  @Test
  public void anApplicationThatRegistersAgainIsNotDoubled() {
    Ask other = Ask.of(ModelMaster.key(5), Ask.ANY, 2);
    send(8, ask("h1", 5), ask("h2", 1), ask(Ask.ANY, 10), other);
    ledger.restating();
    AskSplit out = send(8, ask("h1", 5), ask(Ask.ANY, 10));
    assertOutstanding(2, 8);
    assertEquals(Arrays.asList(ask(Ask.ANY, 2), ask("h1", 2)), out.toGuaranteed());
    assertEquals("what is missing is over", 10, ledger.guaranteed() + ledger.queueable());
    assertTrue(out.decisions().isEmpty());
  }

  @Test
  public void whatMayNotHaveArrivedIsSentAgain() {
    AskSplit lost = ledger.ask(Arrays.asList(ask("h1", 5), ask(Ask.ANY, 10)), give(8), UNLIMITED);
    ledger.undelivered(lost.toGuaranteed(), false);
    ledger.undelivered(lost.toOpportunistic(), true);
    AskSplit again = send(8);
    assertEquals(lost.toGuaranteed(), again.toGuaranteed());
    assertEquals(lost.toOpportunistic(), again.toOpportunistic());
    assertTrue(send(8).toGuaranteed().isEmpty());
  }

  @Test
  public void aCancelThatMayNotHaveArrivedIsSentAgain() {
    send(8, ask("h1", 5), ask(Ask.ANY, 10));
    AskSplit lost = ledger.ask(Arrays.asList(ask(Ask.ANY, 0)), give(0), UNLIMITED);
    ledger.undelivered(lost.toGuaranteed(), false);
    ledger.undelivered(lost.toOpportunistic(), true);
    List<Ask> again = send(0).toGuaranteed();
    assertTrue(again.toString(), again.contains(ask(Ask.ANY, 0)));
    assertEquals(0, stock.outstanding(KEY));
  }

  @Test
  public void aSchedulerThatForgotIsToldAll() {
    send(8, ask("h1", 5), ask(Ask.ANY, 10));
    ledger.forgotten(true);
    AskSplit out = send(8);
    assertEquals(2, out.toOpportunistic().size());
    assertTrue(out.toGuaranteed().isEmpty());
  }

  @Test
  public void aSchedulerThatMayHaveGrantedMoreIsToldAll() {
    send(8, ask("h1", 5), ask(Ask.ANY, 10));
    stock.grant(new Random(1), 3);
    assertEquals("that nobody heard of", 5, stock.outstanding(KEY));
    ledger.doubted(true);
    AskSplit out = send(8);
    assertEquals(8, stock.outstanding(KEY));
    assertEquals(5, stock.count(KEY, "h1"));
    assertTrue(out.toGuaranteed().isEmpty());
    assertTrue("once", send(8).toOpportunistic().isEmpty());
  }

  @Test
  public void aSnapshotOfAnotherVersionIsRefused() {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () -> AskLedger.restore(false, Collections.singletonMap("version", 2)));
    assertTrue(e.getMessage(), e.getMessage().contains("version 1"));
  }

  @Test
  public void ofASnapshotOfAnotherVersionWhatIsOutstandingIsRead() {
    Ask other = Ask.of(ModelMaster.key(5), Ask.ANY, 2);
    send(8, ask("h1", 5), ask(Ask.ANY, 10), other);
    ledger.granted(KEY, true);
    Map<String, Object> snapshot = new HashMap<>(ledger.snapshot());
    snapshot.put("version", 99);
    List<RuntimeException> unreadable = new ArrayList<>();
    List<Ask> stated = AskLedger.stated(snapshot, unreadable::add);
    assertEquals(ledger.stated(), stated);
    assertTrue(stated.contains(ask(Ask.ANY, 9)));
    assertTrue(unreadable.isEmpty());

    List<Object> lines = new ArrayList<>((List<?>) snapshot.get("lines"));
    lines.set(0, Collections.singletonMap("priority", "five"));
    snapshot.put("lines", lines);
    assertEquals(
        "the other line",
        Arrays.asList(ask("h1", 5), ask(Ask.ANY, 9)),
        AskLedger.stated(snapshot, unreadable::add));
    assertEquals(1, unreadable.size());
    snapshot.remove("lines");
    assertTrue(AskLedger.stated(snapshot, unreadable::add).isEmpty());
    assertEquals(2, unreadable.size());
  }

  @Test
  public void nothingIsReadThatTheApplicationIsAboutToState() {
    send(8, ask(Ask.ANY, 10));
    ledger.restating();
    assertTrue(AskLedger.stated(ledger.snapshot(), e -> fail(e.toString())).isEmpty());
  }

  @Test
  public void aCancelledKeyIsForgottenWithThePlacesItLeavesBehind() {
    send(2, ask("h1", 4), ask(Ask.ANY, 4));
    send(0, ask(Ask.ANY, 0));
    assertEquals(Collections.emptyList(), ledger.snapshot().get("lines"));
    assertEquals(0, stock.count(KEY, "h1"));
  }

  @Test
  public void theOpportunisticSchedulerNeverHearsOfAPlaceBeforeTheTotal() {
    send(8, ask("h1", 5), ask(Ask.ANY, 10));
    AskSplit out = send(8, ask("h1", 0));
    assertEquals(Arrays.asList(ask("h1", 0)), out.toGuaranteed());
    assertEquals(
        Arrays.asList(ask(Ask.ANY, 8).withType(true, true), ask("h1", 0).withType(true, true)),
        out.toOpportunistic());
  }

  @Test
  public void afterTheLastGrantTheStockBookIsToldThePlacesAnew() {
    stock.receive(
        ledger
            .ask(Arrays.asList(ask("h1", 3), ask(Ask.ANY, 9)), give(9), () -> 2)
            .toOpportunistic());
    stock.grant(new Random(1), 9).forEach(g -> ledger.granted(g.key, true));
    assertOutstanding(0, 7);
    stock.receive(ledger.ask(Collections.emptyList(), give(9), () -> 2).toOpportunistic());
    assertEquals(2, stock.outstanding(KEY));
    assertEquals(3, stock.count(KEY, "h1"));
  }

  @Test
  public void aTotalUsedUpIsStillCancelledLater() {
    send(8, ask("h1", 5), ask(Ask.ANY, 10));
    ledger.granted(KEY, false);
    ledger.granted(KEY, false);
    send(8, ask("h1", 0));
    AskSplit out = send(8, ask(Ask.ANY, 8));
    assertEquals("a grant may have crossed", Arrays.asList(ask(Ask.ANY, 0)), out.toGuaranteed());
  }

  @Test
  public void whatMayNotHaveArrivedIsSentAgainAfterARestart() {
    send(8, ask("h1", 5), ask(Ask.ANY, 10));
    ledger.undelivered(send(8, ask("h1", 0)).toGuaranteed(), false);
    AskLedger again = AskLedger.restore(false, ledger.snapshot());
    AskSplit out = again.ask(Collections.emptyList(), give(0), UNLIMITED);
    assertEquals(Arrays.asList(ask("h1", 0)), out.toGuaranteed());
  }

  /**
   * An application that replaces one size by another at one priority: whatever the sizes are called
   * and however they are divided, YARN's guaranteed scheduler, which keeps the last entry of a name
   * and no size, is left with what is outstanding there.
   */
  @Test
  public void aSizeIsReplacedByAnotherWhateverTheirNames() {
    for (long seed = 0; seed < 500; seed++) {
      Random random = new Random(seed);
      AskLedger sizes = new AskLedger(true);
      Map<String, Integer> kept = new HashMap<>();
      String[] names = {"memory-mb=512", "memory-mb=1024", "memory-mb=4096", "memory-mb=64"};
      String size = names[0];
      for (int call = 0; call < 20; call++) {
        List<Ask> asks = new ArrayList<>();
        if (random.nextInt(3) > 0) {
          asks.addAll(places(size, 0));
          size = names[random.nextInt(names.length)];
        }
        asks.addAll(places(size, random.nextInt(6)));
        int opportunistic = random.nextInt(4);
        AskSplit out = sizes.ask(asks, give(opportunistic), UNLIMITED);
        out.toGuaranteed().forEach(ask -> kept.put(ask.resourceName(), ask.count()));
        if (random.nextInt(5) == 0) {
          sizes.undelivered(out.toGuaranteed(), false);
        }
        assertEquals(
            "seed " + seed + ", call " + call,
            sizes.guaranteed(),
            (int) kept.getOrDefault(Ask.ANY, 0));
      }
    }
  }

  private static List<Ask> places(String size, int count) {
    AskKey key = AskKey.of(20, 0, size);
    return Arrays.asList(Ask.of(key, "h1", count), Ask.of(key, Ask.ANY, count));
  }

  @Test
  public void negativeCountsAreNoAsk() {
    assertThrows(IllegalArgumentException.class, () -> ask(Ask.ANY, -1));
  }
}
