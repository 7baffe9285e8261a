// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.conf.reload;

import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
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
  private static final Logger LOG = LoggerFactory.getLogger(LiveConfiguration.class);

  private final List<Listener> listeners = new CopyOnWriteArrayList<>();
  private volatile ConfigurationSnapshot current;

  /** Follows changes of live keys. */
  public interface Listener {
    /**
     * Called after the new settings are in effect, on the thread that reloads, one change at a
     * time. What it throws is logged; the other listeners are called all the same.
     */
    void changed(ConfigurationSnapshot old, ConfigurationSnapshot now);
  }

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

  /** Adds a listener, which is called for every later change until it is removed. */
  public void addListener(Listener listener) {
    listeners.add(listener);
  }

  /** Removes a listener; does nothing if it was not added. */
  public void removeListener(Listener listener) {
    listeners.remove(listener);
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
    List<String> changes = old.liveChanges(merged);
    if (!changes.isEmpty()) {
      tell(old, merged);
    }
    return ReloadResult.accepted(changes, old.restartNeeded(newer));
  }

  private void tell(ConfigurationSnapshot old, ConfigurationSnapshot now) {
    for (Listener listener : listeners) {
      try {
        listener.changed(old, now);
      } catch (RuntimeException | LinkageError e) {
        LOG.warn("A change of the configuration was not followed everywhere", e);
      }
    }
  }
}
