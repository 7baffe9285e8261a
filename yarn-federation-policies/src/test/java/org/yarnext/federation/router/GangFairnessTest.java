// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.router;

import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.util.Map;
import java.util.TreeMap;
import org.junit.Test;
import org.yarnext.federation.gang.GangCoordinator;
import org.yarnext.federation.gang.GangLauncher;
import org.yarnext.federation.gang.StoredGangs;
import org.yarnext.federation.policy.gang.GangAdmissionPolicy;

/** How long a user's gangs wait beside many gangs of another user. */
public class GangFairnessTest extends GangHookTestBase {
  /** When each gang of the honest user ended, in virtual time, by the real hook and store. */
  private Map<String, Long> ends(String other, int jobs, String tag) throws Exception {
    GangHook hook = hook();
    await(
        () -> "its own round",
        () -> hook.log().metrics().snapshot().get("RegistryAgeMillis").longValue() >= 0);
    for (int i = 0; i < jobs; i++) {
      hook.hold(other, context(i + 1, "a", tag));
    }
    for (int i = 0; i < 5; i++) {
      GangSubmissionDecision hold = hook.hold("honest", context(10_000 + i, "a", "gang=1x100"));
      assertTrue(hold != GangSubmissionDecision.PASSES);
      assertNull("it may wait", hold.refusal());
    }
    Map<String, Long> ends = new TreeMap<>();
    GangCoordinator keeper =
        new GangCoordinator(
            "virtual",
            store,
            new GangAdmissionPolicy(0),
            cluster,
            () -> cluster.now,
            60_000,
            60_000,
            Long.MAX_VALUE,
            StoredGangs.NOBODY);
    for (cluster.now = 0; ends.size() < 5; cluster.now += 1_000) {
      assertTrue("they starve", cluster.now < 1_000_000);
      keeper.sweep(() -> true);
      keeper.round();
      keeper.checkNew(() -> true);
      for (Map.Entry<String, Long> e : cluster.started.entrySet()) {
        if (e.getKey().compareTo("application_1_10000") >= 0
            && cluster.state(e.getKey(), "") == GangLauncher.State.OVER) {
          ends.putIfAbsent(e.getKey(), cluster.now);
        }
      }
    }
    return ends;
  }

  private void assertNoLaterThanBesideANeighbour(String attacker, int jobs) throws Exception {
    conf.set(KEYS + "max-waiting-per-user", "40");
    assertTrue("the one with the virtual clock looks what is over", store.isSweeper("virtual"));
    Map<String, Long> beside = ends(attacker, jobs, "gang=1x100");
    for (String id : records.below("gangs/jobs")) {
      store.remove(id);
    }
    records.remove("gangs/book");
    cluster.started.clear();
    Map<String, Long> neighbour = ends("neighbour", 5, "gang=1x100");
    for (Map.Entry<String, Long> e : neighbour.entrySet()) {
      assertTrue(
          beside + " and beside a neighbour " + neighbour,
          beside.get(e.getKey()) <= e.getValue() * 1.05);
    }
  }

  @Test
  public void hundredsOfGangsDelayAnotherUserNoMoreThanAFew() throws Exception {
    assertNoLaterThanBesideANeighbour("attacker", 300);
  }

  @Test
  public void refusedGangsDelayAnotherUserNoMoreThanAFew() throws Exception {
    assertNoLaterThanBesideANeighbour("refused", 300);
  }
}
