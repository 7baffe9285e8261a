// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.gain;

import java.io.IOException;
import java.util.List;
import org.yarnext.benchmarks.report.JobRecord;
import org.yarnext.benchmarks.report.Progress;
import org.yarnext.elastic.policy.model.ElasticityModel;
import org.yarnext.minicluster.cluster.MiniCluster;
import org.yarnext.minicluster.jobs.SleepDag;
import org.yarnext.tools.simulate.workload.synthetic.YarnMeApplication;

/**
 * The frameworks, shell commands or Tez, whose jobs compete for memory in the gain experiment. They
 * differ in how tasks are requested and how reducers spill.
 */
public enum GainFramework {
  /** Shell commands whose reducers spill as in MapReduce. */
  SHELL {
    @Override
    int priority(YarnMeApplication application, int phase) {
      return 1 + phase;
    }

    @Override
    String taskClass(YarnMeApplication application, int phase) {
      return (application.phases.get(phase).reduces ? "reduce-" : "map-") + (phase / 2 + 1);
    }

    @Override
    ElasticityModel reduce(int memoryMb, double ms, double penalty) {
      return SleepModel.reduce(memoryMb, ms, penalty);
    }

    @Override
    List<JobRecord> run(MiniCluster cluster, GainLoad load, Progress progress)
        throws IOException, InterruptedException {
      return new GainJobs(cluster, load, progress).run();
    }

    @Override
    boolean tellsWaits() {
      return true;
    }
  },

  /** Tez DAGs, each a chain of vertices. */
  TEZ {
    @Override
    int priority(YarnMeApplication application, int phase) {
      return tezPriority(phase, application.phases.size());
    }

    @Override
    String taskClass(YarnMeApplication application, int phase) {
      return SleepDag.stageName(phase);
    }

    @Override
    ElasticityModel reduce(int memoryMb, double ms, double penalty) {
      return SleepModel.tezReduce(memoryMb, ms, penalty);
    }

    @Override
    List<JobRecord> run(MiniCluster cluster, GainLoad load, Progress progress)
        throws IOException, InterruptedException {
      return new TezGainJobs(cluster, load, progress).run();
    }

    @Override
    boolean tellsWaits() {
      return false;
    }
  };

  /**
   * Returns the priority at which Tez's own DAG schedulers request the tasks of a vertex in a
   * chain.
   */
  public static int tezPriority(int vertex, int vertices) {
    return (vertex + 1) * vertices * 3 + vertex * 3 - 1;
  }

  /**
   * Returns the request priority of a phase's tasks. It differs between phases, because profiles
   * are found by it.
   */
  abstract int priority(YarnMeApplication application, int phase);

  /** Returns the task class in the profile of a phase. */
  abstract String taskClass(YarnMeApplication application, int phase);

  /** Returns the model of a reducer; see {@link SleepModel}. */
  abstract ElasticityModel reduce(int memoryMb, double ms, double penalty);

  /**
   * Runs all jobs. Returns once they have ended. Times in the records are wall-clock milliseconds.
   */
  abstract List<JobRecord> run(MiniCluster cluster, GainLoad load, Progress progress)
      throws IOException, InterruptedException;

  /** Returns whether the records contain the request times of tasks. */
  abstract boolean tellsWaits();
}
