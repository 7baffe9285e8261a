// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.gang;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import org.junit.Test;
import org.yarnext.common.testing.LogLines;

/** Gangs that are refused or cannot be started leave their quota to others. */
public class GangAdmissionTest extends GangCoordinatorTestBase {
  @Test
  public void gangRefusedThriceFailsWithTheReason() throws Exception {
    submit("a", 10);
    cluster.refuses = true;
    for (int i = 0; i < 3; i++) {
      one.round();
      assertTrue("nothing is taken", store.registry().admitted().isEmpty());
      assertEquals("nor is it tried before its time", i < 2, store.job("a") != null);
      one.round();
      nowMs += LEASE_MS;
    }
    assertFalse(store.end("a").isKilled());
    assertTrue(store.end("a").diagnostics().contains("no such queue"));
    assertTrue(store.registry().admitted().isEmpty());
    assertNull(store.job("a"));
  }

  @Test
  public void refusedGangsOfOneUserAreLoggedOnce() throws Exception {
    for (int i = 0; i < 5; i++) {
      submit("job" + i, 2);
    }
    cluster.refuses = true;
    try (LogLines log = new LogLines(GangStartManager.class.getName())) {
      for (int i = 0; i < 3; i++) {
        one.round();
        nowMs += LEASE_MS;
      }
      assertEquals(log.lines().toString(), 1, log.lines().size());
      assertEquals(1, log.count("was admitted but not started", "no such queue"));
    }
    assertTrue("all failed", store.jobs().isEmpty());
  }

  @Test
  public void gangThatCannotBeKilledIsLoggedOnce() throws Exception {
    submit("a", 10);
    cluster.isUnreachable = true;
    one.round();
    two.kill("a", job -> true);
    cluster.killsFail = true;
    try (LogLines log = new LogLines(GangStartManager.class.getName())) {
      for (int i = 0; i < 3; i++) {
        one.round();
      }
      assertEquals(1, log.count("may run"));
    }
    assertNotNull(store.job("a"));
  }

  @Test
  public void refusedGangLeavesItsQuotaToTheNext() throws Exception {
    submit("a", 10);
    submit("b", 10);
    cluster.refuses = true;
    one.round();
    cluster.refuses = false;
    two.round();
    assertEquals("at another Router, too", Collections.singletonList("b"), cluster.taken);
    cluster.over.add("b");
    one.sweep(() -> true);
    one.round();
    assertEquals("it is not its time", Collections.singletonList("b"), cluster.taken);
    nowMs += LEASE_MS;
    one.round();
    assertEquals(Arrays.asList("b", "a"), cluster.taken);
    assertTrue("forgotten once it runs", store.registry().refused().isEmpty());
  }

  @Test
  public void gangWhoseStartFailsUnexpectedlyDoesNotStopOthers() throws Exception {
    for (String id : new String[] {"a", "b", "c"}) {
      submit(id, 3);
    }
    cluster.invalid.add("b");
    one.round();
    assertEquals(Arrays.asList("a", "c"), cluster.taken);
    assertTrue(store.registry().isRunning("a"));
    assertTrue(store.registry().isRunning("c"));
    assertFalse("it is tried again", store.registry().admitted().get("b").isRunning());
  }

  @Test
  public void gangThatNoSubClusterCanTakeNowReleasesQuotaAndWaits() throws Exception {
    submit("a", 10);
    cluster.isNowhere = true;
    for (int i = 0; i < 10; i++) {
      one.round();
      nowMs += LEASE_MS;
      assertTrue(store.registry().admitted().isEmpty());
    }
    assertNull("it has not failed", store.end("a"));
    cluster.isNowhere = false;
    one.round();
    assertEquals(Collections.singletonList("a"), cluster.taken);
  }

  @Test
  public void eachTransitionIsReportedOnce() throws Exception {
    submit("a", 10);
    submit("b", 10);
    submit("c", 11); // which never fits
    cluster.refuses = true;
    one.round();
    cluster.refuses = false;
    one.round();
    two.kill("a", job -> true);
    assertEquals(
        Arrays.asList(
            "recalled a GANG_ACCEPTED",
            "recalled b GANG_ACCEPTED",
            "recalled c GANG_ACCEPTED",
            "a GANG_ADMITTED",
            "a GANG_START_REFUSED",
            "b GANG_ADMITTED",
            "b GANG_STARTED",
            "a GANG_KILLED"),
        reported);
    reported.clear();
    router("restarted").round();
    assertEquals(Arrays.asList("recalled c GANG_ACCEPTED", "recalled b GANG_STARTED"), reported);
  }

  @Test
  public void gangKeepsItsQuotaWhileSubClustersDoNotRespond() throws Exception {
    submit("a", 10);
    submit("b", 10);
    cluster.isUnreachable = true;
    for (int i = 0; i < 10; i++) {
      one.round();
    }
    assertNull("it has not failed", store.end("a"));
    assertTrue(store.registry().admitted().containsKey("a"));
    assertNotNull(store.job("a"));
    cluster.isUnreachable = false;
    one.round();
    assertEquals(Collections.singletonList("a"), cluster.taken);
  }
}
