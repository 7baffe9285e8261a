// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.experiment;

import static org.yarnext.benchmarks.experiment.BenchSystem.*;

import java.util.Arrays;
import java.util.List;

/** Experiments by name, with the systems that each compares and its default options. */
public enum Experiment {
  /** Jobs of short tasks (section 7.2.1). */
  THROUGHPUT(
      "Short tasks: stock YARN and Mercury",
      STOCK_GUARANTEED,
      STOCK_GUARANTEED_UNHELD,
      STOCK_CENTRALISED,
      STOCK_DISTRIBUTED,
      MERCURY_CENTRALISED,
      MERCURY_DISTRIBUTED),

  /**
   * Short tasks while some nodes report only a part of their queue wait (section 7.2.3, Figure 7).
   */
  STRAGGLERS(
      "Nodes that report too short a wait",
      STOCK_GUARANTEED,
      ONLY_Q,
      ONLY_Q_AVG_SIGMA,
      ONLY_Q_AVG_2SIGMA,
      ONLY_Q_AVG_2SIGMA_REORDER),

  /** Opportunistic tasks beside guaranteed ones that need their memory (section 7.2.3, Table 1). */
  POLICING(
      "Opportunistic containers stopped for guaranteed ones",
      CEILING_100,
      CEILING_40,
      CEILING_30,
      CEILING_20,
      CEILING_HISTORY),

  /**
   * Opportunistic tasks beside guaranteed ones that use a part of their allocation. All nodes share
   * this machine, so there is one.
   */
  IDLE_CAPACITY(
      "Idle capacity of guaranteed containers: stock, Mercury, and Mercury with over-allocation",
      1,
      1000,
      STOCK_DISTRIBUTED,
      MERCURY_CENTRALISED,
      MERCURY_OVERALLOCATED),

  /** Guaranteed containers that grow to their full size while others run in their idle memory. */
  IDLE_CAPACITY_SPIKES(
      "Guaranteed containers that grow to their full size at once",
      1,
      1000,
      MERCURY_OVERALLOCATED) {
    @Override
    int usualRuns() {
      return 1;
    }
  },

  /** Cost of measuring usage and of decisions on a node with many containers. */
  IDLE_CAPACITY_COST("Cost of over-allocation on a node") {
    @Override
    int usualRuns() {
      return 3;
    }

    @Override
    int usualSeconds() {
      return 5;
    }
  },

  /** Jobs that compete for memory, and whose tasks can run with less (YARN-ME, section 5). */
  ELASTIC_GAIN(
      "Memory-bound jobs: stock schedulers and elastic ones",
      STOCK_FAIR,
      STOCK_FAIR_NO_RESERVATIONS,
      ELASTIC_FAIR,
      ELASTIC_FAIR_PAPER,
      ELASTIC_FAIR_ALGORITHM_1,
      STOCK_CAPACITY,
      STOCK_CAPACITY_NO_RESERVATIONS,
      ELASTIC_CAPACITY,
      ELASTIC_CAPACITY_PAPER,
      ELASTIC_CAPACITY_ALGORITHM_1) {
    @Override
    int usualHeartbeatMs() {
      return FAST_HEARTBEAT_MS;
    }

    @Override
    int usualJobs() {
      return 14;
    }
  },

  /**
   * The jobs of {@link #ELASTIC_GAIN} as DAGs of unmodified Tez, with the Tez model (section 2.4).
   */
  TEZ_GAIN(
      "Memory-bound Tez DAGs: stock schedulers and elastic ones",
      STOCK_FAIR,
      STOCK_FAIR_NO_RESERVATIONS,
      ELASTIC_FAIR,
      ELASTIC_FAIR_ALGORITHM_1,
      STOCK_CAPACITY,
      STOCK_CAPACITY_NO_RESERVATIONS,
      ELASTIC_CAPACITY,
      ELASTIC_CAPACITY_ALGORITHM_1) {
    @Override
    int usualHeartbeatMs() {
      return FAST_HEARTBEAT_MS;
    }

    /** Returns few nodes, because a small machine has few processors to start Tez's containers. */
    @Override
    int usualNodes() {
      return 3;
    }

    @Override
    int usualJobs() {
      return 7;
    }
  },

  /** Recurring DAGs, with Mercury's own estimates or with those of Tez's master (section 6.3). */
  TEZ_MIX(
      "A mix of Tez DAGs: stock, Mercury, and Mercury with estimates in the Tez Application Master",
      TEZ_STOCK,
      TEZ_MERCURY,
      TEZ_MERCURY_SCHEDULER,
      TEZ_MERCURY_ESTIMATES) {
    @Override
    int usualJobs() {
      return 18;
    }
  },

  /**
   * Jobs that share processors, with stock's sharing and with the orchestrator (MROrchestrator,
   * section IV).
   */
  ORCHESTRATOR(
      "Six kinds of jobs at once beside a CPU hog: stock and MROrchestrator",
      2,
      Experiment.FAST_HEARTBEAT_MS,
      STOCK_CAPACITY,
      UNIFORM,
      REGRESSION_CPU,
      REGRESSION_MEMORY,
      REGRESSION),

