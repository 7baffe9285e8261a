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
import org.yarnext.tools.simulate.study.measure.StudyCell;
import org.yarnext.tools.simulate.workload.ClusterTopology;
import org.yarnext.tools.simulate.workload.synthetic.HydraWorkload;
import org.yarnext.tools.simulate.world.SimulationSettings;

/** Studies of Hydra's federation: its scheduling rate, and the quality of its scheduling. */
public enum HydraStudy implements Study {
  /** Figures 4, 7 and 8 at the size of the paper's clusters. */
  SCALE("figures 4, 7 and 8: 50,000 nodes in 20 sub-clusters, and one ResourceManager for all") {
    @Override
    public List<StudyCell> cells(int nodes) {
      return Collections.singletonList(
          cell(
              "scale",
              nodes == 0 ? NODES : nodes,
              LOAD,
              SKEW,
              180_000,
              SETTINGS.with("yarnext.simulate.warm-up-ms", "90000")));
    }

    @Override
    public List<String> paper() {
      return Arrays.asList(
          "30,000 to 40,000 decisions a second in the busiest cluster (15 to 20 sub-clusters of"
              + " 2,000 to 3,000 nodes)",
          "one ResourceManager makes 1,000 decisions a second according to the paper, 5,000 with"
              + " later work under ideal conditions",
          "92 % of containers on the requested node, 97 % in its rack",
          "a median of 2 to 3 s from request to grant, 10 s at the 99th percentile");
    }
  },
  /** Gain of placement with unevenly spread data. */
  PLACEMENT("section 4.1: loads and skews of data, on 2,000 nodes") {
    @Override
    public List<StudyCell> cells(int nodes) {
      List<StudyCell> cells = new ArrayList<>();
      for (double load : new double[] {0.7, 0.9}) {
        for (double skew : new double[] {0, 0.4, 0.8}) {
          cells.add(
              cell(
                  String.format(Locale.ROOT, "load %.1f", load),
                  nodes == 0 ? 2_000 : nodes,
                  load,
                  skew,
                  300_000,
                  SETTINGS));
        }
      }
      return cells;
    }
  },
  /** Jobs while a sub-cluster cannot be reached. */
  LOSS("section 4.1: one of 20 sub-clusters unreachable for three minutes, on 2,000 nodes") {
    @Override
    public List<StudyCell> cells(int nodes) {
      return Collections.singletonList(
          cell(
              "loss",
              nodes == 0 ? 2_000 : nodes,
              0.7,
              SKEW,
              420_000,
              SETTINGS
                  .with("yarnext.simulate.lost-sub-cluster", "3")
                  .with("yarnext.simulate.lost-from-ms", "120000")
                  .with("yarnext.simulate.lost-to-ms", "300000")));
    }

    @Override
    public List<String> systems() {
      return Arrays.asList("stock-federation", "hydra");
    }
  },
  /** Contribution of each policy. */
  PARTS("sections 4.1 and 4.2: without one of its policies at a time, on 2,000 nodes") {
    @Override
    public List<StudyCell> cells(int nodes) {
      List<StudyCell> cells = new ArrayList<>();
      for (String without : new String[] {"", "home", "split", "share"}) {
        SimulationSettings settings =
            without.isEmpty()
                ? SETTINGS
                : SETTINGS.with("yarn.federation.policies." + without + ".mode", "off");
        cells.add(
            cell(
                without.isEmpty() ? "all" : "without " + without,
                nodes == 0 ? 2_000 : nodes,
                LOAD,
                SKEW,
                300_000,
                settings));
      }
      return cells;
    }

    @Override
    public List<String> systems() {
      return Arrays.asList("stock-federation", "hydra");
    }
  },
  /** Trade-off of relaxation: locality against waits. */
  RELAXATION("section 4.1: when waiting requests move to other sub-clusters, on 2,000 nodes") {
    @Override
    public List<StudyCell> cells(int nodes) {
      List<StudyCell> cells = new ArrayList<>();
      for (String when :
          new String[] {"time 2s", "time 5s", "time 10s", "time 20s", "time 40s", "load 20s"}) {
        String[] words = when.split(" ");
        cells.add(
            cell(
                when,
                nodes == 0 ? 2_000 : nodes,
                LOAD,
                SKEW,
                300_000,
                SETTINGS
                    .with("yarn.federation.policies.split.relaxation", words[0])
                    .with("yarn.federation.policies.split.relax-after", words[1])));
      }
      return cells;
    }

    @Override
    public List<String> systems() {
      return Arrays.asList("stock-federation", "hydra");
    }
  },
  /** Trade-off of delays for hosts and racks: locality against time. */
  NEARNESS("section 4.1: how long requests wait for their hosts and racks, on 2,000 nodes") {
    @Override
    public List<StudyCell> cells(int nodes) {
      List<StudyCell> cells = new ArrayList<>();
      for (String when :
          new String[] {
            "0s 0s 5s", "1s 1s 5s", "1s 2s 5s", "2s 3s 5s", "3s 6s 5s", "10s 20s 40s"
          }) {
        cells.add(near(when, nodes, SETTINGS));
      }
      cells.add(
          near(
              "0s 0s 5s, delay 400",
              nodes,
              SETTINGS
                  .with("yarn.scheduler.capacity.node-locality-delay", "400")
                  .with("yarn.scheduler.capacity.rack-locality-additional-delay", "400")));
      return cells;
    }

    /** Takes the delays for hosts, for racks and of relaxation from the first three words. */
    private StudyCell near(String when, int nodes, SimulationSettings settings) {
      String[] words = when.split("[ ,]+");
      return cell(
          "near " + when,
          nodes == 0 ? 2_000 : nodes,
          LOAD,
          SKEW,
          300_000,
          settings
              .with("yarn.federation.policies.split.on-host-for", words[0])
              .with("yarn.federation.policies.split.in-rack-for", words[1])
              .with("yarn.federation.policies.split.relax-after", words[2]));
    }

    @Override
    public List<String> systems() {
      return Arrays.asList("stock-federation", "hydra");
    }
  };

