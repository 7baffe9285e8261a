// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.model.spill;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import org.junit.Test;

public class TezSpillsTest {
  private static final ShuffleSettings ALL = new ShuffleSettings(1, 0.25f, 1, 1, 100);
  private static final double EXACT = 1e-9;

  @Test
  public void localOutputsTakeNoMemoryAndAreNotWritten() {
    TezSpills spills = new TezSpills(3000, 3000, 990, 0, ALL);
    assertEquals("as the paper's reducer of 2.01 GB", 2011, spills.idealMemoryMb());
    assertEquals(1500, new TezSpills(2015, 2015, 5, 0, ALL).spilledMb(1500), EXACT);
  }

  @Test
  public void manyLocalOutputsAreMergedLikeFiles() {
    ShuffleSettings ofTen = new ShuffleSettings(1, 0.25f, 1, 1, 10);
    TezSpills spills = new TezSpills(29, 29, 19, 0, ofTen);
    assertEquals("ten local ones are read and written", 10, spills.spilledMb(1000), EXACT);
  }

  @Test
  public void outputOfExactlyTheLimitGoesToDisk() {
    MapReduceSpills mapReduce = new MapReduceSpills(1000, 10, 0, ALL);
    TezSpills tez = new TezSpills(1000, 10, 0, 0, ALL);
    assertEquals(800, mapReduce.spilledMb(400), EXACT);
    assertEquals(1000, tez.spilledMb(400), EXACT);
    assertEquals("five of 100 MB twice", 1000, tez.spilledMb(401), EXACT);
    assertEquals("six once", 600, tez.spilledMb(501), EXACT);
  }

  @Test
  public void retainedShareIsOfTheHeapNotOfTheBuffer() {
    ShuffleSettings settings = new ShuffleSettings(0.5f, 0.25f, 1, 0.5f, 100);
    assertEquals(201, new TezSpills(100, 100, 0, 0, settings).idealMemoryMb());
    assertEquals(400, new MapReduceSpills(100, 100, 0, settings).idealMemoryMb());
  }

  @Test
  public void bufferBoundsTheRetainedOutput() {
    ShuffleSettings settings = new ShuffleSettings(0.5f, 0.25f, 1, 1, 100);
    assertEquals(201, new TezSpills(100, 100, 0, 0, settings).idealMemoryMb());
  }

  @Test
  public void taskWithoutRemoteOutputsIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> new TezSpills(10, 10, 10, 0, ALL));
  }

  /** An application may write such a profile into its tags; the scheduler's thread computes it. */
  @Test(timeout = 20_000)
  public void costDoesNotDependOnTheNumberOfMerges() {
    ShuffleSettings ofTwo = new ShuffleSettings(1, 0.001f, 1, 0, 2);
    TezSpills spills = new TezSpills(5_000_000, 1_000_000, 999_999, 0, ofTwo);
    for (int mb = 1; mb <= 10_000; mb++) {
      assertTrue(spills.spilledMb(mb) > 5_000_000);
    }
  }
}
