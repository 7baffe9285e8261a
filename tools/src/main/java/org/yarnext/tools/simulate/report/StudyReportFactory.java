// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.report;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.yarnext.tools.simulate.study.ReportKind;
import org.yarnext.tools.simulate.study.Study;
import org.yarnext.tools.simulate.study.measure.BaselineSelector;
import org.yarnext.tools.simulate.study.measure.GainTable;
import org.yarnext.tools.simulate.study.measure.JobTimeTable;
import org.yarnext.tools.simulate.study.measure.RunResult;
import org.yarnext.tools.simulate.study.measure.RunResults;
import org.yarnext.tools.simulate.study.measure.SpeedupTable;

/** Creates the report that fits a study, and writes it with the files that all studies have. */
public final class StudyReportFactory {
  private final Study study;
  private final List<RunResult> rows;
  private final StudyReport report;

  /**
   * @param study null for a trace
   * @param rows not empty
   * @param baselines the baselines of the systems
   */
  public StudyReportFactory(Study study, List<RunResult> rows, BaselineSelector baselines) {
    this.study = study;
    this.rows = rows;
    this.report = report(study, rows, baselines);
  }

  private static StudyReport report(Study study, List<RunResult> rows, BaselineSelector baselines) {
    switch (study == null ? ReportKind.JOB_TIMES : study.reportKind()) {
      case THROUGHPUT:
        return new ThroughputReport(new GainTable(rows, baselines.common()), study.numbers());
      case DECISIONS:
        return new FederationReport(new RunResults(rows));
      case SPEEDUPS:
        return new SpeedupReport(new SpeedupTable(rows, baselines.common()), study.speedups());
      default:
        return new JobTimesReport(new RunResults(rows), new JobTimeTable(rows, baselines), study);
    }
  }

  /** Returns the lines for a terminal, without line breaks. */
  public List<String> lines() {
    return report.lines();
  }

  /**
   * Writes the files.
   *
   * @param directory created if missing
   * @return the names of the files
   */
  public List<String> write(Path directory) throws IOException {
    Files.createDirectories(directory);
    List<String> names = new ArrayList<>(Arrays.asList("runs.csv", "classes.csv", "report.html"));
    try (PrintWriter runs = writer(directory, "runs.csv");
        PrintWriter classes = writer(directory, "classes.csv");
        PrintWriter page = writer(directory, "report.html")) {
      CsvReport.runs(rows, runs);
      CsvReport.classes(rows, classes);
      page.print(page());
    }
    if (report.file() != null) {
      names.add(report.file());
      try (PrintWriter own = writer(directory, report.file())) {
        report.csv(own);
      }
    }
    return names;
  }

  private String page() {
    return study == null
        ? report.page(rows.get(0).cell().label(), Collections.emptyList())
        : report.page(study.about(), study.paper());
  }

  private static PrintWriter writer(Path directory, String name) throws IOException {
    return new PrintWriter(
        Files.newBufferedWriter(directory.resolve(name), StandardCharsets.UTF_8));
  }
}
