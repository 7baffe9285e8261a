// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.explain;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.yarnext.tools.TerminalText;

/**
 * Report of the daemons' decisions about one id and of YARN's own reports, as one timeline in text
 * or JSON. Immutable.
 */
final class ExplainReport {
  /** Version of the JSON format; raised if a field is removed or changes its meaning. */
  static final int FORMAT = 1;

  private final QueryId queryId;
  private final String user;
  private final List<DaemonAnswer> answers;
  private final List<TimelineEntry> decisions;
  private final List<TimelineEntry> timeline;
  private final List<SituationSummary.Line> summary;

  /**
   * @param user the user who asked
   * @param answers of all daemons that were asked
   */
  ExplainReport(QueryId queryId, String user, List<DaemonAnswer> answers) {
    this.queryId = queryId;
    this.user = user;
    this.answers = answers;
    decisions =
        answers.stream()
            .map(DaemonAnswer::page)
            .filter(Objects::nonNull)
            .flatMap(page -> page.decisions().stream())
            .filter(queryId::concerns)
            .sorted(Comparator.comparingLong(TimelineEntry::timeMs))
            .collect(Collectors.toList());
    Set<String> known = new HashSet<>();
    timeline = new ArrayList<>();
    answers.stream()
        .flatMap(answer -> answer.yarnEntries().stream())
        .filter( // a Router repeats the reports of ResourceManagers
            entry -> isLogLine(entry) || known.add(entry.reason() + " " + entry.subject()))
        .forEach(timeline::add);
    timeline.addAll(decisions);
    timeline.sort(Comparator.comparingLong(TimelineEntry::timeMs));
    summary = SituationSummary.of(decisions, queryId);
  }

  /** Returns whether a decision is known. */
  boolean isFound() {
    return !decisions.isEmpty();
  }

  private Map<String, String> application() {
    return answers.stream()
        .map(DaemonAnswer::yarn)
        .filter(yarn -> yarn != null && !yarn.application().isEmpty())
        .map(YarnPage::application)
        .findFirst()
        .orElse(Collections.emptyMap());
  }

  private List<DecisionsPage> pages() {
    return answers.stream()
        .map(DaemonAnswer::page)
        .filter(Objects::nonNull)
        .collect(Collectors.toList());
  }

  /** Returns the report as text, in times of a zone. */
  List<String> lines(ZoneId zone) {
    EntryText text = new EntryText(zone);
    List<String> lines = new ArrayList<>();
    Map<String, String> application = application();
    if (!application.isEmpty()) {
      lines.add(headline(application));
    }
    for (DecisionsPage page : pages()) {
      if (page.isTruncated()) {
        lines.add(page.daemon() + " has more decisions; these are its latest.");
      }
      if (page.dropped() > 0) {
        lines.add(
            page.daemon()
                + " has dropped "
                + page.dropped()
                + " old decisions for lack of room; some of them may be missing here"
                + " (yarn.yarnext.decisions.max-mb, .max-file-mb).");
      }
      if (page.aheadMs() != 0) {
        lines.add(ahead(page));
      }
    }
    timeline.forEach(entry -> lines.addAll(text.of(entry)));
    if (isFound() && decisions.stream().noneMatch(queryId::isNamed)) {
      lines.add(
          "The decisions above are about its application. Of "
              + queryId
              + " itself nothing is known: it got all that it requested, or its daemon was not"
              + " queried or no longer remembers it.");
    }
    if (!isFound()) {
      nothing(lines);
    }
    for (SituationSummary.Line each : summary) {
      lines.add(
          "=> "
              + (each.isShadow() ? "Not in force (shadow): " : "")
              + each.text()
              + " ("
              + each.about()
              + ", as of "
              + text.time(each.timeMs())
              + ")");
    }
    String log = application.getOrDefault("amContainerLogs", "");
    boolean isRead = timeline.stream().anyMatch(ExplainReport::isLogLine);
    if (!log.isEmpty() && !isRead) {
      lines.add(
          "The Application Master's own log was not read: "
              + log
              + ". The decisions about its requests are shown instead.");
    }
    // A name or a message that a user chose must not control the terminal of another one, nor look
    // like another line.
    lines.replaceAll(TerminalText::of);
    return lines;
  }

  private static boolean isLogLine(TimelineEntry entry) {
    return entry.reason().equals(MasterLogReader.CODE);
  }

