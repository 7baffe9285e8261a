// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.amrmproxy;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterId;
import org.junit.Test;
import org.yarnext.federation.amrmproxy.ledger.SplitLedgerAdapter;
import org.yarnext.federation.amrmproxy.ledger.SplitStateStore;

/** The way back from the ledger to stock: requests sent, withdrawn and forgotten. */
public class GuardedSplitLedgerTest {
  private static final SubClusterId HOME = SubClusterId.newInstance("home");

  private final Configuration conf = new Configuration();
  private final Disk stored = new Disk();
  private final Disk handedOver = new Disk();

  private static final class Disk implements SplitStateStore {
    private byte[] kept;
    private int times;
    private boolean full;
    private Runnable meanwhile = () -> {};

    @Override
    public void put(byte[] image) throws IOException {
      if (full) {
        throw new IOException("disk full");
      }
      Runnable now = meanwhile;
      meanwhile = () -> {};
      now.run();
      kept = image;
      times++;
    }
  }

  private GuardedSplitLedger ledger(String mode) {
    conf.set("yarn.federation.policies.split.mode", mode);
    SplitHook hook = SplitHook.of(conf);
    GuardedSplitLedger ledger =
        new GuardedSplitLedger(
            hook,
            "application",
            hook.mode(),
            new SplitLedgerAdapter(hook.rules(), host -> null),
            new Object());
    ledger.storeIn(stored, handedOver);
    return ledger;
  }

  private static List<ResourceRequest> request(int count) {
    return Collections.singletonList(
        ResourceRequest.newInstance(
            Priority.newInstance(20), ResourceRequest.ANY, Resource.newInstance(1024, 1), count));
  }

  private static SplitLedgerAdapter.Destinations places() {
    return new SplitLedgerAdapter.Destinations(
        Collections.singletonMap(HOME, 1f),
        Collections.emptySet(),
        Collections.emptySet(),
        HOME,
        null);
  }

  private static Map<SubClusterId, List<ResourceRequest>> split(
      GuardedSplitLedger ledger, int count) {
    return ledger.split(request(count), GuardedSplitLedgerTest::places, 0);
  }

  @Test
  public void ledgerIsSavedBeforeRequestsAreSent() {
    GuardedSplitLedger ledger = ledger("on");
    assertEquals(Collections.singleton(HOME), split(ledger, 4).keySet());
    assertTrue(stored.kept.length > 0);
    assertEquals(1, stored.times);
    ledger.split(Collections.emptyList(), GuardedSplitLedgerTest::places, 0);
    assertEquals("nothing told, nothing to remember", 1, stored.times);
  }

  @Test
  public void abandonedLedgerWithdrawsAllOnceWhenRequestsAreRestated() {
    GuardedSplitLedger ledger = ledger("on");
    split(ledger, 4);
    ledger.giveUp();
    assertTrue(ledger.isRestatingDue());
    assertEquals("it will ask it again", Collections.emptyMap(), split(ledger, 5));
    ledger.registered();
    assertTrue(ledger.isRestating());
    assertNull("stock divides", split(ledger, 5));
    Map<SubClusterId, List<ResourceRequest>> stocks = new HashMap<>();
    stocks.put(HOME, request(5));
    List<Integer> counts = new ArrayList<>();
    ledger.withWithdrawals(stocks).get(HOME).forEach(each -> counts.add(each.getNumContainers()));
    assertEquals("[0, 5]", counts.toString());
    ledger.succeeded();
    assertFalse(ledger.isRestating());
    assertSame(stocks, ledger.withWithdrawals(stocks));
  }

  @Test
  public void registrationOfAnActiveLedgerRestatesNothing() {
    GuardedSplitLedger ledger = ledger("on");
    ledger.registered();
    assertFalse(ledger.isRestating());
  }

  @Test
  public void oneFailureAbandonsTheLedger() {
    GuardedSplitLedger ledger = ledger("on");
    Map<SubClusterId, List<ResourceRequest>> split =
        ledger.split(
            request(4),
            () -> {
              throw new IOException("no places");
            },
            0);
    assertEquals(Collections.emptyMap(), split);
    assertFalse(ledger.acts());
    assertTrue(ledger.isRestatingDue());
  }

  @Test
  public void shadowModeNeverRestatesRequests() {
    GuardedSplitLedger ledger = ledger("shadow");
    assertNull("stock divides", split(ledger, 4));
    assertEquals(Long.valueOf(4), ledger.counts().get("asked"));
    ledger.giveUp();
    assertFalse(ledger.isRestatingDue());
    assertNull(split(ledger, 4));
  }

  @Test
  public void erasureIsRetriedUntilItSucceeds() {
    GuardedSplitLedger ledger = ledger("on");
    split(ledger, 4);
    handedOver.full = true;
    ledger.giveUp();
    ledger.eraseIfDue();
    assertNull(handedOver.kept);
    handedOver.full = false;
    ledger.eraseIfDue();
    assertEquals(0, stored.kept.length);
    assertEquals(0, handedOver.kept.length);
    ledger.eraseIfDue();
    assertEquals("once", 1, handedOver.times);
  }

  @Test
  public void ledgerAbandonedWhileItIsSavedIsErased() throws InterruptedException {
    GuardedSplitLedger ledger = ledger("on");
    Thread answer = new Thread(ledger::giveUp);
    stored.meanwhile =
        () -> {
          answer.start();
          while (answer.getState() != Thread.State.BLOCKED && answer.isAlive()) {
            Thread.yield();
          }
        };
    split(ledger, 4);
    answer.join();
    assertEquals("the ledger is not gone on from after a restart", 0, stored.kept.length);
    assertTrue(ledger.isRestatingDue());
  }
}
