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
package org.yarnext.elastic.rm;

import org.yarnext.elastic.policy.model.ElasticityModel;

/** For tests: as long with any memory, and without use of disks. */
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
