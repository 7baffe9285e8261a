// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.reclaim;

import static java.util.Arrays.asList;
import static java.util.Collections.emptyList;
import static org.junit.Assert.assertEquals;

import java.util.List;
import org.junit.Test;
import org.yarnext.common.decision.Decision;
import org.yarnext.mercury.policy.ContainerView;
import org.yarnext.mercury.policy.ContainerViews;
import org.yarnext.mercury.policy.MercuryReason;
import org.yarnext.mercury.policy.ResourceVector;

public class VictimPoliciesTest {
  private static final long NOW = 100_000;
  private static final VictimPolicy NEWEST = new NewestFirstVictims();
  private static final VictimPolicy LEAST = new LeastWorkLostVictims();

  private static ContainerView ran(String id, long memoryMb, long vcores, long forMs) {
    return ContainerViews.running(id, memoryMb, vcores, 10_000, NOW - forMs);
  }

  private static ResourceVector need(long memoryMb, long vcores) {
    return ResourceVector.of(memoryMb, vcores);
  }

  @Test
  public void newestFirstKillsTheNewestContainers() {
    List<ContainerView> oldestFirst =
        asList(ran("old", 1024, 1, 900), ran("mid", 1024, 1, 500), ran("new", 1024, 1, 100));
    Decision<List<String>> d = NEWEST.decide(oldestFirst, need(1500, 1), NOW);
    assertEquals(asList("new", "mid"), d.value());
    assertEquals(MercuryReason.RECLAIM_NEWEST_FIRST, d.reason());
  }

  @Test
  public void leastWorkLostPrefersOneCheapLargeToManySmallContainers() {
    // Per need of 2 GB: the large one loses 2048*300/2, each small one 1024*400/1.
    List<ContainerView> candidates =
        asList(ran("s1", 1024, 1, 400), ran("s2", 1024, 1, 400), ran("large", 2048, 2, 300));
    Decision<List<String>> d = LEAST.decide(candidates, need(2048, 2), NOW);
    assertEquals(asList("large"), d.value());
    assertEquals(MercuryReason.RECLAIM_LEAST_WORK_LOST, d.reason());
  }

  @Test
  public void leastWorkLostIgnoresResourcesFreedBeyondTheNeed() {
    // Both free all that is needed; the small one loses 512*900 = 460,800, the large 4096*200.
    List<ContainerView> candidates = asList(ran("small", 512, 1, 900), ran("large", 4096, 8, 200));
    assertEquals(asList("small"), LEAST.decide(candidates, need(512, 1), NOW).value());
  }

  @Test
  public void leastWorkLostBreaksTiesByTheSmallestId() {
    List<ContainerView> candidates = asList(ran("b", 1024, 1, 100), ran("a", 1024, 1, 100));
    assertEquals(asList("a"), LEAST.decide(candidates, need(1024, 1), NOW).value());
  }

  @Test
  public void containerThatDoesNotHelpIsSpared() {
    // Memory is free; only cores are short.
    List<ContainerView> candidates = asList(ran("cores", 512, 4, 900), ran("none", 4096, 0, 1));
    assertEquals(asList("cores"), NEWEST.decide(candidates, need(-100, 3), NOW).value());
    assertEquals(asList("cores"), LEAST.decide(candidates, need(0, 3), NOW).value());
  }

  @Test
  public void containerMadeSuperfluousByALaterVictimIsSpared() {
    // Newest first takes small, then large; large alone is enough.
    List<ContainerView> candidates = asList(ran("large", 4096, 4, 900), ran("small", 512, 1, 100));
    assertEquals(asList("large"), NEWEST.decide(candidates, need(4096, 1), NOW).value());
  }

  @Test
  public void leastPreferredSuperfluousContainerIsSparedFirst() {
    // Newest first takes 100, 300 and 400 MB; 300 and 100 can be spared, though not both.
    List<ContainerView> candidates =
        asList(ran("third", 400, 1, 900), ran("second", 300, 1, 500), ran("first", 100, 1, 100));
    assertEquals(asList("first", "third"), NEWEST.decide(candidates, need(450, 0), NOW).value());
  }

  @Test
  public void bothResourcesMustBeFreed() {
    List<ContainerView> candidates = asList(ran("cores", 256, 8, 10), ran("memory", 8192, 1, 20));
    assertEquals(asList("memory", "cores"), NEWEST.decide(candidates, need(8000, 8), NOW).value());
  }

  @Test
  public void noVictimIsKilledIfTheNeedCannotBeFreed() {
    List<ContainerView> candidates = asList(ran("a", 1024, 1, 100), ran("b", 1024, 1, 50));
    for (VictimPolicy policy : asList(NEWEST, LEAST)) {
      Decision<List<String>> d = policy.decide(candidates, need(2049, 1), NOW);
      assertEquals(emptyList(), d.value());
      assertEquals(MercuryReason.RECLAIM_IMPOSSIBLE, d.reason());
      assertEquals(Long.valueOf(2), d.inputs().get("candidates"));
    }
  }

  @Test
  public void noNeedKillsNoVictim() {
    List<ContainerView> candidates = asList(ran("a", 1024, 1, 100));
    for (VictimPolicy policy : asList(NEWEST, LEAST)) {
      assertEquals(emptyList(), policy.decide(candidates, need(0, -1), NOW).value());
    }
  }
}
