// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.settings;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** A change of live keys that an operator requests. Immutable. */
final class SettingChange {
  private static final List<String> MODES = Arrays.asList("off", "shadow", "on");

  private final Map<String, String> values;

  /**
   * @param values by key; null for the value of the daemon's files
   */
  SettingChange(Map<String, String> values) {
    this.values = Collections.unmodifiableMap(new TreeMap<>(values));
  }

  /** Returns the values by key, sorted; null for the value of the daemon's files. */
  Map<String, String> values() {
    return values;
  }

  /** Returns the values whose keys a daemon has. */
  SettingChange of(SettingsPage page) {
    Map<String, String> own = new TreeMap<>(values);
    own.keySet().retainAll(page.settings().keySet());
    return new SettingChange(own);
  }

  /** Returns the values that keys have after the change. */
  Map<String, String> after(SettingsPage page) {
    Map<String, String> after = new TreeMap<>();
    of(page)
        .values
        .forEach(
            (key, value) -> after.put(key, value == null ? page.settings().get(key).file : value));
    return after;
  }

  /** Returns the values that revert the change. */
  SettingChange undo(SettingsPage page) {
    Map<String, String> before = new TreeMap<>();
    of(page).values.keySet().forEach(key -> before.put(key, page.settings().get(key).override()));
    return new SettingChange(before);
  }

  /**
   * Returns the body of a request.
   *
   * @param seen the values that the keys must have; null if it does not matter
   */
  String json(SettingsPage seen) {
    ObjectMapper mapper = new ObjectMapper();
    ObjectNode body = mapper.createObjectNode();
    values.forEach(
        (key, value) -> {
          if (seen == null) {
            body.put(key, value);
          } else {
            body.putObject(key).put("value", value).put("old", seen.settings().get(key).value);
          }
        });
    return body.toString();
  }

  /**
   * Returns whether the change lowers modes: at least one on a daemon, and none is raised. Nodes
   * are raised before and lowered after the ResourceManager.
   */
  boolean isLowering(Collection<SettingsPage> pages) {
    boolean isLower = false;
    for (SettingsPage page : pages) {
      for (Map.Entry<String, String> each : after(page).entrySet()) {
        int before = MODES.indexOf(page.settings().get(each.getKey()).value);
        int after = MODES.indexOf(each.getValue().toLowerCase(Locale.ROOT));
        if (before >= 0 && after > before) {
          return false;
        }
        isLower |= before >= 0 && after >= 0 && after < before;
      }
    }
    return isLower;
  }
}
