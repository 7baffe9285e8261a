// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.demo;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.yarnext.benchmarks.report.JobRecord;
import org.yarnext.minicluster.jobs.WordCountResult;
import org.yarnext.minicluster.shell.AttemptRecord;

/** Invented measurements for tests. */
final class MeasurementSamples {

  private MeasurementSamples() {}

  static AttemptRecord succeeded(long asked, long startRequested, long runStart, long end) {
    return new AttemptRecord(asked, startRequested, runStart, end, AttemptRecord.End.SUCCEEDED, "");
  }

  static AttemptRecord killed(long startRequested, long runStart, long end) {
    return new AttemptRecord(0, startRequested, runStart, end, AttemptRecord.End.KILLED, "");
  }

  static SortedMap<String, Long> counts(long ofA) {
    SortedMap<String, Long> counts = new TreeMap<>();
    counts.put("a", ofA);
    counts.put("b", 1L);
    return counts;
  }

  /**
   * Two jobs: one of 3 s with a task that waited 1 s, one of 9 s with a task that waited 4 s, one
   * killed after half a second of work, and one killed in the queue. {@code countOfA}: what the
   * word counts came to.
   */
  static Measurements measurements(String cluster, long countOfA) {
    return measurements(cluster, countOfA, 0);
  }

  static Measurements measurements(String cluster, long countOfA, double foreignLoad) {
    JobRecord first = new JobRecord("job <1>", 0, Arrays.asList(succeeded(0, 500, 1500, 3000)));
    JobRecord second =
        new JobRecord(
            "job 2",
            1000,
            Arrays.asList(
                killed(1500, -1, 2500),
                killed(1500, 2000, 2500),
                succeeded(2600, 3000, 7000, 10_000)));
    List<AttemptRecord> guaranteed = Collections.singletonList(succeeded(2000, 2200, 2400, 2900));
    WordCountResult words = new WordCountResult(counts(countOfA), 5000);
    return new Measurements(
        cluster, Arrays.asList(first, second), guaranteed, words, words, "", foreignLoad);
  }
}
