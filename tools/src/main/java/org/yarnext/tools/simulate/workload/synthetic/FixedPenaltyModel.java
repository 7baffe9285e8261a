// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.workload.synthetic;

import org.yarnext.elastic.policy.model.ElasticityModel;

/**
 * Elasticity model of a reducer with a given penalty (YARN-ME sections 2.3 and 6.1). The reducer
 * spills the largest multiple of its memory below its input; spilling all of it would lengthen its
 * run time by the penalty. Immutable.
 */
public final class FixedPenaltyModel implements ElasticityModel {
  private final long idealMb;
  private final double idealMs;
  private final double penalty;

  /**
   * @param idealMb above 0
   * @param idealMs run time of a well-sized task, above 0
   * @param penalty slowdown of a task that spills everything; 1 or more
   */
  public FixedPenaltyModel(long idealMb, double idealMs, double penalty) {
    if (idealMb <= 0 || !(idealMs > 0) || !(penalty >= 1)) {
      throw new IllegalArgumentException(
          "a task of " + idealMb + " MB and " + idealMs + " ms with a penalty of " + penalty);
    }
    this.idealMb = idealMb;
    this.idealMs = idealMs;
    this.penalty = penalty;
  }

  @Override
  public long idealMemoryMb() {
    return idealMb;
  }

  @Override
  public double runTimeMs(long memoryMb) {
    return idealMs * (1 + (penalty - 1) * spilledMb(memoryMb) / idealMb);
  }

  @Override
  public double diskMbPerSecond(long memoryMb) {
    return 2 * spilledMb(memoryMb) * 1_000 / runTimeMs(memoryMb);
  }

  @Override
  public int tooth(long memoryMb) {
    return (int) ((idealMb - 1) / memoryMb);
  }

  private double spilledMb(long memoryMb) {
    return (double) ((idealMb - 1) / memoryMb) * memoryMb;
  }

  @Override
  public String toString() {
    return idealMb + " MB, " + idealMs + " ms, x" + penalty + " if all is spilled";
  }
}
