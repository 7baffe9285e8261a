// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.simulation;

import java.util.EnumMap;
import java.util.Map;

/** The average job time of each contender over some traces, as ratios to the first's. */
final class ContenderComparison {
  private final TraceFamily family;
  private final int nodes;
  private final double penalty;
  private final double diskMbPerSecond;
  private final double error;
  private final int traces;
  private final Map<Contender, Double> averages = new EnumMap<>(Contender.class);

  ContenderComparison(
      TraceFamily family,
      int nodes,
      double penalty,
      double diskMbPerSecond,
      double error,
      int traces) {
    this.family = family;
    this.nodes = nodes;
    this.penalty = penalty;
    this.diskMbPerSecond = diskMbPerSecond;
    this.error = error;
    this.traces = traces;
  }

  /** Mean over the traces of the average job time, in ms. */
  double averageMs(Contender contender) {
    return averages.computeIfAbsent(contender, this::run);
  }

  private double run(Contender contender) {
    double sum = 0;
    for (int seed = 1; seed <= traces; seed++) {
      sum +=
          VirtualCluster.run(contender, family.trace(seed), nodes, penalty, diskMbPerSecond, error)
              .averageJobMs;
    }
    return sum / traces;
  }

  double ratio(Contender contender, Contender to) {
    return averageMs(contender) / averageMs(to);
  }
}
