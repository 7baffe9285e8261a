// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.split;

import static org.junit.Assert.assertEquals;

import com.pholser.junit.quickcheck.Property;
import com.pholser.junit.quickcheck.When;
import com.pholser.junit.quickcheck.runner.JUnitQuickcheck;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.runner.RunWith;
import org.yarnext.common.requests.OutstandingRequests.Grant;
import org.yarnext.common.requests.RequestEntry;
import org.yarnext.common.requests.RequestKey;
import org.yarnext.federation.policy.split.SplitSettings.Relaxation;

/**
 * An application that asks as AMRMClient does, and ResourceManagers that count hosts and racks as
 * LocalityAppPlacementAllocator does, of which the ledger is not told the racks: their tables are
 * what the application wants. Host {@code b11} is in rack {@code /rb1} of sub-cluster b.
 */
@RunWith(JUnitQuickcheck.class)
public class SplitTablesTest {
  private static final int TRIALS = 500;
  private static final int MAX_NEAR_MS = 3_000;
  private static final RequestKey STRICT = RequestKey.of(1, 0, "1GB");
  private static final RequestKey RELAXED = RequestKey.of(2, 0, "1GB");

  private static String rack(String host) {
    return "/r" + host.substring(0, 2);
  }

  private static final class Master {
    final String name;
    final Map<RequestKey, Map<String, Integer>> table = new HashMap<>();

    /**
     * Keys whose relaxed requests may not be granted yet, because nearer locations are preferred.
     */
    final Set<String> notYet = new HashSet<>();

    final Deque<List<RequestEntry>> underWay = new ArrayDeque<>();

    Master(String name) {
      this.name = name;
      table.put(STRICT, new TreeMap<>());
      table.put(RELAXED, new TreeMap<>());
    }

    int count(RequestKey key, String at) {
      return table.get(key).getOrDefault(at, 0);
    }

    void read(RequestEntry entry) {
      table.get(entry.key()).put(entry.resourceName(), entry.count());
      if (entry.key() == RELAXED && entry.relaxLocality()) {
        notYet.remove(entry.resourceName());
      } else if (entry.key() == RELAXED) {
        notYet.add(entry.resourceName());
      }
    }

    /** Whether it grants one there. */
    boolean grant(RequestKey key, String host) {
      boolean inRack = count(key, rack(host)) > 0;
      boolean atHost = inRack && count(key, host) > 0;
      if (count(key, RequestEntry.ANY) == 0 || !atHost && key == STRICT) {
        return false;
      }
      if (!atHost && notYet.contains(inRack ? rack(host) : RequestEntry.ANY)) {
        return false;
      }
      for (String at :
          Arrays.asList(RequestEntry.ANY, inRack ? rack(host) : "", atHost ? host : "")) {
        table.get(key).computeIfPresent(at, (n, count) -> count > 1 ? count - 1 : null);
      }
      return true;
    }
  }

  private static final class World {
    final Random random;
    final SplitLedger ledger = new SplitLedger();
    final SplitSettings rules;
    final List<Master> masters = new ArrayList<>();

    /** The hosts of what the application waits for. */
    final Map<RequestKey, List<String>> requests = new HashMap<>();

    /** Requests of its next call. */
    final Map<RequestKey, Set<String>> changed = new HashMap<>();

    long nowMs;

    /** Whether all are as loaded as each other, so that nothing moves. */
    boolean steady;

    World(long seed) {
      random = new Random(seed);
      rules =
          new SplitSettings(Relaxation.TIME, 100 + random.nextInt(3_000), 0.5, 0.1)
              .near(random.nextInt(2_000), random.nextInt(MAX_NEAR_MS));
      for (String name : Arrays.asList("a", "b", "c")) {
        masters.add(new Master(name));
      }
      for (RequestKey key : Arrays.asList(STRICT, RELAXED)) {
        requests.put(key, new ArrayList<>());
        changed.put(key, new TreeSet<>(Collections.reverseOrder()));
      }
    }

    private RequestKey anyKey() {
      return random.nextBoolean() ? STRICT : RELAXED;
    }

    private String hostIn(Master m) {
      return m.name + (1 + random.nextInt(2)) + (1 + random.nextInt(2));
    }

    private void add(RequestKey key) {
      String host = hostIn(masters.get(random.nextInt(masters.size())));
      requests.get(key).add(host);
      changed.get(key).addAll(Arrays.asList(host, rack(host), RequestEntry.ANY));
    }

    private void remove(RequestKey key, String host) {
      requests.get(key).remove(host);
      changed.get(key).addAll(Arrays.asList(host, rack(host), RequestEntry.ANY));
    }

    int wanted(RequestKey key, String at) {
      return (int)
          requests.get(key).stream()
              .filter(h -> at.equals(RequestEntry.ANY) || at.equals(h) || at.equals(rack(h)))
              .count();
    }

