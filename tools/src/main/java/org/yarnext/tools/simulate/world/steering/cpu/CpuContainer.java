// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.steering.cpu;

import java.util.Iterator;
import java.util.List;

/**
 * Container that runs on a node: a task, or a process that is busy for ever. Only its {@link
 * CpuNode} advances it.
 */
public final class CpuContainer {
  private static final double ROUNDING = 1e-6;

  public final String id;
  public final long startMs;
  final long memoryMb;
  public final int vcores;

  /** Null for a container that is not a task. */
  public final CpuTaskId task;

  private final Iterator<CpuPeriod> next;
  private CpuPeriod now;
  private double leftMs;
  private double pastProgress;

  /** Weight of its cgroup; without cgroups its runnable threads count. */
  public long weight;

  /** Current CPU, in cores. */
  double cores;

  private double usedMs;
  private double workMs;
  private double heldBackMs;
  private double allMs;

  private CpuContainer(
      String id,
      long startMs,
      long memoryMb,
      int vcores,
      CpuTaskId task,
      Iterator<CpuPeriod> next) {
    this.id = id;
    this.startMs = startMs;
    this.memoryMb = memoryMb;
    this.vcores = vcores;
    this.task = task;
    this.next = next;
    this.weight = 1_000L * vcores;
  }

  public static CpuContainer task(
      String id, long startMs, CpuTaskId task, List<CpuPeriod> periods) {
    CpuContainer running =
        new CpuContainer(
            id, startMs, task.task().memoryMb(), task.task().vcores(), task, periods.iterator());
    running.allMs = CpuPeriodGenerator.workMs(periods);
    running.begin();
    return running;
  }

  /** Returns a container whose threads are busy for ever. */
  public static CpuContainer hog(String id, long memoryMb, int vcores, int threads) {
    CpuContainer running = new CpuContainer(id, 0, memoryMb, vcores, null, null);
    running.now = new CpuPeriod(threads, Double.POSITIVE_INFINITY, 0);
    running.leftMs = Double.POSITIVE_INFINITY;
    return running;
  }

  private void begin() {
    pastProgress += now == null ? 0 : now.progress;
    now = next.hasNext() ? next.next() : null;
    leftMs = now == null ? 0 : now.ms;
  }

  /** Returns the number of runnable threads. */
  int threads() {
    return now == null ? 0 : now.threads;
  }

  boolean hasEnded() {
    return now == null;
  }

  /**
   * Returns the time until the current period ends if nothing changes, in ms; infinite without CPU,
   * 0 at the end.
   */
  double untilMs(double speed) {
    if (now == null) {
      return 0;
    }
    return now.waits() ? leftMs : leftMs / (cores * speed);
  }

  /** Advances by a time that is not beyond the end of the current period. */
  void advance(double ms, double speed) {
    if (now == null) {
      return;
    }
    boolean waits = now.waits();
    if (waits) {
      leftMs -= ms;
    } else {
      double work = Math.min(leftMs, cores * speed * ms);
      leftMs -= work;
      workMs += work;
      usedMs += work / speed;
      heldBackMs += cores < now.threads - ROUNDING ? ms : 0;
    }
    if (leftMs <= ROUNDING) {
      workMs += waits ? 0 : leftMs;
      begin();
    }
  }

  /** Returns the CPU time used since the start, in ms. */
  public double usedMs() {
    return usedMs;
  }

  /** Returns the completed work, in ms of processors of speed 1. */
  public double workMs() {
    return workMs;
  }

  /** Returns the remaining work, in ms of processors of speed 1. */
  public double leftMs() {
    return Math.max(0, allMs - workMs);
  }

  /** Returns how long it could have used more CPU than it got, in ms. */
  public double heldBackMs() {
    return heldBackMs;
  }

  /** Returns the progress that its application reports, 0 to 1. */
  public double progress() {
    double part = now == null || leftMs == Double.POSITIVE_INFINITY ? 0 : 1 - leftMs / now.ms;
    return Math.min(1, pastProgress + (now == null ? 0 : part * now.progress));
  }
}
