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
package org.yarnext.tools.simulate.workload.synthetic;

import org.yarnext.elastic.policy.model.ElasticityModel;

/**
 * A reducer's elasticity with a given penalty (YARN-ME sections 2.3 and 6.1): it spills the largest
 * multiple of its memory below its input, and one that spilled all would run longer by the penalty.
 * Immutable.
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
