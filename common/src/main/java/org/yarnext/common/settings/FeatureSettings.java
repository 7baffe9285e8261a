// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.settings;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.conf.ConfigurationKey;
import org.yarnext.common.conf.reload.LiveConfiguration;
import org.yarnext.common.conf.reload.ReloadResult;

/**
 * One feature's entry in the {@link SettingsRegistry} of a daemon: its live configuration, and who
 * changed which key. Closing it removes it. Thread-safe.
 */
public final class FeatureSettings implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FeatureSettings.class);

  private final SettingsRegistry daemon;
  private final String feature;
  private final LiveConfiguration live;
  private final Map<String, ConfigurationKey<?>> keys = new TreeMap<>();
  private final Map<String, Author> authors = new HashMap<>();

  FeatureSettings(SettingsRegistry daemon, String feature, LiveConfiguration live) {
    this.daemon = daemon;
    this.feature = feature;
    this.live = live;
    live.current().schema().keys().forEach(key -> keys.put(key.name(), key));
  }

  /** Who changed a key, and when. Immutable. */
  static final class Author {
    final String user;
    final long timeMs;

    Author(String user, long timeMs) {
      this.user = user;
      this.timeMs = timeMs;
    }
  }

  /** Takes over the live values of another part of the same feature. */
  void follow(FeatureSettings other) {
    Map<String, String> values = other.live.overrides();
    if (!other.feature.equals(feature) || !keys.keySet().containsAll(values.keySet())) {
      return;
    }
    ReloadResult result = live.override(values, false);
    if (result.outcome() == ReloadResult.Outcome.REFUSED) {
      LOG.warn("Live values of {} were not adopted: {}", feature, result);
      return;
    }
    for (String key : values.keySet()) {
      Author author = other.author(key);
      if (author != null) {
        changed(key, author);
      }
    }
  }

  SettingsRegistry daemon() {
    return daemon;
  }

  String feature() {
    return feature;
  }

  LiveConfiguration live() {
    return live;
  }

  /** Returns the keys by name, sorted. */
  Map<String, ConfigurationKey<?>> keys() {
    return keys;
  }

  /** Returns who changed a key; null if its value is that of the files. */
  synchronized Author author(String key) {
    return authors.get(key);
  }

  /**
   * @param author null if the key has the value of the files again
   */
  synchronized void changed(String key, Author author) {
    if (author == null) {
      authors.remove(key);
    } else {
      authors.put(key, author);
    }
  }

  /** Ends the registration; live values stay with the feature. */
  @Override
  public void close() {
    daemon.remove(this);
  }
}
