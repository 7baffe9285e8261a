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

  public synchronized void start() {
    rounds = host.repeat("yarnext-elastic-profiles", this::look, intervalMs);
  }

  public synchronized void stop() {
    if (rounds != null) {
      rounds.end();
      rounds = null;
    }
  }

  private void look() {
    if (profiles.refresh()) {
      resolver.reloaded();
    }
  }

  /** Returns the rounds; null while stopped. */
  public ElasticHost.Rounds rounds() {
    return rounds;
  }
}
