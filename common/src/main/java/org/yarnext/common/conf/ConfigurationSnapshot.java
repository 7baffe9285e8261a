// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.conf;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Values of all keys of a {@link ConfigurationSchema}, read and checked together; none is null.
 *
 * <p>Immutable and thread-safe; equal if every value is equal.
 */
public final class ConfigurationSnapshot {
  private final ConfigurationSchema schema;
  private final Map<String, Object> values;
  private final Set<String> refused;

  ConfigurationSnapshot(
      ConfigurationSchema schema, Map<String, Object> values, Set<String> refused) {
    this.schema = schema;
    this.values = values;
    this.refused = refused;
  }

  /**
   * Returns the value of a key.
   *
   * @return never null
   * @throws IllegalArgumentException if the key is not of this feature
   */
  public <T> T get(ConfigurationKey<T> key) {
    if (refused.contains(key.name())) {
      throw new RefusedValue();
    }
    Object value = values.get(key.name());
    if (value == null) {
      throw new IllegalArgumentException(key + " is not a key of " + schema.feature());
    }
    return key.cast(value);
  }

  /**
   * Returns every value as written in configuration, by key name, in declaration order;
   * unmodifiable.
   */
  public Map<String, String> asText() {
    Map<String, String> text = new LinkedHashMap<>();
    for (ConfigurationKey<?> key : schema.keys()) {
      text.put(key.name(), key.format(values.get(key.name())));
    }
    return Collections.unmodifiableMap(text);
  }

  /**
   * Returns these settings with the live keys taken from newer ones; keys that need a restart keep
   * their value. Rules are not checked here: {@code LiveConfiguration} does so.
   *
   * @param newer of the same keys, not null
   */
  public ConfigurationSnapshot withLiveFrom(ConfigurationSnapshot newer) {
    Map<String, Object> merged = new LinkedHashMap<>();
    for (ConfigurationKey<?> key : schema.keys()) {
      merged.put(key.name(), key.isLive() ? newer.get(key) : get(key));
    }
    return new ConfigurationSnapshot(schema, merged, Collections.emptySet());
  }

  /**
   * Returns the names of the keys that differ in newer settings and take effect only after a
   * restart.
   */
  public List<String> restartNeeded(ConfigurationSnapshot newer) {
    return changed(newer, false);
  }

  /** Returns the names of the live keys that differ in newer settings. */
  public List<String> liveChanges(ConfigurationSnapshot newer) {
    return changed(newer, true);
  }

  private List<String> changed(ConfigurationSnapshot newer, boolean live) {
    List<String> names = new ArrayList<>();
    for (ConfigurationKey<?> key : schema.keys()) {
      if (key.isLive() == live && !get(key).equals(newer.get(key))) {
        names.add(key.name());
      }
    }
    return Collections.unmodifiableList(names);
  }

  /** Returns the schema whose keys have these values; never null. */
  public ConfigurationSchema schema() {
    return schema;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ConfigurationSnapshot
        && values.equals(((ConfigurationSnapshot) other).values);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }

  @Override
  public String toString() {
    return schema.feature() + asText();
  }

  /**
   * Thrown when a rule reads a value that was refused, so that {@link ConfigurationSchema} skips
   * the rule.
   */
  static final class RefusedValue extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }
}
