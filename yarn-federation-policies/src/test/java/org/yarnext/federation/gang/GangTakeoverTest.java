// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.gang;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import org.junit.Test;

/** Routers that die or oversleep, and gangs that are killed meanwhile. */
public class GangTakeoverTest extends GangCoordinatorTestBase {
  @Test
  public void gangRecordSurvivesItsRouters() throws Exception {
    submit("a", 3);
    GangCoordinator later = router("later");
    later.round();
    assertEquals(Collections.singletonList("a"), cluster.taken);
  }

  @Test
  public void gangOfADeadRouterIsTakenOverAfterItsLease() throws Exception {
    submit("a", 3);
    cluster.whileStarting =
        () -> {
          throw new Death();
        };
    try {
      one.round();
    } catch (Death expected) {
      assertEquals(Collections.singletonList("a"), cluster.taken);
    }
    cluster.whileStarting = () -> {};
    two.round();
    assertEquals("the lease runs", 1, cluster.calls.size());
    nowMs += LEASE_MS;
    two.round();
    assertEquals("asked for again", 2, cluster.calls.size());
    assertEquals("and taken once", Collections.singletonList("a"), cluster.taken);
    assertTrue(store.registry().admitted().get("a").isRunning());
    two.round();
    one.round();
    assertEquals(2, cluster.calls.size());
  }

  private static final class Death extends Error {}

  @Test
  public void routerWithAnExpiredLeaseStartsNoMoreGangs() throws Exception {
    submit("a", 3);
    submit("b", 3);
    cluster.whileStarting = () -> nowMs += LEASE_MS;
    one.round();
    assertEquals(1, cluster.calls.size());
    cluster.whileStarting = () -> {};
    two.round();
    assertEquals("the other one does", 2, cluster.calls.size());
    assertEquals(2, cluster.taken.size());
  }

  @Test
  public void slowStartCountsAlthoughAnotherRouterTookOver() throws Exception {
    submit("a", 10);
    submit("b", 10);
    cluster.whileStarting =
        () -> {
          nowMs += LEASE_MS;
          cluster.refuses = true; // the other one takes it over, and does not get to start it
          try {
            two.round();
          } catch (IOException e) {
            throw new IllegalStateException(e);
          }
          cluster.refuses = false;
        };
    one.round();
    cluster.whileStarting = () -> {};
    assertTrue(store.registry().admitted().get("a").isRunning());
    two.round();
    two.round();
    assertEquals("its quota is its own", Collections.singletonList("a"), cluster.taken);
  }

  @Test
  public void gangDroppedWhileItStartsIsKilled() throws Exception {
    submit("a", 10);
    cluster.whileStarting =
        () -> {
          nowMs += LEASE_MS;
          try {
            two.kill("a", job -> true);
            two.round();
          } catch (IOException e) {
            throw new IllegalStateException(e);
          }
          assertTrue(isToldKilled("a"));
          cluster.killed.clear(); // that came too early
        };
    one.round();
    assertEquals(Collections.singleton("a"), cluster.killed);
  }

  @Test
  public void waitingGangCanBeKilledAtAnyRouter() throws Exception {
    submit("a", 10);
    submit("b", 10);
    one.round();
    assertEquals(
        "not theirs",
        GangCoordinator.Kill.NOT_WAITING,
        two.kill("b", job -> !job.user().equals("user")));
    assertEquals(GangCoordinator.Kill.DONE, two.kill("b", job -> true));
    assertEquals("again", GangCoordinator.Kill.DONE, one.kill("b", job -> true));
    assertTrue(store.end("b").isKilled());
    assertEquals("user", store.end("b").job().user());
    assertNull(store.job("b"));
    assertTrue(store.registry().killed().isEmpty());
    cluster.over.add("a");
    one.sweep(() -> true);
    one.round();
    assertEquals("it never runs", Collections.singletonList("a"), cluster.taken);
    assertEquals("its RM's", GangCoordinator.Kill.NOT_WAITING, two.kill("a", job -> true));
    assertEquals(GangCoordinator.Kill.NOT_WAITING, two.kill("c", job -> true));
  }

  @Test
  public void gangAddedAgainAfterItsEndCanBeKilled() throws Exception {
    submit("a", 3);
    assertEquals(GangCoordinator.Kill.DONE, two.kill("a", job -> true));
    submit("a", 3);
    assertEquals(GangCoordinator.Kill.DONE, two.kill("a", job -> true));
    one.round();
    assertTrue(cluster.calls.isEmpty());
  }

  @Test
  public void sweepContinuesWhereItStopped() throws Exception {
    for (int i = 0; i < 5; i++) {
      submit("job" + i, 1);
    }
    one.round();
    assertEquals(5, cluster.taken.size());
    cluster.over.addAll(cluster.taken);
    for (int i = 4; i >= 0; i--) {
      one.sweep(() -> false);
      assertEquals("one at a time", i, store.registry().admitted().size());
      assertTrue(one.isSweeping());
    }
    one.sweep(() -> false);
    assertFalse(one.isSweeping());
  }

  @Test
  public void gangKilledWhileItStartsIsKilledInItsSubCluster() throws Exception {
    submit("a", 10);
    Map<String, GangCoordinator.Kill> answer = new HashMap<>();
    cluster.whileStarting =
        () -> {
          try {
            answer.put("a", two.kill("a", job -> true));
          } catch (IOException e) {
            throw new IllegalStateException(e);
          }
        };
    one.round();
    assertEquals(GangCoordinator.Kill.MARKED, answer.get("a"));
    assertEquals(Collections.singleton("a"), cluster.killed);
  }

  @Test
  public void failedKillOfAStartingGangIsRetried() throws Exception {
    submit("a", 10);
    cluster.whileStarting =
        () -> {
          try {
            assertEquals(GangCoordinator.Kill.MARKED, two.kill("a", job -> true));
          } catch (IOException e) {
            throw new IllegalStateException(e);
          }
        };
    cluster.killsFail = true;
    one.round();
    one.sweep(() -> true);
    assertNotNull("so that it is not forgotten", store.job("a"));
    cluster.killsFail = false;
    one.sweep(() -> true);
    assertEquals(Collections.singleton("a"), cluster.killed);
    cluster.over.add("a");
    one.sweep(() -> true);
    assertNull(store.job("a"));
    assertTrue(store.registry().admitted().isEmpty());
  }

  @Test
  public void gangWhoseKillFailsUnexpectedlyDoesNotStopOthers() throws Exception {
    submit("a", 5);
    submit("b", 5);
    cluster.isUnreachable = true;
    one.round();
    cluster.isUnreachable = false;
    assertEquals(GangCoordinator.Kill.MARKED, two.kill("a", job -> true));
    cluster.invalid.add("a");
    one.round();
    assertEquals(Collections.singletonList("b"), cluster.taken);
    assertTrue(store.registry().isRunning("b"));
  }

  @Test
  public void gangKilledBeforeItsRouterDiedIsNotStarted() throws Exception {
    submit("a", 10);
    cluster.isUnreachable = true;
    one.round();
    cluster.isUnreachable = false;
    assertEquals(GangCoordinator.Kill.MARKED, two.kill("a", job -> true));
    nowMs += LEASE_MS;
    two.round();
    assertTrue(cluster.taken.isEmpty());
    assertTrue(store.end("a").isKilled());
    assertFalse("its quota is free", store.registry().admitted().containsKey("a"));
  }
}
