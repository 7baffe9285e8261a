// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.explain;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the actions of a MapReduce or Tez Application Master on a container in its log, which is
 * their only record. It selects the lines that name the container, and those of the pack's
 * estimates for its task attempts. Stateless.
 */
final class MasterLogReader {
  /** Code of a line of the log. */
  static final String CODE = "MASTER_LOG";

  private static final int MAX_LINES = 50;
  private static final int MAX_TEXT = 300;

  /** Time, level, thread and message, as in both frameworks' own layouts. */
  private static final Pattern LINE =
      Pattern.compile(
          "^(\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d,\\d{3}) \\[?(?:INFO|WARN|ERROR|FATAL)\\]?"
              + " \\[.*?\\] (.*)$");

  private static final Pattern TASK_ATTEMPT = Pattern.compile("\\battempt_\\w+");
  private static final String ESTIMATES = "EstimatorMetrics";
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss,SSS", Locale.ROOT);

  private MasterLogReader() {}

  /** Returns whether a file in the directory of a master's logs is one of these logs. */
  static boolean isLog(String file) {
    return file.equals("syslog") || file.startsWith("syslog_dag");
  }

  /**
   * Returns the id of the container that runs the Application Master of a container's attempt, the
   * attempt's first one; null if that is the container itself.
   */
  static String master(String container) {
    String master = container.replaceFirst("_\\d+$", "_000001");
    return master.equals(container) ? null : master;
  }

  /**
   * Returns the lines about a container, the latest ones if there are many.
   *
   * @param source names the log, for people
   * @param offset offset of the log's times from UTC
   * @param aheadMs by how many ms the clock of its host is ahead
   */
  static List<TimelineEntry> read(
      String source, Collection<String> logs, String container, ZoneOffset offset, long aheadMs) {
    Pattern named = Pattern.compile("\\b" + Pattern.quote(container) + "(?!\\d)");
    Set<String> attempts = new HashSet<>();
    for (String log : logs) {
      for (String line : log.split("\\R")) {
        if (named.matcher(line).find()) {
          Matcher attempt = TASK_ATTEMPT.matcher(line);
          while (attempt.find()) {
            attempts.add(attempt.group());
          }
        }
      }
    }
    List<TimelineEntry> entries = new ArrayList<>();
    Set<String> seen = new HashSet<>(); // a log may be there twice, once aggregated
    for (String log : logs) {
      for (String line : log.split("\\R")) {
        Matcher parts = LINE.matcher(line);
        Long timeMs = parts.matches() ? timeMs(parts.group(1), offset) : null;
        if (timeMs != null
            && (named.matcher(line).find() || isEstimate(line, attempts))
            && seen.add(line)) {
          entries.add(
              TimelineEntry.ofYarn(
                  source,
                  timeMs - aheadMs,
                  container,
                  CODE,
                  message(parts.group(2)),
                  Collections.emptyMap()));
        }
      }
    }
    return entries.subList(Math.max(0, entries.size() - MAX_LINES), entries.size());
  }

  /** Returns the time in ms since the epoch; null if there is no such time. */
  private static Long timeMs(String text, ZoneOffset offset) {
    try {
      return LocalDateTime.parse(text, TIME).toInstant(offset).toEpochMilli();
    } catch (DateTimeException e) {
      return null; // applications may write any text there
    }
  }

  private static boolean isEstimate(String line, Set<String> attempts) {
    if (!line.contains(ESTIMATES)) {
      return false;
    }
    Matcher attempt = TASK_ATTEMPT.matcher(line);
    return attempt.find() && attempts.contains(attempt.group());
  }

  /** Shortens the names of loggers to those of their classes. */
  private static String message(String text) {
    String shorter =
        text.replaceFirst("^\\|(?:[\\w.]*\\.)?(\\w+)\\|: ", "$1: ")
            .replaceFirst("^(?:[a-z]\\w*\\.)+(\\w+): ", "$1: ");
    return shorter.substring(0, Math.min(shorter.length(), MAX_TEXT));
  }
}
