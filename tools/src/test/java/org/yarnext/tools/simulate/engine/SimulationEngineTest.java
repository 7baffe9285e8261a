// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.engine;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.Test;

public class SimulationEngineTest {
  private final SimulationEngine engine = new SimulationEngine(100);
  private final List<String> log = new ArrayList<>();

  private Runnable say(String what) {
    return () -> log.add(engine.clock().getTime() + " " + what);
  }

  @Test
  public void eventsRunByTimeAndThenByOrderOfPlanning() {
    engine.at(300, say("late"));
    engine.at(200, say("first"));
    engine.after(100, say("second"));
    engine.after(0, say("now"));
    assertTrue(engine.run(1_000));
    assertEquals(Arrays.asList("100 now", "200 first", "200 second", "300 late"), log);
    assertEquals(4, engine.eventsRun());
  }

  @Test
  public void eventForTheCurrentTimeRunsAfterPlannedEvents() {
    engine.after(
        5,
        () -> {
          log.add("outer");
          engine.after(0, say("inner"));
        });
    engine.after(5, say("known"));
    engine.run(1_000);
    assertEquals(Arrays.asList("outer", "105 known", "105 inner"), log);
  }

  @Test
  public void periodicEventRepeatsUntilItReturnsFalse() {
    engine.every(
        3,
        10,
        () -> {
          say("beat").run();
          return log.size() < 3;
        });
    assertTrue(engine.run(1_000));
    assertEquals(Arrays.asList("103 beat", "113 beat", "123 beat"), log);
  }

  @Test
  public void nothingRunsBeyondTheLimit() {
    engine.at(150, say("within"));
    engine.at(151, say("beyond"));
    assertFalse(engine.run(150));
    assertEquals(Arrays.asList("150 within"), log);
  }

  @Test
  public void stopLeavesTheRemainingEventsUnrun() {
    engine.at(150, engine::stop);
    engine.at(160, say("never"));
    assertTrue(engine.run(1_000));
    assertEquals(150, engine.nowMs());
    assertTrue(log.isEmpty());
  }

  @Test
  public void eventInThePastIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> engine.at(99, say("past")));
    assertThrows(IllegalArgumentException.class, () -> engine.every(0, 0, () -> true));
  }
}
