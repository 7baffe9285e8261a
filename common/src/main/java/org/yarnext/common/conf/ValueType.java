// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.conf;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * Type of a configuration value: reads it from and writes it to configuration text.
 *
 * <p>Immutable and thread-safe. {@link #parse} throws IllegalArgumentException for text of another
 * kind, and ArithmeticException for a number too large for the kind.
 *
 * @param <T> the value's type
 */
final class ValueType<T> {
  static final ValueType<Integer> INTEGER =
      new ValueType<>(
          Integer.class, "whole number", "a whole number", NumberParser::parseInt, String::valueOf);
  static final ValueType<Double> DECIMAL =
      new ValueType<>(
          Double.class,
          "number",
          "a number such as 0.5",
          NumberParser::parseDouble,
          String::valueOf);
  static final ValueType<Boolean> FLAG =
      new ValueType<>(
          Boolean.class, "flag", "true or false", ValueType::parseFlag, String::valueOf);
  static final ValueType<String> TEXT =
      new ValueType<>(String.class, "text", "text", text -> text, text -> text);
  static final ValueType<Duration> DURATION =
      new ValueType<>(
          Duration.class,
          "duration",
          "a duration such as 30s or 500ms",
          DurationFormat::parse,
          DurationFormat::format);

  private final Class<T> valueClass;
  private final String typeText;
  private final String expected;
  private final Function<String, T> parser;
  private final Function<T, String> formatter;

  private ValueType(
      Class<T> valueClass,
      String typeText,
      String expected,
      Function<String, T> parser,
      Function<T, String> formatter) {
    this.valueClass = valueClass;
    this.typeText = typeText;
    this.expected = expected;
    this.parser = parser;
    this.formatter = formatter;
  }

  static <E extends Enum<E>> ValueType<E> choice(Class<E> values) {
    return new ValueType<>(
        values,
        "choice",
        "one of " + choices(values),
        text -> parseChoice(values, text),
        ValueType::dashed);
  }

  /**
   * Returns the constants as written in configuration, in declaration order: {@code off, shadow,
   * on}.
   */
  static <E extends Enum<E>> String choices(Class<E> values) {
    List<String> names = new ArrayList<>();
    for (E constant : values.getEnumConstants()) {
      names.add(dashed(constant));
    }
    return String.join(", ", names);
  }

  T parse(String text) {
    return parser.apply(text);
  }

  String format(T value) {
    return formatter.apply(value);
  }

  T cast(Object value) {
    return valueClass.cast(value);
  }

  String typeText() {
    return typeText;
  }

  /** Returns the expected kind of value for a refusal, with its article: {@code a whole number}. */
  String expected() {
    return expected;
  }

  boolean mayBeEmpty() {
    return valueClass == String.class;
  }

  boolean isOrdered() {
    return valueClass == Duration.class || Number.class.isAssignableFrom(valueClass);
  }

  private static Boolean parseFlag(String text) {
    if (text.equalsIgnoreCase("true")) {
      return Boolean.TRUE;
    }
    if (text.equalsIgnoreCase("false")) {
      return Boolean.FALSE;
    }
    throw new IllegalArgumentException(text);
  }

  private static <E extends Enum<E>> E parseChoice(Class<E> values, String text) {
    for (E constant : values.getEnumConstants()) {
      if (constant.name().equalsIgnoreCase(text.replace('-', '_'))) {
        return constant;
      }
    }
    throw new IllegalArgumentException(text);
  }

  private static String dashed(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
