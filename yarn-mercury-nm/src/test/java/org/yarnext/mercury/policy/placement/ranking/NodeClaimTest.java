// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.placement.ranking;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.Test;

/** By how much containers count that their application may never start. */
public class NodeClaimTest {
  private static final long START_MS = 10_000;
  private static final long EXPIRY_MS = 60_000;
  private static final List<Object> NONE = Collections.emptyList();

  private final NodeRankingCache cache =
      new NodeRankingCache(10_000, 1_000, START_MS, EXPIRY_MS, ThreadLocalRandom::current);
  private final StartShareTracker user = StartShareTracker.ofUser(0);
  private final StartShareTracker application = user.ofApplication(0);

  /** A round in which the nodes tell of no wait. */
  private void round(Collection<?> reported, Collection<?> ended, long nowMs, String... nodes) {
    List<CandidateNode> reports = new ArrayList<>();
    for (String node : nodes.length == 0 ? new String[] {"a", "b"} : nodes) {
      reports.add(CandidateNode.of(node, 1, "/r", "").reporting(0, 100));
    }
    cache.publish(reports, reported, ended, nowMs);
  }

  private List<Object> place(int count, String name, long nowMs) {
    List<Object> ids = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ids.add(name + i);
      cache.placed(application, name + i, "a:1", 1_000, nowMs);
    }
    return ids;
  }

  private long loadMs(long nowMs) {
    return cache.ranking(nowMs).find("a:1").loadMs();
  }

  private int claimed(long nowMs) {
    return 100 - cache.ranking(nowMs).find("a:1").places();
  }

  @Test
  public void containerCountsByTheShareThatIsStarted() {
    round(NONE, NONE, 0);
    List<Object> first = place(10, "first", 0);
    assertEquals("half, of an unknown user", 5_000, loadMs(0));
    assertEquals("a node refuses what it has no place for", 10, claimed(0));
    assertEquals(5_000, application.uncountedMs());
    round(first, NONE, 1_000);
    assertEquals(0, loadMs(1_000));
    assertEquals(0, application.uncountedMs());
    place(10, "next", 1_000);
    assertTrue("" + loadMs(1_000), loadMs(1_000) > 8_000);
    assertEquals(10_000, loadMs(1_000) + application.uncountedMs());
  }

  @Test
  public void claimsOfAnApplicationThatStartsNothingEndEarly() {
    round(NONE, NONE, 0);
    place(1_000, "c", 0);
    assertEquals(500_000, loadMs(0));
    round(NONE, NONE, START_MS);
    assertEquals(500_000, loadMs(START_MS));
    for (int i = 1; i <= 3; i++) {
      round(NONE, NONE, START_MS + i * 1_000);
    }
    assertEquals(0, loadMs(START_MS + 3_000));
    assertEquals("against itself they count", 1_000_000, application.uncountedMs());
    place(100, "more", START_MS + 3_000);
    assertTrue("" + loadMs(START_MS + 3_000), loadMs(START_MS + 3_000) < 1_000);
    assertTrue("" + claimed(START_MS + 3_000), claimed(START_MS + 3_000) <= 1);

    round(NONE, NONE, EXPIRY_MS + 1);
    round(NONE, NONE, START_MS + 4_000 + EXPIRY_MS);
    assertEquals(0, application.uncountedMs());
    assertEquals(0, loadMs(START_MS + 4_000 + EXPIRY_MS));
  }

  /** A master that starts its containers one after the other may take long for all of them. */
  @Test
  public void claimsOfAMasterThatIsSlowKeepCounting() {
    round(NONE, NONE, 0);
    List<Object> all = place(100, "c", 0);
    round(all.subList(0, 60), NONE, 5_000);
    place(10, "late", 5_000);
    long before = loadMs(5_000);
    for (int i = 1; i <= 9; i++) {
      round(NONE, NONE, START_MS + i * 1_000);
    }
    assertFalse(application.startsFew());
    assertEquals(before, loadMs(START_MS + 9_000));
    round(all.subList(60, 100), NONE, 20_000);
    assertTrue("its last ones, too: " + application.share(), application.share() > 850);
  }

  /** It has started none in time, and then all. */
  @Test
  public void lateStartsAreNotHeldAgainstAMaster() {
    round(NONE, NONE, 0);
    List<Object> all = place(50, "c", 0);
    for (int i = 1; i <= 3; i++) {
      round(NONE, NONE, START_MS + i * 1_000);
    }
    assertTrue(application.startsFew());
    assertEquals("they are looked up on", 50, cache.unreported(START_MS + 3_000).size());
    round(all, NONE, START_MS + 4_000);
    assertTrue("" + application.share(), application.share() > 900);
    assertEquals(0, application.uncountedMs());
    assertEquals(0, loadMs(START_MS + 4_000));
  }

  /** An application may be given nodes and release them, again and again. */
  @Test
  public void releasedContainersCountAsNotStarted() {
    round(NONE, NONE, 0);
    round(NONE, place(100, "c", 0), 2_000);
    assertTrue(application.startsFew());
    assertEquals(0, loadMs(2_000));
    place(100, "more", 2_000);
    assertTrue("" + loadMs(2_000), loadMs(2_000) < 5_000);
  }

  @Test
  public void containerThatEndedBetweenTwoRoundsWasStarted() {
    round(NONE, NONE, 0);
    List<Object> all = place(100, "c", 0);
    all.forEach(cache::hasRun);
    cache.hasRun("unknown");
    round(NONE, all, 2_000);
    assertTrue("" + application.share(), application.share() > 950);
  }

  @Test
  public void applicationIsNotToBlameForALostNode() {
    round(NONE, NONE, 0);
    List<Object> lost = place(100, "c", 0);
    round(NONE, lost.subList(0, 50), 2_000, "b");
    round(NONE, NONE, START_MS + 1_000, "b");
    assertEquals(StartShareTracker.ALL / 2, application.share());
    round(NONE, lost, START_MS + 2_000, "b");
    assertEquals(StartShareTracker.ALL / 2, application.share());
    assertEquals(0, application.uncountedMs());
  }

  @Test
  public void containerThatCouldNotBeCreatedTellsNothing() {
    round(NONE, NONE, 0);
    NodeRanking ranking = cache.ranking(0);
    Assignment a = new Assignment(0, ranking.find("a:1"), Assignment.Locality.ANY, 1_000);
    cache.claim(application, ranking, Arrays.asList(a, a, a), false, 0).get(0).withdraw();
    assertEquals(1_000, loadMs(0));
    round(NONE, NONE, START_MS + 1_000);
    round(NONE, NONE, EXPIRY_MS + 1);
    assertEquals(StartShareTracker.ALL / 2, application.share());
    assertEquals(0, application.uncountedMs());
  }
}
