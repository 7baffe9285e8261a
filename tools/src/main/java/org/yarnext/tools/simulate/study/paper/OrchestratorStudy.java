// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.study.paper;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.yarnext.tools.simulate.study.ReportKind;
import org.yarnext.tools.simulate.study.Study;
import org.yarnext.tools.simulate.study.measure.PaperSpeedup;
import org.yarnext.tools.simulate.study.measure.StudyCell;

/** Studies of MROrchestrator's section IV-A that steer only CPU. */
public enum OrchestratorStudy implements Study {
  /** Figures 3a and 3b. */
  ALONE("figures 3a and 3b: each of the six jobs alone on 24 nodes, CPU steered") {
    @Override
    List<StudyCell> cells(OrchestratorCellFactory cluster) {
      return cluster.alone();
    }

    @Override
    public List<PaperSpeedup> speedups() {
      return Arrays.asList(
          new PaperSpeedup("uniform-cpu", 9.6, 11.4), new PaperSpeedup("regression-cpu", 20.5, 29));
    }
  },
  /** Figures 3c and 3d. */
  JOBS("figures 3c and 3d: the six jobs at once on 24 nodes, CPU steered") {
    @Override
    List<StudyCell> cells(OrchestratorCellFactory cluster) {
      return Collections.singletonList(cluster.together());
    }

    @Override
    public List<PaperSpeedup> speedups() {
      return Arrays.asList(
          new PaperSpeedup("uniform-cpu", 9.2, 12.1),
          new PaperSpeedup("regression-cpu", 26.5, 38.2));
    }
  },
  /** Effect of more eager settings. */
  KEYS("the six jobs beside large hogs, with other thresholds and epochs") {
    @Override
    List<StudyCell> cells(OrchestratorCellFactory cluster) {
      return Collections.emptyList();
    }

    @Override
    public List<StudyCell> cells(int nodes) {
      return OrchestratorCellFactory.keys(nodes);
    }

    @Override
    public List<PaperSpeedup> speedups() {
      return Collections.emptyList();
    }
  };

  private final String shows;

  OrchestratorStudy(String shows) {
    this.shows = shows;
  }

  /** Returns the cells of one kind of cluster. */
  abstract List<StudyCell> cells(OrchestratorCellFactory cluster);

  @Override
  public List<StudyCell> cells(int nodes) {
    List<StudyCell> cells = new ArrayList<>();
    for (OrchestratorCellFactory cluster : OrchestratorCellFactory.all(nodes)) {
      cells.addAll(cells(cluster));
    }
    return cells;
  }

  @Override
  public String id() {
    return "orchestrator-" + name().toLowerCase(Locale.ROOT);
  }

  @Override
  public String about() {
    return "MROrchestrator " + shows;
  }

  @Override
  public List<String> systems() {
    return Arrays.asList(
        "stock-ungrouped",
        "stock-groups",
        "spare-only",
        "uniform-cpu",
        "regression-no-spare",
        "regression-cpu",
        "clairvoyant-cpu");
  }

  @Override
  public int seeds() {
    return 3;
  }

  @Override
  public List<String> paper() {
    return Collections.singletonList(
        "the paper's stated numbers are for steering CPU and memory together; here only CPU is"
            + " steered");
  }

  @Override
  public ReportKind reportKind() {
    return ReportKind.SPEEDUPS;
  }
}
