// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.explain;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Formats the inputs of a decision as text: times, and numbers with their units. Immutable. */
final class InputText {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS", Locale.ROOT);
  private static final DateTimeFormatter SAME_DAY =
      DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT);
  private static final MathContext DIGITS = new MathContext(4);

  /** Epoch milliseconds from 2001 to 2286. No duration of a feature is that long. */
  private static final long MIN_TIME_MS = 1_000_000_000_000L;

  private static final long MAX_TIME_MS = 9_999_999_999_999L;

  /** Units by the suffix of an input's name, longer ones first. */
  private static final Map<String, String> UNITS = new LinkedHashMap<>();

  static {
    UNITS.put("MbPerSecond", "MB/s");
    UNITS.put("MbMs", "MB ms");
    UNITS.put("Millicores", "millicores");
    UNITS.put("Bytes", "bytes");
    UNITS.put("Mb", "MB");
    UNITS.put("Ms", "ms");
  }

  private final ZoneId zone;

  /**
   * @param zone the time zone of the output
   */
  InputText(ZoneId zone) {
    this.zone = zone;
  }

  /**
   * Shows {@code limitMs=1000} as {@code limit=1000 ms}, and {@code jobEndMs=1700000003000} as
   * {@code jobEnd=23:13:23.000}, with the date if that is not the decision's.
   */
  String of(String name, Object value, long decidedMs) {
    for (Map.Entry<String, String> unit : UNITS.entrySet()) {
      if (name.endsWith(unit.getKey()) && name.length() > unit.getKey().length()) {
        String shorter = name.substring(0, name.length() - unit.getKey().length());
        return shorter + "=" + withUnit(value, unit.getValue(), decidedMs);
      }
    }
    return name + "=" + number(value);
  }

  private String withUnit(Object value, String unit, long decidedMs) {
    if (!(value instanceof Number)) {
      return String.valueOf(value);
    }
    long whole = ((Number) value).longValue();
    if (unit.equals("ms") && whole >= MIN_TIME_MS && whole <= MAX_TIME_MS) {
      ZonedDateTime at = at(whole);
      boolean sameDay = at.toLocalDate().equals(at(decidedMs).toLocalDate());
      return (sameDay ? SAME_DAY : TIME).format(at);
    }
    return isUnlimited(value) ? number(value) : number(value) + " " + unit;
  }

  private static boolean isUnlimited(Object value) {
    return value instanceof Long
        && ((Long) value == Long.MAX_VALUE || (Long) value == Integer.MAX_VALUE);
  }

  /** Rounds fractions to four digits. */
  static String number(Object value) {
    if (isUnlimited(value)) {
      return "unlimited";
    }
    if (value instanceof Double && !((Double) value).isNaN() && !((Double) value).isInfinite()) {
      return BigDecimal.valueOf((Double) value).round(DIGITS).stripTrailingZeros().toPlainString();
    }
    return String.valueOf(value);
  }

  String time(long timeMs) {
    return TIME.format(at(timeMs));
  }

  private ZonedDateTime at(long timeMs) {
    return Instant.ofEpochMilli(timeMs).atZone(zone);
  }
}
