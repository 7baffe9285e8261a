// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.elasticity;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.Test;
import org.yarnext.benchmarks.jobs.TaskRun;

public class SizePlanTest {
  private static final long MB = 1 << 20;

  /** Eight maps that write 40 MB each, of which records are 10 MB beside their bytes. */
  static List<TaskRun> calibrating() {
    List<TaskRun> runs = new ArrayList<>();
    for (int m = 0; m < 8; m++) {
      runs.add(new TaskRun(false, true, 5_000, 40 * MB, 38 * MB, 10 * MB / 16, 40 * MB));
    }
    runs.add(new TaskRun(false, false, 0, 0, 0, 0, 0));
    runs.add(new TaskRun(true, true, 9_000, 320 * MB, 0, 0, 320 * MB));
    return runs;
  }

  private final SizePlan plan = SizePlan.of(calibrating(), Arrays.asList(10, 52, 110), 64);

  @Test
  public void idealReducerMergesNothingToDisk() {
    double heap = 320 / (0.7 * 29 / 30 * 0.66);
    assertEquals(heap + TaskSize.NON_HEAP_MB, plan.spills.idealMemoryMb(), 2);
    assertEquals(0, plan.spills.spilledMb(plan.reduce(2).memoryMb()), 0);
    assertTrue(plan.spills.spilledMb(plan.reduce(1).memoryMb()) > 0);
    assertEquals(0.1 * heap, plan.reduce(0).heapMb, 1);
  }

  /** It merges at nine tenths of its buffer, MapReduce at two thirds; the buffer is smaller. */
  @Test
  public void tezVertexHasItsOwnIdealAndNoMaps() {
    SizePlan tez = SizePlan.ofTez(320, 8, 0, Arrays.asList(10, 52, 110), 64);
    double heap = 320 / ((1 - 0.3 - 2 * 0.015) * 29 / 30 * 0.9);
    assertEquals(heap + TaskSize.NON_HEAP_MB, tez.spills.idealMemoryMb(), 2);
    assertEquals(3, tez.sizes());
    assertEquals(0, tez.spills.spilledMb(tez.reduce(2).memoryMb()), 0);
    assertTrue(tez.spills.spilledMb(tez.reduce(1).memoryMb()) > 0);
    assertEquals("not less, or it cannot run", 64, tez.reduce(0).heapMb);
    assertEquals(40, tez.mapOutputMb, 1e-9);
    SizePlan half = SizePlan.ofTez(320, 8, 4, Arrays.asList(52, 110), 64);
    assertEquals(
        "what lies on its node takes no memory",
        heap / 2 + TaskSize.NON_HEAP_MB,
        half.spills.idealMemoryMb(),
        2);
  }

  @Test
  public void idealMapHoldsAllItsRecords() {
    // 48 MB in 80 % of the buffer, which has half of the heap.
    assertEquals(2 * 61 + TaskSize.NON_HEAP_MB, plan.idealMapMb());
    assertEquals(61, plan.sortMb(plan.map(2).heapMb));
    assertEquals(32, plan.sortMb(plan.map(0).heapMb));
    assertEquals(40, plan.mapOutputMb, 1e-9);
  }

  @Test
  public void noMapHasLessThanTheLeastHeap() {
    assertEquals(64, plan.map(0).heapMb);
    assertTrue(plan.map(1).heapMb > 64 && plan.map(1).heapMb < 122);
    assertEquals(1.1, plan.map(2).share, 1e-9);
  }

  @Test
  public void mapsKeepTheirHeapIfOnlyReducersAreMeasured() {
    SizePlan reducers = SizePlan.ofReducers(calibrating(), Arrays.asList(10, 52, 110), 64);
    for (int i = 0; i < reducers.sizes(); i++) {
      assertEquals(134, reducers.map(i).heapMb);
      assertEquals(61, reducers.sortMb(reducers.map(i).heapMb));
      assertEquals(plan.reduce(i).heapMb, reducers.reduce(i).heapMb);
    }
    SizePlan small = SizePlan.ofReducers(calibrating(), Arrays.asList(10, 52, 110), 200);
    assertEquals("no JVM runs with less", 200, small.map(0).heapMb);
  }

  @Test
  public void mapsThatNeedOnlyTheLeastHeapCannotBeMeasured() {
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class,
            () -> SizePlan.of(calibrating(), Arrays.asList(10, 52, 110), 122));
    assertTrue(refused.getMessage(), refused.getMessage().contains("--reducers-only"));
  }

  @Test
  public void sharesAreStretchedOnlyWhereNeeded() {
    assertEquals(0.1, SizePlan.stretched(0.1, 0.1, 0.05), 1e-9);
    assertEquals(0.5, SizePlan.stretched(0.1, 0.1, 0.5), 1e-9);
    assertEquals(0.75, SizePlan.stretched(0.55, 0.1, 0.5), 1e-9);
    assertEquals(1.1, SizePlan.stretched(1.1, 0.1, 0.5), 1e-9);
    assertEquals(0.1, SizePlan.stretched(0.1, 0.1, 1.5), 1e-9);
  }
}
