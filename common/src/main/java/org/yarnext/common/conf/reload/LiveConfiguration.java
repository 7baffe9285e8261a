// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.conf.reload;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.conf.ConfigurationKey;
import org.yarnext.common.conf.ConfigurationSchema;
import org.yarnext.common.conf.ConfigurationSnapshot;
import org.yarnext.common.conf.InvalidConfigurationException;

/**
 * Current settings of a running feature: those read at its start, with the live keys of every
 * accepted reload, and with live values, which override the files.
 *
 * <p>A live value stays until it is taken back, also over reloads of the files. It is kept in
 * memory only.
 *
 * <p>Thread-safe: readers see a whole old or a whole new {@link ConfigurationSnapshot}, never a
 * mixture. Read {@link #current()} once per decision.
 */
public final class LiveConfiguration {
  private static final Logger LOG = LoggerFactory.getLogger(LiveConfiguration.class);

  private final List<Listener> listeners = new CopyOnWriteArrayList<>();
  private ConfigurationSnapshot files; // guarded by this, as the next
  private Map<String, String> overrides = Collections.emptyMap();
  private volatile ConfigurationSnapshot current;

  /** Follows changes of live keys. */
  public interface Listener {
    /**
     * Returns why these settings need a restart, in one sentence that names the key and the fix;
     * null if the change can be followed. Called before a change, also before one that is only
     * tried, on the thread that reloads; changes nothing.
     */
    default String refusal(ConfigurationSnapshot old, ConfigurationSnapshot now) {
      return null;
    }

    /**
     * Called after the new settings are in effect, on the thread that reloads, one change at a
     * time. An exception is logged, and its message becomes a problem of the result; the other
     * listeners are still called.
     */
    void changed(ConfigurationSnapshot old, ConfigurationSnapshot now);
  }

  /** Starts with settings read before; not null. */
  public LiveConfiguration(ConfigurationSnapshot start) {
    current = Objects.requireNonNull(start, "start");
    files = start;
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

  /** Returns the settings by the files alone, as last read and accepted; never null. */
  public synchronized ConfigurationSnapshot files() {
    return files;
  }

  /** Returns the live values that override the files, by key; unmodifiable. */
  public synchronized Map<String, String> overrides() {
    return overrides;
  }

  /**
   * Applies the live keys of a new configuration, apart from those with live values. Nothing is
   * applied if any value is refused, or if its live keys violate a rule together with the
   * restart-only values and the live values still in effect.
   *
   * @param conf not null
   * @return the result, never null; a refusal is returned, not thrown
   */
  public ReloadResult reload(Configuration conf) {
    return reload(conf, false);
  }

  /**
   * As {@link #reload(Configuration)}.
   *
   * @param isTrial whether to return the result of a reload without applying it
   */
  public synchronized ReloadResult reload(Configuration conf, boolean isTrial) {
    try {
      return apply(current.schema().read(conf), overrides, isTrial);
    } catch (InvalidConfigurationException e) {
      return ReloadResult.refused(e.problems());
    }
  }

  /**
   * Gives live keys values that override those of the files, or takes such values back. Nothing is
   * applied if any value is refused.
   *
   * @param values by key; null for the value of the files
   * @param isTrial whether to return the result without applying it
   * @return the result, never null; a refusal is returned, not thrown. If keys need a restart, they
   *     are {@link ReloadResult#restartNeeded()}
   */
  public synchronized ReloadResult override(Map<String, String> values, boolean isTrial) {
    List<String> problems = new ArrayList<>(current.schema().unknown(values.keySet()));
    List<String> fixed = new ArrayList<>();
    for (ConfigurationKey<?> key : current.schema().keys()) {
      if (values.containsKey(key.name()) && !key.isLive()) {
        fixed.add(key.name());
        problems.add(key.restartSentence());
      }
    }
    if (!problems.isEmpty()) {
      return ReloadResult.refused(problems, fixed);
    }
    Map<String, String> more = new TreeMap<>(overrides);
    more.putAll(values);
    more.values().removeIf(Objects::isNull);
    return apply(files, Collections.unmodifiableMap(more), isTrial);
  }

  private ReloadResult apply(
      ConfigurationSnapshot newer, Map<String, String> values, boolean isTrial) {
    ConfigurationSnapshot old = current;
    ConfigurationSnapshot merged = old.withLiveFrom(newer);
    if (!values.isEmpty()) {
      Map<String, String> text = new TreeMap<>(merged.asText());
      text.putAll(values);
      try {
        merged = merged.withLiveFrom(old.schema().read(text));
      } catch (InvalidConfigurationException e) {
        return ReloadResult.refused(e.problems());
      }
    }
    List<String> broken = old.schema().violations(merged);
    if (!broken.isEmpty()) {
      return ReloadResult.refused(broken);
    }
    List<String> changes = old.liveChanges(merged);
    if (!changes.isEmpty()) {
      List<String> refusals = refusals(old, merged);
      if (!refusals.isEmpty()) {
        return ReloadResult.refused(refusals, changes);
      }
    }
    List<String> notFollowed = new ArrayList<>();
    if (!isTrial) {
      files = newer;
      overrides = values;
      current = merged;
      if (!changes.isEmpty()) {
        notFollowed.addAll(notifyListeners(old, merged));
      }
    }
    return ReloadResult.accepted(changes, old.restartNeeded(newer), notFollowed);
  }

  private List<String> refusals(ConfigurationSnapshot old, ConfigurationSnapshot now) {
    List<String> sentences = new ArrayList<>();
    for (Listener listener : listeners) {
      String sentence = listener.refusal(old, now);
      if (sentence != null) {
        sentences.add(sentence);
      }
    }
    return sentences;
  }

  private List<String> notifyListeners(ConfigurationSnapshot old, ConfigurationSnapshot now) {
    List<String> problems = new ArrayList<>();
    for (Listener listener : listeners) {
      try {
        listener.changed(old, now);
      } catch (RuntimeException | LinkageError e) {
        LOG.warn("A part of this daemon did not adopt a change of the configuration", e);
        problems.add(e.getMessage() == null ? e.toString() : e.getMessage());
      }
    }
    return problems;
  }
}
