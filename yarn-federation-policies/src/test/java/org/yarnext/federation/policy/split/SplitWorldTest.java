// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.split;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.pholser.junit.quickcheck.Property;
import com.pholser.junit.quickcheck.When;
import com.pholser.junit.quickcheck.runner.JUnitQuickcheck;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.runner.RunWith;
import org.yarnext.common.requests.OutstandingRequests.Grant;
import org.yarnext.common.requests.RequestEntry;
import org.yarnext.common.requests.RequestKey;
import org.yarnext.federation.policy.split.SplitSettings.Relaxation;

/**
 * An application, its ledger and sub-clusters that keep their own tables, answer late, vanish and
 * return: what holds in every such world.
 */
@RunWith(JUnitQuickcheck.class)
public class SplitWorldTest {
  private static final int TRIALS = 1000;

  /** A sub-cluster's ResourceManager as far as asks go. */
  private static final class Master {
    final String name;
    final Map<RequestKey, Map<String, Integer>> table = new HashMap<>();
    final Deque<List<RequestEntry>> underWay = new ArrayDeque<>();
    boolean lost;

    /** Whether it answers but may not grant anything. */
    boolean closed;

    Master(String name) {
      this.name = name;
    }

    void read(List<RequestEntry> entries) {
      entries.forEach(
          a ->
              table
                  .computeIfAbsent(a.key(), k -> new TreeMap<>())
                  .put(a.resourceName(), a.count()));
    }

    int pending(RequestKey key) {
      return table.getOrDefault(key, Collections.emptyMap()).getOrDefault(RequestEntry.ANY, 0);
    }

    String grant(RequestKey key) {
      Map<String, Integer> names = table.get(key);
      String host = name + "9";
      for (String each : names.keySet()) {
        if (each.startsWith(name) && names.get(each) > 0) {
          host = each;
        }
      }
      for (String each : new String[] {RequestEntry.ANY, host, "/r" + name}) {
        names.computeIfPresent(each, (n, count) -> Math.max(0, count - 1));
      }
      return host;
    }
  }

  private static final class World {
    final Random random;
    SplitLedger ledger = new SplitLedger();

    /** The ledger's state after a restart: that of the last call, before it was sent. */
    Map<RequestKey, Map<String, Integer>> kept = new HashMap<>();

    final SplitSettings rules;
    final List<Master> masters = new ArrayList<>();
    final List<RequestKey> keys = new ArrayList<>();
    final Map<RequestKey, Map<String, Integer>> wanted = new HashMap<>();
    long nowMs;
    long got;
    boolean steady;

    /** Whether nobody knows whose a host is. */
    boolean blind;

    World(long seed) {
      random = new Random(seed);
      Relaxation[] kinds = Relaxation.values();
      rules =
          new SplitSettings(
                  kinds[random.nextInt(kinds.length)],
                  100 + random.nextInt(2_000),
                  random.nextDouble(),
                  random.nextDouble() / 4)
              .near(random.nextInt(2_000), random.nextInt(4_000));
      for (int i = 1 + random.nextInt(4); i > 0; i--) {
        masters.add(new Master(String.valueOf((char) ('a' + i))));
      }
      for (int i = 1 + random.nextInt(3); i > 0; i--) {
        keys.add(RequestKey.of(i, 0, "1GB"));
        wanted.put(keys.get(keys.size() - 1), new TreeMap<>());
      }
    }

    private List<RequestEntry> change() {
      List<RequestEntry> entries = new ArrayList<>();
      RequestKey key = keys.get(random.nextInt(keys.size()));
      Map<String, Integer> names = wanted.get(key);
      for (int i = random.nextInt(3); i > 0; i--) {
        String owner = masters.get(random.nextInt(masters.size())).name;
        String name = random.nextInt(3) == 0 ? "/r" + owner : owner + random.nextInt(3);
        names.put(name, random.nextInt(10));
        entries.add(RequestEntry.of(key, name, names.get(name), true));
      }
      names.put(RequestEntry.ANY, random.nextInt(20));
      entries.add(RequestEntry.of(key, RequestEntry.ANY, names.get(RequestEntry.ANY), true));
      return entries;
    }

    void call(List<RequestEntry> entries) {
      List<SubClusterLoad> open = new ArrayList<>();
      Set<String> leaving = new HashSet<>();
      for (Master m : masters) {
        if (m.closed && !m.lost) {
          leaving.add(m.name);
        } else if (!m.lost) {
          open.add(
              SubClusterLoad.of(
                  m.name,
                  random.nextInt(3),
                  random.nextInt(100),
                  steady ? 0.5 : random.nextDouble() * 2));
        }
      }
      SplitView view =
          SplitView.of(open, masters.get(0).name, this::owners, nowMs).leaving(leaving);
      Map<RequestKey, Integer> exposedBefore = exposed();
      Map<String, List<RequestEntry>> sent = ledger.split(entries, view, rules);
      kept = sent.isEmpty() ? kept : ledger.requests().exposed();
      for (Master m : masters) {
        if (sent.containsKey(m.name)) {
          m.underWay.add(sent.get(m.name));
        }
      }
      for (RequestKey key : keys) {
        int max =
            Math.max(exposedBefore.get(key), wanted.get(key).getOrDefault(RequestEntry.ANY, 0));
        assertTrue("never raised above what is asked", exposed().get(key) <= max);
      }
      balance();
      int parts = masters.stream().mapToInt(m -> ledger.requests().outstanding(m.name)).sum();
      assertEquals("the parts are the whole", ledger.requests().outstanding(), parts);
    }

