// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.am;

import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.cache.BoundedCache;
import org.yarnext.common.guard.ThrowingRunnable;
import org.yarnext.common.periodic.DaemonThreadFactory;
import org.yarnext.tez.TezEstimatorConfiguration;
import org.yarnext.tez.am.task.TezAttemptReader;
import org.yarnext.tez.history.HistoryStore;
import org.yarnext.tez.policy.estimate.VertexHistory;
import org.yarnext.tez.policy.estimate.VertexRunSummary;

/**
 * Reads the stored histories of recurring DAGs and saves new runs, in the background, so that a DAG
 * waits only briefly for the store. A DAG waits once for its history, at most half of the guard's
 * deadline, which covers the whole start of a DAG; after that it runs without. Writes run in the
 * background. Reads and writes run in order, so that a DAG sees the run of the previous one.
 * Thread-safe.
 */
final class DagHistoryCache {
  private static final Logger LOG = LoggerFactory.getLogger(DagHistoryCache.class);
  private static final int REMEMBERED = 16;

  /** Opens the store; called again each time, since a file system may become available later. */
  interface Stores {
    HistoryStore open() throws Exception;
  }

  private final Stores stores;
  private final boolean kept;
  private final long timeoutNanos;
  private final EstimatorMetrics metrics;
  private final Map<String, Reading> read = BoundedCache.inOrderOfUse(REMEMBERED);
  private final ExecutorService keeper =
      DaemonThreadFactory.pool("yarnext-tez-estimator-keeper", 1);

  /** A finished or pending reading of one DAG's history. */
  private static final class Reading {
    final Future<Map<String, VertexHistory>> result;
    final long untilNanos;

    Reading(Future<Map<String, VertexHistory>> result, long untilNanos) {
      this.result = result;
      this.untilNanos = untilNanos;
    }
  }

  DagHistoryCache(
      Configuration conf, TezEstimatorConfiguration settings, EstimatorMetrics metrics) {
    this(
        () ->
            new HistoryStore(
                conf,
                settings.historyDir(),
                UserGroupInformation.getCurrentUser().getShortUserName(),
                settings.historyMaxDags()),
        !settings.historyDir().isEmpty(),
        settings.guard().deadline().dividedBy(2),
        metrics);
  }

  /**
   * Creates a cache.
   *
   * @param kept whether there is a store
   * @param timeout maximum time that a DAG waits for its history
   */
  DagHistoryCache(Stores stores, boolean kept, Duration timeout, EstimatorMetrics metrics) {
    this.stores = stores;
    this.kept = kept;
    this.timeoutNanos = timeout.toNanos();
    this.metrics = metrics;
    if (kept) {
      keeper.execute(() -> attempt("prepared", () -> stores.open().prepare()));
    }
  }

  /**
   * Returns the history by vertex; empty if there is none, or it could not be read in time.
   *
   * @param dag the common name of its runs, see {@link TezAttemptReader#pattern}
   */
  Map<String, VertexHistory> of(String dag) {
    Reading reading = reading(dag);
    if (reading == null) {
      return Collections.emptyMap();
    }
    try {
      long left = Math.max(0, reading.untilNanos - System.nanoTime());
      return reading.result.get(left, TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      LOG.warn("The history of {} could not be read in time: the DAG starts without it", dag);
    } catch (ExecutionException e) {
      failed("read for " + dag, e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return Collections.emptyMap();
  }

  /**
   * Returns the reading of a DAG's history, starting it if necessary; null if nothing can be read.
   */
  private synchronized Reading reading(String dag) {
    Reading begun = read.get(dag);
    if (begun == null && kept && !keeper.isShutdown()) {
      begun = new Reading(keeper.submit(() -> past(dag)), System.nanoTime() + timeoutNanos);
      read.put(dag, begun);
    }
    return begun;
  }

  private Map<String, VertexHistory> past(String dag) {
    Map<String, VertexHistory> past = new HashMap<>();
    attempt("read for " + dag, () -> past.putAll(stores.open().read(dag)));
    if (!past.isEmpty()) {
      metrics.historiesRead.increment();
    }
    return past;
  }

  /** Stores a run, in the background. */
  synchronized void keep(String dag, Map<String, VertexRunSummary> vertices) {
    if (!kept || vertices.isEmpty() || keeper.isShutdown()) {
      return;
    }
    read.remove(dag);
    keeper.execute(
        () ->
            attempt(
                "saved for " + dag,
                () -> {
                  stores.open().add(dag, vertices);
                  metrics.historiesKept.increment();
                  LOG.info("Saved the history of {} vertices of {}", vertices.size(), dag);
                }));
  }

  private void attempt(String what, ThrowingRunnable work) {
    try {
      work.run();
    } catch (Throwable e) {
      failed(what, e);
    }
  }

  /**
   * Counts and logs a failure outside of the guard: without histories everything else continues,
   * and lost containers must still not count as failures.
   */
  private void failed(String what, Throwable cause) {
    metrics.historiesFailed.increment();
    LOG.warn("The history could not be {}", what, cause);
  }

  /** Waits for pending writes; nothing is stored afterwards. */
  void close(long waitMs) {
    keeper.shutdown();
    try {
      if (!keeper.awaitTermination(waitMs, TimeUnit.MILLISECONDS)) {
        LOG.warn("The latest history may not have been saved: writing took too long");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
