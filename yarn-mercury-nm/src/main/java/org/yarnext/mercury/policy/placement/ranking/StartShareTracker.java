// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.placement.ranking;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Tracks which share of the containers placed for an application, or for all applications of a
 * user, has been started. A placed container counts as load by this share, since a container that
 * nobody starts makes no node wait. About an application of which nothing is known yet, its user's
 * other applications tell; about an unknown user, nothing: its containers count by half.
 *
 * <p>The share follows the last {@value #WINDOW} containers. Thread-safe; reading takes no lock.
 */
public final class StartShareTracker {
  /** The share of one that starts everything, in thousandths. */
  public static final int ALL = 1_000;

  static final int UNKNOWN = ALL / 2;

  /** Share from which on all counts: most applications start nearly everything. */
  static final int NEARLY_ALL = 900;

  /** Number of containers by which the share of the user counts in that of its application. */
  static final int PRIOR = 4;

  /** Number of containers after which both counts are halved. */
  static final int WINDOW = 1_000;

  /** Null for a user. */
  private final StartShareTracker user;

  /** Wait of unreported containers that does not count for others, in ms. */
  private final AtomicLong uncountedMs = new AtomicLong();

  private int started;
  private int notStarted;

  /** Share in thousandths; -1 while no container has been started or not. */
  private volatile int share = -1;

  private volatile long lastMs;

  private StartShareTracker(StartShareTracker user, long nowMs) {
    this.user = user;
    this.lastMs = nowMs;
  }

  /** Creates the tracker of a user; the time is that of all calls, in ms. */
  public static StartShareTracker ofUser(long nowMs) {
    return new StartShareTracker(null, nowMs);
  }

  /** Creates the tracker of one of the user's applications. */
  public StartShareTracker ofApplication(long nowMs) {
    return new StartShareTracker(this, nowMs);
  }

  /** Returns the share, in thousandths: 0 to {@link #ALL}. */
  public int share() {
    int known = share;
    return known >= 0 ? known : priorShare();
  }

  private int priorShare() {
    return user == null ? UNKNOWN : user.share();
  }

  /** Returns whether less than half of the containers are started. */
  public boolean startsFew() {
    return share() < ALL / 2;
  }

  /**
   * Returns the part of the wait of containers placed here and not reported yet that does not count
   * for other applications, in ms. For the application itself all of it counts.
   */
  public long uncountedMs() {
    return uncountedMs.get();
  }

  /** Returns when a container was last found started or not, in ms. */
  public long lastMs() {
    return lastMs;
  }

  void addUncounted(long ms) {
    uncountedMs.addAndGet(ms);
  }

  /** Records containers that were started, or are not; negative numbers correct earlier calls. */
  synchronized void record(int moreStarted, int moreNotStarted, long nowMs) {
    started += moreStarted;
    notStarted = Math.max(0, notStarted + moreNotStarted);
    if (started + notStarted > WINDOW) {
      started /= 2;
      notStarted /= 2;
    }
    int exact = (ALL * started + PRIOR * priorShare()) / (started + notStarted + PRIOR);
    share = exact >= NEARLY_ALL ? ALL : exact;
    lastMs = nowMs;
    if (user != null) {
      user.record(moreStarted, moreNotStarted, nowMs);
    }
  }
}
