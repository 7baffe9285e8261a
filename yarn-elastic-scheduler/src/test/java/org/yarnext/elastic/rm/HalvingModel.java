// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm;

import org.yarnext.elastic.policy.model.ElasticityModel;

/** Test model: a second with 1,024 MB or more, 1.5 seconds and 10 MB/s of disk with less. */
public final class HalvingModel implements ElasticityModel {
  @Override
  public long idealMemoryMb() {
    return 1024;
  }

  @Override
  public double runTimeMs(long memoryMb) {
    return memoryMb >= 1024 ? 1_000 : 1_500;
  }

  @Override
  public double diskMbPerSecond(long memoryMb) {
    return memoryMb >= 1024 ? 0 : 10;
  }
}
