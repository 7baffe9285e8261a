// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.profile;

import org.yarnext.elastic.rm.host.ElasticHost;
import org.yarnext.elastic.rm.host.ProfileSource;

/**
 * Reloads the profiles at an interval, on its own thread, since the jobs' ends may be estimated
 * less often; changes take effect at once. Thread-safe.
 */
public final class ProfileReloader {
  private final ProfileSource profiles;
  private final ProfileResolver resolver;
  private final ElasticHost host;
  private final long intervalMs;
  private volatile ElasticHost.Rounds rounds;

  /**
   * Creates a reloader.
   *
   * @param resolver of these profiles
   */
  public ProfileReloader(
      ProfileSource profiles, ProfileResolver resolver, ElasticHost host, long intervalMs) {
    this.profiles = profiles;
    this.resolver = resolver;
    this.host = host;
    this.intervalMs = intervalMs;
  }

  /** Starts the rounds, unless they run. */
  public synchronized void start() {
    if (rounds != null) {
      return;
    }
    rounds = host.repeat("yarnext-elastic-profiles", this::reload, intervalMs);
  }

  /** Stops the rounds; they may be started again. */
  public synchronized void stop() {
    ElasticHost.Rounds ending = rounds;
    rounds = null;
    if (ending != null) {
      ending.end();
    }
  }

  /** Reads the profiles if they have changed; waits for the disk. */
  public void reload() {
    if (profiles.refresh()) {
      resolver.reloaded();
    }
  }

  /** Returns the rounds; null while stopped. */
  public ElasticHost.Rounds rounds() {
    return rounds;
  }
}
