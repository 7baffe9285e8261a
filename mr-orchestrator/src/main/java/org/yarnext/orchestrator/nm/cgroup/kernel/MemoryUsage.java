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

/** Memory use of a group. Immutable. */
public final class MemoryUsage {
  private final long currentBytes;
  private final long workingSetBytes;
  private final long swapBytes;
  private final long limitHits;
  private final long oomKills;
  private final long waitedMicros;

  public MemoryUsage(
      long currentBytes,
      long idleCacheBytes,
      long swapBytes,
      long limitHits,
      long oomKills,
      long waitedMicros) {
    this.currentBytes = currentBytes;
    this.workingSetBytes = Math.max(0, currentBytes - idleCacheBytes);
    this.swapBytes = swapBytes;
    this.limitHits = limitHits;
    this.oomKills = oomKills;
    this.waitedMicros = waitedMicros;
  }

  /** Returns all memory charged to the group in bytes, including page cache. */
  public long currentBytes() {
    return currentBytes;
  }

  /** Returns {@link #currentBytes} without inactive page cache, which the kernel drops first. */
  public long workingSetBytes() {
    return workingSetBytes;
  }

  /** Returns the used swap in bytes; -1 if unknown. */
  public long swapBytes() {
    return swapBytes;
  }

  /** Returns how often the group reached its limit since it was made. */
  public long limitHits() {
    return limitHits;
  }

  /**
   * Returns how many of the group's processes the kernel killed for lack of memory; -1 if unknown.
   */
  public long oomKills() {
    return oomKills;
  }

  /** Returns how long some process waited for memory, in microseconds; -1 if unknown. */
  public long waitedMicros() {
    return waitedMicros;
  }
}
