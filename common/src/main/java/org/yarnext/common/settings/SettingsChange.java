// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.settings;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * A change of settings that a caller requests: the new values of keys, and the values that they
 * must have before. Immutable.
 */
final class SettingsChange {
  private final Map<String, String> values = new TreeMap<>();
  private final Map<String, String> expected = new TreeMap<>();

  /**
   * @param values by key; null for the value of the files
   * @param expected values that the keys must have before the change, by key
   */
  SettingsChange(Map<String, String> values, Map<String, String> expected) {
    this.values.putAll(values);
    this.expected.putAll(expected);
  }

  Map<String, String> values() {
    return Collections.unmodifiableMap(values);
  }

  Map<String, String> expected() {
    return Collections.unmodifiableMap(expected);
  }
}
