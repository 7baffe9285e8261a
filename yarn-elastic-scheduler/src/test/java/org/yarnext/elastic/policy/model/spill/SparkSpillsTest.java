// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.model.spill;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import org.junit.Test;

public class SparkSpillsTest {
  private static final double EXACT = 1e-9;

  @Test
  public void spillsMatchThePapersTwoGigabyteExample() {
    SparkSpills spills = new SparkSpills(2010, 1, 1, 0, 1, 1);
    assertEquals(2000, spills.spilledMb(300 + 500), EXACT);
    assertEquals(1500, spills.spilledMb(300 + 1500), EXACT);
    assertEquals(2000, spills.spilledMb(300 + 2000), EXACT);
    assertEquals(2311, spills.idealMemoryMb());
    assertEquals(0, spills.spilledMb(2311), EXACT);
  }

  @Test
  public void inputIsLargerInMemoryThanOnDisk() {
    SparkSpills spills = new SparkSpills(1000, 3, 1, 0, 1, 1);
    assertEquals("2000 of 3000 MB in memory", 2000 / 3.0, spills.spilledMb(2300), EXACT);
    assertEquals(3301, spills.idealMemoryMb());
  }

  @Test
  public void tasksOfAnExecutorShareItsExecutionMemory() {
    SparkSpills spills = new SparkSpills(1000, 1, 4, 384, 0.5f, 1);
    assertEquals("a quarter of half of 8000 MB", 1000, spills.spilledMb(8684), EXACT);
    assertEquals(8685, spills.idealMemoryMb());
  }

  @Test
  public void spillsOfAllTasksOfAnExecutorAddUp() {
    SparkSpills one = new SparkSpills(1000, 2, 4, 384, 0.5f, 1);
    SparkSpills many = new SparkSpills(1000, 2, 4, 384, 0.5f, 10);
    assertEquals(10 * one.spilledMb(3000), many.spilledMb(3000), EXACT);
    assertEquals(one.idealMemoryMb(), many.idealMemoryMb());
  }

  @Test
  public void executorBelowItsLeastHeapCannotRun() {
    SparkSpills spills = new SparkSpills(1000, 1, 1, 100, 0.6f, 1);
    assertEquals(Double.POSITIVE_INFINITY, spills.spilledMb(549), 0);
    assertEquals("eleven times 90 MB", 990, spills.spilledMb(550), 1e-4);
  }

  @Test
  public void smallInputStillNeedsTheLeastHeap() {
    assertEquals(450, new SparkSpills(1, 1, 1, 0, 0.6f, 1).idealMemoryMb());
  }

  @Test
  public void invalidParametersAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> new SparkSpills(1, 101, 1, 0, 0.6f, 1));
    assertThrows(IllegalArgumentException.class, () -> new SparkSpills(1, 1, 0, 0, 0.6f, 1));
    assertThrows(IllegalArgumentException.class, () -> new SparkSpills(1, 1, 1, 0, 0, 1));
    assertThrows(IllegalArgumentException.class, () -> new SparkSpills(1, 1, 1, 0, 1, 0.5));
    assertThrows(IllegalArgumentException.class, () -> new SparkSpills(Double.NaN, 1, 1, 0, 1, 1));
  }
}
