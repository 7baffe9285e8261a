// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.federation;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class IdleMemoryMeterTest {
  private static final double EXACTLY = 1e-9;

  private final IdleMemoryMeter meter = new IdleMemoryMeter();

  @Test
  public void memoryCountsWhileRequestsWait() {
    meter.add(2, 0, 1_024);
    meter.add(2, 3, 0);
    assertEquals(0, meter.gbSeconds(), EXACTLY);
    assertEquals(0, meter.longestSeconds(), EXACTLY);
    meter.add(2, 3, 512);
    meter.add(0.5, 1, 2_048);
    assertEquals(2, meter.gbSeconds(), EXACTLY);
    assertEquals(2.5, meter.longestSeconds(), EXACTLY);
  }

  @Test
  public void anInterruptionBeginsANewTime() {
    meter.add(3, 1, 512);
    meter.add(1, 1, 0);
    meter.add(2, 1, 512);
    assertEquals(3, meter.longestSeconds(), EXACTLY);
    meter.add(2, 1, 512);
    assertEquals(4, meter.longestSeconds(), EXACTLY);
    assertEquals(3.5, meter.gbSeconds(), EXACTLY);
  }
}
