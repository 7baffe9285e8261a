// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.steering.cpu;

/** Period of a task in which it either runs a number of threads or waits. Immutable. */
public final class CpuPeriod {
  final int threads;
  final double ms;
  final double progress;

  /**
   * @param threads 0 for a wait
   * @param ms work in ms of processors of speed 1, or the length of the wait
   * @param progress progress that the task reports for it
   */
  CpuPeriod(int threads, double ms, double progress) {
    this.threads = threads;
    this.ms = ms;
    this.progress = progress;
  }

  boolean waits() {
    return threads == 0;
  }
}
