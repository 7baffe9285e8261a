// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.gang;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.Test;
import org.yarnext.federation.policy.gang.AdmittedGang;
import org.yarnext.federation.store.ZooKeeperRecordStore;

/** Sweeps find gangs that ended, were lost or are nobody's any more. */
public class GangSweepTest extends GangCoordinatorTestBase {
  @Test
  public void gangLostBeforeItIsStoredIsStartedAgain() throws Exception {
    submit("a", 3);
    one.round();
    cluster.kept = GangLauncher.State.NEW;
    one.sweep(() -> true);
    assertNotNull("it may be lost yet", store.job("a"));
    cluster.taken.clear();
    one.sweep(() -> true);
    assertEquals(Arrays.asList("a", "a"), cluster.calls);
    cluster.queried.clear();
    one.round();
    one.checkNew(() -> true);
    assertEquals("as one that just started", Collections.singletonList("a"), cluster.queried);
    cluster.kept = GangLauncher.State.UNKNOWN;
    one.sweep(() -> true);
    assertNotNull(store.job("a"));
    cluster.kept = GangLauncher.State.KEPT;
    one.sweep(() -> true);
    assertNull(store.job("a"));
    assertTrue(store.registry().admitted().get("a").isRunning());
  }

  @Test
  public void endedAndForgottenGangIsNotStartedAgain() throws Exception {
    submit("a", 10);
    one.round();
    cluster.taken.clear();
    cluster.unknown = GangLauncher.State.FORGOTTEN;
    one.sweep(() -> true);
    one.sweep(() -> true);
    assertTrue("not at once", store.registry().admitted().containsKey("a"));
    assertEquals("in the life that took it", "x@1", cluster.queriedLife);
    one.sweep(() -> true);
    assertEquals(Collections.singletonList("a"), cluster.calls);
    assertNull(store.job("a"));
    assertTrue(store.registry().admitted().isEmpty());
  }

  @Test
  public void newlyStartedGangIsCheckedOnceBeforeTheSweep() throws Exception {
    for (int i = 0; i < 5; i++) {
      submit("job" + i, 1);
    }
    two.sweep(() -> true); // it is the one that sweeps
    one.round();
    two.round();
    one.checkNew(() -> true);
    assertTrue("another Router's turn", cluster.queried.isEmpty());
    two.checkNew(() -> false);
    assertEquals(1, cluster.queried.size());
    two.round();
    two.checkNew(() -> true);
    assertEquals("each once", 5, cluster.queried.size());
    assertEquals(5, new HashSet<>(cluster.queried).size());
    assertTrue("their records go", store.jobs().isEmpty());
    two.round();
    two.checkNew(() -> true);
    assertEquals(5, cluster.queried.size());
  }

  @Test
  public void missingGangAfterItsStartIsNotEndedSooner() throws Exception {
    submit("a", 10);
    one.sweep(() -> true);
    one.round();
    cluster.taken.clear();
    cluster.unknown = GangLauncher.State.FORGOTTEN;
    one.round();
    one.checkNew(() -> true);
    one.sweep(() -> true);
    one.sweep(() -> true);
    assertTrue(store.registry().admitted().containsKey("a"));
    one.sweep(() -> true);
    assertTrue(store.registry().admitted().isEmpty());
  }

  @Test
  public void restartedGangIsKnownByTheNewTermOfItsResourceManager() throws Exception {
    submit("a", 10);
    one.round();
    cluster.taken.clear();
    cluster.life = 2;
    one.sweep(() -> true);
    assertEquals(Arrays.asList("a", "a"), cluster.calls);
    assertEquals("x@2", store.registry().admitted().get("a").takenBy());
    cluster.kept = GangLauncher.State.KEPT;
    one.sweep(() -> true);
    assertEquals("x@2", cluster.queriedLife);
  }

  @Test
  public void lostAndKilledGangIsNotStartedAgain() throws Exception {
    submit("a", 3);
    cluster.whileStarting =
        () -> {
          try {
            two.kill("a", job -> true);
          } catch (IOException e) {
            throw new IllegalStateException(e);
          }
        };
    one.round();
    cluster.taken.clear();
    one.sweep(() -> true);
    assertEquals(1, cluster.calls.size());
    assertTrue(isToldKilled("a"));
    assertTrue(store.registry().admitted().isEmpty());
  }

