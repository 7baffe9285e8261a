// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.epoch;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.Map;
import org.junit.Test;
import org.yarnext.orchestrator.policy.ResourceKind;

/** No task dies of a lowered memory limit. */
public class MemorySafetyTest extends NodeTaskManagerTestBase {
  @Test
  public void taskGrowingAfterADecreaseRegainsItsMemoryAtOnce() throws IOException {
    twoOfWhichIsKnown("c1", "c2");
    approved.put("c1", 0.4 * GB);
    approved.put("c2", 2.0 * GB);
    for (int i = 0; i < 5; i++) {
      manager.actuate(ResourceKind.MEMORY, approved);
    }
    assertEquals(Long.toString((long) (0.4 * GB) / 16384 * 16384), high("c1"));
    used("c1", 0, 400);
    manager.sample(10 * SECOND);
    manager.actuate(ResourceKind.MEMORY, approved);
    assertEquals(516 * MB, Long.parseLong(high("c1")));
  }

  @Test
  public void onlyTasksInNeedRegainMemoryBetweenEpochs() throws IOException {
    twoOfWhichIsKnown("c1", "c2");
    approved.put("c1", 0.4 * GB);
    approved.put("c2", 2.0 * GB);
    manager.actuate(ResourceKind.MEMORY, approved);
    Map<String, String> before = kernel.snapshot();
    manager.keepAlive();
    assertEquals("nobody is in need", before, kernel.snapshot());
    used("c1", 0, 700);
    manager.sample(10 * SECOND);
    manager.keepAlive();
    assertEquals("what stock gives it", "max", high("c1"));
    assertEquals("as before", 1.75 * GB, manager.left().free(ResourceKind.MEMORY), 0);
  }

  @Test
  public void regainedMemoryIsTakenBackFromItsBorrower() throws IOException {
    for (String container : new String[] {"c1", "c2", "c3", "c4"}) {
      start(container);
      used(container, 0, 200);
    }
    stockBound("c2", 1024);
    manager.sample(0);
    manager.sample(5 * SECOND);
    approved.put("c1", 0.75 * GB);
    approved.put("c2", 1.25 * GB);
    manager.actuate(ResourceKind.MEMORY, approved);
    assertEquals(Long.toString(1280 * MB), limit("c2"));
    used("c1", 0, 700);
    manager.sample(10 * SECOND);
    manager.keepAlive();
    assertEquals("max", high("c1"));
    assertEquals(Long.toString(GB), limit("c2"));
    assertEquals(0, manager.left().free(ResourceKind.MEMORY), 0);
  }

  @Test
  public void memoryIsRegainedWithoutWritingTheJournal() throws IOException {
    twoOfWhichIsKnown("c1");
    approved.put("c1", 0.75 * GB);
    approved.put("c2", 1.25 * GB);
    manager.actuate(ResourceKind.MEMORY, approved);
    assertEquals(Long.toString(768 * MB), high("c1"));
    // Where the next version of the journal would be written.
    assertTrue(folder.getRoot().toPath().resolve("journal.json.new").toFile().mkdir());
    used("c1", 0, 700);
    manager.sample(10 * SECOND);
    manager.keepAlive();
    assertEquals("max", high("c1"));
    assertEquals(1.75 * GB, manager.left().free(ResourceKind.MEMORY), 0);
  }

  @Test
  public void increaseSetsNoLimitOnATaskWithoutAStockLimit() throws IOException {
    start("c1");
    start("c2");
    stockBound("c2", 1024);
    used("c1", 0, 200);
    used("c2", 0, 200);
    manager.sample(0);
    manager.sample(5 * SECOND);
    approved.put("c1", 0.75 * GB);
    approved.put("c2", 1.25 * GB);
    manager.actuate(ResourceKind.MEMORY, approved);
    assertEquals(Long.toString(768 * MB), high("c1"));
    assertEquals("stock bounds it", Long.toString(1280 * MB), limit("c2"));
    approved.put("c1", 1.5 * GB);
    manager.actuate(ResourceKind.MEMORY, approved);
    manager.actuate(ResourceKind.MEMORY, approved);
    assertEquals("max", high("c1"));
    assertEquals(
        "it counts", (4096 - 1200 - 1280) * MB, manager.left().free(ResourceKind.MEMORY), 0);
  }

