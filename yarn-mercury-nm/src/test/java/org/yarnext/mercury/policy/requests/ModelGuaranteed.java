// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.requests;

import static org.junit.Assert.assertFalse;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.yarnext.common.requests.RequestEntry;
import org.yarnext.common.requests.RequestKey;

/**
 * The ResourceManager's side of asks as AppSchedulingInfo and LocalityAppPlacementAllocator keep
 * it: entries are replaced by what is sent, a total of 0 drops the key, a grant lowers the node's,
 * rack's and total count. It grants between the application's calls, so that a call may state a
 * number that does not know of a grant yet: the over-grant race.
 */
final class ModelGuaranteed {
  final List<ModelGrant> undelivered = new ArrayList<>();
  private final Map<RequestKey, Map<String, RequestEntry>> entries = new LinkedHashMap<>();
  private int last;
  private long freeMb = FreeMemoryLimit.NONE;
  private int calls;

  /**
   * Memory for further containers of size 1. It changes every fourth call and is short in one call
   * at most, since containers that become opportunistic leave some.
   */
  long freeMb(Random random) {
    if (++calls % 4 == 0) {
      freeMb = random.nextBoolean() ? FreeMemoryLimit.NONE : random.nextInt(12) - 4;
    } else if (freeMb != FreeMemoryLimit.NONE) {
      freeMb = Math.max(0, freeMb);
    }
    return freeMb;
  }

  void receive(List<RequestEntry> asks) {
    for (RequestEntry ask : asks) {
      assertFalse(ask.toString(), RequestKeys.isOpportunistic(ask.key()));
      entries.computeIfAbsent(ask.key(), k -> new TreeMap<>()).put(ask.resourceName(), ask);
    }
    // As stock: of the entries of one name in a call the last one counts.
    entries.values().removeIf(names -> names.containsKey(RequestEntry.ANY) && count(names) == 0);
  }

  private static int count(Map<String, RequestEntry> names) {
    return names.get(RequestEntry.ANY).count();
  }

  /** Grants at most {@code most} containers on nodes of its choice. */
  void schedule(Random random, int most) {
    for (int i = 0; i < most; i++) {
      String host = "h" + random.nextInt(ModelMaster.HOSTS);
      String rack = ModelMaster.rack(host);
      for (RequestKey key : new ArrayList<>(entries.keySet())) {
        boolean local = count(key, rack) > 0 && count(key, host) > 0;
        boolean onRack = count(key, rack) > 0 && relaxes(key, rack);
        if (outstanding(key) > 0 && (local || onRack || relaxes(key, RequestEntry.ANY))) {
          lower(key, RequestEntry.ANY);
          if (local || onRack) {
            lower(key, rack);
          }
          if (local) {
            lower(key, host);
          }
          undelivered.add(new ModelGrant("g" + ++last, key, host, false));
          break;
        }
      }
    }
  }

  private boolean relaxes(RequestKey key, String name) {
    RequestEntry ask = entries.get(key).get(name);
    return ask == null || ask.relaxLocality();
  }

  private void lower(RequestKey key, String name) {
    Map<String, RequestEntry> names = entries.get(key);
    RequestEntry ask = names.get(name);
    if (ask.count() > 1) {
      names.put(name, RequestEntry.of(key, name, ask.count() - 1, ask.relaxLocality()));
    } else {
      names.remove(name);
    }
  }

  List<ModelGrant> deliver() {
    List<ModelGrant> all = new ArrayList<>(undelivered);
    undelivered.clear();
    return all;
  }

  void restart() {
    entries.clear();
    undelivered.clear();
  }

  int count(RequestKey key, String name) {
    RequestEntry ask = entries.containsKey(key) ? entries.get(key).get(name) : null;
    return ask == null ? 0 : ask.count();
  }

  int outstanding(RequestKey key) {
    return count(key, RequestEntry.ANY);
  }

  int undelivered(RequestKey key) {
    return (int) undelivered.stream().filter(g -> g.key.equals(key)).count();
  }
}
