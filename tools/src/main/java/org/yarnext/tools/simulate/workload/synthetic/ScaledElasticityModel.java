// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.workload.synthetic;

import org.yarnext.elastic.policy.model.ElasticityModel;

/** An elasticity model that scales the memory and the penalty of another model. Immutable. */
final class ScaledElasticityModel implements ElasticityModel {
  private final ElasticityModel base;
  private final double memoryFactor;
  private final double excessFactor;

  /**
   * @param memoryFactor memory relative to the base's, for the same run time; above 0
   * @param excessFactor extra run time with little memory, relative to the base's; 0 or more
   */
  ScaledElasticityModel(ElasticityModel base, double memoryFactor, double excessFactor) {
    this.base = base;
    this.memoryFactor = memoryFactor;
    this.excessFactor = excessFactor;
  }

  @Override
  public long idealMemoryMb() {
    return Math.max(1, (long) Math.ceil(base.idealMemoryMb() * memoryFactor - 1e-6));
  }

  @Override
  public double runTimeMs(long memoryMb) {
    double idealMs = base.runTimeMs(base.idealMemoryMb());
    return idealMs + (base.runTimeMs(inBase(memoryMb)) - idealMs) * excessFactor;
  }

  private long inBase(long memoryMb) {
    return memoryMb >= idealMemoryMb()
        ? base.idealMemoryMb()
        : Math.max(1, (long) (memoryMb / memoryFactor));
  }

  @Override
  public double diskMbPerSecond(long memoryMb) {
    return base.diskMbPerSecond(inBase(memoryMb)) * memoryFactor;
  }

  @Override
  public boolean knowsDiskUse() {
    return base.knowsDiskUse();
  }

  @Override
  public int tooth(long memoryMb) {
    return base.tooth(inBase(memoryMb));
  }

  @Override
  public String toString() {
    return base + ", memory x" + memoryFactor + ", excess x" + excessFactor;
  }
}
