// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.report;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;

import java.util.Arrays;
import java.util.List;
import org.junit.Test;
import org.yarnext.minicluster.shell.AttemptRecord;

public class ChartSeriesTest {

  /** One runs from 1 to 3 s after a second in the queue, one is killed in the queue at 2 s. */
  private final List<AttemptRecord> attempts =
      Arrays.asList(
          new AttemptRecord(0, 0, 1000, 3000, AttemptRecord.End.SUCCEEDED, ""),
          new AttemptRecord(0, 500, -1, 2000, AttemptRecord.End.KILLED, ""));

  @Test
  public void cumulativeShareRisesToAHundred() {
    ChartSeries share = ChartSeries.cumulativeShare(new double[] {4, 1});
    assertArrayEquals(new double[] {0, 1, 4}, share.x, 0);
    assertArrayEquals(new double[] {0, 50, 100}, share.y, 0);
  }

  @Test
  public void runningSeriesFollowsTheCommands() {
    ChartSeries running = ChartSeries.running(attempts);
    assertArrayEquals(new double[] {0, 1, 3}, running.x, 0);
    assertArrayEquals(new double[] {0, 1, 0}, running.y, 0);
  }

  @Test
  public void queuedSeriesEndsWithTheRunOrTheKill() {
    ChartSeries queued = ChartSeries.queued(attempts);
    assertArrayEquals(new double[] {0, 0, 0.5, 1, 2}, queued.x, 0);
    assertArrayEquals(new double[] {0, 1, 2, 1, 0}, queued.y, 0);
    assertEquals(2, queued.maxY(), 0);
  }
}
