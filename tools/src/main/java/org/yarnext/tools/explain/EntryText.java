// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.explain;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/** Formats an entry of the timeline as text for an operator. Immutable. */
final class EntryText {
  private final InputText inputs;

  /**
   * @param zone the time zone of the output
   */
  EntryText(ZoneId zone) {
    inputs = new InputText(zone);
  }

  /**
   * Returns an entry of YARN as one line. A decision has two lines: time, daemon, subject and mode;
   * reason and numbers; and a third line if stock decides otherwise.
   */
  List<String> of(TimelineEntry entry) {
    List<String> lines = new ArrayList<>();
    String numbers = numbers(entry);
    if (entry.isOfYarn()) {
      boolean isLogLine = entry.reason().equals(MasterLogReader.CODE); // it names its subject
      lines.add(
          time(entry.timeMs())
              + "  YARN, "
              + entry.daemon()
              + ": "
              + (isLogLine ? "" : entry.subject() + " ")
              + entry.text()
              + (numbers.isEmpty() ? "" : " (" + numbers + ")"));
      return lines;
    }
    lines.add(
        time(entry.timeMs())
            + "  "
            + entry.feature()
            + " of "
            + entry.daemon()
            + (entry.subject().isEmpty() ? "" : " about " + entry.subject())
            + (entry.isShadow() ? " (shadow: not acted on)" : " (on)"));
    lines.add(
        "    "
            + entry.reason()
            + ": "
            + entry.text()
            + (numbers.isEmpty() ? " (no numbers)" : " (" + numbers + ")"));
    String stock = ReasonRegistry.stock(entry.reason());
    if (!stock.isEmpty()) {
      lines.add("    " + (entry.isShadow() ? "Done instead: " : "Without it: ") + stock);
    }
    return lines;
  }

  private String numbers(TimelineEntry entry) {
    StringJoiner numbers = new StringJoiner(", ");
    entry.inputs().forEach((name, value) -> numbers.add(inputs.of(name, value, entry.timeMs())));
    return numbers.toString();
  }

  String time(long timeMs) {
    return inputs.time(timeMs);
  }
}
