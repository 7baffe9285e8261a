// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.outcome;

/**
 * Waits, run times, sizes and preemptions of a simulation's tasks of one class, such as all maps.
 * Written by the {@link OutcomeRecorder} alone.
 */
public final class TaskClassResult {
  private final QuantileSketch waits = new QuantileSketch();
  private final QuantileSketch runs = new QuantileSketch();
  private final QuantileSketch sizes = new QuantileSketch();
  long started;
  long undersized;
  long killed;

  /** Returns the waits from request to start, in ms. */
  public QuantileSketch waitsMs() {
    return waits;
  }

  /** Returns the run times of ended tasks, in ms. */
  public QuantileSketch runsMs() {
    return runs;
  }

  /** Returns the granted memory as a percentage of the requested memory, of each start. */
  public QuantileSketch sizesPercent() {
    return sizes;
  }

  /** Returns the number of starts, including those of preempted tasks. */
  public long started() {
    return started;
  }

  /** Returns the number of starts with less memory than requested. */
  public long undersized() {
    return undersized;
  }

  /** Returns the number of preempted tasks. */
  public long killed() {
    return killed;
  }
}
