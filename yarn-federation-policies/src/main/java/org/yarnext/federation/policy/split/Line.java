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
package org.yarnext.federation.policy.split;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * All that is outstanding for one {@link AskKey}: what the application asked, and the part of each
 * sub-cluster. Not thread-safe.
 */
final class Line {
  final AskKey key;

  /** By sub-cluster. */
  final Map<String, Part> parts = new TreeMap<>();

  /** How many are outstanding altogether. */
  int wanted;

  /** How many may move so that each does so only so often on average. */
  private double movesDue;

  private long lookedMs = Long.MAX_VALUE;

  /** False if they may only be where hosts or racks are named. */
  boolean relaxed = true;

  private final Map<String, Named> names = new HashMap<>();
  private int preferring;

  /** Null if they may have changed. */
  private Set<String> racksAsked;

  Line(AskKey key) {
    this.key = key;
  }

  /** Takes one line of a call; returns how many more, or fewer below 0, are outstanding. */
  int state(Ask ask, SplitView view) {
    if (!ask.isAny()) {
      put(ask, view);
      return 0;
    }
    int more = ask.count() - wanted;
    wanted = ask.count();
    if (relaxed != ask.relaxed()) {
      relaxed = ask.relaxed();
      parts.values().forEach(part -> part.unsure |= part.told > 0);
    }
    parts.values().forEach(Part::restated);
    return more;
  }

  private void put(Ask ask, SplitView view) {
    Set<String> owners = view.owners(ask.name());
    boolean known = !owners.isEmpty();
    Set<String> tellers = known ? owners : Collections.singleton(view.home());
    Named named = names.get(ask.name());
    int before = named == null ? 0 : named.ask.count();
    if (named == null) {
      named = new Named(ask);
      names.put(ask.name(), named);
    }
    if (!named.isAt(tellers)) {
      List<Part> moved = new ArrayList<>(tellers.size());
      tellers.forEach(name -> moved.add(part(name)));
      named.moveTo(moved);
    }
    named.known = known;
    count(named, ask, before);
  }

  private void count(Named named, Ask ask, int before) {
    int more = (ask.count() > 0 ? 1 : 0) - (before > 0 ? 1 : 0);
    preferring += more;
    if (more != 0 && named.isRack) {
      racksAsked = null;
    }
    named.ask(ask);
  }

  /** The racks that are asked for now; a set that does not change with them. */
  Set<String> racksAsked() {
    if (racksAsked == null) {
      Set<String> now = new HashSet<>();
      names.forEach(
          (name, named) -> {
            if (named.isRack && named.ask.count() > 0) {
              now.add(name);
            }
          });
      racksAsked = now;
    }
    return racksAsked;
  }

  Part part(String subCluster) {
    Part part = parts.get(subCluster);
    if (part == null) {
      part = new Part(subCluster);
      parts.put(subCluster, part);
    }
    return part;
  }

  /** Decides how far from hosts each sub-cluster may grant; where all that waits names some. */
  void reach(SplitRules rules, long nowMs) {
    for (Part part : parts.values()) {
      boolean isNear = relaxed && part.count > 0 && part.hosts >= part.count - 1e-6;
      part.reach = isNear ? rules.reach(nowMs - part.nearSinceMs) : Reach.ANYWHERE;
    }
  }

  /**
   * Counts the time that they waited.
   *
   * @param eachMs how often each may move, in ms
   */
  void earnMoves(long nowMs, double eachMs) {
    movesDue = Math.min(wanted, movesDue + wanted * Math.max(0, nowMs - lookedMs) / eachMs);
    lookedMs = nowMs;
  }

  /** How many may move now. */
  int movesDue() {
    return (int) movesDue;
  }

  void moved(int many) {
    movesDue -= many;
  }

  int held() {
    int sum = 0;
    for (Part part : parts.values()) {
      sum += part.count;
    }
    return sum;
  }

  /**
   * Notes which sub-clusters can be told anything.
   *
   * @return how many those could grant that are not given up for lost
   */
  int exposed(SplitView view) {
    int sum = 0;
    for (Part part : parts.values()) {
      part.isThere = view.isThere(part.name);
      sum += part.isThere ? part.exposed() : 0;
    }
    return sum;
  }

  /**
   * How many have their host, or else their rack, in which sub-cluster; in sum at most wanted.
   * Those that must be there wait for it even while it does not answer.
   */
  Map<String, Integer> local(SplitView view) {
    if (preferring == 0) {
      return Collections.emptyMap();
    }
    Map<String, Double> preferred = new TreeMap<>();
    double sum = 0;
    for (boolean racks : new boolean[] {false, true}) {
      for (Map.Entry<String, Part> e : parts.entrySet()) {
        double here = racks ? e.getValue().racks : e.getValue().hosts;
        if (here > 1e-6 && (view.isOpen(e.getKey()) || !relaxed)) {
          preferred.put(e.getKey(), here);
          sum += here;
        }
      }
      if (sum > 0) {
        break;
      }
    }
    return Apportionment.divide((int) Math.min(wanted, Math.ceil(sum - 1e-6)), preferred);
  }