    private Set<String> owners(String name) {
      return blind
          ? Collections.emptySet()
          : Collections.singleton(name.substring(name.startsWith("/") ? 2 : 0).substring(0, 1));
    }

    /**
     * Containers that answering masters could grant, by their tables and the messages in flight.
     */
    private Map<RequestKey, Integer> exposed() {
      Map<RequestKey, Integer> sums = new HashMap<>();
      for (RequestKey key : keys) {
        int sum = 0;
        for (Master m : masters) {
          int max = m.pending(key);
          for (List<RequestEntry> entries : m.underWay) {
            for (RequestEntry entry : entries) {
              max = entry.isAny() && entry.key().equals(key) ? Math.max(max, entry.count()) : max;
            }
          }
          sum += m.lost ? 0 : max;
        }
        sums.put(key, sum);
      }
      return sums;
    }

    private void balance() {
      Map<String, Long> l = ledger.ledger();
      assertEquals(
          l.toString(),
          (long) l.get("asked"),
          l.get("granted") + l.get("cancelled") + l.get("outstanding"));
      int requested =
          wanted.values().stream().mapToInt(n -> n.getOrDefault(RequestEntry.ANY, 0)).sum();
      assertEquals("as the application counts", requested, ledger.requests().outstanding());
      assertEquals(got, (long) l.get("granted"));
    }

    /** All that is under way arrives; what is granted is seen with the answer. */
    void beat(Master m, int grants) {
      if (m.lost) {
        return;
      }
      while (!m.underWay.isEmpty()) {
        m.read(m.underWay.poll());
      }
      for (int i = 0; i < grants; i++) {
        RequestKey key = keys.get(random.nextInt(keys.size()));
        if (m.pending(key) > 0) {
          String host = m.grant(key);
          String rack = "/r" + m.name;
          if (ledger.granted(key, m.name, host, null, nowMs) != Grant.EXCESS) {
            got++;
            for (String name : new String[] {RequestEntry.ANY, host, rack}) {
              wanted.get(key).computeIfPresent(name, (n, count) -> Math.max(0, count - 1));
            }
          }
        }
      }
      ledger.requests().answered(m.name, ledger.requests().calls());
    }

    /** The ledger is lost but for what was kept, and the application states all its asks. */
    private void restart() {
      ledger = new SplitLedger();
      ledger.restore(kept, nowMs);
      got = 0;
      List<RequestEntry> all = new ArrayList<>();
      wanted.forEach(
          (key, names) ->
              names.forEach(
                  (name, count) -> {
                    if (count > 0) {
                      all.add(RequestEntry.of(key, name, count, true));
                    }
                  }));
      call(all);
    }

    void step() {
      nowMs += random.nextInt(1_000);
      switch (random.nextInt(8)) {
        case 7:
          if (random.nextInt(5) == 0) {
            restart();
          }
          break;
        case 6:
          Master other = masters.get(random.nextInt(masters.size()));
          other.closed = !other.closed && random.nextBoolean();
          blind = random.nextInt(4) == 0;
          break;
        case 0:
          call(change());
          break;
        case 1:
          Master m = masters.get(random.nextInt(masters.size()));
          m.lost = !m.lost && random.nextBoolean();
          break;
        case 2:
          call(Collections.emptyList());
          break;
        case 3:
          Master restarted = masters.get(random.nextInt(masters.size()));
          if (random.nextInt(5) == 0 && !restarted.lost) {
            restarted.table.clear();
            restarted.underWay.clear();
            ledger.requests().markUnknown(restarted.name);
          }
          break;
        default:
          beat(masters.get(random.nextInt(masters.size())), random.nextInt(4));
      }
    }
  }

  @Property(trials = TRIALS)
  public void ledgerBalancesAndTheBoundHolds(@When(seed = 31) long seed) {
    World world = new World(seed);
    for (int i = 0; i < 200; i++) {
      world.step();
    }
    world.balance();
  }

  @Property(trials = TRIALS)
  public void applicationGetsAllRequestsOnceSubClustersRespond(@When(seed = 32) long seed) {
    World world = new World(seed);
    for (int i = 0; i < 100; i++) {
      world.step();
    }
    world.steady = true;
    world.blind = false;
    world.masters.forEach(m -> m.lost = false);
    world.masters.forEach(m -> m.closed = false);
    for (int i = 0; i < 200 && world.ledger.requests().outstanding() > 0; i++) {
      world.call(Collections.emptyList());
      world.masters.forEach(m -> world.beat(m, 5));
    }
    assertEquals(0, world.ledger.requests().outstanding());
    for (int i = 0; i < 3; i++) {
      world.call(Collections.emptyList());
      world.masters.forEach(m -> world.beat(m, 0));
    }
    for (Master m : world.masters) {
      assertEquals("nothing is left asked", 0, world.keys.stream().mapToInt(m::pending).sum());
    }
    assertEquals(Collections.emptyMap(), world.ledger.requests().exposed());
  }
}
