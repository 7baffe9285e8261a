// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.demo;

import static org.junit.Assert.assertEquals;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import org.junit.Test;
import org.yarnext.minicluster.jobs.WordCountResult;
import org.yarnext.minicluster.shell.AttemptRecord;

public class ResultCheckTest {

  @Test
  public void equalCountsHaveNoFault() {
    assertEquals(
        Collections.emptyList(),
        ResultCheck.faults(
            MeasurementSamples.counts(2),
            Arrays.asList(MeasurementSamples.measurements("stock", 2))));
  }

  @Test
  public void wrongCountIsReportedWithJobClusterAndWord() {
    List<String> faults =
        ResultCheck.faults(
            MeasurementSamples.counts(2),
            Arrays.asList(MeasurementSamples.measurements("mercury", 3)));
    assertEquals(
        Arrays.asList(
            "MapReduce on mercury counted a as 3, it occurs 2 times",
            "Tez on mercury counted a as 3, it occurs 2 times"),
        faults);
  }

  @Test
  public void wordsThatDoNotOccurAreReported() {
    SortedMap<String, Long> more = MeasurementSamples.counts(2);
    more.put("c", 1L);
    WordCountResult wrong = new WordCountResult(more, 1);
    WordCountResult right = new WordCountResult(MeasurementSamples.counts(2), 1);
    Measurements measurements =
        new Measurements(
            "stock", Collections.emptyList(), Collections.emptyList(), right, wrong, "", 0);
    assertEquals(
        Arrays.asList("Tez on stock counted 1 words that do not occur"),
        ResultCheck.faults(MeasurementSamples.counts(2), Arrays.asList(measurements)));
  }

  @Test
  public void failedShellTaskIsAFault() {
    AttemptRecord failed = new AttemptRecord(0, 0, 0, 1, AttemptRecord.End.FAILED, "task 7");
    WordCountResult right = new WordCountResult(MeasurementSamples.counts(2), 1);
    Measurements measurements =
        new Measurements(
            "stock",
            Collections.emptyList(),
            Collections.singletonList(failed),
            right,
            right,
            "",
            0);
    assertEquals(
        Arrays.asList("1 shell tasks failed on stock, first task 7"),
        ResultCheck.faults(MeasurementSamples.counts(2), Arrays.asList(measurements)));
  }
}
