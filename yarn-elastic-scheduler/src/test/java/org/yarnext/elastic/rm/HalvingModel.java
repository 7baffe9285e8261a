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

/** For tests: a second with 1,024 MB or more, 1.5 seconds and 10 MB/s of disk with less. */
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
