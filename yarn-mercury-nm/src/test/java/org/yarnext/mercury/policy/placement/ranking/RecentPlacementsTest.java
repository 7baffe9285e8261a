// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.placement.ranking;

import static org.junit.Assert.assertEquals;

import java.time.Duration;
import java.util.Random;
import org.junit.Test;

public class RecentPlacementsTest {
  private static final CandidateNode A = CandidateNode.of("a", 1, "/r", "");
  private static final CandidateNode B = CandidateNode.of("b", 1, "/r", "");

  private final RecentPlacements recent = new RecentPlacements(Duration.ofSeconds(8));

  @Test
  public void placementsAddUpByNode() {
    recent.add("a:1", 2, 0);
    recent.add("a:1", 3, 100);
    recent.add("b:1", 1, 100);
    assertEquals(5, recent.addedMs(A));
    assertEquals(1, recent.addedMs(B));
    assertEquals(0, recent.addedMs(CandidateNode.of("a", 2, "/r", "")));
  }

  @Test
  public void placementsAreForgottenAfterTheMemoryTime() {
    recent.add("a:1", 2, 1_000);
    recent.add("a:1", 3, 5_000);
    recent.forget(9_000);
    assertEquals("8 s old", 5, recent.addedMs(A));
    recent.forget(10_000);
    assertEquals("9 s old is an eighth more", 3, recent.addedMs(A));
    recent.forget(14_000);
    assertEquals(0, recent.addedMs(A));
    assertEquals(0, recent.nodes());
  }

  @Test
  public void addingForgetsOldPlacements() {
    recent.add("a:1", 2, 0);
    recent.add("b:1", 1, 60_000);
    assertEquals(0, recent.addedMs(A));
    assertEquals(1, recent.nodes());
  }

  @Test
  public void zeroMemoryRemembersNothing() {
    RecentPlacements none = new RecentPlacements(Duration.ZERO);
    none.add("a:1", 2, 0);
    assertEquals(0, none.addedMs(A));
  }

  @Test
  public void placementsBalanceAfterAnySequence() {
    Random random = new Random(3);
    long now = -5_000;
    for (int i = 0; i < 20_000; i++) {
      now += random.nextInt(50);
      recent.add(random.nextBoolean() ? "a:1" : "b:1", 1 + random.nextInt(9), now);
    }
    recent.forget(now + 60_000);
    assertEquals(0, recent.nodes());
    assertEquals(0, recent.addedMs(A));
  }
}
