// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.settings;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.yarnext.common.settings.SettingsEndpoint;
import org.yarnext.tools.DaemonClient;
import org.yarnext.tools.DaemonStatusException;
import org.yarnext.tools.ToolException;

/** Settings of a daemon, parsed from its {@code /yarnext/settings} page. Immutable. */
final class SettingsPage {
  /** A page of a daemon that shows no settings. */
  static final SettingsPage NOTHING = new SettingsPage(Collections.emptyMap());

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Map<String, Setting> settings;

  private SettingsPage(Map<String, Setting> settings) {
    this.settings = Collections.unmodifiableMap(settings);
  }

  /** A key and its values. Immutable. */
  static final class Setting {
    /** The value in effect. */
    final String value;

    /** The value in the daemon's files. */
    final String file;

    /** Whether it can be changed without a restart. */
    final boolean isLive;

    /** Who changed it since the start; null if it has the value of the files. */
    final String changedBy;

    Setting(String value, String file, boolean isLive, String changedBy) {
      this.value = value;
      this.file = file;
      this.isLive = isLive;
      this.changedBy = changedBy;
    }

    /** Returns the live value; null if there is none. */
    String override() {
      return changedBy == null ? null : value;
    }
  }

  /**
   * Requests the page. A standby ResourceManager and a daemon without the pack have no settings.
   *
   * @throws ToolException if the daemon does not answer, or not with settings
   */
  static SettingsPage fetch(DaemonClient client) throws ToolException {
    try {
      return read(client.name(), client.get(SettingsEndpoint.PATH).text());
    } catch (DaemonStatusException e) {
      if (e.status() == 404 || e.status() >= 300 && e.status() < 400) {
        return NOTHING;
      }
      throw e;
    }
  }

  /**
   * Reads a page. Of several features with one key, the first one counts.
   *
   * @param daemon name of the daemon, for messages
   */
  static SettingsPage read(String daemon, String text) throws ToolException {
    try {
      JsonNode list = JSON.readTree(text).path("settings");
      if (!list.isArray()) {
        throw new ToolException(notSettings(daemon, "it has no list of settings"));
      }
      Map<String, Setting> settings = new TreeMap<>();
      for (JsonNode each : list) {
        settings.putIfAbsent(
            each.path("key").asText(),
            new Setting(
                each.path("value").asText(),
                each.path("file").asText(),
                each.path("live").asBoolean(),
                each.path("changedBy").asText(null)));
      }
      return new SettingsPage(settings);
    } catch (IOException e) {
      throw new ToolException(notSettings(daemon, "it is not JSON"), e);
    }
  }

  private static String notSettings(String daemon, String why) {
    return "The answer of "
        + daemon
        + " does not come from /yarnext/settings ("
        + why
        + "): give the web address of a ResourceManager or a NodeManager with the pack.";
  }

  /** Returns the settings by key, sorted. */
  Map<String, Setting> settings() {
    return settings;
  }
}
