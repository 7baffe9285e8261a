// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.workload.trace;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.yarnext.tools.TerminalText;
import org.yarnext.tools.ToolException;

/**
 * A JSON object of a trace with its location in the file. Null and blank values count as missing;
 * numbers may be texts or fractions. Errors name the file, the location and the fix. Immutable.
 */
final class TraceRecord {
  private static final Pattern NUMBER =
      Pattern.compile("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d{1,9})?");
  private static final Pattern LONG = Pattern.compile("[+-]?\\d{1,18}");
  private static final int MAX_SHOWN = 80;

  private final Map<String, Object> values;
  private final String file;
  private final int line;
  private final String inside;

  /**
   * @param values texts, lists and maps of these, and nulls
   * @param line from 1
   * @param inside place below the line, such as {@code job.tasks[3]}; may be empty
   */
  TraceRecord(Map<String, Object> values, String file, int line, String inside) {
    this.values = values;
    this.file = file;
    this.line = line;
    this.inside = inside;
  }

  /** Returns the place below the line, such as a key; empty for an object that stands by itself. */
  String inside() {
    return inside;
  }

  Set<String> keys() {
    return values.keySet();
  }

  /** Returns whether there is a value that is neither null nor blank. */
  boolean has(String key) {
    Object value = values.get(key);
    return value != null && !(value instanceof String && ((String) value).trim().isEmpty());
  }

  /** Returns whether there is a list for the key. */
  boolean hasList(String key) {
    return values.get(key) instanceof List;
  }

  /**
   * Returns a value as trimmed text; the default if it is missing.
   *
   * @throws ToolException if it is an object or a list
   */
  String text(String key, String otherwise) throws ToolException {
    if (!has(key)) {
      return otherwise;
    }
    Object value = values.get(key);
    if (!(value instanceof String)) {
      throw refused(key + " is an object or a list, not a text", "correct it");
    }
    return ((String) value).trim();
  }

  /** Returns whether there is a value that can be read as a number. */
  boolean isNumber(String key) {
    return has(key)
        && values.get(key) instanceof String
        && NUMBER.matcher(((String) values.get(key)).trim()).matches();
  }

  /**
   * Returns a whole number, which may be written with a fraction of 0 or an exponent; the default
   * if it is missing.
   *
   * @throws ToolException if it is none, or out of its range
   */
  long whole(String key, long otherwise, long min, long max) throws ToolException {
    return has(key) ? number(key, min, max, true) : otherwise;
  }

  /**
   * Returns a number rounded to the nearest whole one; the default if it is missing.
   *
   * @throws ToolException if it is no number, or out of its range
   */
  long rounded(String key, long otherwise, long min, long max) throws ToolException {
    return has(key) ? number(key, min, max, false) : otherwise;
  }

  private long number(String key, long min, long max, boolean whole) throws ToolException {
    String text = text(key, "");
    double value = Double.NaN;
    long rounded = 0;
    if (LONG.matcher(text).matches()) {
      rounded = Long.parseLong(text);
      value = rounded;
    } else if (text.length() <= 400 && NUMBER.matcher(text).matches()) {
      value = Double.parseDouble(text);
      rounded = Math.round(value);
    }
    if (!(value >= min - 0.5) || rounded < min || rounded > max || whole && value != rounded) {
      throw refused(
          String.format(
              Locale.ROOT,
              "%s=%s is not a %s from %d to %d",
              key,
              shortened(text),
              whole ? "whole number" : "number",
              min,
              max),
          "correct it");
    }
    return rounded;
  }

  /**
   * Returns a real number; the default if it is missing.
   *
   * @throws ToolException if it is no number, or out of its range
   */
  double real(String key, double otherwise, double min, double max) throws ToolException {
    if (!has(key)) {
      return otherwise;
    }
    String text = text(key, "");
    double value =
        text.length() <= 400 && NUMBER.matcher(text).matches()
            ? Double.parseDouble(text)
            : Double.NaN;
    if (!(value >= min && value <= max)) {
      throw refused(
          String.format("%s=%s is not a number from %s to %s", key, shortened(text), min, max),
          "correct it");
    }
    return value;
  }

  /**
   * Returns a list of objects; empty if it is missing.
   *
   * @throws ToolException if it is no list, or has something else in it
   */
  List<TraceRecord> list(String key) throws ToolException {
    List<TraceRecord> records = new ArrayList<>();
    if (!has(key)) {
      return records;
    }
    for (Object value : values(key)) {
      records.add(record(value, key + "[" + records.size() + "]"));
    }
    return records;
  }

  /**
   * Returns a list of texts; empty if it is missing.
   *
   * @throws ToolException if it is no list, or has something else in it
   */
  List<String> texts(String key) throws ToolException {
    List<String> texts = new ArrayList<>();
    if (!has(key)) {
      return texts;
    }
    for (Object value : values(key)) {
      if (!(value instanceof String)) {
        throw refused(key + "[" + texts.size() + "] is not a text", "correct it");
      }
      texts.add(((String) value).trim());
    }
    return texts;
  }

  /**
   * Returns a record for each element of a list, with the element for the same key; empty if it is
   * missing.
   *
   * @throws ToolException if it is no list
   */
  List<TraceRecord> scalars(String key) throws ToolException {
    List<TraceRecord> records = new ArrayList<>();
    if (has(key)) {
      for (Object value : values(key)) {
        records.add(new TraceRecord(Collections.singletonMap(key, value), file, line, inside));
      }
    }
    return records;
  }

  private List<?> values(String key) throws ToolException {
    Object value = values.get(key);
    if (!(value instanceof List)) {
      throw refused(key + " is not a list", "correct it");
    }
    return (List<?>) value;
  }

  /**
   * Returns an object; null if it is missing.
   *
   * @throws ToolException if it is none
   */
  TraceRecord object(String key) throws ToolException {
    return has(key) ? record(values.get(key), key) : null;
  }

  @SuppressWarnings("unchecked")
  private TraceRecord record(Object value, String where) throws ToolException {
    if (!(value instanceof Map)) {
      throw refused(
          where + " is " + shortened(String.valueOf(value)) + ", not an object", "correct it");
    }
    String deeper = inside.isEmpty() ? where : inside + "." + where;
    return new TraceRecord((Map<String, Object>) value, file, line, deeper);
  }

  /**
   * Returns an error at this place.
   *
   * @param problem without a full stop
   * @param fix an instruction, without a full stop
   */
  ToolException refused(String problem, String fix) {
    return new ToolException(
        file
            + ", line "
            + line
            + (inside.isEmpty() ? "" : ", " + inside)
            + ": "
            + problem
            + ": "
            + fix
            + ".");
  }

  /** Returns a value of a trace as part of one line of a message. */
  static String shortened(String text) {
    String line = TerminalText.of(text);
    return line.length() <= MAX_SHOWN ? line : line.substring(0, MAX_SHOWN) + "...";
  }
}
