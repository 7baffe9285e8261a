// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.split;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Divides one request among sub-clusters, changing the earlier division as little as possible
 * (Hydra section 4.1, AM-RM Proxy policies). There is one instance for each call.
 */
final class SubClusterDivision {
  private final SplitRequest request;
  private final SplitView view;
  private final SplitSettings rules;

  /** Null until first use. */
  private Map<String, Integer> local;

  /**
   * Number of requests that moved because their sub-cluster is not open any more, or is open again.
   */
  int redistributed;

  SubClusterDivision(SplitRequest request, SplitView view, SplitSettings rules) {
    this.request = request;
    this.view = view;
    this.rules = rules;
  }

  private Map<String, Integer> local() {
    if (local == null) {
      local = request.local(view);
    }
    return local;
  }

  void decide() {
    shrink(request.outstanding.shares() - request.total());
    if (request.relaxLocality()) {
      leaveClosed();
      comeBack();
    }
    grow(request.total() - request.outstanding.shares());
    if (!request.relaxLocality()) {
      follow();
    }
  }

  /** Moves requests with strict locality to the sub-clusters of their hosts and racks. */
  private void follow() {
    Map<String, Double> missing = missing();
    int left = sum(missing);
    int freed = 0;
    for (SubClusterWaitTracker share : request.shares()) {
      int spare = share.count() - local().getOrDefault(share.name, 0);
      int moved = Math.max(0, Math.min(left - freed, spare));
      share.take(moved);
      freed += moved;
    }
    spread(freed, missing);
  }

  /** Returns how many local requests each sub-cluster's share lacks. */
  private Map<String, Double> missing() {
    Map<String, Double> missing = new TreeMap<>();
    for (Map.Entry<String, Integer> e : local().entrySet()) {
      missing.put(
          e.getKey(), (double) Math.max(0, e.getValue() - request.share(e.getKey()).count()));
    }
    return missing;
  }

  /** Removes requests: those without locality in their sub-cluster first, from the most loaded. */
  private void shrink(int many) {
    if (many <= 0) {
      return;
    }
    int left = many;
    List<SubClusterWaitTracker> order = request.mostLoadedFirst(view);
    for (boolean localToo : new boolean[] {false, true}) {
      for (SubClusterWaitTracker share : order) {
        int spare = localToo ? share.count() : share.count() - local().getOrDefault(share.name, 0);
        int cut = Math.max(0, Math.min(left, spare));
        share.take(cut);
        left -= cut;
      }
    }
  }

  /** Moves requests away from sub-clusters that are not open, if any other has weight. */
  private void leaveClosed() {
    boolean any = false;
    for (SubClusterWaitTracker share : request.shares()) {
      any |= share.count() > 0 && !view.isOpen(share.name);
    }
    Map<String, Double> pulls = any ? inverseToLoad() : Collections.emptyMap();
    if (pulls.values().stream().noneMatch(pull -> pull > 0)) {
      return;
    }
    int freed = 0;
    for (SubClusterWaitTracker share : request.shares()) {
      if (!view.isOpen(share.name)) {
        share.displaced += share.count();
        freed += share.count();
        share.take(share.count());
      }
    }
    spread(freed, pulls);
    redistributed += freed;
  }

  /** Returns requests that left a sub-cluster which is open again, if they still wait elsewhere. */
  private void comeBack() {
    for (SubClusterWaitTracker back : request.shares()) {
      if (back.displaced > 0 && view.isOpen(back.name)) {
        int owed = Math.min(back.displaced, request.total());
        back.displaced = 0;
        for (SubClusterWaitTracker share : request.mostLoadedFirst(view)) {
          int spare = share == back ? 0 : share.count() - local().getOrDefault(share.name, 0);
          int moved = Math.max(0, Math.min(owed, spare));
          share.take(moved);
          back.add(moved, view.nowMs());
          owed -= moved;
          redistributed += moved;
        }
      }
    }
  }

  /** Adds requests: where they are local, the rest by headroom, load and weight. */
  private void grow(int many) {
    if (many <= 0) {
      return;
    }
    Map<String, Double> missing = missing();
    int near = Math.min(many, sum(missing));
    spread(near, missing);
    if (many > near) {
      request.onDivided(view, rules);
      spread(many - near, request.relaxLocality() ? byHeadroomAndLoad() : Collections.emptyMap());
    }
  }

  private static int sum(Map<String, Double> counts) {
    int sum = 0;
    for (double count : counts.values()) {
      sum += (int) count;
    }
    return sum;
  }

  /** Adds to shares in proportion to weights, or to the home's share if no weight is above 0. */
  private void spread(int many, Map<String, Double> weights) {
    if (many <= 0) {
      return;
    }
    Map<String, Integer> more = Apportionment.divide(many, weights);
    if (more.isEmpty()) {
      request.share(view.home()).add(many, view.nowMs());
    }
    more.forEach((s, n) -> request.share(s).add(n, view.nowMs()));
  }

  private Map<String, Double> inverseToLoad() {
    Map<String, Double> pulls = new TreeMap<>();
    view.open().values().forEach(s -> pulls.put(s.name(), s.pull()));
    return pulls;
  }

  private Map<String, Double> byHeadroomAndLoad() {
    double headroom = 0;
    double pull = 0;
    for (SubClusterLoad s : view.open().values()) {
      headroom += s.weight() > 0 ? s.headroom() : 0;
      pull += s.pull();
    }
    Map<String, Double> weights = new TreeMap<>();
    for (SubClusterLoad s : view.open().values()) {
      if (s.weight() > 0) {
        double alpha = headroom > 0 ? rules.headroomPart() : 0;
        double byHeadroom = headroom > 0 ? s.headroom() / headroom : 0;
        weights.put(s.name(), alpha * byHeadroom + (1 - alpha) * s.pull() / pull);
      }
    }
    return weights;
  }
}
