// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.requests;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.yarnext.common.requests.RequestEntry;
import org.yarnext.common.requests.RequestKey;

/**
 * Checks the rules that hold at every step of a {@link HybridWorld}. Its own count of what the
 * application has outstanding follows YARN's rule alone: a total is replaced by what is sent, a
 * grant lowers it.
 */
final class HybridRules {
  private final HybridWorld world;
  private final Map<RequestKey, Integer> outstanding = new HashMap<>();
  private final Map<RequestKey, Map<String, Integer>> stated = new HashMap<>();
  private final Map<RequestKey, Integer> outstandingBefore = new HashMap<>();
  private final Map<RequestKey, Map<String, Integer>> statedBefore = new HashMap<>();
  private final Map<Integer, Integer> lostBefore = new HashMap<>();

  /** The most that each scheduler had, or may have been sent, since the last successful call. */
  private final Map<RequestKey, Integer> maxGuaranteed = new HashMap<>();

  private final Map<RequestKey, Integer> maxOpportunistic = new HashMap<>();
  private int stuckCalls;
  private int limitAtCall;
  int grants;
  int overGrants;
  int divided;
  int insured;

  /** Lost and not made good for, by priority. */
  private final Map<Integer, Integer> lost = new HashMap<>();

  HybridRules(HybridWorld world) {
    this.world = world;
  }

  void newAttempt() {
    lost.clear();
    outstanding.clear();
    stated.clear();
    restarted();
    overGrants = 0;
    world.master.released = 0;
  }

  /** Both schedulers lost everything. */
  void restarted() {
    maxGuaranteed.clear();
    maxOpportunistic.clear();
  }

  /** The call is not made: what it stated does not count. */
  void refused() {
    outstanding.clear();
    outstanding.putAll(outstandingBefore);
    stated.clear();
    stated.putAll(statedBefore);
    lost.clear();
    lost.putAll(lostBefore);
    sums();
  }

  void asked(List<RequestEntry> asks) {
    outstandingBefore.clear();
    outstandingBefore.putAll(outstanding);
    statedBefore.clear();
    stated.forEach((key, names) -> statedBefore.put(key, new HashMap<>(names)));
    lostBefore.clear();
    lostBefore.putAll(lost);
    for (RequestEntry ask : asks) {
      stated.computeIfAbsent(ask.key(), k -> new HashMap<>()).put(ask.resourceName(), ask.count());
      if (ask.isAny()) {
        outstanding.put(ask.key(), ask.count());
      }
    }
  }

  void told(List<RequestEntry> toGuaranteed, List<RequestEntry> toOpportunistic) {
    long o = world.alive.values().stream().filter(opp -> opp).count();
    int room = world.quota.room(world.live).value();
    limitAtCall = room == Integer.MAX_VALUE ? room : (int) (room + o);
    for (RequestEntry ask : toGuaranteed) {
      int g = world.ledger.outstanding(ask.key(), false);
      if (ask.isAny()) {
        maxGuaranteed.merge(ask.key(), ask.count(), Math::max);
        assertTrue("told as guaranteed " + ask + " of " + g, ask.count() <= g);
      } else if (world.ledger.outstanding(ask.key(), true) > 0) {
        assertTrue("above its part " + ask, ask.count() <= g);
      }
    }
    Set<RequestKey> led = new HashSet<>();
    for (RequestEntry ask : toOpportunistic) {
      assertTrue("no total first " + ask, led.contains(ask.key()) || ask.isAny());
      led.add(ask.key());
      if (ask.isAny()) {
        maxOpportunistic.merge(ask.key(), ask.count(), Math::max);
      }
      if (ask.key().priority() != ModelMaster.OWN_OPPORTUNISTIC) {
        assertTrue(
            "above its part " + ask, ask.count() <= world.ledger.outstanding(ask.key(), true));
      }
    }
    sums();
  }