    void call() {
      List<RequestEntry> entries = new ArrayList<>();
      changed.forEach(
          (key, names) -> {
            names.forEach(
                at -> entries.add(RequestEntry.of(key, at, wanted(key, at), key == RELAXED)));
            names.clear();
          });
      List<SubClusterLoad> open = new ArrayList<>();
      masters.forEach(
          m ->
              open.add(
                  SubClusterLoad.of(
                      m.name, 1, steady ? 0 : 10, steady ? 1 : random.nextDouble() * 2)));
      SplitView view =
          SplitView.of(
              open,
              "a",
              at ->
                  Collections.singleton(
                      at.startsWith("/") ? at.substring(2, 3) : at.substring(0, 1)),
              nowMs);
      Map<String, List<RequestEntry>> sent = ledger.split(entries, view, rules);
      masters.forEach(m -> m.underWay.add(sent.getOrDefault(m.name, Collections.emptyList())));
    }

    /** All that is under way arrives; what is granted is seen with the answer. */
    void beat(Master m, int grants) {
      while (!m.underWay.isEmpty()) {
        m.underWay.poll().forEach(m::read);
      }
      for (int i = 0; i < grants; i++) {
        RequestKey key = anyKey();
        String host = hostIn(m);
        if (m.grant(key, host) && ledger.granted(key, m.name, host, null, nowMs) != Grant.EXCESS) {
          List<String> all = requests.get(key);
          remove(
              key,
              all.contains(host)
                  ? host
                  : all.stream()
                      .filter(h -> rack(h).equals(rack(host)))
                      .findFirst()
                      .orElse(all.get(0)));
        }
      }
      ledger.requests().answered(m.name, ledger.requests().calls());
    }

    void step() {
      nowMs += random.nextInt(1_000);
      RequestKey key = anyKey();
      switch (random.nextInt(6)) {
        case 0:
          add(key);
          call();
          break;
        case 1:
          if (!requests.get(key).isEmpty()) {
            remove(key, requests.get(key).get(random.nextInt(requests.get(key).size())));
          }
          add(key);
          call();
          break;
        case 2:
          call();
          break;
        default:
          beat(masters.get(random.nextInt(masters.size())), random.nextInt(4));
          call(); // the application states what it got less before anything else
      }
    }
  }

  @Property(trials = TRIALS)
  public void requestTablesOfSubClustersMatchTheApplication(@When(seed = 41) long seed) {
    World world = new World(seed);
    for (int i = 0; i < 150; i++) {
      world.step();
    }
    for (int i = 0; i < 3; i++) {
      world.call();
      world.masters.forEach(m -> world.beat(m, 0));
    }
    for (RequestKey key : Arrays.asList(STRICT, RELAXED)) {
      Set<String> names = new TreeSet<>();
      for (Master m : world.masters) {
        for (String host : Arrays.asList("11", "12", "21", "22")) {
          names.addAll(Arrays.asList(m.name + host, rack(m.name + host)));
        }
        int any = m.count(key, RequestEntry.ANY);
        for (String at : names) {
          boolean isHere = at.startsWith(m.name) || at.startsWith("/r" + m.name);
          assertEquals(
              m.name + " grants no more than anywhere, at " + at,
              isHere ? Math.min(any, world.wanted(key, at)) : 0,
              Math.min(any, m.count(key, at)));
        }
      }
    }
  }

  @Property(trials = TRIALS)
  public void requestThatWaitedForItsHostMayBeServedOnAnyNode(@When(seed = 43) long seed) {
    World world = new World(seed);
    for (int i = 0; i < 100; i++) {
      world.step();
    }
    world.steady = true; // what moves begins to wait again
    for (int i = 0; i < 5; i++) {
      world.nowMs += MAX_NEAR_MS;
      world.call();
      world.masters.forEach(m -> world.beat(m, 0));
    }
    world.call();
    world.masters.forEach(m -> world.beat(m, 0));
    for (Master m : world.masters) {
      if (m.count(RELAXED, RequestEntry.ANY) > 0) {
        for (String at : m.notYet) {
          assertEquals(m.name + " at " + at, 0, m.count(RELAXED, at));
        }
      }
    }
  }

  @Property(trials = TRIALS)
  public void strictRequestIsGrantedAtItsHost(@When(seed = 42) long seed) {
    World world = new World(seed);
    for (int i = 0; i < 100; i++) {
      world.step();
    }
    for (int i = 0; i < 2_000 && !world.requests.get(STRICT).isEmpty(); i++) {
      world.call();
      world.masters.forEach(m -> world.beat(m, 2));
    }
    assertEquals(Collections.emptyList(), world.requests.get(STRICT));
  }
}
