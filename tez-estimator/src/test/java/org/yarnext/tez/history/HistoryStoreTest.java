// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.history;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.tez.policy.estimate.VertexHistory;
import org.yarnext.tez.policy.estimate.VertexRunSummary;

/** Histories are written, read and bounded. */
public class HistoryStoreTest extends HistoryStoreTestBase {
  private static final Logger LOG = LoggerFactory.getLogger(HistoryStoreTest.class);

  @Test
  public void writtenHistoryIsReadBack() throws IOException {
    store(9).add(DAG, run("a", 100));
    store(9).add(DAG, run("a", 200));
    VertexHistory past = store(9).read(DAG).get("a");
    assertEquals(2, past.oldestFirst().size());
    VertexRunSummary latest = past.oldestFirst().get(1);
    assertEquals(Arrays.asList(200.0, 201.0, 202.0, 203.0, 204.0), latest.quantilesMs());
    assertEquals(77, latest.bytesPerTask());
    assertEquals(0.25, latest.msPerByte(), 0);
    assertEquals(3, latest.firstExtraMs(), 0);
    assertEquals("nothing unfinished is left", 1, files().length);
  }

  @Test
  public void oversizedFileIsCorrupt() throws IOException {
    busy(() -> {}).add(DAG, run("a", 1));
    Files.write(files()[0].toPath(), new byte[5 << 20]);
    assertThrows(CorruptHistoryException.class, () -> busy(() -> {}).read(DAG));
  }

  /**
   * Of those that write at once some may fail where a file system cannot replace a file at once.
   */
  @Test
  public void concurrentWritersLeaveAUsableHistory() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    AtomicInteger kept = new AtomicInteger();
    for (int i = 0; i < 40; i++) {
      int ms = i;
      threads.execute(
          () -> {
            try {
              store(9).add(DAG, run("a", ms));
              kept.incrementAndGet();
            } catch (IOException e) {
              LOG.info("Not kept", e);
            }
          });
    }
    threads.shutdown();
    assertTrue(threads.awaitTermination(60, TimeUnit.SECONDS));
    assertTrue("some were kept", kept.get() > 0);
    store(9).add(DAG, run("a", 77));
    List<VertexRunSummary> past = store(9).read(DAG).get("a").oldestFirst();
    assertEquals(77, past.get(past.size() - 1).quantilesMs().get(0), 0);
    assertEquals("nothing unfinished is left", 1, files().length);
  }
}