  /** While others wait, nothing is opportunistic that the application did not request as such. */
  void postponed(boolean othersWait) {
    for (RequestKey key : outstanding.keySet()) {
      if (othersWait && key.priority() != ModelMaster.OWN_OPPORTUNISTIC) {
        assertEquals("postponed " + key, 0, world.ledger.outstanding(key, true));
      }
    }
  }

  void received(List<RequestEntry> asks) {
    int offered = 0;
    int own = 0;
    int mayLack = 0;
    Set<RequestKey> restated = new HashSet<>();
    asks.stream().filter(RequestEntry::isAny).forEach(ask -> restated.add(ask.key()));
    for (RequestKey key : outstanding.keySet()) {
      int g = world.ledger.outstanding(key, false);
      int q = world.ledger.outstanding(key, true);
      int known = world.guaranteed.outstanding(key);
      int pending = world.guaranteed.undelivered(key);
      // A grant that crossed a statement is corrected by the next one, which comes late or at once.
      boolean exact = !world.late || restated.contains(key);
      assertTrue(key + " asked too many: " + known + " > " + g, known <= g || !exact);
      // A container that moves is requested at its new scheduler once the other one has answered
      // the call that requests it no more: see the bound of OutstandingRequests. So a scheduler
      // lacks at most what the other one may have had beyond its share since its last answer.
      int lack = g - known - pending;
      int moving = Math.max(0, maxOpportunistic.getOrDefault(key, 0) - q);
      assertTrue(key + " asked too few: " + lack + " of " + g + ", " + moving, lack <= moving);
      mayLack += Math.max(0, maxGuaranteed.getOrDefault(key, 0) - g);
      int offer = world.opportunistic.outstanding(key);
      int total = outstanding.get(key);
      assertTrue(key + " asked twice: " + known + ", " + offer, known + offer <= total || !exact);
      offered += offer;
      own += key.priority() == ModelMaster.OWN_OPPORTUNISTIC ? q : 0;
      if (key.priority() != ModelMaster.OWN_OPPORTUNISTIC) {
        divided += q > 0 && g > 0 ? 1 : 0;
        assertTrue(key + " offered too many", offer <= q);
      }
      if (key.priority() == ModelMaster.STRICT) {
        assertEquals("strict stays", 0, q);
      }
      maxGuaranteed.put(key, known);
      maxOpportunistic.put(key, offer);
    }
    int room = world.quota.room(world.live).value();
    int most = Math.min(room, world.free.holdsDivided() ? own : world.ledger.queueable());
    assertTrue(offered + " offered of " + most, offered <= most);
    assertTrue("offered too few: " + offered + " of " + most, most - offered <= mayLack);
    somethingMoves(offered);
    for (RequestEntry ask : asks) {
      places(ask);
    }
  }

  /**
   * An application that waits has a live container, or a request at a scheduler within three calls.
   */
  private void somethingMoves(int offered) {
    int waiting = world.ledger.guaranteed() + world.ledger.queueable();
    boolean moves = !world.alive.isEmpty() || world.ledger.guaranteed() > 0 || offered > 0;
    stuckCalls = moves || waiting == 0 ? 0 : stuckCalls + 1;
    assertTrue("nothing would ever serve " + waiting, stuckCalls < 3);
  }

  /** Each side that may serve a key knows of every place that the application just named. */
  private void places(RequestEntry ask) {
    if (ask.isAny()) {
      return;
    }
    RequestKey key = ask.key();
    int at = stated.get(key).get(ask.resourceName());
    int g = world.guaranteed.outstanding(key);
    // Granted but undelivered containers no longer count there.
    boolean isQuiet = world.guaranteed.undelivered(key) == 0;
    if (g > 0 && world.ledger.outstanding(key, false) > 0 && isQuiet) {
      int told = world.guaranteed.count(key, ask.resourceName());
      assertEquals("guaranteed knows of " + ask, Math.min(at, g) > 0, told > 0);
    }
    int o = world.opportunistic.outstanding(key);
    if (o > 0) {
      int told = world.opportunistic.count(key, ask.resourceName());
      assertEquals("opportunistic knows of " + ask, at > 0, told > 0);
    }
  }