  private static String headline(Map<String, String> application) {
    String diagnostics = application.get("diagnostics");
    String name = application.get("name");
    return application.get("id")
        + (name.isEmpty() ? "" : " \"" + name + "\"")
        + " of "
        + application.get("user")
        + " in "
        + application.get("queue")
        + ": "
        + application.get("state")
        + (diagnostics.isEmpty() ? "" : ", " + diagnostics.replaceAll("\\s+", " "));
  }

  private static String ahead(DecisionsPage page) {
    return String.format(
        Locale.ROOT,
        "The clock of %s is %.1f s %s this host's; its times are shown by this host's.",
        page.daemon(),
        Math.abs(page.aheadMs()) / 1000.0,
        page.aheadMs() > 0 ? "ahead of" : "behind");
  }

  private void nothing(List<String> lines) {
    lines.add(
        "No decision about "
            + queryId
            + " is known to "
            + user
            + ". Asked: "
            + answers.stream()
                .map(answer -> answer.daemon().toString())
                .collect(Collectors.joining(", "))
            + ".");
    for (DaemonAnswer answer : answers) {
      lines.add(
          answer.page() == null
              ? answer.daemon() + " did not answer: " + answer.error()
              : nothing(answer.page()));
    }
    lines.add(
        "What to do: correct what did not answer; run it as the owner or as an administrator; add"
            + " --all-nodes to query every NodeManager if the application has ended; \"yarnext"
            + " status\" shows which features are on.");
  }

  private String nothing(DecisionsPage page) {
    if (page.features().isEmpty()) {
      return page.daemon()
          + " has no decisions at all: no yarnext feature is on or in shadow there.";
    }
    return page.daemon()
        + " shows nothing of "
        + queryId
        + ": none of "
        + String.join(", ", page.features())
        + " had to decide about it, it ended more than an hour ago, or "
        + user
        + " may not view it (yarn.acl.enable).";
  }

  /** Writes the report as one JSON object. */
  void write(JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeNumberField("format", FORMAT);
    json.writeStringField("id", queryId.toString());
    json.writeStringField("askedAs", user);
    json.writeBooleanField("found", isFound());
    json.writeObjectFieldStart("application");
    for (Map.Entry<String, String> fact : application().entrySet()) {
      json.writeStringField(fact.getKey(), fact.getValue());
    }
    json.writeEndObject();
    json.writeArrayFieldStart("daemons");
    for (DaemonAnswer answer : answers) {
      write(json, answer);
    }
    json.writeEndArray();
    json.writeArrayFieldStart("timeline");
    for (TimelineEntry entry : timeline) {
      write(json, entry);
    }
    json.writeEndArray();
    json.writeArrayFieldStart("summary");
    for (SituationSummary.Line each : summary) {
      json.writeStartObject();
      json.writeStringField("about", each.about());
      json.writeNumberField("timeMs", each.timeMs());
      json.writeStringField("mode", each.isShadow() ? "shadow" : "on");
      json.writeStringField("text", each.text());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, DaemonAnswer answer) throws IOException {
    DecisionsPage page = answer.page();
    json.writeStartObject();
    json.writeStringField("kind", answer.daemon().kind().text());
    json.writeStringField("address", answer.daemon().address());
    json.writeNumberField("clockAheadMs", page == null ? 0 : page.aheadMs());
    json.writeArrayFieldStart("features");
    for (String feature : page == null ? Collections.<String>emptyList() : page.features()) {
      json.writeString(feature);
    }
    json.writeEndArray();
    json.writeBooleanField("truncated", page != null && page.isTruncated());
    json.writeNumberField("dropped", page == null ? 0 : page.dropped());
    json.writeStringField("error", answer.error());
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, TimelineEntry entry) throws IOException {
    json.writeStartObject();
    json.writeNumberField("timeMs", entry.timeMs());
    json.writeStringField("source", entry.isOfYarn() ? "yarn" : "yarnext");
    json.writeStringField("daemon", entry.daemon());
    json.writeStringField("feature", entry.feature());
    json.writeStringField("mode", entry.isOfYarn() ? null : entry.isShadow() ? "shadow" : "on");
    json.writeStringField("subject", entry.subject());
    json.writeStringField("reason", entry.reason());
    json.writeStringField("text", entry.text());
    json.writeStringField("stock", entry.isOfYarn() ? "" : ReasonRegistry.stock(entry.reason()));
    json.writeObjectFieldStart("inputs");
    for (Map.Entry<String, Object> input : entry.inputs().entrySet()) {
      json.writeObjectField(input.getKey(), input.getValue());
    }
    json.writeEndObject();
    json.writeEndObject();
  }
}
