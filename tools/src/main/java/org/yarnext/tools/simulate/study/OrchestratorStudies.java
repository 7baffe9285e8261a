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
package org.yarnext.tools.simulate.study;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** The studies of MROrchestrator's section IV-A, of CPU alone. */
enum OrchestratorStudies implements Study {
  /** Figures 3a and 3b. */
  ALONE("figures 3a and 3b: each of the six jobs alone on 24 nodes, CPU steered") {
    @Override
    List<Cell> cells(OrchestratorCells cluster) {
      return cluster.alone();
    }

    @Override
    public List<PaperCut> cuts() {
      return Arrays.asList(
          new PaperCut("uniform-cpu", 9.6, 11.4), new PaperCut("regression-cpu", 20.5, 29));
    }
  },
  /** Figures 3c and 3d. */
  JOBS("figures 3c and 3d: the six jobs at once on 24 nodes, CPU steered") {
    @Override
    List<Cell> cells(OrchestratorCells cluster) {
      return Collections.singletonList(cluster.together());
    }

    @Override
    public List<PaperCut> cuts() {
      return Arrays.asList(
          new PaperCut("uniform-cpu", 9.2, 12.1), new PaperCut("regression-cpu", 26.5, 38.2));
    }
  },
  /** What more eager settings bring. */
  KEYS("the six jobs beside large hogs, with other settings of who is noticed and how often") {
    @Override
    List<Cell> cells(OrchestratorCells cluster) {
      return Collections.emptyList();
    }

    @Override
    public List<Cell> cells(int nodes) {
      return OrchestratorCells.keys(nodes);
    }

    @Override
    public List<PaperCut> cuts() {
      return Collections.emptyList();
    }
  };

  private final String shows;

  OrchestratorStudies(String shows) {
    this.shows = shows;
  }

  /** On one kind of cluster. */
  abstract List<Cell> cells(OrchestratorCells cluster);

  @Override
  public List<Cell> cells(int nodes) {
    List<Cell> cells = new ArrayList<>();
    for (OrchestratorCells cluster : OrchestratorCells.all(nodes)) {
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
        "its numbers in words are for CPU and memory steered together, here CPU is alone");
  }

  @Override
  public Shown shown() {
    return Shown.CUTS;
  }
}
