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

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One key and execution type as the application asks for it, how many of it are outstanding at each
 * scheduler, and what each was told.
 */
final class AskLine {
  final AskKey key;
  final boolean asksOpportunistic;
  final Told toGuaranteed = new Told(false);
  final Told toOpportunistic = new Told(true);

  /** Outstanding at the guaranteed scheduler. */
  int guaranteed;

  /**
   * Outstanding as opportunistic, whether its scheduler was told yet or the quota holds it back.
   */
  int queueable;

  /** Of the guaranteed ones, those that are so only because nothing told how long they run. */
  private int undecided;

  /** True once the two schedulers' parts differ from what the application sent. */
  boolean divided;

  /** True if the application is about to state everything anew. */
  boolean stale;

  private final Map<String, Ask> stated = new LinkedHashMap<>();

  AskLine(AskKey key, boolean asksOpportunistic) {
    this.key = key;
    this.asksOpportunistic = asksOpportunistic;
  }

  /** The application sent an entry. */
  void state(Ask ask) {
    if (stale) {
      stated.clear();
      stale = false;
    }
    stated.put(ask.resourceName(), ask);
  }

  /** The application states everything anew, and this line is no part of it. */
  void vanish() {
    state(Ask.of(key, Ask.ANY, 0).withType(asksOpportunistic, false));
  }

  /**
   * Makes all of it guaranteed.
   *
   * @return how many that changes
   */
  int unify() {
    int moved = asksOpportunistic ? 0 : queueable;
    guaranteed += moved;
    queueable -= moved;
    return moved;
  }

  /** So many more are guaranteed only because nothing told how long they run. */
  void leaveUndecided(int more) {
    undecided += more;
  }

  /** How many of them still wait. */
  int undecided() {
    return undecided;
  }

  /** So many guaranteed ones are granted or cancelled; those that were decided go first. */
  void guaranteedFewer(int fewer) {
    guaranteed -= fewer;
    undecided = Math.min(undecided, guaranteed);
  }

  /** So many of them become opportunistic, and the others are guaranteed for good. */
  void decide(int opportunistic) {
    guaranteed -= opportunistic;
    queueable += opportunistic;
    divided |= opportunistic > 0;
    undecided = 0;
  }

  int outstanding() {
    return guaranteed + queueable;
  }

  Set<String> names() {
    return stated.keySet();
  }

  /** The last entry of that name; one for nothing if there is none. */
  Ask stated(String name) {
    Ask ask = stated.get(name);
    return ask != null ? ask : Ask.of(key, name, 0).withType(asksOpportunistic, false);
  }

  /** An entry for a scheduler, as like the application's as can be. */
  Ask entry(String name, int count, boolean opportunistic) {
    Ask ask = stated(name);
    if (opportunistic && !asksOpportunistic) {
      ask = ask.withType(true, true);
    }
    return ask.count() == count ? ask : ask.withCount(count);
  }

  /** Whether any of it may be opportunistic although the application asked for guaranteed ones. */
  boolean mayDivide(boolean evenEnforced) {
    if (asksOpportunistic || (stated(Ask.ANY).enforced() && !evenEnforced)) {
      return false;
    }
    for (Ask ask : stated.values()) {
      if (!ask.relaxLocality()) {
        return false;
      }
    }
    return true;
  }

  /** True if the application wants nothing of it any more. */
  boolean over() {
    if (outstanding() > 0 || stated(Ask.ANY).count() > 0) {
      return false;
    }
    return stated.containsKey(Ask.ANY) || stated.values().stream().noneMatch(a -> a.count() > 0);
  }

  Map<String, Object> snapshot() {
    Map<String, Object> s = new LinkedHashMap<>();
    s.put("priority", key.priority());
    s.put("allocationRequestId", key.allocationRequestId());
    s.put("capability", key.capability());
    s.put("opportunistic", asksOpportunistic);
    s.put("guaranteed", guaranteed);
    s.put("queueable", queueable);
    s.put("undecided", undecided);
    s.put("divided", divided);
    s.put("stale", stale);
    List<Object> asks = new ArrayList<>();
    for (Ask a : stated.values()) {
      asks.add(
          Arrays.asList(a.resourceName(), a.count(), a.enforced(), a.relaxLocality(), a.label()));
    }
    s.put("asks", asks);
    s.put("toGuaranteed", toGuaranteed.snapshot());
    s.put("toOpportunistic", toOpportunistic.snapshot());
    return Collections.unmodifiableMap(s);
  }

  static AskLine restore(Map<String, ?> s) {
    AskKey key =
        AskKey.of(
            (int) Plain.number(s, "priority"),
            Plain.number(s, "allocationRequestId"),
            Plain.typed(s.get("capability"), "capability", String.class));
    AskLine line = new AskLine(key, Plain.flag(s, "opportunistic"));
    line.guaranteed = Plain.count(s.get("guaranteed"));
    line.queueable = Plain.count(s.get("queueable"));
    // Not in what earlier versions stored.
    line.undecided = s.containsKey("undecided") ? Plain.count(s.get("undecided")) : 0;
    line.divided = Plain.flag(s, "divided");
    for (Object o : Plain.list(s, "asks")) {
      List<?> a = Plain.typed(o, "asks", List.class);
      line.state(
          Ask.of(key, Plain.typed(a.get(0), "name", String.class), Plain.count(a.get(1)))
              .withType(line.asksOpportunistic, Plain.typed(a.get(2), "enforced", Boolean.class))
              .withRelaxLocality(Plain.typed(a.get(3), "relaxLocality", Boolean.class))
              .withLabel((String) a.get(4)));
    }
    line.stale = Plain.flag(s, "stale");
    line.toGuaranteed.restore(Plain.map(s, "toGuaranteed"));
    line.toOpportunistic.restore(Plain.map(s, "toOpportunistic"));
    return line;
  }
}
