// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks;

import org.yarnext.benchmarks.experiment.Comparison;
import org.yarnext.benchmarks.experiment.Experiment;
import org.yarnext.benchmarks.gain.GainComparison;
import org.yarnext.benchmarks.gain.GainFramework;
import org.yarnext.benchmarks.idle.IdleComparison;
import org.yarnext.benchmarks.idle.SpikeComparison;
import org.yarnext.benchmarks.mercury.FirstRunsComparison;
import org.yarnext.benchmarks.mercury.PolicingComparison;
import org.yarnext.benchmarks.mercury.ThroughputComparison;
import org.yarnext.benchmarks.mercury.UnderReportingComparison;
import org.yarnext.benchmarks.mixed.MixedComparison;
import org.yarnext.benchmarks.spark.SparkComparison;
import org.yarnext.benchmarks.steering.SteeringComparison;
import org.yarnext.benchmarks.tez.TezMixComparison;

/**
 * Creates the {@link Comparison} that defines the cluster, the load and the quantities of an {@link
 * Experiment}. Stateless.
 */
final class ComparisonFactory {
  private ComparisonFactory() {}

  /**
   * Creates the comparison of an experiment.
   *
   * @throws IllegalStateException if the experiment compares no systems, but has a benchmark of its
   *     own
   */
  static Comparison of(Experiment experiment) {
    switch (experiment) {
      case THROUGHPUT:
        return new ThroughputComparison();
      case STRAGGLERS:
        return new UnderReportingComparison();
      case POLICING:
        return new PolicingComparison();
      case IDLE_CAPACITY:
        return new IdleComparison();
      case IDLE_CAPACITY_SPIKES:
        return new SpikeComparison();
      case ELASTIC_GAIN:
        return new GainComparison(GainFramework.SHELL);
      case TEZ_GAIN:
        return new GainComparison(GainFramework.TEZ);
      case MIXED:
        return new MixedComparison();
      case SPARK_MIX:
        return new SparkComparison();
      case FIRST_RUNS:
        return new FirstRunsComparison();
      case TEZ_MIX:
        return new TezMixComparison();
      case ORCHESTRATOR:
        return new SteeringComparison();
      default:
        throw new IllegalStateException(experiment.name() + " compares no systems");
    }
  }
}
