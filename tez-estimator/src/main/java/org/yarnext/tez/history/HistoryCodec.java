// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.history;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.yarnext.tez.policy.estimate.VertexHistory;
import org.yarnext.tez.policy.estimate.VertexRunSummary;

/**
 * Encodes and decodes the history of a recurring DAG as JSON. An invalid text is refused as a
 * whole. Stateless.
 */
final class HistoryCodec {
  private static final int VERSION = 1;
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private HistoryCodec() {}

  static byte[] write(String dag, Map<String, VertexHistory> vertices) throws IOException {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("version", VERSION);
    root.put("dag", dag);
    ObjectNode byName = root.putObject("vertices");
    vertices.forEach(
        (name, past) -> {
          ArrayNode runs = byName.putArray(name);
          for (VertexRunSummary run : past.oldestFirst()) {
            ObjectNode one = runs.addObject();
            ArrayNode ms = one.putArray("ms");
            run.quantilesMs().forEach(ms::add);
            one.put("bytes", run.bytesPerTask());
            one.put("msPerByte", run.msPerByte());
            one.put("firstExtraMs", run.firstExtraMs());
          }
        });
    return JSON.writeValueAsBytes(root);
  }

  /**
   * Decodes a history.
   *
   * @param dag the DAG that the text must be about
   * @throws CorruptHistoryException if the text is invalid
   */
  static Map<String, VertexHistory> read(String dag, byte[] text) throws CorruptHistoryException {
    try {
      return parse(dag, text);
    } catch (IOException e) { // in memory only the format can be wrong
      throw new CorruptHistoryException(e.getMessage(), e);
    } catch (StackOverflowError e) { // the parser recurses as deep as the text
      throw new CorruptHistoryException("it is nested deeper than any history", e);
    }
  }

  private static Map<String, VertexHistory> parse(String dag, byte[] text) throws IOException {
    JsonNode root = JSON.readTree(text);
    if (root == null || root.path("version").asInt() != VERSION) {
      throw new IOException("not a history of version " + VERSION);
    }
    if (!root.path("dag").asText().equals(dag) || !root.path("vertices").isObject()) {
      throw new IOException("not a history of " + dag);
    }
    Map<String, VertexHistory> vertices = new LinkedHashMap<>();
    Iterator<Map.Entry<String, JsonNode>> fields = root.path("vertices").fields();
    while (fields.hasNext()) {
      Map.Entry<String, JsonNode> field = fields.next();
      List<VertexRunSummary> runs = new ArrayList<>();
      for (JsonNode run : field.getValue()) {
        runs.add(run(run));
      }
      vertices.put(field.getKey(), new VertexHistory(runs));
    }
    return vertices;
  }

  private static VertexRunSummary run(JsonNode run) throws IOException {
    List<Double> ms = new ArrayList<>();
    for (JsonNode quantile : run.path("ms")) {
      ms.add(number(quantile));
    }
    if (!run.path("bytes").isIntegralNumber()) {
      throw new IOException("bytes is not a whole number");
    }
    try {
      return new VertexRunSummary(
          ms,
          run.path("bytes").asLong(),
          number(run.path("msPerByte")),
          // Older files do not have it.
          run.has("firstExtraMs") ? number(run.path("firstExtraMs")) : 0);
    } catch (IllegalArgumentException e) {
      throw new IOException(e);
    }
  }

  private static double number(JsonNode node) throws IOException {
    if (!node.isNumber()) {
      throw new IOException(node.getNodeType() + " is not a number");
    }
    return node.asDouble();
  }
}
