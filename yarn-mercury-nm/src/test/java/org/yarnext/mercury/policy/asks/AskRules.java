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
import static org.junit.Assert.assertTrue;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What must hold at every step of an {@link AskWorld}. Its own count of what the application has
 * outstanding follows YARN's rule alone: a total is replaced by what is sent, a grant lowers it.
 */
final class AskRules {
  private final AskWorld world;
  private final Map<AskKey, Integer> outstanding = new HashMap<>();
  private final Map<AskKey, Map<String, Integer>> stated = new HashMap<>();
  private int limitAtCall;
  int grants;
  int overGrants;
  int divided;
  int insured;

  /** Lost and not made good for, by priority. */
  private final Map<Integer, Integer> lost = new HashMap<>();

  AskRules(AskWorld world) {
    this.world = world;
  }

  void newAttempt() {
    lost.clear();
    outstanding.clear();
    stated.clear();
    overGrants = 0;
    world.master.released = 0;
  }

  void asked(List<Ask> asks) {
    for (Ask ask : asks) {
      stated.computeIfAbsent(ask.key(), k -> new HashMap<>()).put(ask.resourceName(), ask.count());
      if (ask.isAny()) {
        outstanding.put(ask.key(), ask.count());
      }
    }
  }

  void told(AskSplit out) {
    long o = world.alive.values().stream().filter(opp -> opp).count();
    int room = world.quota.room(world.live).value();
    limitAtCall = room == Integer.MAX_VALUE ? room : (int) (room + o);
    for (Ask ask : out.toGuaranteed()) {
      int g = world.ledger.outstanding(ask.key(), false);
      if (ask.isAny()) {
        assertEquals("told as guaranteed " + ask, g, ask.count());
      } else if (world.ledger.outstanding(ask.key(), true) > 0) {
        assertTrue("above its part " + ask, ask.count() <= g);
      }
    }
    Set<AskKey> led = new HashSet<>();
    for (Ask ask : out.toOpportunistic()) {
      assertTrue("no total first " + ask, led.contains(ask.key()) || ask.isAny());
      led.add(ask.key());
      if (ask.key().priority() != ModelMaster.OWN_OPPORTUNISTIC) {
        assertTrue(
            "above its part " + ask,
            ask.count() <= world.ledger.outstanding(ask.key(), true) && ask.enforced());
      }
    }
    sums();
  }

  void received(List<Ask> asks) {
    int offered = 0;
    Set<AskKey> restated = new HashSet<>();
    asks.stream().filter(Ask::isAny).forEach(ask -> restated.add(ask.key()));
    for (AskKey key : outstanding.keySet()) {
      int g = world.ledger.outstanding(key, false);
      int known = world.guaranteed.outstanding(key);
      int pending = world.guaranteed.undelivered(key);
      // A grant that crossed a statement is corrected by the next one, which comes late or at once.
      boolean exact = !world.late || restated.contains(key);
      assertTrue(key + " asked too many: " + known + " > " + g, known <= g || !exact);
      assertTrue(key + " asked too few: " + known + " < " + g, known + pending >= g);
      offered += world.opportunistic.outstanding(key);
      if (key.priority() != ModelMaster.OWN_OPPORTUNISTIC) {
        int q = world.ledger.outstanding(key, true);
        divided += q > 0 && g > 0 ? 1 : 0;
        assertTrue(key + " offered too many", world.opportunistic.outstanding(key) <= q);
      }
      if (key.priority() == ModelMaster.STRICT) {
        assertEquals("strict stays", 0, world.ledger.outstanding(key, true));
      }
    }
    assertEquals("offered", world.ledger.offered(), offered);
    int room = world.quota.room(world.live).value();
    assertEquals("as the quota allows", Math.min(room, world.ledger.queueable()), offered);
    somethingMoves(offered);
    for (Ask ask : asks) {
      places(ask);
    }
  }

  /** Whoever waits has something alive, or asked of a scheduler by the end of the next call. */
  private void somethingMoves(int offered) {
    int waiting = world.ledger.guaranteed() + world.ledger.queueable();
    boolean moves = !world.alive.isEmpty() || world.ledger.guaranteed() > 0 || offered > 0;
    assertTrue("nothing would ever serve " + waiting, moves || waiting == 0);
  }

  /** Each side that may serve a key knows of every place that the application just named. */
  private void places(Ask ask) {
    if (ask.isAny()) {
      return;
    }
    AskKey key = ask.key();
    int at = stated.get(key).get(ask.resourceName());
    int g = world.guaranteed.outstanding(key);
    if (g > 0) {
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

  /** Of {@code n} new containers so many are guaranteed since others were lost. */
  void insured(int priority, int n, int now) {
    int atMost = world.atMostLosses;
    assertTrue(now + " of " + n, now >= 0 && now <= (atMost == 0 ? 0 : n));
    int left = lost.getOrDefault(priority, 0) - now * atMost;
    assertTrue("more than losses of " + priority, left >= 0);
    if (atMost == 1) {
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
          world.losses.losses(id) <= Math.max(0, world.atMostLosses - 1));
    }
    for (Map.Entry<AskKey, Integer> e : outstanding.entrySet()) {
      if (!world.late) {
        assertEquals(
            "the application's table for " + e.getKey(),
            world.master.counted(e.getKey().priority(), Ask.ANY),
            (int) e.getValue());
      }
    }
    assertEquals(overGrants, (long) world.ledger.ledger().get("overGranted"));
    long o = world.alive.values().stream().filter(opp -> opp).count();
    assertEquals(o, world.live.opportunistic());
    assertEquals(world.alive.size() - o, world.live.guaranteed());
  }

  private void sums() {
    Map<String, Long> l = world.ledger.ledger();
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
    for (Map.Entry<AskKey, Integer> e : outstanding.entrySet()) {
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

  /** At the end each task had its container, and nobody owes anybody anything. */
  void settled() {
    for (ModelMaster.Task task : world.master.tasks) {
      assertTrue("waits for ever: " + task.priority, !task.waits());
    }
    assertEquals(0, world.ledger.guaranteed() + world.ledger.queueable());
    for (AskKey key : outstanding.keySet()) {
      assertEquals(0, world.guaranteed.outstanding(key) + world.opportunistic.outstanding(key));
    }
    assertEquals(
        "nothing kept of what is over", 0, ((List<?>) world.ledger.snapshot().get("lines")).size());
    if (!world.late) {
      assertEquals("released", overGrants, world.master.released);
    }
  }
}
