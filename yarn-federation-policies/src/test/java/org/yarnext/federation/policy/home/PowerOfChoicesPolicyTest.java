// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.home;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import com.pholser.junit.quickcheck.Property;
import com.pholser.junit.quickcheck.When;
import com.pholser.junit.quickcheck.runner.JUnitQuickcheck;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.yarnext.common.decision.Decision;

@RunWith(JUnitQuickcheck.class)
public class PowerOfChoicesPolicyTest {
  private static final long STALE_MS = 60_000;

  private final Random random = new Random(1);
  private final PowerOfChoicesPolicy policy = new PowerOfChoicesPolicy(2, 0.5, STALE_MS);

  private static SubClusterSnapshot state(String name, double used) {
    return SubClusterSnapshot.of(name, 1, 100).loaded(100, used, 0);
  }

  private Decision<String> choose(SubClusterSnapshot... states) {
    return policy.choose(view(states), random);
  }

  private static HomeView view(SubClusterSnapshot... states) {
    return HomeView.of(Arrays.asList(states), HomeChoiceHistory.Counts.NONE);
  }

  @Test
  public void lessLoadedOfTwoSubClustersIsHome() {
    Decision<String> decision = choose(state("a", 90), state("b", 20));
    assertEquals("b", decision.value());
    assertEquals(
        "HOME_LEAST_LOADED{candidates=2, drawn=2, load=0.2, score=0.2, ageMs=0}",
        decision.toString());
  }

  @Test
  public void outstandingDemandIsLoad() {
    SubClusterSnapshot waitedFor = SubClusterSnapshot.of("a", 1, 100).loaded(100, 90, 300);
    assertEquals("b", choose(waitedFor, state("b", 100)).value());
    double last = -1;
    for (double outstanding : new double[] {0, 1, 10, 100, 1_000, 1e9}) {
      assertTrue(outstanding + " after " + last, load(80, outstanding) > last);
      last = load(80, outstanding);
    }
    assertEquals("nearly all of a little", 0.81, load(80, 1), 1e-3);
    assertEquals(1.1, load(80, 120), 1e-9);
  }

  private static double load(double used, double outstanding) {
    return SubClusterSnapshot.of("a", 1, 100).loaded(100, used, outstanding).load();
  }

  @Test
  public void subClusterWithRoomIsNoMoreLoadedThanAFullOneWhateverIsRequested() {
    assertTrue(load(66, Double.MAX_VALUE) < load(100, 0));
    assertEquals("b", choose(state("a", 90), flooded("b", 10)).value());
    assertEquals("nothing runs yet", 0, load(0, 1e9), 0);
  }

  private static SubClusterSnapshot flooded(String name, double used) {
    return SubClusterSnapshot.of(name, 1, 100).loaded(100, used, 1e9);
  }

  @Test
  public void requestsTakeAtMostHalfOfTheHomesFromOneOfTwoSubClusters() {
    HomeChoiceHistory recent = new HomeChoiceHistory(10_000);
    int homes = 0;
    for (int i = 0; i < 1_000; i++) {
      HomeView view =
          HomeView.of(Arrays.asList(flooded("a", 100), state("b", 100)), recent.counts(i));
      String home = policy.choose(view, random).value();
      recent.chosen(home, i);
      homes += "a".equals(home) ? 1 : 0;
    }
    assertEquals(250, homes, 10);
  }

  @Test
  public void scarcestResourceIsTheLoad() {
    SubClusterSnapshot cores =
        SubClusterSnapshot.of("a", 1, 100).loaded(100, 10, 0).loaded(8, 7, 0);
    assertEquals("b", choose(cores, state("b", 80)).value());
    assertEquals("a", choose(cores, state("b", 90)).value());
    SubClusterSnapshot none = SubClusterSnapshot.of("a", 1, 100).loaded(100, 10, 0).loaded(0, 7, 0);
    assertEquals("nothing is known of it", "a", choose(none, state("b", 20)).value());
  }

  @Test
  public void subClusterWithoutWeightOrNodesIsNeverHome() {
    SubClusterSnapshot closed = SubClusterSnapshot.of("closed", 0, 100);
    SubClusterSnapshot empty = SubClusterSnapshot.of("empty", 1, 0);
    Decision<String> decision = choose(closed, empty, state("b", 100));
    assertEquals("b", decision.value());
    assertEquals(HomeReason.HOME_ONLY_ONE, decision.reason());
    assertEquals(HomeReason.HOME_NONE_ACTIVE, choose(closed, empty).reason());
  }

  @Test
  public void retryKeepsItsHomeUnlessThatFailed() {
    HomeView again = view(state("a", 90), state("b", 20));
    Decision<String> kept = policy.choose(again.retried("a", Collections.emptySet()), random);
    assertEquals("a", kept.value());
    assertEquals(HomeReason.HOME_KEPT, kept.reason());
    assertEquals(
        "b", policy.choose(again.retried("a", Collections.singleton("a")), random).value());
    Decision<String> none = policy.choose(again.retried("a", Arrays.asList("a", "b")), random);
    assertNull(none.value());
    assertEquals("HOME_ALL_FAILED{active=2, failures=2}", none.toString());
    assertEquals(
        "the home it had is gone",
        "b",
        policy.choose(view(state("b", 20)).retried("a", Collections.emptySet()), random).value());
  }

  @Test
  public void subClusterWithAStaleReportGetsItsPartBySize() {
    for (double used : new double[] {0, 500}) {
      int homes = 0;
      for (int i = 0; i < 10_000; i++) {
        HomeView view =
            view(
                SubClusterSnapshot.of("old", 1, 100).loaded(100, used, 0).aged(STALE_MS + 1),
                state("full", 100),
                SubClusterSnapshot.of("large", 1, 200).loaded(200, 0, 0));
        homes += "old".equals(policy.choose(view, random).value()) ? 1 : 0;
      }
      assertEquals("whatever its load was", 2_500, homes, 150);
    }
  }

