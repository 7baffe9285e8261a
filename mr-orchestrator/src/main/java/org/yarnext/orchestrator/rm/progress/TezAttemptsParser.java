// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.rm.progress;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;

/**
 * Parses the progress of attempts in the answer of a Tez Application Master: {@code {"attempts":
 * [{"id": ..., "progress": "0.5", "status": "RUNNING"}]}}. Other content is skipped at any depth,
 * because users may write their Application Masters. Stateless.
 */
final class TezAttemptsParser {
  private static final JsonFactory JSON = new JsonFactory();

  private TezAttemptsParser() {}

  /**
   * Reads the progress of running attempts.
   *
   * @return progress by attempt
   * @throws IOException if the text has no attempts
   */
  static Map<String, Double> read(InputStream answer) throws IOException {
    try (JsonParser json = JSON.createParser(answer)) {
      expect(JsonToken.START_OBJECT, json.nextToken());
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        boolean isAttempts = json.getCurrentName().equals("attempts");
        JsonToken value = json.nextToken();
        if (isAttempts) {
          expect(JsonToken.START_ARRAY, value);
          return attempts(json);
        }
        json.skipChildren();
      }
      throw new IOException("it lists no attempts");
    }
  }

  private static void expect(JsonToken expected, JsonToken found) throws IOException {
    if (found != expected) {
      throw new IOException(found + " where there should be " + expected);
    }
  }

  private static Map<String, Double> attempts(JsonParser json) throws IOException {
    Map<String, Double> progress = new HashMap<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      expect(JsonToken.START_OBJECT, json.currentToken());
      Map<String, String> fields = fields(json);
      if ("RUNNING".equals(fields.get("status"))) {
        progress.put(fields.get("id"), number(fields.get("progress")));
      }
    }
    return progress;
  }

  /** Reads an object's fields; skips nested objects and arrays. */
  private static Map<String, String> fields(JsonParser json) throws IOException {
    Map<String, String> fields = new HashMap<>();
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String name = json.getCurrentName();
      if (json.nextToken().isScalarValue()) {
        fields.put(name, json.getText());
      } else {
        json.skipChildren();
      }
    }
    return fields;
  }

  private static double number(String text) throws IOException {
    try {
      return Double.parseDouble(String.valueOf(text));
    } catch (NumberFormatException e) {
      throw new IOException("'" + text + "' is not a progress value", e);
    }
  }
}
