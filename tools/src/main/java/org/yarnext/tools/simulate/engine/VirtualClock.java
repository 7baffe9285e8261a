// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.engine;

import org.apache.hadoop.yarn.util.Clock;

/** The time of an {@link SimulationEngine}, as YARN's classes take it. Only the engine moves it. */
public final class VirtualClock implements Clock {
  private long nowMs;

  VirtualClock(long startMs) {
    nowMs = startMs;
  }

  /** Returns the virtual time in ms. */
  @Override
  public long getTime() {
    return nowMs;
  }

  void set(long ms) {
    nowMs = ms;
  }
}
