// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.policy.opportunistic;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.junit.Test;

/** Tasks that leave a queue for idle containers. */
public class IdleContainerPolicyTest {
  private static final List<String> WAITING = Arrays.asList("a", "b", "c", "d");
  private static final long KEPT_MS = 250;

  /** Policy whose kinds are part of the tasks' names; the empty kind stands for all. */
  private final IdleContainerPolicy<String, String, Integer, String> moves =
      new IdleContainerPolicy<>(Function.identity(), (kind, task) -> task.contains(kind), KEPT_MS);

  private List<String> choose(List<String> waiting, long nowMs) {
    if (moves.hasFree(nowMs)) {
      moves.keep(waiting, task -> true);
    }
    return moves.leave(task -> true, nowMs);
  }

  private List<String> choose(long nowMs) {
    return choose(WAITING, nowMs);
  }

  private void idle(int container) {
    moves.idle(container, "", 0);
  }

  @Test
  public void asManyTasksMoveAsContainersAreIdle() {
    assertEquals(Collections.emptyList(), choose(0));
    idle(1);
    idle(2);
    assertEquals("in their order", Arrays.asList("a", "b"), choose(0));
    assertEquals("they are on the way to both", Collections.emptyList(), choose(1));
  }

  @Test
  public void reusedOrRemovedContainerIsNotIdle() {
    idle(1);
    assertTrue(moves.hasFree(0));
    assertTrue(moves.endIdle(1));
    assertFalse(moves.endIdle(1));
    assertFalse(moves.hasFree(0));
    assertEquals(Collections.emptyList(), choose(0));
  }

  @Test
  public void arrivedTaskIsNoLongerMoving() {
    idle(1);
    choose(0);
    assertTrue(moves.isOnTheWay("a"));
    moves.assigned("a");
    assertFalse(moves.isOnTheWay("a"));
    assertEquals("the container idles all the same", Arrays.asList("b"), choose(1));
  }

  @Test
  public void taskThatDoesNotArriveReleasesTheContainer() {
    idle(1);
    choose(0);
    assertEquals(Collections.emptyList(), choose(2_999));
    assertEquals(Arrays.asList("b"), choose(3_000));
  }

  @Test
  public void movingTaskWhoseContainerIsGoneMayGetAnother() {
    idle(1);
    choose(0);
    idle(2);
    moves.endIdle(1);
    assertEquals(Collections.emptyList(), choose(1));
    idle(3);
    assertEquals(Arrays.asList("b"), choose(1));
  }

  @Test
  public void taskMovesOncePerDag() {
    for (int container = 0; container < 9; container++) {
      idle(container);
    }
    assertEquals(WAITING, choose(0));
    WAITING.forEach(moves::assigned);
    assertEquals(Collections.emptyList(), choose(1));
    moves.onDagEnded();
    assertEquals("idle containers outlive a DAG", WAITING, choose(2));
  }

  @Test
  public void taskMovesOnlyToACompatibleContainer() {
    List<String> waiting = Arrays.asList("large 1", "large 2", "small 1", "small 2");
    moves.idle(1, "small", 0);
    assertEquals(Arrays.asList("small 1"), choose(waiting, 0));
    assertEquals("small 1", moves.keptFor(1, 0));
    moves.idle(2, "large", 0);
    moves.idle(3, "other", 0);
    assertEquals(Arrays.asList("large 1"), choose(waiting, 1));
  }

  @Test
  public void containerIsKeptForAMovingTaskForALimitedTime() {
    idle(1);
    idle(2);
    assertFalse(moves.isKept(2));
    moves.keep(Arrays.asList("a"), task -> true);
    assertEquals("a", moves.keptFor(2, KEPT_MS - 1));
    assertNull("as long as Tez keeps it", moves.keptFor(2, KEPT_MS));
    assertNull("another one", moves.keptFor(1, 0));
    choose(0);
    assertEquals("it is on the way", "a", moves.keptFor(2, 1));
    moves.assigned("a");
    assertFalse(moves.isKept(2));
  }

  @Test
  public void taskStaysIfItsContainerIsTakenMeanwhile() {
    idle(1);
    moves.keep(Arrays.asList("a"), task -> true);
    moves.endIdle(1);
    assertEquals(Collections.emptyList(), moves.leave(task -> true, 0));
    assertFalse(moves.isKept(1));
    idle(2);
    assertEquals("it has not moved", Arrays.asList("a"), choose(0));
  }

  @Test
  public void taskIsCheckedOnlyForAFreeContainerAndStaysIfRefused() {
    List<String> asked = new ArrayList<>();
    moves.idle(1, "a", 0);
    moves.keep(WAITING, task -> asked.add(task) && false);
    assertEquals(Arrays.asList("a"), asked);
    assertFalse(moves.isKept(1));
    moves.keep(WAITING, task -> true);
    assertEquals(Collections.emptyList(), moves.leave(task -> false, 0));
    assertFalse("it has started", moves.isKept(1));
  }
}