  @Test
  public void recentChoicesDecideIfAllReportsAreStale() {
    SubClusterSnapshot old = state("old", 0).aged(STALE_MS + 1);
    Decision<String> blind = choose(old, state("older", 50).aged(STALE_MS + 9));
    assertEquals(HomeReason.HOME_STATE_STALE, blind.reason());
    assertEquals(0.0, blind.inputs().get("score"));
  }

  /** Nothing reports between the choices, as in the seconds between two heartbeats. */
  @Test
  public void recentlyChosenSubClusterIsAvoided() {
    HomeChoiceHistory recent = new HomeChoiceHistory(10_000);
    Map<String, Integer> homes = new HashMap<>();
    for (int i = 0; i < 3_000; i++) {
      HomeView view =
          HomeView.of(
              Arrays.asList(state("a", 40), state("b", 50), state("c", 60)), recent.counts(i));
      String home = policy.choose(view, random).value();
      recent.chosen(home, i);
      homes.merge(home, 1, Integer::sum);
    }
    assertTrue(homes.toString(), homes.get("a") > homes.get("b"));
    assertTrue(homes.toString(), homes.get("b") > homes.get("c"));
    assertTrue("the loaded one still gets some: " + homes, homes.get("c") > 600);
  }

  /** The queue of a user who submits much may have a single sub-cluster. */
  @Test
  public void submissionsToASubClusterWithRoomKeepNoHomesOfOthersAway() {
    HomeChoiceHistory recent = new HomeChoiceHistory(10_000);
    List<SubClusterSnapshot> states = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      states.add(SubClusterSnapshot.of("s" + i, 1, 100).loaded(100, i == 0 ? 10 : 100, i * 100));
      recent.chosen("s0", 0);
    }
    PowerOfChoicesPolicy ofAll = new PowerOfChoicesPolicy(20, 0.5, STALE_MS);
    assertEquals("s0", ofAll.choose(HomeView.of(states, recent.counts(0)), random).value());
  }

  @Test
  public void largeSubClustersGetMoreHomes() {
    PowerOfChoicesPolicy bySize = new PowerOfChoicesPolicy(1, 0, STALE_MS);
    int large = 0;
    for (int i = 0; i < 4_000; i++) {
      HomeView view = view(state("small", 0), SubClusterSnapshot.of("large", 1, 300));
      large += "large".equals(bySize.choose(view, random).value()) ? 1 : 0;
    }
    assertEquals(3_000, large, 120);
  }

  @Test
  public void oldChoicesFade() {
    HomeChoiceHistory recent = new HomeChoiceHistory(1_000);
    recent.chosen("a", 0);
    recent.chosen("a", 1_000);
    assertEquals(1.5, recent.counts(1_000).of("a"), 1e-9);
    HomeChoiceHistory.Counts then = recent.counts(2_000);
    assertEquals(0.75, then.of("a"), 1e-9);
    recent.chosen("a", 500);
    assertEquals("taken before", 0.75, then.of("a"), 1e-9);
    assertEquals("read before", 1.75, recent.counts(500).of("a"), 1e-9);
    assertEquals("no time counts twice", 1.75, recent.counts(2_000).of("a"), 1e-9);
    assertEquals(0.875, recent.counts(3_000).of("a"), 1e-9);
    assertEquals(0, recent.counts(200_000).of("a"), 0);
    assertEquals(0, recent.counts(200_000).of("b"), 0);
  }

  @Property(trials = 2000)
  public void homeIsAlwaysEligible(@When(seed = 21) long seed) {
    Random world = new Random(seed);
    List<SubClusterSnapshot> states = new ArrayList<>();
    Set<String> failed = new HashSet<>();
    Set<String> possible = new HashSet<>();
    for (int i = world.nextInt(6); i > 0; i--) {
      SubClusterSnapshot s =
          SubClusterSnapshot.of("s" + i, world.nextInt(3), world.nextInt(4) * 100)
              .loaded(world.nextInt(4) * 100, world.nextInt(400), world.nextInt(400))
              .loaded(world.nextInt(4) * 10, world.nextInt(40), world.nextInt(40))
              .aged(world.nextInt(4) * 30_000L);
      states.add(s);
      if (world.nextInt(3) == 0) {
        failed.add(s.name());
      } else if (s.pull() > 0) {
        possible.add(s.name());
      }
    }
    HomeView view =
        HomeView.of(states, HomeChoiceHistory.Counts.NONE).retried("s" + world.nextInt(7), failed);
    String home =
        new PowerOfChoicesPolicy(1 + world.nextInt(4), world.nextDouble(), STALE_MS)
            .choose(view, world)
            .value();
    assertEquals(possible.isEmpty(), home == null);
    assertTrue(home == null || possible.contains(home));
  }

  @Test
  public void invalidInputIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> SubClusterSnapshot.of("a", -1, 1));
    assertThrows(IllegalArgumentException.class, () -> SubClusterSnapshot.of("a", 1, Double.NaN));
    SubClusterSnapshot known = SubClusterSnapshot.of("a", 1, 1);
    assertThrows(IllegalArgumentException.class, () -> known.loaded(-1, 0, 0));
    assertThrows(IllegalArgumentException.class, () -> known.loaded(1, 0, -1));
    assertThrows(IllegalArgumentException.class, () -> state("a", Double.POSITIVE_INFINITY));
    assertThrows(IllegalArgumentException.class, () -> new PowerOfChoicesPolicy(0, 0, 1));
    assertThrows(IllegalArgumentException.class, () -> new HomeChoiceHistory(0));
  }
}
