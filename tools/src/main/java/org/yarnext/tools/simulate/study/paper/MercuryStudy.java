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
import org.yarnext.tools.simulate.study.measure.PaperGain;
import org.yarnext.tools.simulate.study.measure.StudyCell;
import org.yarnext.tools.simulate.study.paper.MercuryCluster.Heartbeats;
import org.yarnext.tools.simulate.workload.synthetic.GridmixWorkload.JobClass;
import org.yarnext.tools.simulate.world.SimulationSettings;

/** The studies of Mercury's section 7. */
public enum MercuryStudy implements Study {
  /** Figure 5. */
  CONCURRENCY("figure 5: number of jobs that run at the same time") {
    @Override
    public List<StudyCell> cells(int nodes) {
      MercuryCluster cluster = new MercuryCluster(nodes);
      List<StudyCell> cells = new ArrayList<>();
      for (int jobs : new int[] {100, 150, 200}) {
        cells.add(
            MercuryCellFactory.shortTasks(
                cluster,
                Heartbeats.ALONE,
                jobs + " jobs",
                cluster.settings(Heartbeats.ALONE, jobs)));
      }
      cells.add(
          MercuryCellFactory.shortTasks(
              cluster,
              Heartbeats.MANY,
              MercuryCellFactory.JOBS + " jobs",
              cluster.settings(Heartbeats.MANY, MercuryCellFactory.JOBS)));
      return cells;
    }
  },
  /** Figure 6. */
  TOP_K("figure 6: number of candidate nodes for the placement of a container") {
    @Override
    public List<StudyCell> cells(int nodes) {
      MercuryCluster cluster = new MercuryCluster(nodes);
      SimulationSettings settings = cluster.settings(Heartbeats.ALONE, MercuryCellFactory.JOBS);
      List<StudyCell> cells = new ArrayList<>();
      for (int k : new int[] {20, 50, 100}) {
        cells.add(
            MercuryCellFactory.shortTasks(
                cluster, Heartbeats.ALONE, "k = " + k, cluster.candidates(settings, k)));
      }
      cells.add(
          MercuryCellFactory.shortTasks(
              cluster,
              Heartbeats.MANY,
              "k = 50",
              cluster.settings(Heartbeats.MANY, MercuryCellFactory.JOBS)));
      return cells;
    }
  },
  /** Figure 7. */
  REBALANCING(
      "figure 7: shedding and queue order, where one node in fifty reports only a fifth of"
          + " its queue wait") {
    @Override
    public List<StudyCell> cells(int nodes) {
      MercuryCluster cluster = new MercuryCluster(nodes);
      SimulationSettings settings = stragglers(cluster, Heartbeats.ALONE);
      SimulationSettings two = settings.with(SIGMA, "2.0");
      return Arrays.asList(
          MercuryCellFactory.shortTasks(
              cluster,
              Heartbeats.ALONE,
              "only-Q",
              settings.with("yarn.mercury.coordinator.mode", "off")),
          MercuryCellFactory.shortTasks(
              cluster, Heartbeats.ALONE, "avg+sigma", settings.with(SIGMA, "1.0")),
          MercuryCellFactory.shortTasks(cluster, Heartbeats.ALONE, "avg+2 sigma", two),
          MercuryCellFactory.shortTasks(
              cluster, Heartbeats.ALONE, REORDERED, two.with(ORDER, "job-submission")),
          MercuryCellFactory.shortTasks(
              cluster,
              Heartbeats.MANY,
              REORDERED,
              stragglers(cluster, Heartbeats.MANY)
                  .with(SIGMA, "2.0")
                  .with(ORDER, "job-submission")));
    }

    private SimulationSettings stragglers(MercuryCluster cluster, Heartbeats heartbeats) {
      return cluster
          .settings(heartbeats, MercuryCellFactory.JOBS)
          .with("yarnext.simulate.stragglers", String.valueOf(cluster.scaled(5)))
          .with("yarnext.simulate.straggler-reports", "0.2")
          .with("yarn.mercury.placement.max-queue-wait", "0")
          .with("yarn.mercury.coordinator.min-wait", "3s")
          .with("yarn.mercury.shedding.delay", "3s")
          .with(ORDER, "fifo");
    }
  },
  /** Figure 9. */
  DURATION("figure 9: run time of tasks") {
    @Override
    public List<StudyCell> cells(int nodes) {
      MercuryCluster cluster = new MercuryCluster(nodes);
      List<StudyCell> cells = new ArrayList<>();
      for (Heartbeats heartbeats : Arrays.asList(Heartbeats.ALONE, Heartbeats.MANY)) {
        SimulationSettings settings = cluster.settings(heartbeats, MercuryCellFactory.JOBS);
        for (int seconds : new int[] {2, 10, 20}) {
          String label = seconds + " s";
          JobClass tasks = new JobClass(label, 1, 1_000L * seconds);
          cells.add(MercuryCellFactory.tasks(cluster, heartbeats, label, tasks, settings));
        }
      }
      return cells;
    }
  },
  /** Figure 10. */
  HYBRID("figure 10: which containers are opportunistic, with tasks of 2 s and of 50 s") {
    @Override
    public List<StudyCell> cells(int nodes) {
      return MercuryCellFactory.policies(nodes, MercuryCellFactory.TWO_LENGTHS);
    }
  },
  /** Figure 11. */
  PRODUCTION("figure 11: which containers are opportunistic, with run times as in production") {
    @Override
    public List<StudyCell> cells(int nodes) {
      return MercuryCellFactory.policies(nodes, MercuryCellFactory.PRODUCTION);
    }
  },
  /** Table 1. */
  POLICING("table 1: a ceiling for opportunistic containers beside a guaranteed load of 70 %") {
    @Override
    public List<StudyCell> cells(int nodes) {
      MercuryCluster cluster = new MercuryCluster(nodes);
      SimulationSettings settings =
          cluster
              .settings(Heartbeats.ALONE, MercuryCellFactory.JOBS)
              .with("yarnext.simulate.max-jobs", "0")
              .with("yarnext.simulate.max-jobs.opportunistic", text(cluster.atOnce(OPPORTUNISTIC)))
              .with("yarn.mercury.hybrid.queues", "guaranteed:only-G;opportunistic:only-Q");
      List<StudyCell> cells = new ArrayList<>();
      for (int percent : new int[] {20, 30, 40, 100}) {
        cells.add(
            MercuryCellFactory.beside(
                cluster, percent + " %", MercuryCellFactory.withCeiling(settings, percent)));
      }
      cells.add(
          MercuryCellFactory.beside(
              cluster, "history", MercuryCellFactory.withHistoryCeiling(settings)));
      return cells;
    }

    @Override
    public List<String> systems() {
      return Arrays.asList("stock-central", "mercury-central", "mercury-distributed");
    }
  },
  /**
   * Not in the paper: settings with which operators can reduce preemption by guaranteed containers.
   */
  PRODUCTION_SETTINGS(
      "the policies of figure 11 with more jobs, with guaranteed containers after losses, and with"
          + " ceilings") {
    @Override
    public List<StudyCell> cells(int nodes) {
      return MercuryCellFactory.settings(nodes, MercuryCellFactory.PRODUCTION);
    }

    @Override
    public List<String> systems() {
      return Arrays.asList("stock-guaranteed", "mercury-central", "mercury-distributed");
    }
  },
  /** Not in the paper: jobs whose run times nobody declares. */
  FIRST_RUNS("a run-time policy with declared, learnt or assumed run times") {
    @Override
    public List<StudyCell> cells(int nodes) {
      return MercuryCellFactory.firstRuns(nodes);
    }

    @Override
    public List<String> systems() {
      return Arrays.asList("stock-guaranteed", "mercury-central");
    }
  },
  /** Not in the paper: containers beyond the allocation of their nodes. */
  OVERALLOCATION("over-allocation on a day of a cluster that is full by allocation") {
    @Override
    public List<StudyCell> cells(int nodes) {
      return MercuryCellFactory.overallocated(nodes);
    }

    @Override
    public List<String> systems() {
      return Arrays.asList("stock-central", "mercury-central");
    }
  },
  /** Factors that determine the gain over guaranteed containers. */
  BASELINE(
      "influence of heartbeats, start times and queues on the gain over stock's guaranteed"
          + " containers") {
    @Override
    public List<StudyCell> cells(int nodes) {
      MercuryCluster cluster = new MercuryCluster(nodes);
      List<StudyCell> cells = new ArrayList<>();
      for (Heartbeats heartbeats : Heartbeats.values()) {
        SimulationSettings settings = cluster.settings(heartbeats, MercuryCellFactory.JOBS);
        for (int startMs : new int[] {1_000, 2_000, 4_000}) {
          cells.add(
              new StudyCell(
                  heartbeats.label,
                  "1.2 s, start in " + startMs / 1_000 + " s",
                  cluster.jobs(
                      Collections.singletonList(new JobClass("1.2 s", 1, 1_200)), 1_200, 1.6),
                  cluster.topology(),
                  settings.with("yarnext.simulate.start-ms", text(startMs))));
        }
      }
      for (Heartbeats heartbeats : Arrays.asList(Heartbeats.ALONE, Heartbeats.MANY)) {
        SimulationSettings usual = cluster.settings(heartbeats, MercuryCellFactory.JOBS);
        SimulationSettings byRoom = usual.with(COMPARATOR, "QUEUE_LENGTH_THEN_RESOURCES");
        String slots = text(MercuryCluster.CORES);
        cells.add(
            MercuryCellFactory.shortTasks(
                cluster,
                heartbeats,
                "1.2 s, no queue limit",
                usual.with("yarn.mercury.placement.max-queue-wait", "0s")));
        cells.add(
            MercuryCellFactory.shortTasks(
                cluster,
                heartbeats,
                "1.2 s, stock's queues up to slots",
                usual.with(QUEUE_LENGTH, slots)));
        cells.add(
            MercuryCellFactory.shortTasks(
                cluster, heartbeats, "1.2 s, stock by queue and room", byRoom));
        cells.add(
            MercuryCellFactory.shortTasks(
                cluster, heartbeats, "1.2 s, both", byRoom.with(QUEUE_LENGTH, slots)));
      }
      return cells;
    }
  },
  /** Not in the paper: comparison of the model with a live run. */
  LIVE(
      "on MiniYARNCluster (docs/benchmarks/mercury.md), which in the order of systems had 4.76, 9.40, 10.74,"
          + " 11.13 and 10.32 tasks a second") {
    @Override
    public List<StudyCell> cells(int nodes) {
      return Arrays.asList(
          MercuryCellFactory.live(nodes, Heartbeats.STOCK),
          MercuryCellFactory.live(nodes, Heartbeats.MANY));
    }
  };

