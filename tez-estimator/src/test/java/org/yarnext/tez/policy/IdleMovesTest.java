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
package org.yarnext.tez.policy;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.junit.Test;

/** Which tasks leave a queue for containers that are idle. */
public class IdleMovesTest {
  private static final List<String> WAITING = Arrays.asList("a", "b", "c", "d");

  private final IdleMoves<String, Integer> moves = new IdleMoves<>();

  private List<String> choose(long nowMs) {
    return moves.choose(WAITING, Function.identity(), nowMs);
  }

  @Test
  public void asManyMoveAsContainersAreIdle() {
    assertEquals(Collections.emptyList(), choose(0));
    moves.idle(1);
    moves.idle(2);
    assertEquals("in their order", Arrays.asList("a", "b"), choose(0));
    assertEquals("they are on the way to both", Collections.emptyList(), choose(1));
  }

  @Test
  public void aContainerThatHasATaskAgainOrIsGoneIsNotIdle() {
    moves.idle(1);
    assertTrue(moves.notIdle(1));
    assertFalse(moves.notIdle(1));
    assertTrue(moves.noneIdle());
    assertEquals(Collections.emptyList(), choose(0));
  }

  @Test
  public void whoHasArrivedIsNotOnTheWay() {
    moves.idle(1);
    choose(0);
    assertTrue(moves.isOnTheWay("a"));
    moves.given("a");
    assertFalse(moves.isOnTheWay("a"));
    assertEquals("the container idles all the same", Arrays.asList("b"), choose(1));
  }

  @Test
  public void whoDoesNotArriveKeepsNoContainerFromOthers() {
    moves.idle(1);
    choose(0);
    assertEquals(Collections.emptyList(), choose(2_999));
    assertEquals(Arrays.asList("b"), choose(3_000));
  }

  @Test
  public void aTaskMovesOnceInItsDag() {
    for (int container = 0; container < 9; container++) {
      moves.idle(container);
    }
    assertEquals(WAITING, choose(0));
    WAITING.forEach(moves::given);
    assertEquals(Collections.emptyList(), choose(1));
    moves.over();
    assertEquals("idle containers outlive a DAG", WAITING, choose(2));
  }
}
