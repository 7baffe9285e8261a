// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.engine;

import org.apache.hadoop.yarn.util.Clock;

/** Clock of a {@link SimulationEngine} for YARN's classes. Only the engine advances it. */
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
