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
package org.yarnext.common.conf;

import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;

/**
 * Decides which settings a running feature uses: the first ones, with live keys replaced by every
 * reload that is not refused.
 *
 * <p>Thread-safe: readers see a whole old or a whole new {@link Settings}, never a mixture. Take
 * {@link #current()} once a decision.
 */
public final class LiveSettings {
  private volatile Settings current;

  /** Starts with settings read before; not null. */
  public LiveSettings(Settings start) {
    current = Objects.requireNonNull(start, "start");
  }

  /**
   * Reads the first settings.
   *
   * @throws RefusedConfigurationException if they are refused
   */
  public static LiveSettings read(KeySet keys, Configuration conf)
      throws RefusedConfigurationException {
    return new LiveSettings(keys.read(conf));
  }

  /** The settings to use now; never null. */
  public Settings current() {
    return current;
  }

  /**
   * Takes over the live keys of a new configuration, or nothing of it if any part is refused, or if
   * its live keys break a rule together with the restart-only values still in force.
   *
   * @param conf not null
   * @return what happened, never null; a refusal is returned, not thrown
   */
  public synchronized Reload reload(Configuration conf) {
    Settings old = current;
    Settings newer;
    try {
      newer = old.keySet().read(conf);
    } catch (RefusedConfigurationException e) {
      return Reload.refused(e.problems());
    }
    Settings merged = old.withLiveFrom(newer);
    List<String> broken = old.keySet().violations(merged);
    if (!broken.isEmpty()) {
      return Reload.refused(Collections.unmodifiableList(broken));
    }
    current = merged;
    return Reload.accepted(old.liveChanges(merged), old.restartNeeded(newer));
  }
}
