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
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.yarnext.common.requests.OutstandingRequests.Grant;
import org.yarnext.common.requests.RequestEntry;
import org.yarnext.common.requests.RequestKey;
import org.yarnext.federation.policy.split.SplitSettings.Relaxation;

/**
 * One application with more tasks than there is room for, and sub-clusters that are full at first:
 * no sub-cluster idles while asks wait elsewhere, and asks move seldom.
 */
@RunWith(JUnitQuickcheck.class)
public class RelaxationWorldTest {
  private static final RequestKey KEY = RequestKey.of(20, 0, "1GB");
  private static final int TRIALS = 200;
  private static final int BEAT_MS = 1_000;

  /** How many calls it takes until what was moved is granted: taken back, told, granted, heard. */
  private static final int BEATS_TO_MOVE = 5;

  /**
   * A sub-cluster: its slots, the containers and requests of others, and the requests it received.
   */
  private static final class SubCluster {
    final String name;
    final int slots;
    final PriorityQueue<Long> ends = new PriorityQueue<>();

    /** Its responses, oldest first; the application receives the oldest. */
    final Deque<SubClusterLoad> reports = new ArrayDeque<>();

    final Map<String, Integer> table = new TreeMap<>();

    /** How many containers of others wait here, before any of the application. */
    int others;

    int granted;
    int grantedBefore;
    long idleSinceMs = -1;

    SubCluster(String name, int slots) {
      this.name = name;
      this.slots = slots;
    }

    int pending() {
      return table.getOrDefault(RequestEntry.ANY, 0);
    }

    int free() {
      return slots - ends.size();
    }
  }

  private static final class World {
    final Random random;
    final List<SubCluster> subClusters = new ArrayList<>();
    final SplitLedger ledger = new SplitLedger();
    final long intervalMs;
    final SplitSettings rules;
    final int tasks;
    final long taskMs;

    /** How many beats reports are old. */
    final int delay;

    final long idleMaxMs;
    final List<RequestEntry> entries = new ArrayList<>();
    long nowMs;
    int left;
    long idleWorstMs;
    double waitMs;

    World(long seed, boolean isStale) {
      random = new Random(seed);
      intervalMs = 1_000L * (3 + random.nextInt(8));
      rules = new SplitSettings(Relaxation.TIME, intervalMs, random.nextDouble(), 0.1);
      taskMs = (long) (1_000 * Math.pow(600, random.nextDouble()));
      delay = isStale ? 1 + random.nextInt(5) : 0;
      // An old report may send asks astray once.
      idleMaxMs = (isStale ? 2 : 1) * (intervalMs + (long) BEAT_MS * (BEATS_TO_MOVE + delay));
      int width = 2 + random.nextInt(19);
      int slots = 0;
      for (int i = 0; i < width; i++) {
        SubCluster s = new SubCluster(String.valueOf((char) ('a' + i)), 1 + random.nextInt(20));
        slots += s.slots;
        subClusters.add(s);
        // Others run here, and some of them ask for more.
        for (int used = random.nextInt(s.slots + 1); used > 0; used--) {
          s.ends.add((long) (random.nextDouble() * 2 * taskMs));
        }
        s.others = random.nextInt(3) == 0 ? random.nextInt(3 * s.slots) : 0;
      }
      tasks = slots * (1 + random.nextInt(4));
      left = tasks;
      request();
      subClusters.forEach(s -> report(s));
    }

    /** In equal parts anywhere, on hosts or in racks; most hosts in some sub-clusters. */
    private void request() {
      Map<String, Integer> names = new TreeMap<>();
      int kind = random.nextInt(4);
      if (kind > 0) {
        for (int i = 0; i < tasks; i++) {
          double skewed = Math.pow(random.nextDouble(), 1 + random.nextInt(3));
          String at = subClusters.get((int) (skewed * subClusters.size())).name;
          if (kind < 3 || random.nextBoolean()) {
            names.merge(kind == 2 ? "/r" + at : at + random.nextInt(4), 1, Integer::sum);
          }
        }
      }
      names.forEach((name, count) -> entries.add(RequestEntry.of(KEY, name, count, true)));
      entries.add(RequestEntry.of(KEY, RequestEntry.ANY, tasks, true));
    }

    private static Set<String> owners(String name) {
      return Collections.singleton(name.substring(name.startsWith("/") ? 2 : 0).substring(0, 1));
    }

    private void report(SubCluster s) {
      s.reports.add(
          SubClusterLoad.of(s.name, 1, s.free(), (double) (s.pending() + s.others) / s.slots));
      while (s.reports.size() > 1 + delay) {
        s.reports.remove();
      }
    }

