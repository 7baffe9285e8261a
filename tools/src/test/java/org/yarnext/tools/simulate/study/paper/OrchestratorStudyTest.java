// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.study.paper;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.File;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.tools.CommandRun;
import org.yarnext.tools.simulate.SystemRegistry;
import org.yarnext.tools.simulate.study.measure.StudyCell;
import org.yarnext.tools.simulate.workload.synthetic.OrchestratorWorkload;

public class OrchestratorStudyTest {
  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  @Test
  public void allStudiesAreRegisteredAndTheirCellsDiffer() {
    for (OrchestratorStudy study : OrchestratorStudy.values()) {
      assertEquals(study, StudyRegistry.find(study.id()));
      assertEquals(7, SystemRegistry.find(study.systems()).size());
      Set<String> names = new HashSet<>();
      for (StudyCell cell : study.cells(0)) {
        assertEquals(24, cell.topology().nodes().size());
        assertTrue(cell.toString(), names.add(cell.toString()));
      }
    }
  }

  @Test
  public void commandPrintsEachJobAndItsSpeedupDeterministically() throws Exception {
    String first = written("first");
    assertEquals(first, written("again"));
    for (String job : OrchestratorWorkload.NAMES) {
      assertTrue(first, first.contains("4 slots, even, six jobs, " + job + "  "));
    }
    assertTrue(first, first.contains("26.5 / 38.2 / -"));
    assertTrue(first, first.contains("stock-ungrouped") && first.contains("regression-cpu"));
  }

  private String written(String name) throws Exception {
    File out = new File(folder.getRoot(), name);
    CommandRun run =
        CommandRun.of(
            "simulate",
            "orchestrator-jobs",
            "--nodes",
            "2",
            "--seeds",
            "1",
            "--cells",
            "4 slots, even",
            "--out",
            out.getPath());
    assertEquals(run.toString(), 0, run.status);
    String csv = new String(Files.readAllBytes(new File(out, "times.csv").toPath()), "UTF-8");
    assertEquals(1 + 7 * 6, csv.split("\n").length);
    assertTrue(new File(out, "report.html").length() > 3_000);
    return run.out.replace(out.getPath(), "DIR") + csv;
  }

  @Test
  public void eachJobAloneIsACell() {
    CommandRun run =
        CommandRun.of(
            "simulate",
            "orchestrator-alone",
            "--nodes",
            "1",
            "--seeds",
            "1",
            "--cells",
            "2 slots, skew");
    assertEquals(run.toString(), 0, run.status);
    for (String job : OrchestratorWorkload.NAMES) {
      assertTrue(run.out, run.out.contains("2 slots, skew, slow nodes, hogs, " + job + "  "));
    }
    assertTrue(run.out, Arrays.asList(run.out.split("\n")).size() > 10);
  }
}