  /** Jobs of several frameworks beside a CPU hog, with each feature alone and with all. */
  MIXED(
      "A mixed workload: stock, each feature alone, and all",
      STOCK_CAPACITY,
      MIXED_MERCURY,
      MIXED_ELASTIC,
      MIXED_ORCHESTRATOR,
      MIXED_ALL) {
    @Override
    int usualRuns() {
      return 3;
    }

    @Override
    int usualNodes() {
      return 3;
    }

    @Override
    int usualJobs() {
      return 10;
    }

    @Override
    double usualNodeCores() {
      return 0.5;
    }

    /** Returns YARN's default. */
    @Override
    int usualHeartbeatMs() {
      return 1000;
    }
  },

  /** Unmodified Spark applications that compete for memory. */
  SPARK_MIX(
      "A Spark mix: stock, each feature alone, and all",
      3,
      1000,
      STOCK_CAPACITY,
      MIXED_MERCURY,
      MIXED_ELASTIC,
      MIXED_ALL),

  /** MapReduce jobs of which no run time is known. */
  FIRST_RUNS(
      "First and later runs of MapReduce jobs under hybrid-GQ(10s, 80%)",
      3,
      1000,
      STOCK_CAPACITY,
      HYBRID_FIRST_RUNS,
      HYBRID_DECLARED,
      HYBRID_LATER_RUNS,
      HYBRID_ASSUMED) {
    @Override
    int usualRuns() {
      return 1;
    }

    @Override
    int usualJobs() {
      return 6;
    }
  },

  /** Run times of real tasks with little memory, measured and predicted (YARN-ME, section 2). */
  ELASTICITY("Run time with less memory") {
    @Override
    int usualRuns() {
      return 3;
    }

    @Override
    int usualHeartbeatMs() {
      return FAST_HEARTBEAT_MS;
    }
  },

  /** Run times of a Tez task that merges fetched data, measured and predicted (section 2.4). */
  TEZ_ELASTICITY("Run time of a Tez reducer with less memory") {
    @Override
    int usualRuns() {
      return 3;
    }

    @Override
    int usualHeartbeatMs() {
      return FAST_HEARTBEAT_MS;
    }
  },

  /** Run times of real Tez tasks, estimated and true (Mercury, section 6.3). */
  TEZ_ESTIMATES("Estimated run times of Tez tasks") {
    @Override
    int usualRuns() {
      return 2;
    }

    @Override
    int usualHeartbeatMs() {
      return FAST_HEARTBEAT_MS;
    }
  },

  /** Policies of a federation of separate daemons (Hydra, section 4). */
  FEDERATION("A federation of separate daemons: stock's policies and this project's") {
    @Override
    int usualRuns() {
      return 3;
    }
  },

  /** Cost of the page and the metrics of a ResourceManager with many nodes. */
  PAGE("The web page of a ResourceManager") {
    @Override
    int usualRuns() {
      return 3;
    }

    @Override
    int usualNodes() {
      return 5_000;
    }

    @Override
    int usualSeconds() {
      return 30;
    }
  },

  /** Cost of all features while they have nothing to do. */
  OVERHEAD("The pack with nothing to do") {
    @Override
    int usualNodes() {
      return 200;
    }

    @Override
    int usualSeconds() {
      return 30;
    }
  },

  /** Cost of many short opportunistic containers in a NodeManager. */
  NODE_LOAD("A NodeManager with many short containers") {
    @Override
    int usualNodes() {
      return 1;
    }

    @Override
    int usualSeconds() {
      return 30;
    }
  },

  /** A ResourceManager under Hadoop's Scheduler Load Simulator. */
  SLS(
      "A ResourceManager under the Scheduler Load Simulator",
      STOCK_CAPACITY,
      MIXED_MERCURY,
      MIXED_ELASTIC,
      MIXED_ORCHESTRATOR,
      MIXED_ALL) {
    @Override
    int usualSeconds() {
      return 30;
    }
  },

  /** Allocate calls while ZooKeeper does not respond. */
  ZOOKEEPER_HANG("ZooKeeper hangs") {
    @Override
    int usualRuns() {
      return 3;
    }

    @Override
    int usualNodes() {
      return 20;
    }

    @Override
    int usualSeconds() {
      return 60;
    }
  };

  private static final int FAST_HEARTBEAT_MS = 250;

  public final String title;
  public final List<BenchSystem> systems;
  private final int usualNodes;
  private final int usualHeartbeatMs;

  /** Creates an experiment. One without systems has its own benchmark. */
  Experiment(String title, BenchSystem... systems) {
    this(title, 8, 3000, systems);
  }

  /** Creates an experiment with its default number of nodes and interval of their heartbeats. */
  Experiment(String title, int usualNodes, int usualHeartbeatMs, BenchSystem... systems) {
    this.title = title;
    this.usualNodes = usualNodes;
    this.usualHeartbeatMs = usualHeartbeatMs;
    this.systems = Arrays.asList(systems);
  }

  /** Returns the default number of runs of each system. */
  int usualRuns() {
    return 5;
  }

  /** Returns the default number of NodeManagers. */
  int usualNodes() {
    return usualNodes;
  }

  /** Returns the default measured time of a run, in seconds. */
  int usualSeconds() {
    return 120;
  }

  /** Returns the default number of jobs in a run. */
  int usualJobs() {
    return 8;
  }

  /** Returns the default number of processors that the containers of a node share. */
  double usualNodeCores() {
    return 0.7;
  }

  /** Returns the default interval of the nodes' heartbeats, in ms. */
  int usualHeartbeatMs() {
    return usualHeartbeatMs;
  }
}
