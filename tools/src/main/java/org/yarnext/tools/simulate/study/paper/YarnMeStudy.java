// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.study.paper;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.yarnext.tools.simulate.study.Study;
import org.yarnext.tools.simulate.study.measure.PaperJobTime;
import org.yarnext.tools.simulate.study.measure.StudyCell;
import org.yarnext.tools.simulate.workload.synthetic.EstimateErrorModel;

/** The studies of YARN-ME's sections 5 and 6. */
enum YarnMeStudy implements Study {
  /** Figures 6a and 6c. */
  SWEEP {
    @Override
    public String about() {
      return "YARN-ME figures 6a and 6c: ranges of memory, tasks and run times, 100 nodes and jobs";
    }

    @Override
    public boolean isSweep() {
      return true;
    }

    @Override
    public List<StudyCell> cells(int nodes) {
      return traces(new YarnMeCellFactory(nodes == 0 ? 100 : nodes));
    }

    @Override
    public List<String> paper() {
      return Arrays.asList(
          "uniform 3x: 40 % of the configurations have a ratio of at most 0.7 to YARN",
          "uniform: in 40 to 60 % of the traces YARN-ME beats the Meganode");
    }
  },
  /** Not in the paper: its traces without settings made for them. */
  DEFAULTS {
    @Override
    public String about() {
      return "the traces of figure 6 with yarnext's default heaps and disks, 100 nodes and jobs";
    }

    @Override
    public boolean isSweep() {
      return true;
    }

    @Override
    public List<StudyCell> cells(int nodes) {
      return traces(YarnMeCellFactory.withDefaults(nodes == 0 ? 100 : nodes));
    }

    @Override
    public List<String> paper() {
      return Collections.emptyList();
    }
  },
  /** Section 6.2: at very low utilization there is nothing to gain or lose. */
  LIGHT {
    @Override
    public String about() {
      return "YARN-ME at light load: few and small tasks, 100 nodes and jobs; never worse than stock";
    }

    @Override
    public boolean isSweep() {
      return true;
    }

    @Override
    public List<StudyCell> cells(int nodes) {
      YarnMeCellFactory cluster = new YarnMeCellFactory(nodes == 0 ? 100 : nodes);
      List<StudyCell> cells = new ArrayList<>();
      for (double penalty : new double[] {1.5, 3}) {
        for (boolean uniform : new boolean[] {true, false}) {
          for (int maxMb : new int[] {4_000, 10_000}) {
            for (int maxTasks : new int[] {5, 10}) {
              for (int maxSeconds : new int[] {100, 300}) {
                cells.add(cluster.cell(uniform, maxMb, maxTasks, maxSeconds, penalty));
              }
            }
          }
        }
      }
      return cells;
    }

    @Override
    public int seeds() {
      return 5;
    }

    @Override
    public List<String> paper() {
      return Collections.singletonList(
          "no improvement where the cluster's utilisation is very low");
    }
  },
  /** Figure 5c. */
  MIX {
    @Override
    public String about() {
      return "YARN-ME figure 5c: the mix of PageRank, recommender and WordCount on 50 nodes";
    }

    @Override
    public List<StudyCell> cells(int nodes) {
      YarnMeCellFactory cluster = new YarnMeCellFactory(nodes == 0 ? 50 : nodes);
      return Arrays.stream(FACTORS).mapToObj(cluster::mix).collect(Collectors.toList());
    }

    @Override
    public int seeds() {
      return 3;
    }

    @Override
    public List<String> paper() {
      return Collections.singletonList(
          "the average job takes 60 % less time than on YARN, its map phase 67 % less");
    }
  },
  /** Figure 6b. */
  SCALING {
    @Override
    public String about() {
      return "YARN-ME figure 6b: one uniform trace, scaled with the cluster from 100 to 3,000 nodes";
    }

    @Override
    public List<StudyCell> cells(int nodes) {
      List<StudyCell> cells = new ArrayList<>();
      for (int size : nodes == 0 ? new int[] {100, 300, 1_000, 3_000} : new int[] {nodes}) {
        YarnMeCellFactory cluster = new YarnMeCellFactory(size);
        if (size <= MAX_FOR_1_S) {
          cells.add(cluster.scaled(1_000));
        }
        if (size <= MAX_FOR_10_S) {
          cells.add(cluster.scaled(10_000));
          cells.add(cluster.scaled(30_000));
        }
        cells.add(cluster.scaled(100_000));
      }
      return cells;
    }

    @Override
    public List<String> paper() {
      return Collections.singletonList("the gain holds from 100 to 3,000 nodes");
    }
  },
  /** Figure 7. */
  MISESTIMATION {
    @Override
    public String about() {
      return "YARN-ME figure 7: wrong estimates of run times, memory or penalties";
    }

    @Override
    public List<StudyCell> cells(int nodes) {
      YarnMeCellFactory cluster = new YarnMeCellFactory(nodes == 0 ? 100 : nodes);
      List<StudyCell> cells = new ArrayList<>();
      cells.add(cluster.wrong(null));
      for (EstimateErrorModel.Quantity of : EstimateErrorModel.Quantity.values()) {
        for (double[] range : new double[][] {{-0.5, 0}, {-0.15, 0}, {0, 0.15}, {0, 0.5}}) {
          cells.add(cluster.wrong(new EstimateErrorModel(of, range[0], range[1])));
        }
      }
      return cells;
    }

    @Override
    public List<String> paper() {
      return Arrays.asList(
          "run times: gains like without error, or at most 10 % lower in 35 % of the traces",
          "memory: up to 45 % better if tasks need more than estimated",
          "penalty: gains at most 4 % lower");
    }
  },
  /** Not in the paper: comparison of the model with a live run. */
  LIVE {
    @Override
    public String about() {
      return "memory-bound jobs on MiniYARNCluster (docs/benchmarks/elastic.md, elastic-gain), eight nodes";
    }

    @Override
    public List<StudyCell> cells(int nodes) {
      return Collections.singletonList(new YarnMeCellFactory(nodes == 0 ? 8 : nodes).live());
    }

    @Override
    public int seeds() {
      return 3;
    }

    @Override
    public List<String> paper() {
      return Collections.emptyList();
    }
  };

