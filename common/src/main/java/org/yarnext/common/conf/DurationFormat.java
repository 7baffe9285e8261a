// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.conf;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads and writes time spans in Hadoop's syntax: {@code 30s}, {@code 500ms}, or a bare number of
 * milliseconds.
 *
 * <p>Stateless. Unlike {@code Configuration.getTimeDuration} it keeps nanoseconds and never rounds.
 */
public final class DurationFormat {
  /** The default upper bound of durations; its nanoseconds fit a long. */
  static final Duration LONGEST = Duration.ofDays(36_500);

  private static final Pattern SYNTAX = Pattern.compile("([-+]?\\d+)(ns|us|ms|s|m|h|d)?");

  private DurationFormat() {}

  /**
   * Parses a duration.
   *
   * @throws IllegalArgumentException if the text is not in Hadoop's syntax
   * @throws ArithmeticException if the number is too large for a {@link Duration}
   */
  public static Duration parse(String text) {
    Matcher matcher = SYNTAX.matcher(text.toLowerCase(Locale.ROOT));
    if (!matcher.matches()) {
      throw new IllegalArgumentException(text);
    }
    long number = NumberParser.parseLong(matcher.group(1));
    return Duration.of(number, unit(matcher.group(2)));
  }

  /** Writes a span in the largest unit that loses nothing. */
  static String format(Duration span) {
    if (span.getNano() % 1_000 != 0) {
      return span.toNanos() + "ns";
    }
    if (span.getNano() % 1_000_000 != 0) {
      return span.toNanos() / 1_000 + "us";
    }
    if (span.getNano() != 0) {
      return span.toMillis() + "ms";
    }
    long seconds = span.getSeconds();
    if (seconds % 60 != 0 || seconds == 0) {
      return seconds + "s";
    }
    if (seconds % 3_600 != 0) {
      return seconds / 60 + "m";
    }
    return seconds % 86_400 != 0 ? seconds / 3_600 + "h" : seconds / 86_400 + "d";
  }

  private static ChronoUnit unit(String suffix) {
    if (suffix == null) {
      return ChronoUnit.MILLIS;
    }
    switch (suffix) {
      case "ns":
        return ChronoUnit.NANOS;
      case "us":
        return ChronoUnit.MICROS;
      case "s":
        return ChronoUnit.SECONDS;
      case "m":
        return ChronoUnit.MINUTES;
      case "h":
        return ChronoUnit.HOURS;
      case "d":
        return ChronoUnit.DAYS;
      default:
        return ChronoUnit.MILLIS;
    }
  }
}
