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
 * Caches which sub-clusters are active, so that no call of an application waits for the state store
 * or fails with it. YARN's policies read it in the calls themselves, as often as the facade's cache
 * is too old.
 *
 * <p>One thread for each NodeManager reads through the facade, and not at all while no application
 * runs. What it read serves half as long again as the facade's cache: together with the policies
 * that {@code QueuePolicyReloader} reads, the store is then asked no more often than by stock.
 * While the store does not answer, or names no sub-cluster at all, what was read last stays.
 * Thread-safe.
 */
public final class ActiveSubClusterCache {
  /** Soon enough after a store that did not answer. */
  private static final long INTERVAL_MS = 10_000;

  /** Names the active sub-clusters; may block. */
  public interface Source {
    Set<SubClusterId> read() throws YarnException;
  }

  private final PeriodicTask reading =
      new PeriodicTask("yarnext-federation-sub-clusters", INTERVAL_MS, this::lookIfNeeded)
          .withJitter();
  private final BooleanSupplier isIdle;
  private final long maxAgeNanos;
  private final LongSupplier nanoClock;
  private volatile Source source;

  /** Null until it was read once. */
  private volatile Set<SubClusterId> active;

  /** When it was; of the reading thread. */
  private long readNanos;

  /**
   * @param isIdle whether nobody needs to know just now
   * @param cacheMs how long the facade's cache serves, in ms; 0 if there is none
   * @param nanoClock a monotonic clock, in ns
   */
  public ActiveSubClusterCache(BooleanSupplier isIdle, long cacheMs, LongSupplier nanoClock) {
    this.isIdle = isIdle;
    this.maxAgeNanos = TimeUnit.MILLISECONDS.toNanos(cacheMs + cacheMs / 2);
    this.nanoClock = nanoClock;
  }

  /**
   * Begins to read, at once; later calls read once more if nobody needed it before.
   *
   * @param activeOnes where to read
   */
  public synchronized void watch(Source activeOnes) {
    if (source == null) {
      source = activeOnes;
      reading.start(0);
    } else if (isIdle.getAsBoolean()) {
      reading.once(0, this::look);
    }
  }

  /** Reads unless what was read last still serves, or nobody needs it. */
  public void lookIfNeeded() throws YarnException {
    if (active == null
        || !isIdle.getAsBoolean() && nanoClock.getAsLong() - readNanos >= maxAgeNanos) {
      look();
    }
  }

  /** Those that were active when it was last read; null if it never was. Never blocks. */
  public Set<SubClusterId> active() {
    return active;
  }

  /** Reads once. */
  public void look() throws YarnException {
    Set<SubClusterId> found = source.read();
    if (found == null || found.isEmpty()) {
      throw new IllegalStateException("the state store names no active sub-cluster");
    }
    readNanos = nanoClock.getAsLong();
    active = Collections.unmodifiableSet(new HashSet<>(found));
  }

  public PeriodicTask reading() {
    return reading;
  }
}
