// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.report;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class MachineLoadTest {

  @Test
  public void processorTimesAreRead() {
    String machine = "cpu  100 20 30 400 50 1 2 3 0 0\ncpu0 1 2 3 4 5 6 7 8 9 10\n";
    String self = "12 (java (x) y) S 1 2 3 0 -1 4 5 6 7 8 11 12 13 14 20 0";
    assertArrayEquals(new long[] {606, 156, 50}, MachineLoad.parse(machine, self));
  }

  @Test
  public void processorTimeOfOtherProcessesIsForeign() {
    assertEquals(0.25, MachineLoad.share(200, 150, 100), 1e-9);
    assertEquals("rounding", 0, MachineLoad.share(200, 99, 100), 0);
    assertEquals("no time has passed", Double.NaN, MachineLoad.share(0, 0, 0), 0);
  }
}
