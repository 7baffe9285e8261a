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
package org.yarnext.tools.simulate.world.steering.cpu;

import java.util.Iterator;
import java.util.List;

/**
 * A container that runs on a node: a task, or something that is busy for ever. Moved on by its
 * {@link CpuNode} alone.
 */
public final class CpuContainer {
  private static final double ROUNDING = 1e-6;

  public final String id;
  public final long startMs;
  final long memoryMb;
  public final int vcores;

  /** Null for one that is no task. */
  public final CpuTaskId task;

  private final Iterator<CpuPeriod> next;
  private CpuPeriod now;
  private double leftMs;
  private double toldProgress;

  /** In its group; without groups its runnable threads count. */
  public long weight;

  /** What it gets now, in cores. */
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
      String id, long startMs, CpuTaskId task, List<CpuPeriod> stretches) {
    CpuContainer running =
        new CpuContainer(
            id, startMs, task.task().memoryMb(), task.task().vcores(), task, stretches.iterator());
    running.allMs = CpuPeriodGenerator.workMs(stretches);
    running.begin();
    return running;
  }

  /** One whose threads are busy as long as anybody looks. */
  public static CpuContainer hog(String id, long memoryMb, int vcores, int threads) {
    CpuContainer running = new CpuContainer(id, 0, memoryMb, vcores, null, null);
    running.now = new CpuPeriod(threads, Double.POSITIVE_INFINITY, 0);
    running.leftMs = Double.POSITIVE_INFINITY;
    return running;
  }

  private void begin() {
    toldProgress += now == null ? 0 : now.progress;
    now = next.hasNext() ? next.next() : null;
    leftMs = now == null ? 0 : now.ms;
  }

  /** How many of its threads could run now. */
  int threads() {
    return now == null ? 0 : now.threads;
  }

  boolean hasEnded() {
    return now == null;
  }

  /**
   * Until what it does now ends if nothing changes, in ms; infinite if it gets nothing, 0 at its
   * end.
   */
  double untilMs(double speed) {
    if (now == null) {
      return 0;
    }
    return now.waits() ? leftMs : leftMs / (cores * speed);
  }

  /** Time passes; not more than until what it does now ends. */
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

  /** Processor time used since its start, in ms. */
  public double usedMs() {
    return usedMs;
  }

  /** What of its work is done, in ms of processors of speed 1. */
  public double workMs() {
    return workMs;
  }

  /** What of its work is left, in the same unit. */
  public double leftMs() {
    return Math.max(0, allMs - workMs);
  }

  /** For how long it would have used more than it got, in ms. */
  public double heldBackMs() {
    return heldBackMs;
  }

  /** What its application says, 0 to 1. */
  public double progress() {
    double part = now == null || leftMs == Double.POSITIVE_INFINITY ? 0 : 1 - leftMs / now.ms;
    return Math.min(1, toldProgress + (now == null ? 0 : part * now.progress));
  }
}
