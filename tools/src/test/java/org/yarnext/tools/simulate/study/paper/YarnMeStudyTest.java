// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.study.paper;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.tools.simulate.SystemRegistry;
import org.yarnext.tools.simulate.report.StudyReportFactory;
import org.yarnext.tools.simulate.study.Study;
import org.yarnext.tools.simulate.study.StudyProgress;
import org.yarnext.tools.simulate.study.StudyRows;
import org.yarnext.tools.simulate.study.StudyRunner;
import org.yarnext.tools.simulate.study.measure.BaselineSelector;
import org.yarnext.tools.simulate.study.measure.JobTimeTable;
import org.yarnext.tools.simulate.study.measure.RunResult;
import org.yarnext.tools.simulate.study.measure.StudyCell;

public class YarnMeStudyTest {
  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private static final List<String> SYSTEMS =
      Arrays.asList("fair", "elastic-fair", "capacity", "elastic-capacity");

  private static JobTimeTable ratios(List<RunResult> rows) {
    Map<String, String> own = new HashMap<>();
    own.put("capacity", "capacity");
    own.put("elastic-capacity", "capacity");
    return new JobTimeTable(rows, new BaselineSelector("fair", own));
  }

  private static List<RunResult> run(List<StudyCell> cells, int seeds) throws Exception {
    PrintWriter nowhere = new PrintWriter(new StringWriter());
    return new StudyRunner(2, new StudyProgress(nowhere, false, System::nanoTime))
        .run(cells, SystemRegistry.find(SYSTEMS), 1, seeds);
  }

  @Test
  public void averageJobIsNoSlowerThanOnStockAtLightLoad() throws Exception {
    List<StudyCell> cells =
        YarnMeStudy.LIGHT.cells(20).stream()
            .filter(cell -> cell.toString().matches("uniform .* to 10 GB, 10 tasks, 300 s"))
            .collect(Collectors.toList());
    assertEquals(2, cells.size());
    List<RunResult> rows = run(cells, 1);
    assertTrue("nothing is under-sized", rows.stream().anyMatch(YarnMeStudyTest::undersizes));
    JobTimeTable ratios = ratios(rows);
    for (StudyCell cell : cells) {
      for (String ours : Arrays.asList("elastic-fair", "elastic-capacity")) {
        String which = cell + ", " + ours + ": worst job " + ratios.worstJob(cell, ours);
        assertTrue(which, ratios.worst(cell, ours) <= 1.005);
        // Single jobs pay for what others gain.
        assertTrue(which, ratios.worstJob(cell, ours) <= 1.5);
      }
    }
  }

  @Test
  public void defaultsStudySetsNoElasticKeyAndHasDefaultDisks() {
    List<StudyCell> sweep = YarnMeStudy.SWEEP.cells(20);
    List<StudyCell> cells = YarnMeStudy.DEFAULTS.cells(20);
    assertEquals(sweep.toString(), cells.toString());
    for (StudyCell cell : cells) {
      for (String key : cell.settings().hadoop().keySet()) {
        assertFalse(key, key.startsWith("yarn.elastic."));
      }
      assertEquals(500, cell.topology().nodes().get(0).diskMbPerSecond(), 0);
    }
    assertEquals("16", sweep.get(0).settings().hadoop().get("yarn.elastic.heap.floor"));
  }

  private static boolean undersizes(RunResult row) {
    return row.classes().values().stream().anyMatch(tasks -> tasks.undersized() > 0);
  }

  /** Rows of a study without its work: the elastic one has as many percent of the time. */
  private static List<RunResult> rows(Study study, int percent) {
    List<RunResult> rows = new ArrayList<>();
    for (StudyCell own : study.cells(2)) {
      StudyCell cell = StudyRows.cell(own.group(), own.label());
      rows.add(StudyRows.row(cell, "fair", 100, 100));
      rows.add(StudyRows.row(cell, "fair-reserving", 125, 125));
      rows.add(StudyRows.row(cell, "elastic-fair", percent, percent));
      rows.add(StudyRows.row(cell, "meganode", 60, 60));
    }
    return rows;
  }

