// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.tasks;

import org.yarnext.common.kernel.MemoryUsage;
import org.yarnext.orchestrator.nm.cgroup.kernel.CpuUsage;
import org.yarnext.orchestrator.policy.ResourceKind;
import org.yarnext.orchestrator.policy.ResourcePressure;

/**
 * Computes a container's usage from the kernel's counters, since the last reading and since the
 * last report. Not thread-safe.
 */
final class UsageMeter {
  /** A container that waited or was throttled for more than this share of the time is held back. */
  private static final double MAX_WAIT_SHARE = 0.1;

  private boolean isRead;
  private boolean isMeasured;
  private long lastNanos;
  private CpuUsage lastCpu;
  private MemoryUsage lastMemory;

  /** Time of the latest report, or of the first reading if there was no report since. */
  private long reportedNanos;

  private CpuUsage reportedCpu;
  private MemoryUsage reportedMemory;
  private double cpuUsed;
  private ResourcePressure cpuPressure = ResourcePressure.UNKNOWN;
  private ResourcePressure memoryPressure = ResourcePressure.UNKNOWN;

  /** Returns whether a reading at this time is later than the last one. */
  boolean isLater(long nowNanos) {
    return !isRead || nowNanos > lastNanos;
  }

  /** Returns whether there is a previous reading to compare with. */
  boolean hasReading() {
    return isRead;
  }

  /**
   * Returns the CPU use since the last reading, in millicores.
   *
   * @param cpu null if it cannot be read; the use is then 0
   */
  double millicores(CpuUsage cpu, long nowNanos) {
    return cpu == null ? 0 : millicores(cpu, lastCpu, nowNanos - lastNanos);
  }

  /**
   * Adds a reading, which must be later than the last one.
   *
   * @param cpu null in every reading if it cannot be read, like {@code memory}
   */
  void read(CpuUsage cpu, MemoryUsage memory, long nowNanos) {
    if (isRead) {
      isMeasured = true;
    } else {
      reported(cpu, memory, nowNanos);
    }
    isRead = true;
    lastCpu = cpu;
    lastMemory = memory;
    lastNanos = nowNanos;
  }

  private void reported(CpuUsage cpu, MemoryUsage memory, long nowNanos) {
    reportedCpu = cpu;
    reportedMemory = memory;
    reportedNanos = nowNanos;
  }

  /** Drops the readings, which are out of date. */
  void forget() {
    isRead = false;
    isMeasured = false;
  }

  /**
   * Computes the use since the last report; keeps the previous result if there is no new reading.
   */
  void report() {
    double passed = lastNanos - reportedNanos;
    if (passed <= 0) {
      return;
    }
    if (lastCpu != null) {
      cpuUsed = millicores(lastCpu, reportedCpu, passed);
      cpuPressure = cpuPressure(lastCpu, reportedCpu, passed);
    }
    if (lastMemory != null) {
      memoryPressure = memoryPressure(lastMemory, reportedMemory, passed);
    }
    reported(lastCpu, lastMemory, lastNanos);
  }

  private static double millicores(CpuUsage now, CpuUsage before, double passedNanos) {
    return Math.max(0, 1000 * (now.usedNanos() - before.usedNanos()) / passedNanos);
  }

  private static ResourcePressure cpuPressure(CpuUsage now, CpuUsage before, double passedNanos) {
    if (now.throttledNanos() - before.throttledNanos() > MAX_WAIT_SHARE * passedNanos) {
      return ResourcePressure.HELD_BACK;
    }
    return waited(now.waitedMicros(), before.waitedMicros(), passedNanos);
  }

  private static ResourcePressure memoryPressure(
      MemoryUsage now, MemoryUsage before, double passedNanos) {
    if (now.limitHits() > before.limitHits()) {
      return ResourcePressure.HELD_BACK;
    }
    return waited(now.waitedMicros(), before.waitedMicros(), passedNanos);
  }

  private static ResourcePressure waited(long now, long before, double passedNanos) {
    if (now < 0 || before < 0) {
      return ResourcePressure.UNKNOWN;
    }
    return 1000 * (now - before) > MAX_WAIT_SHARE * passedNanos
        ? ResourcePressure.HELD_BACK
        : ResourcePressure.NONE;
  }

  /** Returns whether a use is known, from two readings. */
  boolean isMeasured() {
    return isMeasured;
  }

  /**
   * Returns the CPU use between the last two reports in millicores, or the memory use at the last
   * reading in bytes. The container must have the resource.
   */
  double used(ResourceKind kind) {
    return kind == ResourceKind.CPU ? cpuUsed : lastMemory.workingSetBytes();
  }

  /** Returns the pressure between the last two reports. */
  ResourcePressure pressure(ResourceKind kind) {
    return kind == ResourceKind.CPU ? cpuPressure : memoryPressure;
  }
}