  /** A container was granted: as in the ResourceManager its host and rack count one less. */
  Nearness granted(String host, String rack) {
    wanted = Math.max(0, wanted - 1);
    boolean anyPreferred = preferring > 0;
    boolean atHost = countLess(host);
    boolean inRack = rack != null && countLess(rack);
    if (atHost) {
      return Nearness.HOST;
    }
    return inRack ? Nearness.RACK : anyPreferred ? Nearness.FAR : Nearness.NO_PREFERENCE;
  }

  private boolean countLess(String name) {
    Named named = names.get(name);
    if (named == null || named.ask.count() == 0) {
      return false;
    }
    count(named, named.ask.counting(named.ask.count() - 1), named.ask.count());
    return true;
  }

  /** The sub-cluster itself counts less, anywhere and where it was told that host and rack. */
  void grantedIn(Part part, String host, String rack, long nowMs) {
    toldLess(part, host, rack == null);
    if (rack != null) {
      toldLess(part, rack, false);
    } else {
      part.someRackLess++;
    }
    part.granted(nowMs);
  }

  /** Without its rack a host is in doubt, too: it counts less only where its rack does. */
  private void toldLess(Part part, String name, boolean maybe) {
    Named named = names.get(name);
    if (named != null) {
      for (Place place : named.places()) {
        if (place.part == part) {
          place.less(maybe);
        }
      }
    }
  }

  /**
   * What this sub-cluster is to be told that it does not know, in the call of this number and time;
   * it is told at most the limit.
   */
  List<Ask> tell(Part part, int limit, long call, long nowMs) {
    int count = Math.min(part.count, limit);
    boolean reaches = count > 0 && part.reach != part.toldReach;
    boolean all = part.unsure || count != part.told || reaches || isToRestate(part);
    if (!all && !hasNews(part, count)) {
      return Collections.emptyList();
    }
    List<Ask> asks = new ArrayList<>();
    boolean raised = part.unsure ? count > 0 : part.stated > 0 && count > part.stated;
    if (raised && key.requestId() != 0) {
      // On its way each request id but 0 may not be raised, only asked for anew: else YARN's
      // AMRMClientRelayer throws, and drops the whole call.
      asks.add(Ask.of(key, Ask.ANY, 0, relaxed));
    }
    boolean less = false;
    for (Place place : all ? part.places : part.news) {
      int wanted = place.wanted();
      int told = Math.min(count, wanted);
      boolean strict = place.named.isRack && part.reach == Reach.HOST;
      if (part.unsure
          || place.told != told
          || place.isDoubtful()
          || told > 0 && place.strict != strict) {
        asks.add(asking(place.named.ask, told, strict));
      }
      place.tell(told, strict);
      less |= wanted == 0;
    }
    part.news.clear();
    if (less) {
      part.places.removeIf(this::isDone);
    }
    asks.add(Ask.of(key, Ask.ANY, count, relaxed && part.reach == Reach.ANYWHERE));
    part.toldReach = part.reach;
    part.stated = count;
    part.outdated = false;
    part.tell(count, call, nowMs);
    return asks;
  }

  private static Ask asking(Ask as, int count, boolean strict) {
    if (strict && as.relaxed()) {
      return Ask.of(as.key(), as.name(), count, false);
    }
    return count == as.count() ? as : as.counting(count);
  }

  /**
   * Whether it is told a count that only grants made less, since the application states one and
   * much is granted, or all is: YARN's AMRMClientRelayer does not count grants. It asks a
   * ResourceManager that fails over for all that was stated last, and takes what is asked next for
   * a raise.
   */
  private boolean isToRestate(Part part) {
    return part.outdated || wanted == 0 && part.told == 0 && part.stated > 0;
  }

  /** Whether a host or rack is to be told for sure; what is in doubt waits for one that is. */
  private boolean hasNews(Part part, int count) {
    for (Place place : part.news) {
      if (place.told != Math.min(count, place.wanted())) {
        return true;
      }
    }
    if (part.news.removeIf(Place::isKnown)) {
      part.places.removeIf(this::isDone);
    }
    return false;
  }

  private boolean isDone(Place place) {
    boolean done = place.isDone();
    if (done && place.named.listed == 0) {
      names.remove(place.named.ask.name());
    }
    return done;
  }

  /** Whose part is taken away first: those that do not answer, then the most loaded. */
  List<Part> mostLoadedFirst(SplitView view) {
    List<Part> order = new ArrayList<>(parts.values());
    order.forEach(part -> part.load = view.load(part.name));
    order.sort(Comparator.comparingDouble((Part part) -> -part.load));
    return order;
  }

  boolean isFinished() {
    return wanted == 0 && parts.values().stream().allMatch(Part::isFinished);
  }
}
