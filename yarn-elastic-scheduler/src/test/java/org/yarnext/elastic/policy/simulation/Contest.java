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
package org.yarnext.elastic.policy.simulation;

import java.util.EnumMap;
import java.util.Map;

/** The average job time of each contender over some traces, as ratios to the first's. */
final class Contest {
  private final TraceFamily family;
  private final int nodes;
  private final double penalty;
  private final double diskMbPerSecond;
  private final double error;
  private final int traces;
  private final Map<Contender, Double> averages = new EnumMap<>(Contender.class);

  Contest(
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
