// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.explain;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.yarnext.common.decision.ApplicationKey;
import org.yarnext.common.decision.DecisionRecorder;

/**
 * Writes the decisions that a caller may see as a JSON object, newest first: {@code features} (the
 * parts of features that decide in the daemon), {@code decisions}, {@code truncated} (whether there
 * are more than were asked for or fit), and {@code dropped} (how many the daemon no longer keeps
 * for lack of room, of all applications). A decision has {@code daemon}, {@code feature}, {@code
 * timeMs} (since the epoch), {@code subject}, {@code reason} (the code), {@code text}, {@code
 * applied} (false in shadow mode) and {@code inputs}. Immutable.
 */
final class DecisionsReport {
  static final int MAX_CHARACTERS = 16 << 20;

  /** Maximum size of the decisions of a daemon before they are text. */
  private static final long MAX_BYTES = 64L << 20;

  private static final JsonFactory JSON = new JsonFactory();

  private final Collection<DecisionRegistry> daemons;

  DecisionsReport(Collection<DecisionRegistry> daemons) {
    this.daemons = daemons;
  }

  /** A decision and the daemon that made it. */
  private static final class DaemonDecision {
    final DecisionRegistry daemon;
    final DecisionRecorder.Entry decision;

    DaemonDecision(DecisionRegistry daemon, DecisionRecorder.Entry decision) {
      this.daemon = daemon;
      this.decision = decision;
    }
  }

  /**
   * Returns the object as text.
   *
   * @param application the only one asked for; null for all decisions
   * @param max maximum number of decisions, 1 or more
   */
  String text(ApplicationKey application, int max, DecisionVisibility visibility)
      throws IOException {
    List<DaemonDecision> seen = new ArrayList<>();
    TreeSet<String> features = new TreeSet<>();
    boolean isCut = false;
    long dropped = 0;
    for (DecisionRegistry daemon : daemons) {
      features.addAll(daemon.features());
      dropped += daemon.dropped();
      if (application == null || visibility.maySee(daemon, application)) {
        isCut |= addVisible(seen, daemon, application, max, visibility);
      }
    }
    if (daemons.size() > 1) {
      seen.sort(
          Comparator.comparingLong((DaemonDecision each) -> each.decision.timeMs()).reversed());
    }
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.writeStartObject();
      json.writeArrayFieldStart("features");
      for (String feature : features) {
        json.writeString(feature);
      }
      json.writeEndArray();
      json.writeArrayFieldStart("decisions");
      int written = 0;
      for (DaemonDecision each : seen) {
        json.flush();
        if (written == max || text.getBuffer().length() > MAX_CHARACTERS) {
          break;
        }
        write(json, each);
        written++;
      }
      json.writeEndArray();
      json.writeBooleanField("truncated", isCut || written < seen.size());
      json.writeNumberField("dropped", dropped);
      json.writeEndObject();
    }
    return text.toString();
  }

  /** Adds at most one more than wanted; returns false if there are no more. */
  private static boolean addVisible(
      List<DaemonDecision> seen,
      DecisionRegistry daemon,
      ApplicationKey application,
      int max,
      DecisionVisibility visibility) {
    int before = seen.size();
    long[] bytes = new long[1];
    boolean[] isCut = new boolean[1];
    daemon.visit(
        application,
        decision -> {
          if (visibility.maySee(daemon, decision)) {
            seen.add(new DaemonDecision(daemon, decision));
            bytes[0] += decision.bytes();
          }
          isCut[0] = seen.size() - before > max || bytes[0] > MAX_BYTES;
          return !isCut[0];
        });
    return isCut[0];
  }

  private static void write(JsonGenerator json, DaemonDecision known) throws IOException {
    DecisionRecorder.Entry decision = known.decision;
    json.writeStartObject();
    json.writeStringField("daemon", known.daemon.daemon());
    json.writeStringField("feature", decision.feature());
    json.writeNumberField("timeMs", decision.timeMs());
    json.writeStringField("subject", decision.subject());
    json.writeStringField("reason", decision.reason().code());
    json.writeStringField("text", decision.reason().text());
    json.writeBooleanField("applied", decision.applied());
    json.writeObjectFieldStart("inputs");
    for (Map.Entry<String, Object> input : decision.inputs().entrySet()) {
      writeInput(json, input.getKey(), input.getValue());
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  private static void writeInput(JsonGenerator json, String name, Object value) throws IOException {
    if (value instanceof Long) {
      json.writeNumberField(name, (Long) value);
    } else if (value instanceof Double) {
      json.writeNumberField(name, (Double) value); // NaN and infinities become text
    } else {
      json.writeStringField(name, (String) value);
    }
  }
}
