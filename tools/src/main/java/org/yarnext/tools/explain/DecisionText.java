// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.explain;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.StringJoiner;
import java.util.regex.Pattern;

/** Words a decision for an operator. Immutable. */
final class DecisionText {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS");
  private static final DateTimeFormatter SAME_DAY = DateTimeFormatter.ofPattern("HH:mm:ss.SSS");

  /** Epoch milliseconds from 2001 to 2286. No duration of a feature is that long. */
  private static final Pattern POINT_IN_TIME = Pattern.compile("\\d{13}");

  private final ZoneId zone;

  /**
   * @param zone the time zone of the output
   */
  DecisionText(ZoneId zone) {
    this.zone = zone;
  }

  /** Returns a decision in two lines: time, daemon and subject; reason and numbers. */
  String of(KnownDecision decision) {
    StringJoiner numbers = new StringJoiner(", ");
    numbers.setEmptyValue("no numbers");
    decision.inputs().forEach((name, value) -> numbers.add(input(name, value, decision.timeMs())));
    return time(decision.timeMs())
        + "  "
        + decision.feature()
        + " of "
        + decision.daemon()
        + (decision.subject().isEmpty() ? "" : " about " + decision.subject())
        + (decision.applied() ? "" : " (shadow: not acted on)")
        + System.lineSeparator()
        + "    "
        + decision.reason()
        + ": "
        + decision.text()
        + " ("
        + numbers
        + ")";
  }

  /**
   * Shows {@code jobEndMs=1700000003000} as {@code jobEnd=23:13:23.000}, with the date if it
   * differs.
   */
  private String input(String name, String value, long decidedMs) {
    if (!name.endsWith("Ms") || !POINT_IN_TIME.matcher(value).matches()) {
      return name + "=" + value;
    }
    ZonedDateTime at = at(Long.parseLong(value));
    boolean sameDay = at.toLocalDate().equals(at(decidedMs).toLocalDate());
    String shorter = name.substring(0, name.length() - 2);
    return shorter + "=" + (sameDay ? SAME_DAY : TIME).format(at);
  }

  String time(long timeMs) {
    return TIME.format(at(timeMs));
  }

  private ZonedDateTime at(long timeMs) {
    return Instant.ofEpochMilli(timeMs).atZone(zone);
  }
}
