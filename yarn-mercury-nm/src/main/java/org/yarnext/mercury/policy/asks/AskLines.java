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
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/** The lines of one application attempt by key, and which of them a granted container is of. */
final class AskLines {
  private final NavigableMap<AskKey, AskLine> guaranteed = new TreeMap<>();
  private final NavigableMap<AskKey, AskLine> opportunistic = new TreeMap<>();

  AskLine get(AskKey key, boolean asksOpportunistic) {
    return map(asksOpportunistic).get(key);
  }

  AskLine getOrCreate(AskKey key, boolean asksOpportunistic) {
    return map(asksOpportunistic).computeIfAbsent(key, k -> new AskLine(k, asksOpportunistic));
  }

  void add(AskLine line) {
    map(line.asksOpportunistic).put(line.key, line);
  }

  private NavigableMap<AskKey, AskLine> map(boolean asksOpportunistic) {
    return asksOpportunistic ? opportunistic : guaranteed;
  }

  /** A copy; those asked as opportunistic first, since nothing else can serve them; by urgency. */
  List<AskLine> all() {
    List<AskLine> all = new ArrayList<>(opportunistic.values());
    all.addAll(guaranteed.values());
    return all;
  }

  /** Those asked as guaranteed, the most urgent first. */
  Collection<AskLine> askedGuaranteed() {
    return guaranteed.values();
  }

  void dropFinished() {
    guaranteed.values().removeIf(AskLine::over);
    opportunistic.values().removeIf(AskLine::over);
  }

  /**
   * The line that a granted container is of; null if none waits for it. The exact size counts, but
   * schedulers may round it up: if nothing of that size was asked, any size of the same scheduler
   * key will do, since they keep one each.
   */
  AskLine granted(AskKey key, boolean asOpportunistic) {
    AskLine g = guaranteed.get(key);
    AskLine o = opportunistic.get(key);
    if (g != null || o != null) {
      return waiting(g, o, asOpportunistic);
    }
    for (NavigableMap<AskKey, AskLine> lines : Arrays.asList(guaranteed, opportunistic)) {
      for (AskKey other : lines.tailMap(key.least()).keySet()) {
        if (!other.sameSchedulerKey(key)) {
          break;
        }
        AskLine line = waiting(guaranteed.get(other), opportunistic.get(other), asOpportunistic);
        if (line != null) {
          return line;
        }
      }
    }
    return null;
  }

  private static AskLine waiting(AskLine g, AskLine o, boolean asOpportunistic) {
    if (asOpportunistic && o != null && o.queueable > 0) {
      return o;
    }
    // One that was never divided has nothing at the opportunistic scheduler.
    boolean serves = g != null && (!asOpportunistic || g.divided);
    return serves && g.outstanding() > 0 ? g : null;
  }
}
