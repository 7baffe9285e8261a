// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.estimates;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.Test;
import org.yarnext.benchmarks.estimates.EstimateRecord.Question;

/** Errors are relative to the truth, of what was answered, and apart by question and run. */
public class EstimatesTableTest {
  private static final double NONE = Double.NaN;

  private static EstimateRecord running(boolean firstWave, double... answers) {
    return new EstimateRecord("v", "a", Question.RUNNING, firstWave, 2_000, answers);
  }

  private static String[] cells(EstimatesTable table, String begins) {
    List<String> lines =
        Arrays.stream(table.text().split("\n"))
            .filter(line -> line.trim().startsWith(begins))
            .collect(Collectors.toList());
    assertFalse(begins + " in " + table.text(), lines.isEmpty());
    return lines.get(0).substring(44).replace(" %", "%").trim().split(" +");
  }

  @Test
  public void writtenRecordIsReadBack() {
    EstimateRecord written =
        new EstimateRecord("map 1", "attempt_1", Question.NEW, true, 1_500, 1_000, NONE, 9e9);
    EstimateRecord read = EstimateRecord.parse(written.line());
    assertEquals(written.line(), read.line());
    assertEquals("map 1", read.vertex);
    assertEquals(Question.NEW, read.question);
    assertTrue(read.firstWave);
    assertEquals(1 / 3.0, read.error(0), 1e-9);
    assertFalse(read.answered(1));
    assertFalse(read.allAnswered());
    assertThrows(IllegalArgumentException.class, () -> EstimateRecord.parse("map\tattempt"));
  }

  @Test
  public void unansweredQuestionsCountOnlyAsAsked() {
    EstimateErrors errors =
        new EstimateErrors(
            Arrays.asList(
                running(true, 1_000, NONE, NONE),
                running(true, 3_000, 2_000, NONE),
                running(true, 2_200, 8_000, NONE)),
            1);
    assertEquals(3, errors.asked);
    assertEquals(2, errors.answered());
    assertEquals(1.5, errors.percentile(50), 1e-9);
    assertEquals("150 %", errors.percent(50));
  }

  @Test
  public void missingAndUselessEstimatesAreMarked() {
    assertEquals("-", new EstimateErrors(Arrays.asList(running(true, 1, 1, NONE)), 2).percent(90));
    assertEquals(
        "no use", new EstimateErrors(Arrays.asList(running(true, 9e9, 1, 1)), 0).percent(90));
  }

  @Test
  public void rowsAreSeparatedByWaveAndCompleteness() {
    EstimatesTable table =
        new EstimatesTable(
            Arrays.asList(
                new MeasuredDag(
                    "A",
                    true,
                    Arrays.asList(
                        running(true, 2_200, 4_000, NONE),
                        running(true, 2_000, 3_000, 6_000),
                        running(false, 1_000, 2_000, 2_000)))),
            "facts");
    assertTrue(table.text(), table.text().startsWith("facts"));
    assertArrayEquals(
        new String[] {"2", "2", "5%", "10%", "2", "75%", "100%", "1", "200%", "200%"},
        cells(table, "first wave, while it runs"));
    assertArrayEquals(
        new String[] {"1", "1", "0%", "0%", "1", "50%", "50%", "1", "200%", "200%"},
        cells(table, "of these, answered by all"));
    assertArrayEquals(
        new String[] {"1", "1", "50%", "50%", "1", "0%", "0%", "1", "0%", "0%"},
        cells(table, "later, while it runs"));
    assertFalse("none was recurring", table.text().contains("recurring"));
  }

  @Test
  public void recurringRunsAndDagsHaveTheirOwnRows() {
    EstimatesTable table =
        new EstimatesTable(
            Arrays.asList(
                new MeasuredDag("A", true, Arrays.asList(running(true, 1, 1, 1))),
                new MeasuredDag("B", false, Arrays.asList(running(true, 1, 1, 1)))),
            "facts");
    for (String title :
        new String[] {
          "All DAGs, first run", "All DAGs, recurring", "All DAGs, all runs", "A, all", "B, all"
        }) {
      assertEquals(title, 2, table.text().split("\n" + title, -1).length);
    }
  }
}
