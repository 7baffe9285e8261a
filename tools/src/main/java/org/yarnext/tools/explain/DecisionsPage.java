// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.explain;

import static java.util.stream.Collectors.toList;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.yarnext.common.metrics.RecentDecisions;
import org.yarnext.tools.DaemonClient;
import org.yarnext.tools.ToolException;

/**
 * Reads a daemon's {@code /jmx} page and keeps the decisions that beans of the shape of {@link
 * org.yarnext.common.metrics.RecentDecisionsMXBean} show. Immutable.
 */
final class DecisionsPage {
  /**
   * Query for the decision beans. If a JVM runs several daemons, the names of the beans end with a
   * number.
   */
  private static final String QUERY = "/jmx?qry=Hadoop:service=*,name=*Decisions*";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long MIN_AHEAD_MS = 5_000;
  private static final String DECISIONS = "RecentDecisions";
  private static final String NAME = "name=";
  private static final MathContext DIGITS = new MathContext(4);

  private final String daemon;
  private final List<String> beans;
  private final List<KnownDecision> decisions;
  private final String hiddenBy;
  private final long aheadMs;

  private DecisionsPage(
      String daemon,
      List<String> beans,
      List<KnownDecision> decisions,
      String hiddenBy,
      long aheadMs) {
    this.hiddenBy = hiddenBy;
    this.aheadMs = aheadMs;
    this.daemon = daemon;
    this.beans = beans;
    this.decisions = decisions;
  }

  /**
   * Requests the decisions of a daemon.
   *
   * @throws ToolException if the address does not answer as a daemon does
   */
  static DecisionsPage ask(DaemonClient daemon) throws ToolException {
    DaemonClient.Answer answer = daemon.get(QUERY);
    return read(daemon.name(), answer.text()).ofClockAhead(answer.aheadMs());
  }

  /**
   * Parses a page.
   *
   * @param daemon name of the daemon, for messages
   * @param text content of the page
   * @throws ToolException if it is not a /jmx page
   */
  static DecisionsPage read(String daemon, String text) throws ToolException {
    List<String> beans = new ArrayList<>();
    List<KnownDecision> decisions = new ArrayList<>();
    String hiddenBy = null;
    try {
      JsonNode all = JSON.readTree(text).path("beans");
      if (!all.isArray()) {
        throw notAPage(daemon, null);
      }
      for (JsonNode bean : all) {
        if (bean.path(DECISIONS).isArray()) {
          String name = name(bean.path("name").asText());
          beans.add(name);
          JsonNode newestFirst = bean.path(DECISIONS);
          for (int i = newestFirst.size() - 1; i >= 0; i--) {
            JsonNode each = JSON.readTree(newestFirst.get(i).asText());
            if (each.has(RecentDecisions.HIDDEN_BY)) {
              hiddenBy = each.path(RecentDecisions.HIDDEN_BY).asText();
            } else {
              decisions.add(decision(daemon, name, each));
            }
          }
        }
      }
    } catch (JsonProcessingException e) {
      throw notAPage(daemon, e);
    } catch (IOException e) {
      throw new ToolException("What " + daemon + " answers cannot be read: " + e, e);
    }
    Collections.sort(beans);
    return new DecisionsPage(daemon, beans, decisions, hiddenBy, 0);
  }

  /**
   * Returns a copy with times of this host's clock, so that decisions of several daemons are in
   * order.
   *
   * @param ms by how many ms the daemon's clock is ahead; a few seconds are ignored as network
   *     delay
   */
  DecisionsPage ofClockAhead(long ms) {
    return Math.abs(ms) < MIN_AHEAD_MS
        ? this
        : new DecisionsPage(
            daemon,
            beans,
            decisions.stream().map(each -> each.at(each.timeMs() - ms)).collect(toList()),
            hiddenBy,
            ms);
  }

  private static ToolException notAPage(String daemon, Exception cause) {
    return new ToolException(
        "What "
            + daemon
            + " answers is no /jmx page: give the web address of a ResourceManager (port 8088) or a"
            + " NodeManager (8042).",
        cause);
  }

  /**
   * Returns {@code MercuryDecisions} for {@code Hadoop:service=NodeManager,name=MercuryDecisions}.
   */
  private static String name(String objectName) {
    int at = objectName.indexOf(NAME);
    String rest = at < 0 ? objectName : objectName.substring(at + NAME.length());
    int comma = rest.indexOf(',');
    return comma < 0 ? rest : rest.substring(0, comma);
  }

  private static KnownDecision decision(String daemon, String bean, JsonNode json) {
    Map<String, String> inputs = new LinkedHashMap<>();
    json.path("inputs")
        .fields()
        .forEachRemaining(input -> inputs.put(input.getKey(), text(input.getValue())));
    return new KnownDecision(
        daemon,
        bean,
        json.path("timeMs").asLong(),
        json.path("subject").asText(),
        json.path("reason").asText(),
        json.path("text").asText(),
        json.path("applied").asBoolean(),
        inputs);
  }

  /** Rounds computed numbers to four digits, for reading. */
  private static String text(JsonNode value) {
    return value.isDouble()
        ? value.decimalValue().round(DIGITS).stripTrailingZeros().toPlainString()
        : value.asText();
  }

  String daemon() {
    return daemon;
  }

  /** Returns the sorted names of the beans that show decisions; may be empty. */
  List<String> beans() {
    return beans;
  }

  /** Returns the setting because of which the daemon hides its decisions; null if it shows them. */
  String hiddenBy() {
    return hiddenBy;
  }

  /**
   * Returns by how many ms the daemon's clock is ahead of this host's; 0 if it was not corrected.
   */
  long aheadMs() {
    return aheadMs;
  }

  /** Returns the decisions, oldest first within each bean. */
  List<KnownDecision> decisions() {
    return decisions;
  }

  /** Returns the time of the oldest decision that is still stored; -1 if there is none. */
  long oldestMs() {
    long oldest = -1;
    for (KnownDecision decision : decisions) {
      oldest = oldest < 0 ? decision.timeMs() : Math.min(oldest, decision.timeMs());
    }
    return oldest;
  }
}