  void lost(int priority) {
    lost.merge(priority, 1, Integer::sum);
  }

  /** Checks the number of {@code n} new containers that are guaranteed because others were lost. */
  void insured(int priority, int n, int now) {
    int maxLosses = world.maxLosses;
    assertTrue(now + " of " + n, now >= 0 && now <= (maxLosses == 0 ? 0 : n));
    int left = lost.getOrDefault(priority, 0) - now * maxLosses;
    assertTrue("more than losses of " + priority, left >= 0);
    if (maxLosses == 1) {
      assertEquals("each loss of " + priority, Math.min(n, left + now), now);
    }
    lost.put(priority, left);
    insured += now;
  }

  void granted(ModelGrant grant, boolean waited) {
    grants++;
    int before = outstanding.getOrDefault(grant.key, 0);
    assertEquals(grant.toString(), before > 0, waited);
    outstanding.put(grant.key, Math.max(0, before - 1));
    overGrants += waited ? 0 : 1;
    if (grant.opportunistic) {
      long o = world.alive.values().stream().filter(opp -> opp).count();
      assertTrue("quota " + limitAtCall + " exceeded: " + o, o <= limitAtCall);
    }
  }

  void answered() {
    sums();
    for (String id : world.alive.keySet()) {
      assertTrue(
          "lost more than it may: " + id,
          world.losses.losses(id) <= Math.max(0, world.maxLosses - 1));
    }
    for (Map.Entry<RequestKey, Integer> e : outstanding.entrySet()) {
      if (!world.late) {
        assertEquals(
            "the application's table for " + e.getKey(),
            world.master.counted(e.getKey().priority(), RequestEntry.ANY),
            (int) e.getValue());
      }
    }
    assertEquals(overGrants, (long) world.ledger.counts().get("overGranted"));
    long o = world.alive.values().stream().filter(opp -> opp).count();
    assertEquals(o, world.live.opportunistic());
    assertEquals(world.alive.size() - o, world.live.guaranteed());
  }

  private void sums() {
    Map<String, Long> l = world.ledger.counts();
    l.forEach((name, n) -> assertTrue(name + " " + n, n >= 0));
    assertEquals(
        l.toString(),
        l.get("asked").longValue(),
        l.get("grantedGuaranteed")
            + l.get("grantedOpportunistic")
            + l.get("cancelled")
            + l.get("guaranteed")
            + l.get("queueable"));
    int sum = 0;
    for (Map.Entry<RequestKey, Integer> e : outstanding.entrySet()) {
      int g = world.ledger.outstanding(e.getKey(), false);
      int q = world.ledger.outstanding(e.getKey(), true);
      assertTrue(g >= 0 && q >= 0);
      sum += e.getValue();
      if (e.getKey().priority() != ModelMaster.OWN_OPPORTUNISTIC) {
        assertEquals("outstanding of " + e.getKey(), (int) e.getValue(), g + q);
      }
    }
    assertEquals("outstanding in all", sum, world.ledger.guaranteed() + world.ledger.queueable());
    world.dealt.forEach(
        (priority, d) -> assertEquals("share of " + priority, d[0] * world.percent / 100, d[1]));
  }

  /** Checks that each task had its container at the end, and that nothing is outstanding. */
  void settled() {
    for (ModelMaster.Task task : world.master.tasks) {
      assertTrue("waits for ever: " + task.priority, !task.waits());
    }
    assertEquals(0, world.ledger.guaranteed() + world.ledger.queueable());
    for (RequestKey key : outstanding.keySet()) {
      assertEquals(0, world.guaranteed.outstanding(key) + world.opportunistic.outstanding(key));
    }
    assertEquals("nothing kept of what is over", Collections.emptyList(), world.ledger.stated());
    if (!world.late) {
      assertEquals("released", overGrants, world.master.released);
    }
  }
}
