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

/** What runs the jobs that compete for memory: how their tasks are asked for, and spill. */
public enum GainFramework {
  /** Shell commands, whose reducers spill as MapReduce's do. */
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

  /** A chain of Tez vertices. */
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

  /** At which Tez's own DAG schedulers ask for the tasks of a vertex of a chain. */
  public static int tezPriority(int vertex, int vertices) {
    return (vertex + 1) * vertices * 3 + vertex * 3 - 1;
  }

  /** Of the requests for the tasks of a phase, different in each, since profiles go by it. */
  abstract int priority(YarnMeApplication application, int phase);

  /** What their profile is called. */
  abstract String taskClass(YarnMeApplication application, int phase);

  /** A reducer, as {@link SleepModel} has it. */
  abstract ElasticityModel reduce(int memoryMb, double ms, double penalty);

  /** Returns once all jobs have ended; times in the records are wall-clock milliseconds. */
  abstract List<JobRecord> run(MiniCluster cluster, GainLoad load, Progress progress)
      throws IOException, InterruptedException;

  /** Whether its records hold when a task was asked for. */
  abstract boolean tellsWaits();
}
