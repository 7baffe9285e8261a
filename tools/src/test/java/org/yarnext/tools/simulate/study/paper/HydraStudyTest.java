// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.study.paper;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertTrue;

import java.io.File;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.tools.simulate.SystemRegistry;
import org.yarnext.tools.simulate.report.StudyReportFactory;
import org.yarnext.tools.simulate.study.ReportKind;
import org.yarnext.tools.simulate.study.StudyProgress;
import org.yarnext.tools.simulate.study.StudyRunner;
import org.yarnext.tools.simulate.study.measure.BaselineSelector;
import org.yarnext.tools.simulate.study.measure.FederationMeasure;
import org.yarnext.tools.simulate.study.measure.RunResult;
import org.yarnext.tools.simulate.study.measure.StudyCell;
import org.yarnext.tools.simulate.workload.synthetic.HydraWorkload;

public class HydraStudyTest {
  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  @Test
  public void allStudiesAreRegisteredAndTheirCellsDiffer() {
    for (HydraStudy study : HydraStudy.values()) {
      assertEquals(study, StudyRegistry.find(study.id()));
      assertEquals(ReportKind.DECISIONS, study.reportKind());
      assertNotNull(SystemRegistry.find(study.systems()));
      Set<String> names = new HashSet<>();
      for (StudyCell cell : study.cells(800)) {
        assertEquals(800, cell.topology().nodes().size());
        assertTrue(cell.label(), names.add(cell.group() + cell.label()));
        assertEquals(
            "80", cell.settings().hadoop().get("yarnext.simulate.manager-decisions-per-second"));
      }
    }
    assertEquals(50_000, HydraStudy.SCALE.cells(0).get(0).topology().nodes().size());
  }

  /** The study of parts on few nodes, with short tasks for a short time. */
  private static StudyCell small(StudyCell cell) {
    return new StudyCell(
        cell.group(),
        cell.label(),
        new HydraWorkload(cell.topology(), 20, 20, 0.9, 0.8, 3_000, 40_000)::make,
        cell.topology(),
        cell.settings().withLimit(40_000).with("yarnext.simulate.warm-up-ms", "15000"));
  }

  @Test
  public void reportsShowDecisionsAndAreDeterministic() throws Exception {
    List<StudyCell> cells = Collections.singletonList(small(HydraStudy.PARTS.cells(800).get(0)));
    byte[] first = written(cells, "first");
    assertEquals(new String(first, "UTF-8"), new String(written(cells, "again"), "UTF-8"));
    String[] lines = new String(first, "UTF-8").split("\n");
    assertEquals(3, lines.length);
    assertTrue(lines[0], lines[0].startsWith("group,cell,system,seed,decisions,containers,used,"));
    List<String> hydra = Arrays.asList(lines[2].split(","));
    double decisions =
        Double.parseDouble(hydra.get(hydra.size() - FederationMeasure.values().length));
    assertTrue(lines[2], decisions > 1_000);
  }

  private byte[] written(List<StudyCell> cells, String name) throws Exception {
    PrintWriter nowhere = new PrintWriter(new StringWriter());
    List<RunResult> rows =
        new StudyRunner(2, new StudyProgress(nowhere, false, System::nanoTime))
            .run(cells, SystemRegistry.find(Arrays.asList("stock-federation", "hydra")), 1, 1);
    StudyReportFactory reports =
        new StudyReportFactory(HydraStudy.PARTS, rows, BaselineSelector.all("stock-federation"));
    assertEquals("with the keys that are set", 6, reports.lines().size());
    File out = new File(folder.getRoot(), name);
    reports.write(out.toPath());
    assertTrue(new File(out, "report.html").length() > 5_000);
    return Files.readAllBytes(new File(out, "federation.csv").toPath());
  }
}