  /** Number of concurrent jobs, enough that free cores never run out of tasks. */
  private static final int OPPORTUNISTIC = 240;

  private static final String REORDERED = "avg+2 sigma, reorder";
  private static final String SIGMA = "yarn.mercury.coordinator.sigma";
  private static final String ORDER = "yarn.mercury.queue.order";
  private static final String QUEUE_LENGTH =
      "yarn.resourcemanager.nm-container-queuing.max-queue-length";
  private static final String COMPARATOR =
      "yarn.resourcemanager.nm-container-queuing.load-comparator";

  private final String shows;

  MercuryStudy(String shows) {
    this.shows = shows;
  }

  private static String text(int number) {
    return String.valueOf(number);
  }

  @Override
  public String about() {
    return "Mercury " + shows;
  }

  @Override
  public List<String> systems() {
    return Arrays.asList(
        "stock-guaranteed",
        "stock-central",
        "stock-distributed",
        "mercury-central",
        "mercury-distributed");
  }

  @Override
  public int seeds() {
    return 1;
  }

  @Override
  public String id() {
    return "mercury-" + name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  @Override
  public List<String> paper() {
    return MercuryPaperResults.says(this);
  }

  @Override
  public ReportKind reportKind() {
    return ReportKind.THROUGHPUT;
  }

  @Override
  public List<PaperGain> numbers() {
    return MercuryPaperResults.numbers(this);
  }
}
