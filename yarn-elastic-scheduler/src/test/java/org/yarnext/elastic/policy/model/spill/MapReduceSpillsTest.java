// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.model.spill;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import org.junit.Test;

public class MapReduceSpillsTest {
  /** The paper's reducer: all of the heap is the buffer, and what is not spilled stays in it. */
  private static final ShuffleSettings PAPER = new ShuffleSettings(1, 0.25f, 1, 1, 100);

  private static final double EXACT = 1e-9;

  private static MapReduceSpills paper() {
    return new MapReduceSpills(2010, 2010, 0, PAPER);
  }

  @Test
  public void spillsMatchThePapersTwoGigabyteExample() {
    assertEquals("four times 500 MB", 2000, paper().spilledMb(500), EXACT);
    assertEquals("once 1.5 GB, and 510 MB stay", 1500, paper().spilledMb(1500), EXACT);
    assertEquals("once 2 GB, and 10 MB stay", 2000, paper().spilledMb(2000), EXACT);
  }

  @Test
  public void minimumOfSpillsIsRightAboveHalfTheInput() {
    assertEquals("twice", 2010, paper().spilledMb(1005), EXACT);
    assertEquals("once", 1006, paper().spilledMb(1006), EXACT);
    assertEquals("once", 1007, paper().spilledMb(1007), EXACT);
  }

  @Test
  public void bufferThatDoesNotFillSpillsNothing() {
    assertEquals("as much as the threshold is too much", 2010, paper().spilledMb(2010), EXACT);
    assertEquals(0, paper().spilledMb(2011), EXACT);
    assertEquals(2011, paper().idealMemoryMb());
  }

  @Test
  public void memoryBesideTheHeapHoldsNoOutput() {
    MapReduceSpills spills = new MapReduceSpills(2010, 2010, 200, PAPER);
    assertEquals(2211, spills.idealMemoryMb());
    assertEquals(1500, spills.spilledMb(1700), EXACT);
    assertEquals("no heap", Double.POSITIVE_INFINITY, spills.spilledMb(200), 0);
  }

  @Test
  public void spillOfWholeOutputsExceedsTheThreshold() {
    MapReduceSpills spills = new MapReduceSpills(1000, 10, 0, PAPER);
    assertEquals("at 420 MB five of 100 MB make a spill", 1000, spills.spilledMb(420), EXACT);
    assertEquals("at 520 MB six do, and four stay", 600, spills.spilledMb(520), EXACT);
  }

  @Test
  public void mergeStartsAtItsShareOfTheBuffer() {
    ShuffleSettings settings = new ShuffleSettings(0.5f, 0.25f, 0.5f, 1, 100);
    MapReduceSpills spills = new MapReduceSpills(100, 100, 0, settings);
    assertEquals("a quarter of 240 MB", 60, spills.spilledMb(240), EXACT);
    assertEquals(401, spills.idealMemoryMb());
  }

  @Test
  public void reducerWritesAllItsInputWithDefaultSettings() {
    MapReduceSpills spills = new MapReduceSpills(2000, 100, 0, ShuffleSettings.MAPREDUCE);
    for (long memoryMb : new long[] {512, 1024, 4096, spills.idealMemoryMb(), 100_000}) {
      assertEquals(memoryMb + " MB", 2000, spills.spilledMb(memoryMb), EXACT);
    }
    assertTrue("the buffer still fills below it", spills.fills(spills.idealMemoryMb() - 1) > 0);
    assertEquals(0, spills.fills(spills.idealMemoryMb()));
  }

  @Test
  public void outputBeyondTheReduceBufferIsWrittenWhole() {
    ShuffleSettings half = new ShuffleSettings(1, 0.25f, 1, 0.5f, 100);
    MapReduceSpills spills = new MapReduceSpills(100, 10, 0, half);
    assertEquals("55 MB may stay, so five outputs do", 50, spills.spilledMb(110), EXACT);
    assertEquals("all may stay", 200, spills.idealMemoryMb());
    assertEquals(0, spills.spilledMb(200), EXACT);
  }

  @Test
  public void outputTooLargeForMemoryIsWrittenToDisk() {
    MapReduceSpills spills = new MapReduceSpills(1000, 10, 0, PAPER);
    assertEquals("a quarter of 400 MB is just enough", 800, spills.spilledMb(400), EXACT);
    assertEquals("a quarter of 399 MB is not", 1000, spills.spilledMb(399), EXACT);
  }

  @Test
  public void filesBeyondTheSortFactorAreWrittenAgain() {
    ShuffleSettings ofTen = new ShuffleSettings(1, 0.25f, 1, 1, 10);
    MapReduceSpills spills = new MapReduceSpills(190, 19, 0, ofTen);
    assertEquals("19 files, ten of them twice", 290, spills.spilledMb(39), EXACT);
  }

  @Test
  public void filesUpToTheSortFactorLeaveTheRestInMemory() {
    ShuffleSettings ofTwo = new ShuffleSettings(1, 0.4f, 1, 0, 2);
    MapReduceSpills spills = new MapReduceSpills(8, 8, 0, ofTwo);
    assertEquals("two files of three, two outputs stay", 6, spills.spilledMb(3), EXACT);
    assertEquals("one file of four, one of four", 8, spills.spilledMb(4), EXACT);
    assertEquals("one file of five, one of three", 8, spills.spilledMb(5), EXACT);
  }

  @Test
  public void outputThatNoMemoryCanHoldIsRefused() {
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> new MapReduceSpills(3000, 1, 0, PAPER));
    assertEquals(
        "the size of a map output is 3145728000 bytes and must be small enough to be fetched into"
            + " memory: give more map outputs or less input",
        refused.getMessage());
  }

  @Test
  public void settingsThatHadoopRefusesAreRefused() {
    assertThrows(
        IllegalArgumentException.class, () -> new ShuffleSettings(0.7f, 0.66f, 0.66f, 0, 10));
    assertThrows(
        IllegalArgumentException.class, () -> new ShuffleSettings(0.7f, 0.25f, 0.66f, 1.1f, 10));
    assertThrows(IllegalArgumentException.class, () -> new MapReduceSpills(0, 1, 0, PAPER));
    assertThrows(IllegalArgumentException.class, () -> new MapReduceSpills(1, 0, 0, PAPER));
    assertThrows(IllegalArgumentException.class, () -> new MapReduceSpills(1, 1, -1, PAPER));
  }
}
