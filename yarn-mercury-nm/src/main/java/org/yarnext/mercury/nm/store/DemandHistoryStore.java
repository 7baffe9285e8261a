// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import org.yarnext.mercury.policy.policing.DemandHistory;

/**
 * Stores a node's history of guaranteed demand in a small {@link JsonFileStore} of its recovery
 * directory. A record with another window or period is ignored and overwritten later.
 */
public final class DemandHistoryStore {
  private static final String NAME = "demand.json";
  private static final int VERSION = 1;

  private final JsonFileStore file;
  private final long windowMs;
  private final long periodMs;

  /** Creates a store of histories with this window and period, both in ms. */
  public DemandHistoryStore(Path directory, long windowMs, long periodMs) {
    this.file = new JsonFileStore(directory.resolve(NAME));
    this.windowMs = windowMs;
    this.periodMs = periodMs;
  }

  /** Replaces the stored record. */
  public void save(DemandHistory history) throws IOException {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("version", VERSION).put("windowMs", windowMs).put("periodMs", periodMs);
    ObjectNode series = root.putObject("series");
    history
        .saved()
        .forEach(
            (name, rows) -> {
              ArrayNode array = series.putArray(name);
              for (long[] row : rows) {
                ArrayNode numbers = array.addArray();
                for (long number : row) {
                  numbers.add(number);
                }
              }
            });
    file.replace(root);
  }

  /**
   * Loads the record into {@code history}; does nothing if there is none.
   *
   * @throws IOException if the record is corrupt; see {@link JsonFileStore#read}
   */
  public void load(DemandHistory history) throws IOException {
    file.read("demand figures", root -> feed(root, history));
  }

  private void feed(JsonNode root, DemandHistory history) throws IOException {
    if (root == null || root.path("version").asInt() != VERSION) {
      throw new IOException("not a record of version " + VERSION);
    }
    if (root.path("windowMs").asLong() != windowMs || root.path("periodMs").asLong() != periodMs) {
      return;
    }
    Map<String, long[][]> series = new HashMap<>();
    Iterator<Map.Entry<String, JsonNode>> fields = root.path("series").fields();
    while (fields.hasNext()) {
      Map.Entry<String, JsonNode> field = fields.next();
      series.put(field.getKey(), rows(field.getValue()));
    }
    try {
      history.restore(series);
    } catch (IllegalArgumentException e) {
      throw new IOException(e);
    }
  }

  private static long[][] rows(JsonNode array) throws IOException {
    long[][] rows = new long[array.size()][];
    for (int i = 0; i < rows.length; i++) {
      JsonNode row = array.get(i);
      rows[i] = new long[row == null ? 0 : row.size()];
      for (int j = 0; j < rows[i].length; j++) {
        JsonNode number = row.get(j);
        if (number == null || !number.canConvertToLong() || !number.isIntegralNumber()) {
          throw new IOException("not a whole number: " + number);
        }
        rows[i][j] = number.asLong();
      }
    }
    return rows;
  }
}
