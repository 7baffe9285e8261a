// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.promotion;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

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
import org.yarnext.common.decision.Decision;
import org.yarnext.mercury.policy.ContainerView;
import org.yarnext.mercury.policy.JobKey;
import org.yarnext.mercury.policy.RequestReason;
import org.yarnext.mercury.policy.ResourceVector;

public class PromotionPolicyTest {
  private static final long NOW = 100_000;
  private final PromotionPolicy policy = new PromotionPolicy(2, 1_000, 5_000);

  private static ContainerView running(String id, long ranMs, long estimateMs, long memoryMb) {
    return ContainerView.queued(
            id, JobKey.of(1, 1), 20, ResourceVector.of(memoryMb, 1), estimateMs, 0)
        .startedAt(NOW - ranMs);
  }

  private Decision<List<String>> choose(long memoryMb, ContainerView... containers) {
    return choose(Arrays.asList(containers), ResourceVector.of(memoryMb, 10));
  }

  /** Chooses on one node that has room. */
  private Decision<List<String>> choose(List<ContainerView> containers, ResourceVector headroom) {
    return policy.choose(
        Collections.singletonMap("n", containers),
        Collections.singletonMap("n", ResourceVector.of(100_000, 100)),
        headroom,
        NOW);
  }

  @Test
  public void containerChosenOnANodeUsesItsRoom() {
    Map<String, List<ContainerView>> byNode = new HashMap<>();
    byNode.put(
        "narrow",
        Arrays.asList(
            running("a", 40_000, 60_000, 2_000),
            running("b", 30_000, 60_000, 2_000),
            running("c", 20_000, 60_000, 1_000)));
    byNode.put("unknown", Arrays.asList(running("d", 50_000, 60_000, 1)));
    Map<String, ResourceVector> room =
        Collections.singletonMap("narrow", ResourceVector.of(3_500, 9));
    Decision<List<String>> d = policy.choose(byNode, room, ResourceVector.of(100_000, 100), NOW);
    assertEquals("b fits alone only", Arrays.asList("a", "c"), d.value());
  }

  @Test
  public void containersWithMostWorkDoneArePromotedFirst() {
    Decision<List<String>> d =
        choose(
            9_000,
            running("a", 10_000, 60_000, 1_000),
            running("b", 30_000, 60_000, 1_000),
            running("c", 20_000, 60_000, 1_000));
    assertEquals(Arrays.asList("b", "c"), d.value());
    assertEquals(RequestReason.PROMOTE_MOST_WORK_DONE, d.reason());
  }

  @Test
  public void smallerContainerPassesAContainerThatDoesNotFit() {
    assertEquals(
        Collections.singletonList("a"),
        choose(1_500, running("a", 10_000, 60_000, 1_000), running("b", 30_000, 60_000, 2_000))
            .value());
    assertEquals(
        RequestReason.PROMOTE_NO_ROOM, choose(500, running("a", 10_000, 60_000, 1_000)).reason());
  }

  @Test
  public void newEndingAndQueuedContainersAreNotPromoted() {
    ContainerView waiting =
        ContainerView.queued("w", JobKey.of(1, 1), 20, ResourceVector.of(1, 1), 60_000, 0);
    Decision<List<String>> d =
        choose(9_000, running("new", 999, 60_000, 1), running("e", 56_000, 60_000, 1), waiting);
    assertEquals(RequestReason.PROMOTE_NONE_QUALIFIES, d.reason());
  }

  @Test
  public void promotionStaysWithinHeadroomAndPrefersLongerRuns() {
    for (long seed = 1; seed <= 2_000; seed++) {
      Random random = new Random(seed);
      List<ContainerView> containers = new ArrayList<>();
      for (int i = random.nextInt(12); i > 0; i--) {
        containers.add(running("c" + i, random.nextInt(60_000), 60_000, 1 + random.nextInt(4_000)));
      }
      ResourceVector headroom = ResourceVector.of(random.nextInt(8_000), random.nextInt(4));
      Decision<List<String>> d = choose(containers, headroom);
      Set<String> chosen = new HashSet<>(d.value());
      assertTrue("seed " + seed, chosen.size() == d.value().size() && chosen.size() <= 2);
      ResourceVector left = headroom;
      long shortest = Long.MAX_VALUE;
      for (ContainerView c : containers) {
        if (chosen.contains(c.id())) {
          left = left.minus(c.resources());
          shortest = Math.min(shortest, c.elapsedMs(NOW));
        }
      }
      assertTrue("seed " + seed, ResourceVector.NONE.fitsIn(left));
      for (ContainerView c : containers) {
        boolean worth = c.elapsedMs(NOW) >= 1_000 && c.remainingMs(NOW) >= 5_000;
        if (worth && !chosen.contains(c.id()) && chosen.size() < 2) {
          assertFalse("seed " + seed, c.resources().fitsIn(left));
        }
        if (worth && !chosen.contains(c.id()) && c.resources().fitsIn(left)) {
          assertTrue("seed " + seed, c.elapsedMs(NOW) <= shortest);
        }
      }
    }
  }
}