    /** The application calls; ResourceManagers hear it, grant, and are heard with the next call. */
    void beat() {
      List<SubClusterLoad> open = new ArrayList<>();
      subClusters.forEach(s -> open.add(s.reports.peek()));
      Map<String, List<RequestEntry>> sent =
          ledger.split(entries, SplitView.of(open, "a", World::owners, nowMs), rules);
      entries.clear();
      for (SubCluster s : subClusters) {
        for (RequestEntry entry : sent.getOrDefault(s.name, Collections.emptyList())) {
          s.table.put(entry.resourceName(), entry.count());
        }
      }
      assertBound();
      nowMs += BEAT_MS;
      for (SubCluster s : subClusters) {
        while (!s.ends.isEmpty() && s.ends.peek() <= nowMs) {
          s.ends.poll();
        }
        while (s.free() > 0 && s.others + s.pending() > 0) {
          s.ends.add(nowMs + (long) (taskMs * (0.5 + random.nextDouble())));
          if (s.others > 0 && (s.pending() == 0 || random.nextBoolean())) {
            s.others--;
          } else {
            grant(s);
          }
        }
        ledger.requests().answered(s.name, ledger.requests().calls());
        report(s);
      }
      left = ledger.requests().outstanding();
      waitMs += (double) left * BEAT_MS;
      subClusters.forEach(this::idle);
    }

    private void grant(SubCluster s) {
      String host = s.name + "9";
      for (Map.Entry<String, Integer> each : s.table.entrySet()) {
        if (each.getKey().startsWith(s.name) && each.getValue() > 0) {
          host = each.getKey();
        }
      }
      for (String name : new String[] {RequestEntry.ANY, host, "/r" + s.name}) {
        s.table.computeIfPresent(name, (n, count) -> Math.max(0, count - 1));
      }
      assertEquals(Grant.EXPECTED, ledger.granted(KEY, s.name, host, "/r" + s.name, nowMs));
      s.granted++;
    }

    /** Free, nothing asked there, and something waits elsewhere that has waited for an interval. */
    private void idle(SubCluster s) {
      boolean isFed = s.granted > s.grantedBefore;
      s.grantedBefore = s.granted;
      boolean idles = !isFed && s.free() > 0 && s.pending() == 0 && left > 0 && nowMs > intervalMs;
      if (!idles) {
        s.idleSinceMs = -1;
        return;
      }
      s.idleSinceMs = s.idleSinceMs < 0 ? nowMs : s.idleSinceMs;
      idleWorstMs = Math.max(idleWorstMs, nowMs - s.idleSinceMs);
    }

    private void assertBound() {
      int pending = subClusters.stream().mapToInt(SubCluster::pending).sum();
      assertTrue("asked twice", pending <= ledger.requests().outstanding());
      Map<String, Long> counts = ledger.ledger();
      assertEquals(tasks, counts.get("granted") + counts.get("outstanding"));
    }

    void run() {
      while (left > 0) {
        beat();
        assertTrue("it ends", nowMs < 100 * (taskMs + intervalMs) * (tasks + 1));
      }
      assertEquals(Long.valueOf(0), ledger.ledger().get("excess"));
      assertEquals(tasks, subClusters.stream().mapToInt(s -> s.granted).sum());
    }

    double movesPerTenIntervals() {
      return 10.0 * moves() * intervalMs / ((double) tasks * nowMs);
    }

    long moves() {
      return ledger.ledger().get("relaxed");
    }

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "%d sub-clusters, %d tasks of %d ms, interval %d, delay %d: %d ms, %d moves (%.2f in ten"
              + " intervals), idle %d of %d ms, mean wait %.0f ms",
          subClusters.size(),
          tasks,
          taskMs,
          intervalMs,
          delay,
          nowMs,
          moves(),
          movesPerTenIntervals(),
          idleWorstMs,
          idleMaxMs,
          waitMs / tasks);
    }
  }

  private static void holds(World world) {
    world.run();
    assertTrue("idles too long: " + world, world.idleWorstMs <= world.idleMaxMs);
    double tenIntervals = Math.max(1, world.nowMs / (10.0 * world.intervalMs));
    assertTrue("moves too often: " + world, world.moves() <= world.tasks * tenIntervals);
  }

  /** A sub-cluster grants now and then, so that its last request seems to be served soon. */
  @Test
  public void slowGrantsElsewhereDoNotKeepASubClusterIdle() {
    holds(new World(6611336420432453547L, false));
  }

  @Property(trials = TRIALS)
  public void noSubClusterIdlesWhileRequestsWaitAndMovesAreRare(@When(seed = 51) long seed) {
    holds(new World(seed, false));
  }

  @Property(trials = TRIALS)
  public void staleReportsDoNotCauseIdlingOrFrequentMoves(@When(seed = 52) long seed) {
    holds(new World(seed, true));
  }
}
