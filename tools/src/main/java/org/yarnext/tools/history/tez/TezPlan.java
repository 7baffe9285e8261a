// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.history.tez;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Vertices and edges of a DAG, read from its history. Not thread-safe. */
final class TezPlan {
  private static final String SORTED_OUTPUT = ".OrderedPartitionedKVOutput";

  /** An edge between two vertices. */
  static final class Edge {
    final String from;
    final String to;

    /** Whether the receiver fetches sorted outputs and merges them. */
    final boolean merged;

    /** Whether the sender sorts its output. */
    final boolean sorted;

    /** Configuration of the receiving end as JSON; may be empty. */
    final String receiverText;

    /** Configuration of the sending end as JSON; may be empty. */
    final String senderText;

    private Edge(JsonNode json) {
      from = json.path("inputVertexName").asText();
      to = json.path("outputVertexName").asText();
      String receiver = json.path("edgeDestinationClass").asText();
      merged = receiver.contains(".OrderedGrouped");
      sorted = json.path("edgeSourceClass").asText().endsWith(SORTED_OUTPUT);
      receiverText = json.path("inputUserPayloadAsText").asText();
      senderText = json.path("outputUserPayloadAsText").asText();
    }
  }

  private final List<Edge> edges = new ArrayList<>();

  /** Number of a vertex's inputs and outputs that are not edges. */
  private final Map<String, Integer> ends = new HashMap<>();

  private final Map<String, Integer> distances = new HashMap<>();
  private final int vertices;

  /**
   * @param json {@code dagPlan}; may be a missing node
   */
  TezPlan(JsonNode json) {
    vertices = json.path("vertices").size();
    json.path("edges").forEach(edge -> edges.add(new Edge(edge)));
    for (JsonNode vertex : json.path("vertices")) {
      ends.put(
          vertex.path("vertexName").asText(),
          vertex.path("additionalInputs").size() + vertex.path("additionalOutputs").size());
    }
  }

  List<Edge> into(String vertex) {
    List<Edge> found = new ArrayList<>();
    edges.stream().filter(edge -> edge.to.equals(vertex)).forEach(found::add);
    return found;
  }

  /** Returns the edges into which a vertex sends sorted output. */
  List<Edge> sortedFrom(String vertex) {
    List<Edge> found = new ArrayList<>();
    edges.stream().filter(edge -> edge.from.equals(vertex) && edge.sorted).forEach(found::add);
    return found;
  }

  /** Returns the number of inputs and outputs of each task of a vertex. */
  int inputsAndOutputs(String vertex) {
    int count = ends.getOrDefault(vertex, 0);
    for (Edge edge : edges) {
      count += edge.to.equals(vertex) ? 1 : 0;
      count += edge.from.equals(vertex) ? 1 : 0;
    }
    return count;
  }

  /**
   * Returns the priority of a vertex's requests, as Tez's own DAG schedulers compute it: vertices
   * farther from the sources come later. Each vertex has three priorities, of which the middle one
   * is for tasks that did not fail.
   *
   * @param number number of the vertex, the end of its id
   */
  int priority(String vertex, int number) {
    return (distance(vertex, 0) + 1) * vertices * 3 + number * 3 - 1;
  }

  private int distance(String vertex, int depth) {
    Integer known = distances.get(vertex);
    if (known != null) {
      return known;
    }
    int farthest = 0;
    if (depth <= vertices) { // an inconsistent history may contain a cycle
      for (Edge edge : into(vertex)) {
        farthest = Math.max(farthest, distance(edge.from, depth + 1) + 1);
      }
    }
    distances.put(vertex, farthest);
    return farthest;
  }
}
