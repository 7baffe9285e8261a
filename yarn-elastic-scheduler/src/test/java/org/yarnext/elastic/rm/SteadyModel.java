// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm;

import org.yarnext.elastic.policy.model.ElasticityModel;

/** Test model: the same run time with any memory, and no use of disks. */
public final class SteadyModel implements ElasticityModel {
  private final double runMs;

  public SteadyModel(double runMs) {
    this.runMs = runMs;
  }

  @Override
  public long idealMemoryMb() {
    return 1024;
  }

  @Override
  public double runTimeMs(long memoryMb) {
    return runMs;
  }

  @Override
  public double diskMbPerSecond(long memoryMb) {
    return 0;
  }
}
