// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.amrmproxy.subcluster;

import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterId;
import org.yarnext.common.periodic.PeriodicTask;

/**
 * Caches the set of active sub-clusters, so that no call of an application waits for the state
 * store or fails with it. YARN's own policies read the set during calls, whenever the facade's
 * cache has expired.
 *
 * <p>One thread for each NodeManager reads through the facade; it does not read while no
 * application runs. An entry is valid for one and a half times as long as the facade's. Together
 * with the policies that {@code QueuePolicyReloader} reads, the store is then read no more often
 * than by stock. While the store does not respond, or names no sub-cluster at all, the set read
 * last stays. Thread-safe.
 */
public final class ActiveSubClusterCache {
  /** Interval between checks, in ms; short enough to recover soon after the store failed. */
  private static final long INTERVAL_MS = 10_000;

  /** Reads the active sub-clusters; may block. */
  public interface Source {
    Set<SubClusterId> read() throws YarnException;
  }

  private final PeriodicTask reading =
      new PeriodicTask("yarnext-federation-sub-clusters", INTERVAL_MS, this::readIfNeeded)
          .withJitter();
  private final BooleanSupplier isIdle;
  private final long maxAgeNanos;
  private final LongSupplier nanoClock;
  private volatile Source source;

  /** Null before the first read. */
  private volatile Set<SubClusterId> active;

  /** Time of the latest read, in ns; set by the reading thread. */
  private long readNanos;

  /**
   * @param isIdle returns whether no application runs at the moment
   * @param cacheMs how long the facade caches, in ms; 0 if it does not
   * @param nanoClock a monotonic clock, in ns
   */
  public ActiveSubClusterCache(BooleanSupplier isIdle, long cacheMs, LongSupplier nanoClock) {
    this.isIdle = isIdle;
    this.maxAgeNanos = TimeUnit.MILLISECONDS.toNanos(cacheMs + cacheMs / 2);
    this.nanoClock = nanoClock;
  }

  /**
   * Starts the reading thread with a read at once. Later calls read once more if no application ran
   * before them.
   *
   * @param activeOnes the source to read; only that of the first call is used
   */
  public synchronized void watch(Source activeOnes) {
    if (source == null) {
      source = activeOnes;
      reading.start(0);
    } else if (isIdle.getAsBoolean()) {
      reading.once(0, this::read);
    }
  }

  /**
   * Reads if nothing was read yet, or if the set has expired and an application runs.
   *
   * @throws YarnException if the source fails; the set read last stays
   */
  public void readIfNeeded() throws YarnException {
    if (active == null
        || !isIdle.getAsBoolean() && nanoClock.getAsLong() - readNanos >= maxAgeNanos) {
      read();
    }
  }

  /**
   * Returns the sub-clusters that were active at the latest read, unmodifiable; null before the
   * first. Never blocks.
   */
  public Set<SubClusterId> active() {
    return active;
  }

  /**
   * Reads once; may block.
   *
   * @throws IllegalStateException if the source names no sub-cluster; the set read last stays
   */
  public void read() throws YarnException {
    Set<SubClusterId> found = source.read();
    if (found == null || found.isEmpty()) {
      throw new IllegalStateException("the state store names no active sub-cluster");
    }
    readNanos = nanoClock.getAsLong();
    active = Collections.unmodifiableSet(new HashSet<>(found));
  }

  /** Returns the reading task, for metrics and shutdown. */
  public PeriodicTask reading() {
    return reading;
  }
}
