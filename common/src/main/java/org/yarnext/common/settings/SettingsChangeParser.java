// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.settings;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * Reads a change of settings: a JSON object with a value for each key, {@code {"key": "value"}}.
 * The value is text, a number, true or false; null for the value of the files; or {@code {"value":
 * ..., "old": ...}} to change it only if it has the old value now. Stateless.
 */
final class SettingsChangeParser {
  /** Maximum number of keys of a change. */
  static final int MAX_KEYS = 200;

  private static final JsonFactory JSON =
      new JsonFactory().enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);

  private SettingsChangeParser() {}

  /**
   * @throws IllegalArgumentException if the body is something else; the message says what
   */
  static SettingsChange parse(byte[] body) {
    Map<String, String> values = new HashMap<>();
    Map<String, String> expected = new HashMap<>();
    try (JsonParser json = JSON.createParser(body)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        throw wrong();
      }
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String key = json.getCurrentName();
        if (json.nextToken() == JsonToken.START_OBJECT) {
          readConditional(key, json, values, expected);
        } else {
          values.put(key, scalar(json));
        }
        if (values.size() > MAX_KEYS) {
          throw new IllegalArgumentException("More than " + MAX_KEYS + " keys: divide the change.");
        }
      }
      if (json.nextToken() != null || values.isEmpty()) {
        throw wrong();
      }
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("The body is not JSON: " + e.getOriginalMessage(), e);
    } catch (IOException e) {
      throw new IllegalArgumentException("The body is not JSON", e);
    }
    return new SettingsChange(values, expected);
  }

  private static void readConditional(
      String key, JsonParser json, Map<String, String> values, Map<String, String> expected)
      throws IOException {
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String field = json.getCurrentName();
      json.nextToken();
      String text = scalar(json);
      if (field.equals("value")) {
        values.put(key, text);
      } else if (field.equals("old") && text != null) {
        expected.put(key, text);
      } else {
        throw wrong();
      }
    }
    if (!values.containsKey(key)) {
      throw wrong();
    }
  }

  private static String scalar(JsonParser json) throws IOException {
    JsonToken token = json.currentToken();
    if (token == null || !token.isScalarValue()) {
      throw wrong();
    }
    return token == JsonToken.VALUE_NULL ? null : json.getText().trim();
  }

  private static IllegalArgumentException wrong() {
    return new IllegalArgumentException(
        "The body must be a JSON object such as {\"yarn.mercury.mode\": \"shadow\"}.");
  }
}
