// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.amrmproxy;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertTrue;

import java.util.Collections;
import java.util.List;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.log4j.Level;
import org.junit.Test;
import org.yarnext.common.testing.LogLines;
import org.yarnext.mercury.application.Requests;

/** Requests that cannot be placed, stored or read are left to stock. */
public class InterceptorFallbackTest extends MercuryInterceptorTestBase {
  @Test
  public void allRequestsGoToTheResourceManagerWhenPlacementFails() throws Exception {
    start("only-Q");
    placementFails = true;
    master.ask(1, 4);
    master.call(interceptor);
    assertEquals("in the same call", 4, master.got.size());
    assertEquals(0, master.opportunistic());
    placementFails = false;
    master.ask(1, 2);
    callUntilServed();
    assertEquals("and from then on", 0, master.opportunistic());
    assertFalse("nothing to go on with", stored.containsKey(KEY));
    restartNode();
    master.ask(1, 2);
    callUntilServed();
    assertEquals(0, master.opportunistic());
  }

  @Test
  public void attemptIsLeftToStockWhenItsStateCannotBeStored() throws Exception {
    start("only-Q");
    storeFails = true;
    master.ask(1, 4);
    callUntilServed();
    master.ask(1, 4);
    callUntilServed();
    assertEquals("those of the first call, one a node", 3, master.opportunistic());
    assertEquals(8, master.got.size());
  }

  @Test
  public void storedStateIsRemovedWhenTheAttemptIsLeftToStock() throws Exception {
    start("only-Q");
    master.ask(1, 2);
    master.call(interceptor);
    assertFalse(stored.isEmpty());
    placementFails = true;
    master.ask(1, 2);
    master.call(interceptor);
    callUntilServed();
    assertTrue("a restart would go on from it", stored.isEmpty());
  }

  @Test
  public void attemptIsLeftToStockWhenItsStateCannotBeRead() throws Exception {
    start("only-Q");
    stored.put(KEY, "{\"gate\":7}".getBytes("UTF-8"));
    restartNode();
    master.ask(1, 4);
    callUntilServed();
    assertEquals(0, master.opportunistic());
  }

  /** A job may have thousands of requests that cannot be read, as without their resource type. */
  @Test
  public void unreadableStateIsLoggedOnce() throws Exception {
    start("only-Q");
    String unreadable = "{\"gate\":{\"ledger\":{\"requests\":[1,2,3]}}}";
    stored.put(KEY, unreadable.getBytes("UTF-8"));
    try (LogLines log = new LogLines(AttemptStore.class.getName(), Level.ERROR)) {
      restartNode();
      assertEquals(log.lines().toString(), 1, log.lines().size());
    }
  }

  @Test
  public void requestsPassUnchangedWithoutDistributedScheduling() throws Exception {
    distributed = false;
    start("only-Q");
    for (boolean undistributed : new boolean[] {false, true}) {
      master.undistributed = undistributed;
      master.ask(1, 4);
      List<Container> got = master.call(interceptor);
      assertEquals(4, got.size());
      assertEquals(0, master.opportunistic());
      assertEquals(Collections.singletonList(Requests.any(1, 4)), rm.last().getAskList());
      assertTrue(stored.isEmpty());
    }
  }

  @Test
  public void heldRequestsAreSentAfterHybridIsTurnedOff() throws Exception {
    for (String end : ends.keySet()) {
      InterceptorFallbackTest test = new InterceptorFallbackTest();
      try {
        test.held();
        test.endsBy(end);
      } catch (Exception | AssertionError e) {
        throw new AssertionError(end + ": " + e.getMessage(), e);
      } finally {
        test.forgetNode();
      }
    }
  }

  private void held() throws Exception {
    conf.set("yarn.mercury.quota.default", "max=1");
    start("only-Q");
    master.ask(1, 4);
    master.ask(2, 2);
    master.call(interceptor);
    assertEquals(1, master.opportunistic());
    assertEquals("held back", 0, rm.outstanding());
  }

  private void endsBy(String end) throws Exception {
    ends.get(end).run();
    restartNode();
    rm.maxPerCall = 0;
    master.call(interceptor);
    assertEquals("all of it at once", 5, rm.outstanding());
    rm.maxPerCall = 2;
    callUntilServed();
    assertEquals(6, master.got.size());
    master.ask(1, 2);
    callUntilServed();
    restartNode();
    master.ask(1, 2);
    callUntilServed();
    assertEquals(10, master.got.size());
    assertEquals("that of before", 1, master.opportunistic());
    boolean follows = end.equals("shadow") || end.equals("placement alone");
    assertEquals(follows, stored.containsKey(KEY));
  }

  @Test
  public void lostResponseIsRepeatedAfterHybridIsTurnedOff() throws Exception {
    start("50%-Q");
    master.ask(1, 6);
    final List<ContainerId> lost = ids(master.send(interceptor));
    conf.set("yarn.mercury.hybrid.mode", "off");
    restartNode();
    AllocateResponse again = master.send(interceptor);
    assertEquals(lost, ids(again));
    master.take(again);
    callUntilServed();
    assertEquals(6, master.got.size());
  }

  @Test
  public void heldRequestsAreDroppedWhenTheMasterReregistersInModeOff() throws Exception {
    held();
    conf.set("yarn.mercury.hybrid.mode", "off");
    restartNode();
    register();
    assertFalse(stored.containsKey(KEY));
    master.outstanding.put(1, 1);
    rm.maxPerCall = 0;
    master.call(interceptor);
    assertEquals("as it states now", 3, rm.outstanding());
  }

  @Test
  public void modeOffIsStock() throws Exception {
    startNode();
    register();
    master.ask(1, 4);
    master.call(interceptor);
    assertEquals(0, master.opportunistic());
    assertTrue(stored.isEmpty());
    assertSame(null, record());
  }

  @Test
  public void shadowModeSendsTheRequestsOfTheMaster() throws Exception {
    conf.set("yarn.mercury.hybrid.mode", "shadow");
    conf.set("yarn.mercury.hybrid.policy", "only-Q");
    startNode();
    register();
    master.ask(1, 4);
    master.call(interceptor);
    assertEquals(Collections.singletonList(Requests.any(1, 4)), rm.last().getAskList());
    assertEquals(0, master.opportunistic());
    callUntilServed();
  }
}