  /** Run times of the mix's tasks, relative to our assumption. */
  static final double[] FACTORS = {1, 0.5, 0.25};

  /** Maximum number of nodes and jobs that take minutes with a 1 s heartbeat; more take hours. */
  private static final int MAX_FOR_1_S = 300;

  /** Maximum number with heartbeats of 10 s and 30 s. */
  private static final int MAX_FOR_10_S = 1_000;

  private static List<StudyCell> traces(YarnMeCellFactory cluster) {
    List<StudyCell> cells = new ArrayList<>();
    for (double penalty : new double[] {1.5, 3}) {
      for (boolean uniform : new boolean[] {true, false}) {
        for (int maxMb : new int[] {4_000, 7_000, 10_000}) {
          for (int maxTasks : new int[] {20, 80, 200}) {
            for (int maxSeconds : new int[] {100, 300, 500}) {
              cells.add(cluster.cell(uniform, maxMb, maxTasks, maxSeconds, penalty));
            }
          }
        }
      }
    }
    return cells;
  }

  @Override
  public List<String> systems() {
    return Arrays.asList(
        "fair",
        "fair-reserving",
        "fair-unreserving",
        "elastic-fair",
        "elastic-fair-algorithm-1",
        "capacity",
        "capacity-unreserving",
        "elastic-capacity",
        "elastic-capacity-algorithm-1",
        "srtf",
        "meganode");
  }

  @Override
  public int seeds() {
    return 1;
  }

  @Override
  public List<PaperJobTime> times() {
    return YarnMePaperResults.times(this);
  }

  @Override
  public String paperBaseline() {
    return YarnMePaperResults.YARN;
  }

  @Override
  public String id() {
    return "yarn-me-" + name().toLowerCase(Locale.ROOT);
  }
}