  @Test
  public void taskWithoutStockLimitSurvivesASpikeAfterADecrease() throws IOException {
    twoOfWhichIsKnown("c1");
    approved.put("c1", 0.5 * GB);
    approved.put("c2", 1.5 * GB);
    manager.actuate(ResourceKind.MEMORY, approved);
    assertEquals(Long.toString(768 * MB), high("c1"));
    assertEquals("max", limit("c1"));
    used("c1", 0, 2_000);
    manager.sample(6 * SECOND);
    manager.keepAlive();
    assertEquals("max", high("c1"));
  }

  @Test
  public void taskWithStockLimitSurvivesASpikeUpToItsToken() throws IOException {
    twoOfWhichIsKnown("c1");
    stockBound("c1", 1024);
    approved.put("c1", 0.5 * GB);
    approved.put("c2", 1.5 * GB);
    manager.actuate(ResourceKind.MEMORY, approved);
    assertEquals("asked for", Long.toString(768 * MB), high("c1"));
    assertEquals("as stock has set it", Long.toString(GB), limit("c1"));
    used("c1", 0, 1_000);
    assertEquals(0, kernel.oomKills());
    manager.sample(6 * SECOND);
    manager.keepAlive();
    assertEquals("max", high("c1"));
    assertEquals(1.75 * GB, manager.left().free(ResourceKind.MEMORY), 0);
    assertEquals(0, failures());
  }

  @Test
  public void loweredMemoryKeepsAMarginAboveTheCurrentUse() throws IOException {
    twoOfWhichIsKnown("c1");
    stockBound("c1", 1024);
    used("c1", 0, 640);
    approved.put("c1", 0.5 * GB);
    approved.put("c2", 1.5 * GB);
    manager.actuate(ResourceKind.MEMORY, approved);
    assertEquals("a quarter and 16 MB more", Long.toString(816 * MB), high("c1"));
    assertEquals((4096 - 816 - 1280) * MB, manager.left().free(ResourceKind.MEMORY), 0);
    assertEquals(0, failures());
  }

  @Test
  public void memoryValueIsRestoredWhenTheOtherIsWritten() throws IOException {
    twoOfWhichIsKnown("c1");
    stockBound("c1", 1024);
    approved.put("c1", 1.2 * GB);
    manager.actuate(ResourceKind.MEMORY, approved);
    assertEquals(Long.toString((long) (1.2 * GB) / 16384 * 16384), limit("c1"));
    approved.put("c1", 0.95 * GB);
    approved.put("c2", 1.05 * GB);
    manager.actuate(ResourceKind.MEMORY, approved);
    assertEquals(Long.toString(GB), limit("c1"));
    assertEquals(Long.toString((long) (0.95 * GB) / 16384 * 16384), high("c1"));
    approved.put("c1", 1.1 * GB);
    manager.actuate(ResourceKind.MEMORY, approved);
    assertEquals(Long.toString((long) (1.1 * GB) / 16384 * 16384), limit("c1"));
    assertEquals("max", high("c1"));
    assertEquals(0, failures());
  }

  @Test
  public void increaseDoesNotLowerAStockLimitAboveTheToken() throws IOException {
    twoOfWhichIsKnown("c1");
    stockBound("c1", 2048);
    approved.put("c1", 1.25 * GB);
    manager.actuate(ResourceKind.MEMORY, approved);
    assertEquals("as before it was resized", Long.toString(2 * GB), limit("c1"));
    assertEquals(1.75 * GB, manager.left().free(ResourceKind.MEMORY), 0);
  }

  @Test
  public void stockMemoryHighIsNeverRaised() throws IOException {
    twoOfWhichIsKnown("c1");
    stockBound("c1", 1024);
    kernel.set(group("c1").resolve("memory.high"), Long.toString(900 * MB));
    approved.put("c1", 0.95 * GB);
    approved.put("c2", 1.05 * GB);
    manager.actuate(ResourceKind.MEMORY, approved);
    assertEquals(Long.toString(900 * MB), high("c1"));
    approved.put("c1", 0.75 * GB);
    approved.put("c2", 1.25 * GB);
    manager.actuate(ResourceKind.MEMORY, approved);
    assertEquals(Long.toString(768 * MB), high("c1"));
    manager.putBack();
    assertEquals(Long.toString(900 * MB), high("c1"));
  }

  @Test
  public void spikeAfterTheSampleIsSeenBeforeTheWrite() throws IOException {
    twoOfWhichIsKnown("c1");
    used("c1", 0, 900);
    approved.put("c1", 0.5 * GB);
    approved.put("c2", 4.0 * GB);
    manager.actuate(ResourceKind.MEMORY, approved);
    assertEquals("it lives", "max", high("c1"));
    assertEquals(1.75 * GB, manager.left().free(ResourceKind.MEMORY), 0);
  }
}
