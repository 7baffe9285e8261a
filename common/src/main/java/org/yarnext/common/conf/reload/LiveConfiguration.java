// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.conf.reload;

import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.yarnext.common.conf.ConfigurationSchema;
import org.yarnext.common.conf.ConfigurationSnapshot;
import org.yarnext.common.conf.InvalidConfigurationException;

/**
 * Holds the settings that a running feature uses: the first ones, with live keys replaced by every
 * reload that is not refused.
 *
 * <p>Thread-safe: readers see a whole old or a whole new {@link ConfigurationSnapshot}, never a
 * mixture. Take {@link #current()} once a decision.
 */
public final class LiveConfiguration {
  private volatile ConfigurationSnapshot current;

  /** Starts with settings read before; not null. */
  public LiveConfiguration(ConfigurationSnapshot start) {
    current = Objects.requireNonNull(start, "start");
  }

  /**
   * Reads the first settings.
   *
   * @throws InvalidConfigurationException if they are refused
   */
  public static LiveConfiguration read(ConfigurationSchema keys, Configuration conf)
      throws InvalidConfigurationException {
    return new LiveConfiguration(keys.read(conf));
  }

  /** Returns the settings in effect; never null. */
  public ConfigurationSnapshot current() {
    return current;
  }

  /**
   * Applies the live keys of a new configuration. Nothing is applied if any value is refused, or if
   * its live keys violate a rule together with the restart-only values still in effect.
   *
   * @param conf not null
   * @return the result, never null; a refusal is returned, not thrown
   */
  public synchronized ReloadResult reload(Configuration conf) {
    ConfigurationSnapshot old = current;
    ConfigurationSnapshot newer;
    try {
      newer = old.keySet().read(conf);
    } catch (InvalidConfigurationException e) {
      return ReloadResult.refused(e.problems());
    }
    ConfigurationSnapshot merged = old.withLiveFrom(newer);
    List<String> broken = old.keySet().violations(merged);
    if (!broken.isEmpty()) {
      return ReloadResult.refused(Collections.unmodifiableList(broken));
    }
    current = merged;
    return ReloadResult.accepted(old.liveChanges(merged), old.restartNeeded(newer));
  }
}
