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
package org.yarnext.orchestrator.nm.cgroup.kernel;

/** CPU use of a group since it was made. Immutable; each number only grows. */
public final class CpuUsage {
  private final long usedNanos;
  private final long throttledNanos;
  private final long waitedMicros;

  /** See the methods of the same names for units and for what is unknown. */
  public CpuUsage(long usedNanos, long throttledNanos, long waitedMicros) {
    this.usedNanos = usedNanos;
    this.throttledNanos = throttledNanos;
    this.waitedMicros = waitedMicros;
  }

  /** CPU time of all its processes, past ones included. */
  public long usedNanos() {
    return usedNanos;
  }

  /** How long it was kept from running by its quota; 0 without one. */
  public long throttledNanos() {
    return throttledNanos;
  }

  /** How long some process of it was ready and did not run; -1 if the kernel does not tell. */
  public long waitedMicros() {
    return waitedMicros;
  }
}
