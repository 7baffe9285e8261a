/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.elastic.rm;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.elastic.policy.timeline.Estimates;

/**
 * Keeps the jobs' expected ends at hand: once an interval, on a thread of its own, it looks at the
 * cluster and has them estimated anew (YARN-ME section 3.2). Ends not renewed for five intervals
 * are unknown. Thread-safe.
 */
final class ClusterBook implements JobEnds {
  static final int STALE_INTERVALS = 5;
  private static final Logger LOG = LoggerFactory.getLogger(ClusterBook.class);

  private final Supplier<ClusterSnapshot> cluster;
  private final JobEndEstimator estimator;
  private final long intervalMs;
  private final LongSupplier clockMs;
  private volatile Estimated latest = new Estimated(JobEnds.NONE, Long.MIN_VALUE / 2);
  private ScheduledExecutorService thread;
  private ScheduledFuture<?> rounds;
  private boolean failed;

  private static final class Estimated {
    final JobEnds ends;
    final long atMs;

    Estimated(JobEnds ends, long atMs) {
      this.ends = ends;
      this.atMs = atMs;
    }
  }

  /**
   * @param intervalMs above 0
   * @param clockMs wall-clock milliseconds
   */
  ClusterBook(
      Supplier<ClusterSnapshot> cluster,
      JobEndEstimator estimator,
      long intervalMs,
      LongSupplier clockMs) {
    this.cluster = cluster;
    this.estimator = estimator;
    this.intervalMs = intervalMs;
    this.clockMs = clockMs;
  }

  synchronized void start() {
    thread =
        Executors.newSingleThreadScheduledExecutor(
            work -> {
              Thread t = new Thread(work, "yarnext-elastic-timeline");
              t.setDaemon(true);
              return t;
            });
    rounds = thread.scheduleWithFixedDelay(this::quietly, 0, intervalMs, TimeUnit.MILLISECONDS);
  }

  synchronized void stop() {
    if (thread != null) {
      rounds.cancel(true);
      thread.shutdownNow();
      thread = null;
    }
  }

  /** Estimates anew, now, on this thread. */
  void renew() {
    long now = clockMs.getAsLong();
    latest = new Estimated(estimator.estimate(cluster.get(), now), now);
  }

  /** A failure must not end the thread; old ends run out by themselves. */
  private void quietly() {
    try {
      renew();
      failed = false;
    } catch (Throwable t) {
      if (!failed) {
        LOG.warn("The jobs' ends could not be estimated; trying again every {} ms", intervalMs, t);
      }
      failed = true;
    }
  }

  @Override
  public long endMs(ApplicationId job) {
    return known().endMs(job);
  }

  @Override
  public Estimates estimates() {
    return known().estimates();
  }

  private JobEnds known() {
    Estimated known = latest;
    return clockMs.getAsLong() - known.atMs > STALE_INTERVALS * intervalMs
        ? JobEnds.NONE
        : known.ends;
  }
}