  private static final int NODES = 50_000;
  private static final int SUB_CLUSTERS = 20;
  private static final int TENANTS = 60;
  private static final double LOAD = 0.9;
  private static final double SKEW = 0.4;
  private static final long NODE_MB = 131_072;
  private static final int CORES = 32;
  private static final double MEAN_MS = 45_000;

  /** Reports every 5 s, as docs/design/federation.md recommends. */
  private static final SimulationSettings SETTINGS =
      SimulationSettings.DEFAULT
          .withStep(1_024)
          .withMaster(4_096, 1)
          .with("yarnext.simulate.sub-clusters", String.valueOf(SUB_CLUSTERS))
          .with("yarnext.simulate.warm-up-ms", "120000")
          .with("yarn.federation.state-store.heartbeat-interval-secs", "5")
          .with("yarn.scheduler.capacity.per-node-heartbeat.maximum-offswitch-assignments", "100");

  /** Decisions per second and node: the paper's maximum for a sub-cluster of 2,500 nodes. */
  private static final double RATE_A_NODE = 5_000.0 / 2_500;

  private final String shows;

  HydraStudy(String shows) {
    this.shows = shows;
  }

  /** Returns a cell; the ResourceManager's decision rate scales with the size of the cluster. */
  private static StudyCell cell(
      String group, int nodes, double load, double skew, long runMs, SimulationSettings settings) {
    ClusterTopology topology = ClusterTopology.of(nodes, NODE_MB, CORES, 1_000);
    HydraWorkload jobs =
        new HydraWorkload(topology, SUB_CLUSTERS, TENANTS, load, skew, MEAN_MS, runMs);
    long rate = Math.max(1, Math.round(RATE_A_NODE * nodes / SUB_CLUSTERS));
    return new StudyCell(
        group,
        String.format(Locale.ROOT, "%d nodes, load %.1f, skew %.1f", nodes, load, skew),
        jobs::make,
        topology,
        settings
            .withLimit(runMs)
            .with("yarnext.simulate.manager-decisions-per-second", String.valueOf(rate)));
  }

  @Override
  public String about() {
    return "Hydra " + shows;
  }

  @Override
  public List<String> systems() {
    return Arrays.asList("stock-federation", "hydra", "one-manager", "ideal-manager");
  }

  @Override
  public int seeds() {
    return 1;
  }

  @Override
  public List<String> paper() {
    return Collections.emptyList();
  }

  @Override
  public ReportKind reportKind() {
    return ReportKind.DECISIONS;
  }

  @Override
  public String id() {
    return "hydra-" + name().toLowerCase(Locale.ROOT);
  }
}
