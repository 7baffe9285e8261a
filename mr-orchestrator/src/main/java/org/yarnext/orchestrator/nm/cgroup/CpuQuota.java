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
package org.yarnext.orchestrator.nm.cgroup;

/** CPU time that a group may use in each period. Stateless. */
final class CpuQuota {
  /** The kernel refuses less. */
  private static final long LEAST_MICROS = 1000;

  private CpuQuota() {}

  /**
   * In microseconds a period.
   *
   * @param millicores 1 to 100,000,000
   */
  static long micros(long millicores, long periodMicros) {
    return Math.max(LEAST_MICROS, millicores * periodMicros / 1000);
  }
}
