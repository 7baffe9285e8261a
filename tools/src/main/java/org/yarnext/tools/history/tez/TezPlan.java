// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.history.tez;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

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

  private final Map<String, List<Edge>> byReceiver = new HashMap<>();
  private final Map<String, List<Edge>> bySender = new HashMap<>();

  /** Number of a vertex's inputs and outputs that are not edges. */
  private final Map<String, Integer> ends = new HashMap<>();

  private final Map<String, Integer> distances = new HashMap<>();
  private final int vertices;

  /**
   * @param json {@code dagPlan}; may be a missing node
   */
  TezPlan(JsonNode json) {
    vertices = json.path("vertices").size();
    for (JsonNode each : json.path("edges")) {
      Edge edge = new Edge(each);
      byReceiver.computeIfAbsent(edge.to, any -> new ArrayList<>()).add(edge);
      bySender.computeIfAbsent(edge.from, any -> new ArrayList<>()).add(edge);
    }
    for (JsonNode vertex : json.path("vertices")) {
      ends.put(
          vertex.path("vertexName").asText(),
          vertex.path("additionalInputs").size() + vertex.path("additionalOutputs").size());
    }
  }

  /** Returns the edges from which a vertex reads, in the order of the plan. */
  List<Edge> into(String vertex) {
    return byReceiver.getOrDefault(vertex, Collections.emptyList());
  }

  private List<Edge> from(String vertex) {
    return bySender.getOrDefault(vertex, Collections.emptyList());
  }

  /** Returns the edges into which a vertex sends sorted output. */
  List<Edge> sortedFrom(String vertex) {
    return from(vertex).stream().filter(edge -> edge.sorted).collect(Collectors.toList());
  }

  /** Returns the number of inputs and outputs of each task of a vertex. */
  int inputsAndOutputs(String vertex) {
    return ends.getOrDefault(vertex, 0) + into(vertex).size() + from(vertex).size();
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
