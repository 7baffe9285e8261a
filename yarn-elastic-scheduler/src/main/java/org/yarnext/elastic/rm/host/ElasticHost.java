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
package org.yarnext.elastic.rm.host;

import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;

/**
 * Provides what depends on where a scheduler runs: time, a thread, and where profiles come from. A
 * daemon is {@link #DAEMON}; one that runs in virtual time brings its own. Thread-safe.
 */
public interface ElasticHost {
  /** The wall clock, a thread for each work, and profiles as configured. */
  ElasticHost DAEMON = new DaemonHost();

  /** In ms. */
  long nowMs();

  /**
   * For how long things last, in ns: never goes back; in virtual time nothing that is done lasts.
   */
  long nanoTime();

  /** When a container was made, as {@link #nowMs} was then. */
  long startedMs(RMContainer container);

  /**
   * Does work now and then, also after it has thrown something, each time an interval after the
   * last, not on the caller's thread or later on it.
   *
   * @param name what a thread would be called
   * @param intervalMs above 0
   * @return never null
   */
  Rounds repeat(String name, Runnable work, long intervalMs);

  /** Profiles to use instead of those configured; null for these. */
  ProfileSource profiles();

  /** Work that is repeated. Thread-safe. */
  interface Rounds {
    /**
     * Does something once between two rounds; nothing if these have ended by then. Quick.
     *
     * @param delayNanos not negative
     */
    void once(Runnable work, long delayNanos);

    /** Since when no round succeeded, in ms; 0 once ended, and in virtual time. */
    default long ageMs() {
      return 0;
    }

    /** How many rounds have failed. */
    default long failures() {
      return 0;
    }

    /** Ends the rounds; may be called twice. */
    void end();
  }
}
