// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.explain;

import static java.util.stream.Collectors.toList;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.yarnext.tools.DaemonClient;
import org.yarnext.tools.DaemonStatusException;
import org.yarnext.tools.ToolException;

/** Decisions of a daemon, parsed from its endpoint. Immutable. */
final class DecisionsPage {
  private static final String PATH = "/yarnext/decisions";
  private static final int LIMIT = 20_000;

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long MIN_AHEAD_MS = 1_000;

  private final String daemon;
  private final List<String> features;
  private final List<TimelineEntry> decisions;
  private final boolean isTruncated;
  private final long dropped;
  private final long aheadMs;

  private DecisionsPage(
      String daemon,
      List<String> features,
      List<TimelineEntry> decisions,
      boolean isTruncated,
      long dropped,
      long aheadMs) {
    this.daemon = daemon;
    this.features = features;
    this.decisions = decisions;
    this.isTruncated = isTruncated;
    this.dropped = dropped;
    this.aheadMs = aheadMs;
  }

  /**
   * Requests a daemon's decisions about an application, its attempts and its containers.
   *
   * @throws ToolException if the address does not answer as a daemon does
   */
  static DecisionsPage fetch(DaemonClient daemon, QueryId queryId) throws ToolException {
    try {
      DaemonClient.Answer answer = daemon.get(PATH + "?id=" + queryId + "&limit=" + LIMIT);
      return read(daemon.name(), answer.text()).ofClockAhead(answer.aheadMs());
    } catch (DaemonStatusException e) {
      throw inWords(daemon.name(), e);
    }
  }

  private static ToolException inWords(String daemon, DaemonStatusException e) {
    switch (e.status()) {
      case HttpURLConnection.HTTP_UNAUTHORIZED:
        return new ToolException(
            daemon + " answers 401, since it does not accept your login: get a ticket with kinit.",
            e);
      case HttpURLConnection.HTTP_FORBIDDEN:
        return new ToolException(
            daemon
                + " answers 403, since you may not see decisions there: it has ACLs"
                + " (yarn.acl.enable), and you are unknown to it or not admitted: ask the"
                + " application's owner or an administrator.",
            e);
      case HttpURLConnection.HTTP_NOT_FOUND:
        return new ToolException(
            daemon
                + " answers 404, so it has no decisions page: no yarnext feature is on or in shadow"
                + " there, its jars are older, or hadoop.http.filter.initializers is missing"
                + " (needed on a Router, and on a NodeManager with federation only).",
            e);
      default:
        return e;
    }
  }

  /**
   * Parses an answer.
   *
   * @param daemon name of the daemon, for messages
   * @param text the answer
   * @throws ToolException if it is not an answer of the endpoint
   */
  static DecisionsPage read(String daemon, String text) throws ToolException {
    List<String> features = new ArrayList<>();
    List<TimelineEntry> decisions = new ArrayList<>();
    try {
      JsonNode answer = JSON.readTree(text);
      JsonNode newestFirst = answer.path("decisions");
      if (!newestFirst.isArray()) {
        throw notAnAnswer(daemon, null);
      }
      answer.path("features").forEach(feature -> features.add(feature.asText()));
      for (int i = newestFirst.size() - 1; i >= 0; i--) {
        decisions.add(decision(daemon, newestFirst.get(i)));
      }
      return new DecisionsPage(
          daemon,
          features,
          decisions,
          answer.path("truncated").asBoolean(),
          answer.path("dropped").asLong(),
          0);
    } catch (JsonProcessingException e) {
      throw notAnAnswer(daemon, e);
    } catch (IOException e) {
      throw new ToolException(
          "The answer of " + daemon + " cannot be read (" + e + "): try again.", e);
    }
  }

  /**
   * Returns a copy with times of this host's clock, so that decisions of several daemons are in
   * order.
   *
   * @param ms by how many ms the daemon's clock is ahead; up to a second is ignored
   */
  DecisionsPage ofClockAhead(long ms) {
    return Math.abs(ms) <= MIN_AHEAD_MS
        ? this
        : new DecisionsPage(
            daemon,
            features,
            decisions.stream().map(each -> each.at(each.timeMs() - ms)).collect(toList()),
            isTruncated,
            dropped,
            ms);
  }

  private static ToolException notAnAnswer(String daemon, Exception cause) {
    return new ToolException(
        "The answer of "
            + daemon
            + " does not come from /yarnext/decisions: give the web address of a"
            + " ResourceManager (port 8088) or a NodeManager (8042).",
        cause);
  }

  private static TimelineEntry decision(String daemon, JsonNode json) {
    Map<String, Object> inputs = new LinkedHashMap<>();
    json.path("inputs")
        .fields()
        .forEachRemaining(input -> inputs.put(input.getKey(), value(input.getValue())));
    return TimelineEntry.decision(
        (json.path("daemon").asText("") + " " + daemon).trim(),
        json.path("feature").asText(),
        json.path("timeMs").asLong(),
        json.path("subject").asText(),
        json.path("reason").asText(),
        json.path("text").asText(),
        json.path("applied").asBoolean(),
        inputs);
  }

  private static Object value(JsonNode value) {
    if (value.isDouble()) {
      return value.doubleValue();
    }
    return value.isIntegralNumber() ? (Object) value.longValue() : value.asText();
  }

  String daemon() {
    return daemon;
  }

  /** Returns the sorted names of the daemon's features that decide; may be empty. */
  List<String> features() {
    return features;
  }

  /** Returns whether the daemon knows more decisions than it shows. */
  boolean isTruncated() {
    return isTruncated;
  }

  /** Returns how many decisions about any application the daemon had no room to keep. */
  long dropped() {
    return dropped;
  }

  /**
   * Returns by how many ms the daemon's clock is ahead of this host's; 0 if it was not corrected.
   */
  long aheadMs() {
    return aheadMs;
  }

  /** Returns the decisions, oldest first. */
  List<TimelineEntry> decisions() {
    return decisions;
  }
}