  @Test
  public void gangForgottenLongAfterItsStartIsNotStartedAgain() throws Exception {
    submit("a", 10);
    cluster.kept = GangLauncher.State.UNKNOWN;
    one.round();
    one.sweep(() -> true);
    assertNotNull("nobody saw it kept", store.job("a"));
    nowMs += TimeUnit.HOURS.toMillis(1);
    cluster.taken.clear();
    one.sweep(() -> true);
    one.sweep(() -> true);
    one.sweep(() -> true);
    assertEquals(1, cluster.calls.size());
    assertNull(store.job("a"));
    assertTrue(store.registry().admitted().isEmpty());
  }

  @Test
  public void unknownGangReleasesItsQuotaAfterSeveralSweeps() throws Exception {
    submit("a", 10);
    one.round();
    one.sweep(() -> true);
    cluster.taken.clear();
    one.sweep(() -> true);
    one.sweep(() -> true);
    assertTrue("not at once", store.registry().admitted().containsKey("a"));
    cluster.kept = GangLauncher.State.UNKNOWN;
    cluster.taken.add("a");
    one.sweep(() -> true);
    cluster.taken.clear();
    one.sweep(() -> true);
    one.sweep(() -> true);
    assertTrue("silence is no answer", store.registry().admitted().containsKey("a"));
    one.sweep(() -> true);
    assertTrue(store.registry().admitted().isEmpty());
    assertEquals("nor is it started again", 1, cluster.calls.size());
  }

  @Test
  public void gangOfARemovedSubClusterReleasesQuotaAndIsNotRestarted() throws Exception {
    submit("a", 10);
    one.round();
    cluster.kept = GangLauncher.State.GONE;
    one.sweep(() -> true);
    one.sweep(() -> true);
    assertTrue("not at once", store.registry().admitted().containsKey("a"));
    one.sweep(() -> true);
    assertTrue(store.registry().admitted().isEmpty());
    assertNull(store.job("a"));
    one.round();
    assertEquals("it may yet come back", 1, cluster.calls.size());
  }

  @Test
  public void killedGangOfARemovedSubClusterIsDropped() throws Exception {
    submit("a", 10);
    cluster.whileStarting =
        () -> {
          try {
            two.kill("a", job -> true);
          } catch (IOException e) {
            throw new IllegalStateException(e);
          }
        };
    one.round();
    cluster.kept = GangLauncher.State.GONE;
    one.sweep(() -> true);
    assertTrue(isToldKilled("a"));
    assertTrue(store.registry().admitted().isEmpty());
  }

  @Test
  public void partialSweepResultsAreKept() throws Exception {
    store.publish(Collections.singletonMap("root.a", 100L));
    for (int i = 0; i < 50; i++) {
      submit("job" + i, 1);
    }
    one.round();
    cluster.over.addAll(cluster.taken);
    cluster.over.remove("job9"); // the last in order of names
    cluster.kept = null;
    assertThrows(RuntimeException.class, () -> one.sweep(() -> true));
    assertEquals(10, store.registry().admitted().size());
  }

  @Test
  public void unreadableRecordIsSkippedAndNotDropped() throws Exception {
    submit("a", 3);
    submit("b", 3);
    submit("c", 3);
    cluster.isUnreachable = true;
    one.round();
    cluster.isUnreachable = false;
    ZooKeeperRecordStore records = zooKeeper.connect();
    connections.add(records);
    records.put("gangs/jobs/b", new byte[] {9}); // as a later version writes it
    nowMs += LEASE_MS;
    two = router("two");
    two.round();
    assertEquals(new HashSet<>(Arrays.asList("a", "c")), new HashSet<>(cluster.taken));
    two.sweep(() -> true);
    nowMs += LEASE_MS;
    two.round();
    assertTrue("it keeps its quota", store.registry().admitted().containsKey("b"));
    assertEquals("one", store.registry().admitted().get("b").router());
    assertNotNull(records.read("gangs/jobs/b"));
  }

