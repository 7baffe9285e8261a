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
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Decides what each sub-cluster is asked for, given what an unmodified application asks of what it
 * takes for one cluster (Hydra section 4.1, AM-RM Proxy policies).
 *
 * <ul>
 *   <li>Asks for hosts and racks go to the sub-clusters that own them. What has no preference is
 *       divided by headroom, load and weight.
 *   <li>What waits too long moves where it waits less, see {@link WaitBalance}, without its hosts,
 *       but not to a sub-cluster that has not answered yet. Asks without relaxed locality never
 *       move.
 *   <li>A sub-cluster that is no longer in the view loses what waits there, to the others inversely
 *       proportional to their load. When it is back, what still waits elsewhere returns.
 *   <li>Moving is asking less in one place before asking more in another: see the bound.
 * </ul>
 *
 * <p>Bound: what the sub-clusters of the view can grant, by all they were told and have not
 * answered yet, is never raised above what the application asks. So grants in excess come only from
 * a sub-cluster that was given up, at most what it was last told, or are on their way while the
 * application or this ledger states a count anew, as happens without federation.
 *
 * <p>Ledger: {@code asked == granted + cancelled + outstanding} at all times, and the parts of the
 * sub-clusters sum to what is outstanding after each {@link #ask}. One for each application
 * attempt; not thread-safe.
 */
public final class SplitLedger {
  /** What a granted container is to the application. */
  public enum Grant {
    /** Asked for in that sub-cluster. */
    EXPECTED,
    /** No longer asked for there but elsewhere, where it is asked for no more. */
    ABSORBED,
    /** Not wanted at all: to be released at once, unseen by the application. */
    EXCESS
  }

  private final Map<AskKey, Line> lines = new LinkedHashMap<>();
  private final Set<String> worthAsking = new TreeSet<>();
  private final Map<Nearness, Long> nearness = new EnumMap<>(Nearness.class);
  private final Unplaced unplaced = new Unplaced();
  private long calls;
  private long asked;
  private long granted;
  private long cancelled;
  private long absorbed;
  private long excess;
  private long relaxed;
  private long redistributed;

  /**
   * Takes what the application sent, possibly nothing, and says what to send where. To be called
   * for each of its calls, since time, load and answers may have changed what to send.
   *
   * @return by sub-cluster, in the order to be sent; those without news are missing
   */
  public Map<String, List<Ask>> ask(Collection<Ask> asks, SplitView view, SplitRules rules) {
    for (Ask ask : asks) {
      int more = lines.computeIfAbsent(ask.key(), Line::new).state(ask, view);
      asked += Math.max(0, more);
      cancelled += Math.max(0, -more);
    }
    calls++;
    worthAsking.clear();
    Demand demand = new Demand(lines.values());
    Map<String, List<Ask>> sent = new TreeMap<>();
    for (Line line : lines.values()) {
      Division division = new Division(line, view, rules);
      division.decide();
      redistributed += division.redistributed;
      if (line.relaxed && rules.moves()) {
        relaxed += new WaitBalance(line, demand, view, rules, calls).move(worthAsking);
      }
      line.reach(rules, view.nowMs());
      tell(line, view, sent);
    }
    lines.values().removeIf(Line::isFinished);
    return sent;
  }

  /**
   * First what becomes less, then what becomes more, as far as the bound allows; of that what has
   * waited longest to be told.
   */
  private void tell(Line line, SplitView view, Map<String, List<Ask>> sent) {
    int exposed = line.exposed(view);
    List<Part> raised = new ArrayList<>();
    for (Part part : line.parts.values()) {
      if (part.count > part.told) {
        raised.add(part);
      } else {
        exposed += tell(line, part, exposed, view, sent);
      }
    }
    raised.sort(Comparator.comparingLong(part -> part.untoldSinceMs));
    for (Part part : raised) {
      exposed += tell(line, part, exposed, view, sent);
    }
  }

  /** Returns how many more it could grant since it was told. */
  private int tell(Line line, Part part, int exposed, SplitView view, Map<String, List<Ask>> sent) {
    if (!part.isThere && !part.name.equals(view.home())) {
      return 0;
    }
    int own = part.isThere ? part.exposed() : 0;
    int known = part.unsure ? 0 : part.told; // what it may not have heard could be a raise
    int most = Math.max(known, line.wanted - exposed + own);
    List<Ask> asks = line.tell(part, most, calls, view.nowMs());
    if (!asks.isEmpty()) {
      sent.computeIfAbsent(part.name, s -> new ArrayList<>()).addAll(asks);
    }
    return (part.isThere ? part.exposed() : 0) - own;
  }

  /**
   * A sub-cluster granted a container.
   *
   * @param host where it is
   * @param rack of that host; null if unknown
   * @param nowMs of the views' clock, in ms
   */
  public Grant granted(AskKey key, String subCluster, String host, String rack, long nowMs) {
    Line line = lines.get(key);
    if (line == null || line.wanted == 0) {
      if (line != null) {
        line.grantedIn(line.part(subCluster), host, rack, nowMs);
      }
      excess++;
      return Grant.EXCESS;
    }
    Part part = line.part(subCluster);
    boolean expected = part.count > 0;
    line.grantedIn(part, host, rack, nowMs);
    Set<String> racks = rack == null ? line.racksAsked() : Collections.emptySet();
    Nearness how = line.granted(host, rack);
    if (how == Nearness.HOST) {
      part.nearSinceMs = nowMs;
    }
    if (how == Nearness.FAR && !racks.isEmpty()) {
      unplaced.add(host, racks);
    } else {
      place(how);
    }
    granted++;
    if (expected) {
      return Grant.EXPECTED;
    }
    absorbed++;
    return Grant.ABSORBED;
  }

  private void place(Nearness how) {
    nearness.merge(how, 1L, Long::sum);
  }

  /**
   * Counts how near containers are whose rack was not known when they were granted, and is now.
   *
   * @param rackOf of a host; null if it is still not known
   */
  public void placeLate(UnaryOperator<String> rackOf) {
    unplaced.place(rackOf, this::place);
  }

  /**
   * The sub-clusters to which asks would have moved in the last {@link #ask} if they had answered
   * that they are idle; nothing moves to one that never answered.
   */
  public Set<String> worthAsking() {
    return Collections.unmodifiableSet(worthAsking);
  }

  /** The number of the last {@link #ask}, counted from 1. */
  public long calls() {
    return calls;
  }

  /**
   * A sub-cluster answered what it was sent in this call or a later one: from now on it grants no
   * more than it was told then and since.
   *
   * @param call by {@link #calls} at that time
   */
  public void answered(String subCluster, long call) {
    each(subCluster).forEach(part -> part.answered(call));
  }

  /**
   * What a sub-cluster was told may not have arrived, or somebody else told it something: it is
   * told all of it again at the next call, also of what is no longer wanted there.
   */
  public void doubted(String subCluster) {
    each(subCluster).forEach(Part::doubted);
  }

  /**
   * How many each sub-cluster could grant at most, by key, by what it was told; without those that
   * could grant nothing. Enough to go on with after a restart, see {@link #restore}; what is
   * granted later only makes it less.
   */
  public Map<AskKey, Map<String, Integer>> exposed() {
    Map<AskKey, Map<String, Integer>> exposed = new LinkedHashMap<>();
    for (Line line : lines.values()) {
      Map<String, Integer> most = new TreeMap<>();
      for (Part part : line.parts.values()) {
        int here = Math.max(part.told, part.exposed());
        if (here > 0 || part.unsure) {
          most.put(part.name, here);
        }
      }
      if (!most.isEmpty()) {
        exposed.put(line.key, most);
      }
    }
    return exposed;
  }

  /**
   * Takes over from an earlier ledger of the same application, of which only {@link #exposed} is
   * known, before the first {@link #ask}. The application is to state with that call all that it
   * still asks. What it asks stays where it waited, as far as it is not less than before; all that
   * sub-clusters were told is told anew, and taken back where it is not asked for any more. Hosts
   * and racks that are not stated any more are not remembered: nothing is granted for those alone.
   *
   * @param nowMs of the views' clock, in ms
   */
  public void restore(Map<AskKey, Map<String, Integer>> exposed, long nowMs) {
    exposed.forEach(
        (key, most) -> {
          Line line = lines.computeIfAbsent(key, Line::new);
          most.forEach((name, count) -> line.part(name).restored(count, nowMs));
        });
  }

  /** Whether anything is outstanding for the key, or may still be granted for it. */
  public boolean knows(AskKey key) {
    return lines.containsKey(key);
  }

  /** How many containers are outstanding altogether. */
  public int outstanding() {
    return lines.values().stream().mapToInt(line -> line.wanted).sum();
  }

  /** How many of them the sub-cluster is to provide. */
  public int outstanding(String subCluster) {
    return each(subCluster).stream().mapToInt(part -> part.count).sum();
  }

  /** How many it could grant by what it was told, answered or not. */
  public int exposed(String subCluster) {
    return each(subCluster).stream().mapToInt(Part::exposed).sum();
  }

  /**
   * How many granted containers, excess aside, were how near to what was asked; without those where
   * racks were asked for and theirs is not known.
   */
  public long granted(Nearness how) {
    return nearness.getOrDefault(how, 0L);
  }

  /** The ledger by name; see the class comment for the equation it satisfies. */
  public Map<String, Long> ledger() {
    Map<String, Long> ledger = new LinkedHashMap<>();
    ledger.put("asked", asked);
    ledger.put("granted", granted);
    ledger.put("cancelled", cancelled);
    ledger.put("outstanding", (long) outstanding());
    ledger.put("absorbed", absorbed);
    ledger.put("excess", excess);
    ledger.put("relaxed", relaxed);
    ledger.put("redistributed", redistributed);
    return ledger;
  }

  private List<Part> each(String subCluster) {
    return lines.values().stream()
        .map(line -> line.parts.get(subCluster))
        .filter(part -> part != null)
        .collect(Collectors.toList());
  }
}
