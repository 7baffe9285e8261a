// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.am;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.conf.Configuration;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.common.FeatureMode;
import org.yarnext.tez.history.HistoryStore;
import org.yarnext.tez.policy.estimate.VertexRunSummary;

/** A DAG waits briefly for the history of earlier runs; a late history harms nothing else. */
public class DagHistoryCacheTest {
  private static final Map<String, VertexRunSummary> RUN =
      Collections.singletonMap("v", new VertexRunSummary(Collections.nCopies(5, 900.0), -1, 0, 0));
  private static final Duration LONG = Duration.ofMinutes(1);
  private static final Duration SHORT = Duration.ofMillis(20);

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private final EstimatorMetrics metrics = new EstimatorMetrics(FeatureMode.ON);
  private HistoryStore store;

  @Before
  public void begin() throws IOException {
    String directory = folder.getRoot().toPath().resolve("history").toUri().toString();
    store = new HistoryStore(new Configuration(), directory, "u", 10);
  }

  private DagHistoryCache histories(DagHistoryCache.Stores stores, Duration timeout) {
    return new DagHistoryCache(stores, true, timeout, metrics);
  }

  @Test
  public void newDagKnowsTheRunBeforeIt() {
    DagHistoryCache histories = histories(() -> store, LONG);
    assertTrue(histories.of("dag").isEmpty());
    histories.keep("dag", RUN);
    assertEquals(Collections.singleton("v"), histories.of("dag").keySet());
    assertEquals(1, metrics.historiesRead.value());
  }

  @Test
  public void lateHistoryIsUsedOnceItIsRead() throws Exception {
    store.add("dag", RUN);
    CountDownLatch answers = new CountDownLatch(1);
    DagHistoryCache histories =
        histories(
            () -> {
              answers.await();
              return store;
            },
            SHORT);
    assertTrue(histories.of("dag").isEmpty());
    answers.countDown();
    histories.close(LONG.toMillis());
    assertEquals(Collections.singleton("v"), histories.of("dag").keySet());
    assertEquals(0, metrics.historiesFailed.value());
  }

  @Test
  public void failingFileSystemIsCounted() {
    DagHistoryCache histories =
        histories(
            () -> {
              throw new IOException("no file system");
            },
            LONG);
    assertTrue(histories.of("dag").isEmpty());
    histories.keep("dag", RUN);
    histories.close(LONG.toMillis());
    assertEquals(3, metrics.historiesFailed.value());
    assertEquals(0, metrics.historiesKept.value());
  }

  @Test
  public void nothingIsReadOrKeptWithoutAStore() {
    DagHistoryCache histories =
        new DagHistoryCache(
            () -> {
              throw new IOException("no file system");
            },
            false,
            LONG,
            metrics);
    assertTrue(histories.of("dag").isEmpty());
    histories.keep("dag", RUN);
    histories.close(LONG.toMillis());
    assertEquals(0, metrics.historiesFailed.value());
  }
}
