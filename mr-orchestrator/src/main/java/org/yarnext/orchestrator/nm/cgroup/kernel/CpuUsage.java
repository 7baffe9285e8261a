// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.cgroup.kernel;

/** CPU usage of a cgroup since its creation. Immutable; all numbers are monotonic counters. */
public final class CpuUsage {
  private final long usedNanos;
  private final long throttledNanos;
  private final long waitedMicros;

  /** Units and unknown values are those of the methods of the same names. */
  public CpuUsage(long usedNanos, long throttledNanos, long waitedMicros) {
    this.usedNanos = usedNanos;
    this.throttledNanos = throttledNanos;
    this.waitedMicros = waitedMicros;
  }

  /** Returns the CPU time of all processes, including ended ones, in nanoseconds. */
  public long usedNanos() {
    return usedNanos;
  }

  /** Returns how long the quota kept the group from running, in nanoseconds; 0 without a quota. */
  public long throttledNanos() {
    return throttledNanos;
  }

  /** Returns how long some process was ready but did not run, in microseconds; -1 if unknown. */
  public long waitedMicros() {
    return waitedMicros;
  }
}
