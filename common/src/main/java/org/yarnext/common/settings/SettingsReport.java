// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.settings;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.yarnext.common.conf.ConfigurationKey;

/**
 * Writes the JSON answers of the {@link SettingsEndpoint}: the settings, and the result of a
 * change. Stateless.
 */
final class SettingsReport {
  private static final JsonFactory JSON = new JsonFactory();
  private static final String NOTE =
      "Live values are kept in memory: after a restart the daemon uses its files again.";

  private SettingsReport() {}

  /**
   * Returns {@code settings}, one for each key of each registered feature: {@code daemon}, {@code
   * feature}, {@code key}, {@code value} (in effect), {@code file} (by the files), {@code default},
   * {@code bounds}, {@code live} (whether it can be changed without a restart), and for live values
   * {@code changedBy} and {@code changedMs} (since the epoch).
   */
  static String settings(Collection<SettingsRegistry> daemons) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.writeStartObject();
      json.writeArrayFieldStart("settings");
      for (SettingsRegistry daemon : daemons) {
        for (FeatureSettings feature : daemon.features()) {
          write(json, feature);
        }
      }
      json.writeEndArray();
      json.writeStringField("note", NOTE);
      json.writeEndObject();
    }
    return text.toString();
  }

  private static void write(JsonGenerator json, FeatureSettings feature) throws IOException {
    Map<String, String> now = feature.live().current().asText();
    Map<String, String> files = feature.live().files().asText();
    Map<String, String> overrides = feature.live().overrides();
    for (ConfigurationKey<?> key : feature.keys().values()) {
      json.writeStartObject();
      json.writeStringField("daemon", feature.daemon().daemon());
      json.writeStringField("feature", feature.feature());
      json.writeStringField("key", key.name());
      json.writeStringField("value", now.get(key.name()));
      json.writeStringField("file", files.get(key.name()));
      json.writeStringField("default", key.defaultText());
      json.writeStringField("bounds", key.boundsText());
      json.writeBooleanField("live", key.isLive());
      if (overrides.containsKey(key.name())) {
        FeatureSettings.Author author = feature.author(key.name());
        json.writeStringField("changedBy", author == null ? "" : author.user);
        json.writeNumberField("changedMs", author == null ? 0 : author.timeMs);
      }
      json.writeEndObject();
    }
  }

  /**
   * Returns {@code result}, {@code changes} ({@code daemon}, {@code feature}, {@code key}, {@code
   * old}, {@code new}), {@code problems}, and {@code restartNeeded} (keys whose values in the files
   * wait for a restart).
   */
  static String result(SettingsResult result) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.writeStartObject();
      json.writeStringField("result", result.outcome().name());
      json.writeArrayFieldStart("changes");
      for (SettingsResult.Value value : result.values()) {
        json.writeStartObject();
        json.writeStringField("daemon", value.feature.daemon().daemon());
        json.writeStringField("feature", value.feature.feature());
        json.writeStringField("key", value.key);
        json.writeStringField("old", value.before);
        json.writeStringField("new", value.after);
        json.writeEndObject();
      }
      json.writeEndArray();
      writeList(json, "problems", result.problems());
      writeList(json, "restartNeeded", result.restartNeeded());
      json.writeStringField("note", NOTE);
      json.writeEndObject();
    }
    return text.toString();
  }

  /** Returns {@code problems} with one sentence. */
  static String problem(String sentence) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.writeStartObject();
      json.writeArrayFieldStart("problems");
      json.writeString(sentence);
      json.writeEndArray();
      json.writeEndObject();
    }
    return text.toString();
  }

  private static void writeList(JsonGenerator json, String name, List<String> list)
      throws IOException {
    json.writeArrayFieldStart(name);
    for (String each : list) {
      json.writeString(each);
    }
    json.writeEndArray();
  }
}
