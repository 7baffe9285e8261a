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
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What one scheduler was last told of one line, so that it is told what differs and nothing else.
 */
final class Told {
  /** A count that equals no other: the scheduler may not have heard the last one. */
  private static final int UNSURE = -1;

  private final boolean opportunistic;
  private final Map<String, Integer> counts = new HashMap<>();
  private int any;
  private boolean open;
  private boolean unsure;

  Told(boolean opportunistic) {
    this.opportunistic = opportunistic;
  }

  /** The scheduler granted one, and lowered its own count by it. */
  void granted() {
    any = Math.max(any - 1, Math.min(any, 0));
    // The stock opportunistic scheduler drops a key with all its locations at its last grant.
    if (opportunistic && any == 0) {
      forgotten();
    }
  }

  /** The scheduler restarted and knows nothing. */
  void forgotten() {
    counts.clear();
    any = 0;
    open = false;
    unsure = false;
  }

  /** An entry may not have arrived. */
  void unsure(String resourceName) {
    open = true;
    unsure = true;
    if (Ask.ANY.equals(resourceName)) {
      any = UNSURE;
    } else {
      counts.put(resourceName, UNSURE);
    }
  }

  /** How much the scheduler still has of what it was told is not known. */
  void doubted() {
    if (open) {
      counts.replaceAll((name, count) -> UNSURE);
      unsure(Ask.ANY);
    }
  }

  /**
   * Leaves to {@code successor} what the scheduler may know under the same key.
   *
   * @return whether it may know anything
   */
  boolean leaveTo(Told successor) {
    if (!open) {
      return false;
    }
    counts.keySet().forEach(successor::unsure);
    successor.unsure(Ask.ANY);
    forgotten();
    return true;
  }

  /** How many the scheduler may grant before it is told otherwise. */
  int outstanding() {
    return Math.max(any, 0);
  }

  boolean differs(int wanted) {
    return unsure || any != wanted;
  }

  /**
   * Brings the scheduler up to date with its part of a divided line.
   *
   * @param wanted the total to tell
   * @param cap what no node or rack entry needs to exceed
   * @param restated the names of the entries that the application just sent
   */
  List<Ask> tell(AskLine line, int wanted, int cap, Set<String> restated) {
    List<Ask> entries = new ArrayList<>();
    if (!open && wanted == 0) {
      return entries;
    }
    Set<String> names = new LinkedHashSet<>(line.names());
    names.addAll(counts.keySet());
    names.remove(Ask.ANY);
    for (String name : names) {
      int count = wanted == 0 ? 0 : Math.min(line.stated(name).count(), cap);
      if (count != counts.getOrDefault(name, 0) || (count > 0 && restated.contains(name))) {
        entries.add(line.entry(name, count, opportunistic));
        set(name, count);
      }
    }
    // The stock opportunistic scheduler takes a new key's total and label from its first entry.
    boolean lead = opportunistic && !entries.isEmpty();
    if (any != wanted || lead || restated.contains(Ask.ANY)) {
      entries.add(0, line.entry(Ask.ANY, wanted, opportunistic));
      // Not before it was told of nothing: a grant on its way may have left it with a rest.
      open = wanted > 0;
    }
    any = wanted;
    unsure = false;
    return entries;
  }

  /** Passes on what the application sent as it is, and again what may not have arrived. */
  List<Ask> pass(AskLine line, Set<String> restated) {
    if (opportunistic && !line.names().contains(Ask.ANY)) {
      // The stock opportunistic scheduler takes a new key's total from its first entry, whatever it
      // is, and would grant what nobody has counted.
      return new ArrayList<>();
    }
    Set<String> names = new LinkedHashSet<>(restated);
    if (!open) {
      names.addAll(line.names());
    }
    counts.forEach((name, count) -> addIf(count == UNSURE, name, names));
    addIf(any == UNSURE, Ask.ANY, names);
    List<Ask> entries = new ArrayList<>();
    for (String name : names) {
      boolean isAny = Ask.ANY.equals(name);
      int count = isAny ? line.outstanding() : line.stated(name).count();
      entries.add(line.entry(name, count, opportunistic));
      if (isAny) {
        any = count;
      } else {
        set(name, count);
      }
    }
    open = true;
    unsure = false;
    if (names.contains(Ask.ANY) && any == 0) {
      forgotten();
    }
    return entries;
  }

  private static void addIf(boolean condition, String name, Set<String> names) {
    if (condition) {
      names.add(name);
    }
  }

  private void set(String name, int count) {
    if (count == 0) {
      counts.remove(name);
    } else {
      counts.put(name, count);
    }
  }

  Map<String, Object> snapshot() {
    Map<String, Object> s = new LinkedHashMap<>();
    s.put("any", any);
    s.put("open", open);
    s.put("unsure", unsure);
    s.put("counts", new TreeMap<>(counts));
    return s;
  }

  void restore(Map<String, ?> s) {
    any = (int) Plain.number(s, "any");
    open = Plain.flag(s, "open");
    unsure = Plain.flag(s, "unsure");
    Map<String, ?> read = Plain.map(s, "counts");
    read.keySet().forEach(name -> counts.put(name, (int) Plain.number(read, name)));
  }
}
