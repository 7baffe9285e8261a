// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.simulation;

import org.yarnext.elastic.policy.model.ElasticityModel;

/**
 * A reducer's elasticity (YARN-ME, section 2.3): run time grows with the data spilled, which with a
 * buffer of b for an input of i is the largest multiple of b below i; the penalty is that of
 * spilling all.
 */
final class SimulatedSpill implements ElasticityModel {
  private final long idealMb;
  private final double idealMs;
  private final double penalty;

  SimulatedSpill(long idealMb, double idealMs, double penalty) {
    this.idealMb = idealMb;
    this.idealMs = idealMs;
    this.penalty = penalty;
  }

  @Override
  public long idealMemoryMb() {
    return idealMb;
  }

  private double spilledMb(long memoryMb) {
    return memoryMb >= idealMb ? 0 : (double) ((idealMb - 1) / memoryMb) * memoryMb;
  }

  @Override
  public double runTimeMs(long memoryMb) {
    return idealMs * (1 + (penalty - 1) * spilledMb(memoryMb) / idealMb);
  }

  @Override
  public double diskMbPerSecond(long memoryMb) {
    return 2 * spilledMb(memoryMb) / (runTimeMs(memoryMb) / 1_000);
  }
}
