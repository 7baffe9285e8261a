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
import org.yarnext.tools.simulate.study.Gains;
import org.yarnext.tools.simulate.study.Ratios;
import org.yarnext.tools.simulate.study.RunRow;
import org.yarnext.tools.simulate.study.Study;
import org.yarnext.tools.simulate.study.TimeCuts;

/** The reports that fit what was run: job times for most, throughput or decisions for others. */
public final class Reports {
  private final Study study;
  private final List<RunRow> rows;
  private final Ratios ratios;
  private final Gains gains;

  /**
   * @param study null for a trace
   * @param rows not empty
   * @param baseline the name of the system that the others are compared with
   */
  public Reports(Study study, List<RunRow> rows, String baseline) {
    this.study = study;
    this.rows = rows;
    this.ratios = new Ratios(rows, baseline);
    this.gains = new Gains(rows, baseline);
  }

  private boolean busy() {
    return study != null && study.busy();
  }

  private boolean federated() {
    return study != null && study.federated();
  }

  private boolean cutsTimes() {
    return study != null && study.cutsTimes();
  }

  private TimesReport times() {
    return new TimesReport(new TimeCuts(rows, gains.baseline()), study.cuts());
  }

  /** For a terminal, without line breaks. */
  public List<String> lines() {
    if (cutsTimes()) {
      return times().lines();
    }
    if (federated()) {
      return new FederationReport(rows).lines();
    }
    return busy()
        ? new ThroughputReport(gains, study.numbers()).lines()
        : new TextTable(rows, ratios).lines();
  }

  /**
   * Writes the files.
   *
   * @param directory made if need be
   * @return their names
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
    if (federated()) {
      names.add("federation.csv");
      try (PrintWriter federation = writer(directory, "federation.csv")) {
        FederationReport.csv(rows, federation);
      }
    }
    if (cutsTimes()) {
      names.add("times.csv");
      try (PrintWriter times = writer(directory, "times.csv")) {
        TimesReport.csv(rows, times);
      }
    }
    if (busy()) {
      names.add("throughput.csv");
      try (PrintWriter throughput = writer(directory, "throughput.csv")) {
        ThroughputReport.csv(rows, throughput);
      }
    }
    return names;
  }

  private String page() {
    String title = study == null ? rows.get(0).cell().label() : study.about();
    List<String> paper = study == null ? Collections.emptyList() : study.paper();
    if (federated()) {
      return new FederationReport(rows).page(title, paper);
    }
    if (cutsTimes()) {
      return times().page(title, paper);
    }
    return busy()
        ? new ThroughputPage(title, paper, gains, study.numbers()).page()
        : new HtmlReport(title, paper, rows, ratios).page();
  }

  private static PrintWriter writer(Path directory, String name) throws IOException {
    return new PrintWriter(
        Files.newBufferedWriter(directory.resolve(name), StandardCharsets.UTF_8));
  }
}
