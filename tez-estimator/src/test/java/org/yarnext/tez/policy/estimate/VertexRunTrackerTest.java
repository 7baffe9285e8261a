// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.policy.estimate;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import org.junit.Test;

/** Events in any order, late or twice, leave the runs right and bounded. */
public class VertexRunTrackerTest {
  private final VertexRunTracker runs = new VertexRunTracker();

  @Test
  public void runLastsFromItsStartToItsEnd() {
    runs.started(1, 100, false);
    assertEquals(1, runs.running());
    assertEquals(Long.valueOf(250), runs.ended(1, 350, true, 77));
    assertEquals(0, runs.running());
    assertEquals(1, runs.succeeded());
    assertEquals(250, runs.successes().get(0).ms(), 0);
    assertEquals(77, runs.successes().get(0).bytes());
  }

  @Test
  public void repeatedEventsCountOnce() {
    runs.started(1, 100, false);
    runs.started(1, 300, false);
    assertEquals(Long.valueOf(400), runs.ended(1, 500, true, 0));
    assertNull(runs.ended(1, 900, true, 0));
    assertEquals(1, runs.succeeded());
  }

  @Test
  public void startAfterTheEndIsNotARunningAttempt() {
    assertNull(runs.ended(1, 500, true, 0));
    runs.started(1, 400, false);
    assertEquals(0, runs.running());
    assertEquals(0, runs.succeeded());
  }

  @Test
  public void runIsIgnoredIfTheClockWentBack() {
    runs.started(1, 1_000, false);
    assertNull(runs.ended(1, 900, true, 0));
    assertEquals(0, runs.succeeded());
    assertEquals(0, runs.running());
  }

  @Test
  public void failedAttemptCountsAsStillRunning() {
    runs.started(1, 0, false);
    runs.ended(1, 700, false, 0);
    VertexView view = runs.at(1_000);
    assertTrue(view.ended().isEmpty());
    assertEquals(700, view.running().get(0).ms(), 0);
  }

  @Test
  public void runningAttemptsAreShownWithTheirRunTimes() {
    runs.started(1, 0, false);
    runs.started(2, 600, false);
    runs.started(3, 5_000, false);
    VertexView view = runs.at(1_000);
    assertEquals("not the one of the future", 2, view.running().size());
    assertEquals(400, view.running().get(0).ms(), 0);
    assertEquals(1_000, view.running().get(1).ms(), 0);
  }

  @Test
  public void sampleOfEndsRepresentsAllEnds() {
    for (int i = 0; i <= 2 * VertexRunTracker.REMEMBERED; i++) {
      runs.started(i, 0, false);
      runs.ended(i, 1_000 + i, true, 0);
    }
    VertexView view = runs.at(9_999);
    assertEquals(VertexRunTracker.REMEMBERED / 2 + 1, view.ended().size());
    assertEquals("the first", 1_000, view.ended().get(0).ms(), 0);
    assertEquals("and the last", 1_256, view.ended().get(64).ms(), 0);
    assertEquals(257, view.ended().stream().mapToDouble(AttemptRun::weight).sum(), 1e-6);
    assertEquals(257, runs.succeeded());
  }

  /** The last ends of a wave are those of its slowest tasks. */
  @Test
  public void wholeWideWaveIsRemembered() {
    for (int i = 1; i <= 1_000; i++) {
      runs.started(i, 0, false);
      runs.started(-i, 0, false);
    }
    for (int i = 1; i <= 1_000; i++) {
      runs.ended(i, i * 1_000, true, AttemptRun.UNKNOWN);
      runs.ended(-i, i * 1_000, false, AttemptRun.UNKNOWN);
    }
    assertEquals(500_000, VertexRunSummary.of(runs.successes(), 0).medianMs(), 25_000);
    VertexView view = runs.at(1_000_000);
    double mean = view.running().stream().mapToDouble(AttemptRun::ms).average().getAsDouble();
    assertEquals("those cut short", 500_000, mean, 25_000);
  }

  @Test
  public void sampleOfRunningAttemptsRepresentsAll() {
    int many = 10 * VertexRunTracker.SHOWN_RUNNING;
    for (int i = 0; i < many; i++) {
      runs.started(i, i, false);
    }
    VertexView view = runs.at(many);
    assertEquals(VertexRunTracker.SHOWN_RUNNING, view.running().size());
    assertEquals(many, view.running().stream().mapToDouble(AttemptRun::weight).sum(), 1e-6);
    double mean = view.running().stream().mapToDouble(AttemptRun::ms).average().getAsDouble();
    assertEquals(many / 2.0, mean, many / 100.0);
  }

  @Test
  public void firstAttemptOfAContainerStaysFirstAfterItsEnd() {
    runs.started(1, 0, true);
    runs.started(2, 0, false);
    runs.started(1, 0, false);
    assertEquals(1, runs.at(50).running().stream().filter(AttemptRun::first).count());
    assertEquals(2, runs.at(50).running().size());
    runs.ended(1, 100, true, -1);
    runs.ended(2, 100, true, -1);
    assertTrue(runs.successes().get(0).first());
    assertFalse(runs.successes().get(1).first());
    runs.started(3, 100, true);
    runs.ended(3, 200, false, -1);
    assertTrue("what was cut short", runs.at(200).running().get(0).first());
  }
}