  private String page(Study study, List<RunResult> rows) throws Exception {
    new StudyReportFactory(study, rows, BaselineSelector.all("fair"))
        .write(folder.getRoot().toPath());
    Path page = folder.getRoot().toPath().resolve("report.html");
    return new String(Files.readAllBytes(page), StandardCharsets.UTF_8);
  }

  @Test
  public void sweepIsShownAsADistributionAndOtherStudiesAsBars() throws Exception {
    String sweep = page(YarnMeStudy.SWEEP, rows(YarnMeStudy.SWEEP, 50));
    assertTrue(sweep.contains("% of cells with at most this ratio"));
    assertFalse(sweep.contains("elastic-fair: 0.50"));
    assertTrue(sweep.contains("Memory granted, 2 nodes, to 10 GB, 200 tasks, 500 s"));
    List<StudyCell> cells = YarnMeStudy.MISESTIMATION.cells(2);
    assertEquals(13, cells.size());
    String wrong = page(YarnMeStudy.MISESTIMATION, rows(YarnMeStudy.MISESTIMATION, 50));
    assertFalse(wrong.contains("% of cells with at most this ratio"));
    for (StudyCell cell : cells) {
      assertTrue(wrong.contains("<title>" + cell.label() + ", elastic-fair: 0.50</title>"));
      assertTrue(wrong.contains("Memory granted, " + cell.label() + ", first seed"));
    }
  }

  private static void assertHas(List<String> lines, String line) {
    assertTrue(line + " in " + lines, lines.stream().anyMatch(l -> l.matches(line)));
  }

  @Test
  public void paperNumbersAreShownBesideMeasuredNumbers() {
    List<String> lines =
        new StudyReportFactory(
                YarnMeStudy.SWEEP, rows(YarnMeStudy.SWEEP, 75), BaselineSelector.all("fair"))
            .lines();
    assertHas(lines, "Results of the paper and of this run, relative to fair-reserving:");
    assertHas(lines, " +paper +fair +elastic-fair +meganode");
    // 75 of 125 is 0.6, and of 100 were above 0.7; the Meganode has 60.
    assertHas(lines, "uniform 3.0x: % of cells with a ratio of at most 0.7 +40 +0 +100 +100");
    assertHas(lines, "uniform 1.5x: % of cells .* ahead of the Meganode +40 to 60 +0 +0 +-");
    lines =
        new StudyReportFactory(
                YarnMeStudy.MIX, rows(YarnMeStudy.MIX, 25), BaselineSelector.all("fair"))
            .lines();
    assertHas(lines, "mix, 14 jobs, run times x 1.00: % less time of the av.* job +60 +20 +80 +52");
    assertHas(lines, "mix, .* x 0.25: % less time of the average map phase +67 +20 +80 +52");
    lines =
        new StudyReportFactory(
                YarnMeStudy.MISESTIMATION,
                rows(YarnMeStudy.MISESTIMATION, 25),
                BaselineSelector.all("fair"))
            .lines();
    assertHas(lines, "misestimation, memory off by 0 to 50 %: % less .* +up to 45 +20 +80 +52");
    assertHas(
        lines, "misestimation, penalty off by 0 to 50 %: percentage points .* +at most 4 +0 +0 +0");
    // Without the paper's baseline that of the ratios stands for it.
    List<RunResult> others = rows(YarnMeStudy.SWEEP, 75);
    others.removeIf(row -> row.system().equals("fair-reserving"));
    lines = new StudyReportFactory(YarnMeStudy.SWEEP, others, BaselineSelector.all("fair")).lines();
    assertHas(
        lines,
        "Results of the paper .*, relative to fair \\(the paper's baseline is fair-reserving\\):");
    assertHas(lines, "uniform 3.0x: % of cells with a ratio of at most 0.7 +40 +0 +100");
  }
}
