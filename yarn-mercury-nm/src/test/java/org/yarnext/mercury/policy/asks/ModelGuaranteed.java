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

import static org.junit.Assert.assertFalse;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * The ResourceManager's side of asks as AppSchedulingInfo and LocalityAppPlacementAllocator keep
 * it: entries are replaced by what is sent, a total of 0 drops the key, a grant lowers the node's,
 * rack's and total count. It grants between the application's calls, so that a call may state a
 * number that does not know of a grant yet: the over-grant race.
 */
final class ModelGuaranteed {
  final List<ModelGrant> undelivered = new ArrayList<>();
  private final Map<AskKey, Map<String, Ask>> entries = new TreeMap<>();
  private int last;

  void receive(List<Ask> asks) {
    for (Ask ask : asks) {
      assertFalse(ask.toString(), ask.opportunistic());
      entries.computeIfAbsent(ask.key(), k -> new TreeMap<>()).put(ask.resourceName(), ask);
    }
    for (Ask ask : asks) {
      if (ask.isAny() && ask.count() == 0) {
        entries.remove(ask.key());
      }
    }
  }

  /** Grants at most {@code most} containers on nodes of its choice. */
  void schedule(Random random, int most) {
    for (int i = 0; i < most; i++) {
      String host = "h" + random.nextInt(ModelMaster.HOSTS);
      String rack = ModelMaster.rack(host);
      for (AskKey key : new ArrayList<>(entries.keySet())) {
        boolean local = count(key, rack) > 0 && count(key, host) > 0;
        boolean onRack = count(key, rack) > 0 && relaxes(key, rack);
        if (outstanding(key) > 0 && (local || onRack || relaxes(key, Ask.ANY))) {
          lower(key, Ask.ANY);
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

  private boolean relaxes(AskKey key, String name) {
    Ask ask = entries.get(key).get(name);
    return ask == null || ask.relaxLocality();
  }

  private void lower(AskKey key, String name) {
    Map<String, Ask> names = entries.get(key);
    Ask ask = names.get(name);
    if (ask.count() > 1) {
      names.put(name, ask.withCount(ask.count() - 1));
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

  int count(AskKey key, String name) {
    Ask ask = entries.containsKey(key) ? entries.get(key).get(name) : null;
    return ask == null ? 0 : ask.count();
  }

  int outstanding(AskKey key) {
    return count(key, Ask.ANY);
  }

  int undelivered(AskKey key) {
    return (int) undelivered.stream().filter(g -> g.key.equals(key)).count();
  }
}
