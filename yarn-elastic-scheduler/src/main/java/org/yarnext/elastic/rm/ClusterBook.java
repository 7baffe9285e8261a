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

import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.elastic.policy.timeline.Estimates;

/**
 * Keeps the jobs' expected ends at hand: once an interval, and soon after a job came or went, it
 * looks at the cluster on a thread of its own and has them estimated anew (YARN-ME section 3.2).
 * Ends not renewed for five intervals are unknown. Thread-safe; what is asked of it costs the same
 * however large the cluster.
 */
final class ClusterBook implements JobEnds {
  static final int STALE_INTERVALS = 5;

  /** At least this long after the last estimate, in ms, an early one may be made. */
  private static final long LEAST_GAP_MS = 100;

  /** And this many times as long as that took: early ones take a fifth of one core at most. */
  private static final int GAP_BY_DURATION = 4;

  private static final Logger LOG = LoggerFactory.getLogger(ClusterBook.class);

  private final Supplier<ClusterSnapshot> cluster;
  private final JobEndEstimator estimator;
  private final long intervalMs;
  private final LongSupplier clockMs;
  private volatile Estimated latest =
      new Estimated(JobEnds.NONE, Long.MIN_VALUE / 2, Collections.emptySet());
  private volatile ScheduledExecutorService thread;
  private volatile long endedNanos;
  private volatile long lastedNanos;
  private final AtomicBoolean earlyWanted = new AtomicBoolean();
  private ScheduledFuture<?> rounds;
  private volatile ScheduledFuture<?> earlyRound;
  private boolean failed;

  private static final class Estimated {
    final JobEnds ends;
    final long atMs;
    final Set<ApplicationId> waiting;

    Estimated(JobEnds ends, long atMs, Set<ApplicationId> waiting) {
      this.ends = ends;
      this.waiting = waiting;
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
    endedNanos = System.nanoTime();
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
      if (earlyRound != null) {
        earlyRound.cancel(true);
      }
      thread.shutdownNow();
      thread = null;
    }
  }

  /** Estimates anew, now, on this thread. */
  void renew() {
    long now = clockMs.getAsLong();
    long start = System.nanoTime();
    ClusterSnapshot snapshot = cluster.get();
    Set<ApplicationId> waiting = new HashSet<>();
    for (ClusterSnapshot.Waiting group : snapshot.waiting()) {
      waiting.add(group.job());
    }
    latest = new Estimated(estimator.estimate(snapshot, now), now, waiting);
    lastedNanos = System.nanoTime() - start;
  }

  /**
   * The jobs that wait are others than the latest estimate knows: it is renewed before its time,
   * though not so often that the cluster is looked at all the time. Quick, on any thread.
   */
  void soon() {
    ScheduledExecutorService its = thread;
    if (its == null || !earlyWanted.compareAndSet(false, true)) {
      return;
    }
    long gap = Math.max(LEAST_GAP_MS * 1_000_000, GAP_BY_DURATION * lastedNanos);
    long delay = Math.max(0, gap - (System.nanoTime() - endedNanos));
    try {
      earlyRound = its.schedule(this::early, delay, TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) { // it is being stopped
      earlyWanted.set(false);
    }
  }

  private void early() {
    earlyWanted.set(false); // before, so that what changes meanwhile is not missed
    quietly();
  }

  /** How long the latest estimate took, in ms. */
  long lastedMs() {
    return lastedNanos / 1_000_000;
  }

  /** How old the latest estimate is, in ms; -1 if there is none. */
  long ageMs() {
    long atMs = latest.atMs;
    return atMs < 0 ? -1 : clockMs.getAsLong() - atMs;
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
    } finally {
      endedNanos = System.nanoTime();
    }
  }

  @Override
  public long endMs(ApplicationId job) {
    long endMs = known().endMs(job);
    if (endMs < 0 && !latest.waiting.contains(job)) {
      soon(); // it has come since
    }
    return endMs;
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
