// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.heap;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.pholser.junit.quickcheck.Property;
import com.pholser.junit.quickcheck.When;
import com.pholser.junit.quickcheck.generator.InRange;
import com.pholser.junit.quickcheck.runner.JUnitQuickcheck;
import java.util.Collections;
import org.junit.Test;
import org.junit.runner.RunWith;

/** A sort buffer is lowered to what fits and never raised. */
@RunWith(JUnitQuickcheck.class)
public class SortBufferTest {
  private static final long MB = 1L << 20;

  @Test
  public void fittingSortBufferStays() {
    assertEquals(100, SortBuffer.fittingMb(100, 200 * MB, 50));
    assertEquals(1, SortBuffer.fittingMb(1, 200 * MB, 50));
  }

  @Test
  public void tooLargeSortBufferIsLowered() {
    assertEquals(100, SortBuffer.fittingMb(101, 200 * MB, 50));
    assertEquals(153, SortBuffer.fittingMb(400, 307 * MB, 50));
    assertEquals("MapReduce refuses larger ones", 2047, SortBuffer.maxMb(1L << 40, 50));
    assertEquals("nor does it take none", 1, SortBuffer.maxMb(0, 50));
  }

  @Property
  public void sortBufferIsNeverRaisedAndLeavesTheRestOfTheHeap(
      @When(seed = 1) int configured,
      @When(seed = 2) @InRange(minLong = 0, maxLong = 1L << 45) long heap,
      @InRange(minInt = 1, maxInt = 100) int percent) {
    int fitting = SortBuffer.fittingMb(configured, heap, percent);
    assertTrue(fitting <= configured);
    assertTrue(fitting <= 1 || fitting * MB <= heap / 100.0 * percent);
  }

  @Test
  public void invalidMegabyteVariableIsIgnored() {
    assertEquals(307, variable("307"));
    assertEquals(307, variable(" 307 "));
    for (String nonsense : new String[] {"", "0", "-1", "307m", "1234567890", "x"}) {
      assertEquals(nonsense, -1, variable(nonsense));
    }
    assertEquals(-1, TaskVariables.megabytes(Collections.emptyMap(), TaskVariables.HEAP_MB));
  }

  private static long variable(String text) {
    return TaskVariables.megabytes(
        Collections.singletonMap(TaskVariables.HEAP_MB, text), TaskVariables.HEAP_MB);
  }
}
