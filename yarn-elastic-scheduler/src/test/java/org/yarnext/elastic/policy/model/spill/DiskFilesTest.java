// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.model.spill;

import static org.junit.Assert.assertEquals;

import java.util.Random;
import org.junit.Test;

public class DiskFilesTest {
  @Test
  public void filesBelowTwiceTheFactorAreNotMerged() {
    DiskFiles files = new DiskFiles(10);
    files.add(5, 18);
    assertEquals(18, files.count());
    assertEquals(0, files.written());
  }

  @Test
  public void smallestFilesAreMergedWhenThereAreTooMany() {
    DiskFiles files = new DiskFiles(10);
    files.add(7, 9);
    files.add(5, 10);
    assertEquals("nine of 7 and the merged one of 50", 10, files.count());
    assertEquals(50, files.written());
  }

  @Test
  public void factorOfTwoMergesRepeatedly() {
    DiskFiles files = new DiskFiles(2);
    files.add(1, 4);
    assertEquals("1+1, then 1+1 beside the 2", 4, files.written());
    assertEquals(2, files.count());
    files.add(1, 1);
    assertEquals("then 1+2", 7, files.written());
  }

  @Test
  public void filesUpToTheFactorAreReadWithoutAMerge() {
    DiskFiles files = new DiskFiles(3);
    files.add(9, 3);
    files.mergeForReading(100);
    assertEquals(0, files.written());
  }

  @Test
  public void firstMergeBeforeReadingMakesTheLaterMergesFull() {
    DiskFiles files = new DiskFiles(3);
    files.add(1, 1);
    files.add(2, 1);
    files.add(3, 1);
    files.add(4, 1);
    files.mergeForReading(0);
    assertEquals("1+2 leaves three", 3, files.written());
    assertEquals(3, files.count());
  }

  @Test
  public void outputInMemoryJoinsTheFirstMergeBeforeReading() {
    DiskFiles files = new DiskFiles(3);
    files.add(2, 4);
    files.mergeForReading(100);
    assertEquals(104, files.written());
  }

  @Test
  public void firstMergeBeforeReadingLeavesTheFactorOfFiles() {
    DiskFiles files = new DiskFiles(4);
    files.add(1, 6);
    files.mergeForReading(0);
    assertEquals("(6-1)%3=2, so three first, then four are left", 3, files.written());
    assertEquals(4, files.count());
  }

  @Test
  public void filesAddedTogetherAreMergedAsOneByOne() {
    Random random = new Random(1);
    for (int run = 0; run < 2_000; run++) {
      int factor = 2 + random.nextInt(8);
      DiskFiles together = new DiskFiles(factor);
      DiskFiles oneByOne = new DiskFiles(factor);
      for (int group = 0; group < 3; group++) {
        int size = 1 + random.nextInt(50);
        int files = random.nextInt(200);
        together.add(size, files);
        for (int i = 0; i < files; i++) {
          oneByOne.add(size, 1);
        }
        assertEquals("run " + run, oneByOne.written(), together.written());
        assertEquals("run " + run, oneByOne.count(), together.count());
      }
      together.mergeForReading(7);
      oneByOne.mergeForReading(7);
      assertEquals("run " + run, oneByOne.written(), together.written());
    }
  }
}