  @Test
  public void movedGangTakesQuotaOfItsNewQueue() throws Exception {
    Map<String, Long> quotas = new HashMap<>();
    quotas.put("root.a", 10L);
    quotas.put("root.b", 10L);
    store.publish(quotas);
    submit("a", 10);
    submit("b", 10);
    cluster.queues.put("a", "a");
    one.round();
    one.sweep(() -> true);
    assertEquals("root.a", store.registry().admitted().get("a").queue());
    cluster.queues.put("a", "root.unknown");
    one.sweep(() -> true);
    assertEquals("root.a", store.registry().admitted().get("a").queue());
    cluster.queues.put("a", "b");
    one.sweep(() -> true);
    assertEquals("root.b", store.registry().admitted().get("a").queue());
    one.round();
    assertEquals(Arrays.asList("a", "b"), cluster.taken);
  }

  @Test
  public void quotaThatAGangDeclaresAndDoesNotUseReturns() throws Exception {
    submit("a", 9);
    submit("b", 8);
    cluster.heldMb.put("a", 1L);
    one.round();
    sweepFor(UNUSED_AFTER_MS * 8 / 10);
    one.round();
    assertEquals("it may still request", Arrays.asList("a"), cluster.taken);
    sweepFor(UNUSED_AFTER_MS * 3 / 10);
    one.round();
    assertEquals(Arrays.asList("a", "b"), cluster.taken);
    cluster.heldMb.put("a", 5L);
    sweepFor(UNUSED_AFTER_MS / 10);
    AdmittedGang a = store.registry().admitted().get("a");
    assertEquals("whether it fits or not", 5, a.amount());
    assertEquals(9, a.declared());
    cluster.heldMb.put("a", 100L);
    sweepFor(UNUSED_AFTER_MS / 10);
    assertEquals("the rest is not a gang's", 9, store.registry().admitted().get("a").amount());
  }

  @Test
  public void gangThatUsesItsQuotaKeepsItBetweenItsContainers() throws Exception {
    submit("a", 9);
    one.round();
    for (int i = 0; i < 10; i++) {
      cluster.heldMb.put("a", i % 2 == 0 ? 9L : 1L);
      sweepFor(UNUSED_AFTER_MS * 4 / 10);
      assertEquals(9, store.registry().admitted().get("a").amount());
    }
  }

  @Test
  public void gangOfUnknownUseKeepsItsQuota() throws Exception {
    submit("a", 9);
    cluster.heldMb.put("a", 1L);
    one.round();
    for (int i = 0; i < 5; i++) {
      sweepFor(UNUSED_AFTER_MS * 8 / 10);
      cluster.heldMb.remove("a"); // a sub-cluster does not answer
      sweepFor(UNUSED_AFTER_MS / 10);
      cluster.heldMb.put("a", 1L);
    }
    nowMs += 2 * UNUSED_AFTER_MS; // the clock was set
    one.sweep(() -> true);
    assertEquals(9, store.registry().admitted().get("a").amount());
  }

  private void sweepFor(long ms) throws IOException {
    for (long endMs = nowMs + ms; nowMs < endMs; nowMs += UNUSED_AFTER_MS / 20) {
      one.sweep(() -> true);
    }
  }

  @Test
  public void gangOutcomesExpire() throws Exception {
    submit("a", 3);
    one.kill("a", job -> true);
    one.sweep(() -> true);
    assertNotNull(store.end("a"));
    nowMs += 2 * KEEP_MS;
    one.sweep(() -> false);
    assertNotNull("the next round has to begin", store.end("a"));
    one.sweep(() -> true);
    assertNull(store.end("a"));
  }

  @Test
  public void recordsOfADeadRouterAreCleanedUp() throws Exception {
    submit("a", 3);
    submit("b", 3);
    one.round();
    GangCoordinator waits = router("waits");
    waits.round();
    assertEquals(2, cluster.calls.size());
    store.replace(store.registry().kill("c").value());
    one.sweep(() -> true);
    assertNull(store.job("a"));
    assertTrue(store.registry().killed().isEmpty());
  }
}
