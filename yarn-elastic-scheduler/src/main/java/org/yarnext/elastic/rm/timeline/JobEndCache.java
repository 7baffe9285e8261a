// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.timeline;

import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.yarnext.elastic.policy.timeline.TimelineEstimates;
import org.yarnext.elastic.rm.host.ElasticHost;

/**
 * Caches the jobs' expected ends. While they are needed, it reads the cluster on its own thread at
 * an interval, and soon after a job came or went, and estimates them again (YARN-ME section 3.2).
 * Ends not renewed for five intervals are unknown. Thread-safe; a lookup costs the same regardless
 * of the cluster's size.
 */
public final class JobEndCache implements JobEndEstimates {
  static final int STALE_INTERVALS = 5;

  /** Estimates the end of each job from the running and waiting tasks (YARN-ME section 3.2). */
  public interface Estimator {
    /**
     * Estimates the ends as of {@code nowMs}; called on its own thread, and may take long.
     *
     * @param cluster not null
     * @return never null; jobs it knows nothing about have no end
     */
    JobEndEstimates estimate(ClusterSnapshot cluster, long nowMs);
  }

  /** Minimum gap between an estimate and an early one, in ms. */
  private static final long MIN_GAP_MS = 100;

  /**
   * Minimum gap as a multiple of the last estimate's duration: early ones use a fifth of one core
   * at most.
   */
  private static final int GAP_BY_DURATION = 4;

  private static final EstimatedEnds NOTHING =
      new EstimatedEnds(JobEndEstimates.NONE, Long.MIN_VALUE / 2, Collections.emptySet(), -1);

  private final Supplier<ClusterSnapshot> cluster;
  private final Estimator estimator;
  private final long intervalMs;
  private final LongSupplier clockMs;
  private final ElasticHost host;
  private final BooleanSupplier matters;
  private final AtomicBoolean earlyWanted = new AtomicBoolean();
  private final AtomicLong numbers = new AtomicLong();
  private volatile EstimatedEnds latest = NOTHING;
  private volatile ElasticHost.Rounds rounds;
  private volatile boolean stopped;
  private volatile long endedNanos;
  private volatile long lastedNanos;

  private static final class EstimatedEnds {
    final JobEndEstimates ends;

    /** Time on the host's monotonic clock, in ms. */
    final long atMs;

    final Set<ApplicationId> waiting;
    final long number;

    EstimatedEnds(JobEndEstimates ends, long atMs, Set<ApplicationId> waiting, long number) {
      this.ends = ends;
      this.waiting = waiting;
      this.atMs = atMs;
      this.number = number;
    }
  }

  /**
   * Creates a cache.
   *
   * @param intervalMs above 0
   * @param clockMs monotonic milliseconds, as of which ends are estimated
   * @param host runs the estimates, and measures their age
   * @param matters whether ends will be needed, called on that thread before each reading of the
   *     cluster; while false, no end is known
   */
  public JobEndCache(
      Supplier<ClusterSnapshot> cluster,
      Estimator estimator,
      long intervalMs,
      LongSupplier clockMs,
      ElasticHost host,
      BooleanSupplier matters) {
    this.cluster = cluster;
    this.estimator = estimator;
    this.intervalMs = intervalMs;
    this.clockMs = clockMs;
    this.host = host;
    this.matters = matters;
  }

  /** Starts the rounds, unless they run. */
  public synchronized void start() {
    if (rounds != null) {
      return;
    }
    stopped = false;
    earlyWanted.set(false); // what was wanted of earlier rounds may have ended with them
    endedNanos = host.nanoTime();
    rounds = host.repeat("yarnext-elastic-timeline", this::round, intervalMs);
  }

  /** Stops the rounds and forgets the ends; they may be started again. */
  public synchronized void stop() {
    ElasticHost.Rounds ending = rounds;
    rounds = null;
    stopped = true;
    latest = NOTHING;
    if (ending != null) {
      ending.end();
    }
  }

  /** Estimates the ends now, on this thread. */
  public void renew() {
    long now = clockMs.getAsLong();
    long start = host.nanoTime();
    long startMs = host.monotonicMs();
    ClusterSnapshot snapshot = cluster.get();
    Set<ApplicationId> waiting = new HashSet<>();
    for (ClusterSnapshot.Waiting group : snapshot.waiting()) {
      waiting.add(group.job());
    }
    JobEndEstimates estimated = estimator.estimate(snapshot, now);
    latest = new EstimatedEnds(estimated, startMs, waiting, numbers.incrementAndGet());
    lastedNanos = host.nanoTime() - start;
  }

  /**
   * Requests an early estimate because other jobs wait than in the latest one. Early estimates keep
   * a minimum gap. Fast, on any thread.
   */
  public void soon() {
    ElasticHost.Rounds current = rounds;
    if (current == null || !earlyWanted.compareAndSet(false, true)) {
      return;
    }
    long gap = Math.max(MIN_GAP_MS * 1_000_000, GAP_BY_DURATION * lastedNanos);
    current.once(this::early, Math.max(0, gap - (host.nanoTime() - endedNanos)));
  }

  private void early() {
    earlyWanted.set(false); // cleared first, so that no change is missed
    round();
  }

  /** Returns the duration of the latest estimate, in ms. */
  public long lastedMs() {
    return lastedNanos / 1_000_000;
  }

  /** Returns the age of the latest estimate, in ms; -1 if there is none. */
  public long ageMs() {
    EstimatedEnds known = latest;
    return known == NOTHING ? -1 : host.monotonicMs() - known.atMs;
  }

  /** Runs one round; after a failure the old ends expire by themselves. */
  private void round() {
    try {
      if (matters.getAsBoolean()) {
        renew();
      } else {
        latest = NOTHING;
        lastedNanos = 0;
      }
    } finally {
      endedNanos = host.nanoTime();
      if (stopped) {
        latest = NOTHING; // what this round estimated while it was stopped
      }
    }
  }

  /** Returns the rounds; null while stopped. */
  public ElasticHost.Rounds rounds() {
    return rounds;
  }

  @Override
  public long endMs(ApplicationId job) {
    long endMs = known().endMs(job);
    if (endMs < 0 && !latest.waiting.contains(job)) {
      soon(); // the job arrived after the estimate
    }
    return endMs;
  }

  @Override
  public long estimate() {
    return latest.number;
  }

  @Override
  public TimelineEstimates estimates() {
    return known().estimates();
  }

  @Override
  public KeptNodes kept() {
    return known().kept();
  }

  /** Asked for each job at each node: reads the clock only where a node is kept. */
  @Override
  public boolean isKeptForOther(NodeId node, ApplicationId job) {
    JobEndEstimates ends = latest.ends;
    return ends.kept().isForOther(node, job) && known() == ends;
  }

  private JobEndEstimates known() {
    EstimatedEnds known = latest;
    return host.monotonicMs() - known.atMs > STALE_INTERVALS * intervalMs
        ? JobEndEstimates.NONE
        : known.ends;
  }
}
