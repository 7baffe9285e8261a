// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.experiment;

import static org.yarnext.benchmarks.experiment.BenchSystem.*;

import java.util.Arrays;
import java.util.List;

/** What can be measured, by name: the systems and the options' defaults. */
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

  /** The same while some nodes report less than their wait (section 7.2.3, Figure 7). */
  STRAGGLERS(
      "Nodes that report less than their wait",
      STOCK_GUARANTEED,
      ONLY_Q,
      ONLY_Q_AVG_SIGMA,
      ONLY_Q_AVG_2SIGMA,
      ONLY_Q_AVG_2SIGMA_REORDER),

  /** Opportunistic tasks beside guaranteed ones that need their room (section 7.2.3, Table 1). */
  POLICING(
      "Opportunistic containers stopped for guaranteed ones",
      CEILING_100,
      CEILING_40,
      CEILING_30,
      CEILING_20,
      CEILING_HISTORY),

  /** Jobs that compete for memory, with tasks that run with less (YARN-ME, section 5). */
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

  /** The same as DAGs of unmodified Tez, with the Tez model (section 2.4). */
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

    /** The processors that start Tez's containers are few. */
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
      "A mix of Tez DAGs: stock, Mercury, and Mercury with estimates of Tez's master",
      TEZ_STOCK,
      TEZ_MERCURY,
      TEZ_MERCURY_SCHEDULER,
      TEZ_MERCURY_ESTIMATES) {
    @Override
    int usualJobs() {
      return 18;
    }
  },

  /** Jobs that share processors, as stock shares them and steered (MROrchestrator, section IV). */
  ORCHESTRATOR(
      "Six kinds of jobs at once beside a CPU hog: stock and MROrchestrator",
      STOCK_CAPACITY,
      UNIFORM,
      REGRESSION_CPU,
      REGRESSION_MEMORY,
      REGRESSION) {
    @Override
    int usualNodes() {
      return 2;
    }

    @Override
    int usualHeartbeatMs() {
      return FAST_HEARTBEAT_MS;
    }
  },

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
      return 8;
    }

    /** YARN's own default. */
    @Override
    int usualHeartbeatMs() {
      return 1000;
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

  /** The same of a Tez task that merges what it fetches (YARN-ME, section 2.4). */
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
  TEZ_ESTIMATES("Estimates of Tez tasks' run times") {
    @Override
    int usualRuns() {
      return 2;
    }

    @Override
    int usualHeartbeatMs() {
      return FAST_HEARTBEAT_MS;
    }
  },

  /** A job with more tasks than two sub-clusters have room for (Hydra, section 4.1). */
  RELAXATION("Asks that wait in two full sub-clusters") {
    @Override
    int usualRuns() {
      return 1;
    }
  },

  /** Calls of masters while nobody answers in ZooKeeper. */
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

  /** One without systems has a benchmark of its own. */
  Experiment(String title, BenchSystem... systems) {
    this.title = title;
    this.systems = Arrays.asList(systems);
  }

  /** How often each system runs unless the command line says otherwise. */
  int usualRuns() {
    return 5;
  }

  /** How many NodeManagers there are unless the command line says otherwise. */
  int usualNodes() {
    return 8;
  }

  /** How long a run measures unless the command line says otherwise, in s. */
  int usualSeconds() {
    return 120;
  }

  /** How many jobs a run has unless the command line says otherwise. */
  int usualJobs() {
    return 8;
  }

  /** The interval of the nodes' heartbeats unless the command line says otherwise. */
  int usualHeartbeatMs() {
    return 3000;
  }
}
