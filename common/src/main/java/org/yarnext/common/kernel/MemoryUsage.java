// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.kernel;

/** Memory usage of a cgroup. Immutable. */
public final class MemoryUsage {
  private final long currentBytes;
  private final long workingSetBytes;
  private final long swapBytes;
  private final long limitHits;
  private final long oomKills;
  private final long waitedMicros;

  /**
   * Creates a usage.
   *
   * @param currentBytes all memory charged to the group, in bytes
   * @param idleCacheBytes page cache in it that was not used lately, in bytes
   * @param swapBytes in bytes; -1 if unknown
   * @param limitHits how often the group reached its limit
   * @param oomKills number of processes killed for lack of memory; -1 if unknown
   * @param waitedMicros how long some process waited for memory, in microseconds; -1 if unknown
   */
  public MemoryUsage(
      long currentBytes,
      long idleCacheBytes,
      long swapBytes,
      long limitHits,
      long oomKills,
      long waitedMicros) {
    this.currentBytes = currentBytes;
    this.workingSetBytes = workingSetBytes(currentBytes, idleCacheBytes);
    this.swapBytes = swapBytes;
    this.limitHits = limitHits;
    this.oomKills = oomKills;
    this.waitedMicros = waitedMicros;
  }

  static long workingSetBytes(long currentBytes, long idleCacheBytes) {
    return Math.max(0, currentBytes - idleCacheBytes);
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
