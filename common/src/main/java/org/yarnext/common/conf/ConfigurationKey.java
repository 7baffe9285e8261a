// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.conf;

import java.time.Duration;
import java.util.Objects;
import java.util.regex.Pattern;
import org.yarnext.common.FeatureMode;

/**
 * Declaration of one configuration key: its name, type, default, bounds, unit and meaning, and
 * whether a reload applies it.
 *
 * <p>Immutable and thread-safe; each fluent method returns a new key. A declaration that
 * contradicts itself, such as a default outside its bounds, throws IllegalArgumentException.
 *
 * @param <T> the value's type
 */
public final class ConfigurationKey<T> {
  private final String name;
  private final ValueType<T> type;
  private final T defaultValue;
  private final ValueValidator<T> check;
  private final String unit;
  private final boolean live;
  private final String doc;

  private ConfigurationKey(
      String name,
      ValueType<T> type,
      T defaultValue,
      ValueValidator<T> check,
      String unit,
      boolean live,
      String doc) {
    this.name = Objects.requireNonNull(name, "name");
    this.type = type;
    this.defaultValue = Objects.requireNonNull(defaultValue, "default of " + name);
    this.check = check;
    this.unit = Objects.requireNonNull(unit, "unit");
    this.live = live;
    this.doc = Objects.requireNonNull(doc, "doc");
    if (!check.accepts(defaultValue)) {
      throw new IllegalArgumentException(
          "default " + name + "=" + type.format(defaultValue) + check.refusal());
    }
  }

  private static <T> ConfigurationKey<T> declare(
      String name, ValueType<T> type, T dflt, ValueValidator<T> check) {
    return new ConfigurationKey<>(name, type, dflt, check, "", false, "");
  }

  /** Declares a key for a 32-bit integer. */
  public static ConfigurationKey<Integer> integer(String name, int dflt) {
    return declare(name, ValueType.INTEGER, dflt, ValueValidator.any("any"));
  }

  /** Declares a key for a finite number; NaN, infinities and hexadecimal notation are refused. */
  public static ConfigurationKey<Double> decimal(String name, double dflt) {
    if (Double.isNaN(dflt) || Double.isInfinite(dflt)) {
      throw new IllegalArgumentException("default " + name + "=" + dflt + " is not finite");
    }
    return declare(name, ValueType.DECIMAL, dflt, ValueValidator.any("any"));
  }

  /** Declares a key for {@code true} or {@code false}, in any case; any other text is refused. */
  public static ConfigurationKey<Boolean> flag(String name, boolean dflt) {
    return declare(name, ValueType.FLAG, dflt, ValueValidator.any("true, false"));
  }

  /**
   * Declares a key for text. The text is trimmed and may be empty unless {@link #matching} forbids
   * it.
   */
  public static ConfigurationKey<String> text(String name, String dflt) {
    return declare(name, ValueType.TEXT, dflt, ValueValidator.any("any"));
  }

  /**
   * Declares a key for a duration in Hadoop's syntax: a whole number followed by ns, us, ms, s, m,
   * h or d, or alone for milliseconds. Bounds are 0s..36500d unless {@link #between} says
   * otherwise.
   */
  public static ConfigurationKey<Duration> duration(String name, Duration dflt) {
    return declare(
            name,
            ValueType.DURATION,
            dflt,
            range(ValueType.DURATION, Duration.ZERO, DurationFormat.LONGEST))
        .unit("time");
  }

  /**
   * Declares a key for one constant of an enum, written in lower case with dashes ({@code
   * newest-first}) and read in any case.
   */
  public static <E extends Enum<E>> ConfigurationKey<E> oneOf(
      String name, Class<E> values, E dflt) {
    return declare(
        name, ValueType.choice(values), dflt, ValueValidator.any(ValueType.choices(values)));
  }

  /** Declares the key for a feature's mode: off (the default), shadow or on. */
  public static ConfigurationKey<FeatureMode> mode(String name) {
    return oneOf(name, FeatureMode.class, FeatureMode.OFF);
  }

  /**
   * Returns a copy of this key that accepts only values from min to max, both included.
   *
   * @throws IllegalStateException if the values have no order: flag, text and choice keys
   * @throws IllegalArgumentException if min is above max or the default is outside
   */
  public ConfigurationKey<T> between(T min, T max) {
    if (!type.isOrdered()) {
      throw new IllegalStateException(name + " is a " + type.typeText() + " and has no bounds");
    }
    ValueValidator<T> bounds = range(type, min, max);
    if (!bounds.accepts(min)) {
      throw new IllegalArgumentException(name + ": " + bounds.boundsText() + " is empty");
    }
    return new ConfigurationKey<>(name, type, defaultValue, bounds, unit, live, doc);
  }

  /**
   * Returns a copy of this text key that accepts only values matching the whole expression.
   *
   * @param regex a {@link Pattern}
   * @param humanDescription what a matching value is, with its article: {@code a queue name}
   * @throws IllegalStateException if this is not a text key
   */
  public ConfigurationKey<T> matching(String regex, String humanDescription) {
    if (type != ValueType.TEXT) {
      throw new IllegalStateException(name + " is a " + type.typeText() + " and has no pattern");
    }
    ValueValidator<T> pattern =
        ValueValidator.pattern(Pattern.compile(regex), type::format, humanDescription);
    return new ConfigurationKey<>(name, type, defaultValue, pattern, unit, live, doc);
  }

  /** Returns a copy of this key with a unit, such as {@code containers} or {@code MB}. */
  public ConfigurationKey<T> unit(String newUnit) {
    return new ConfigurationKey<>(name, type, defaultValue, check, newUnit, live, doc);
  }

  /**
   * Returns a copy of this key that takes effect at the next reload instead of the next restart.
   */
  public ConfigurationKey<T> live() {
    return new ConfigurationKey<>(name, type, defaultValue, check, unit, true, doc);
  }

  /** Returns a copy of this key with its description, in one sentence. */
  public ConfigurationKey<T> doc(String sentence) {
    return new ConfigurationKey<>(name, type, defaultValue, check, unit, live, sentence);
  }

  /** Returns the full name, such as {@code yarn.mercury.queue.order}; never null. */
  public String name() {
    return name;
  }

  /** Returns the value used when the key is absent; never null. */
  public T defaultValue() {
    return defaultValue;
  }

  /** Returns the default as written in configuration; never null, empty only for text keys. */
  public String defaultText() {
    return type.format(defaultValue);
  }

  /** Returns the unit; empty if the value has none. */
  public String unit() {
    return unit;
  }

  /** Returns true if a reload applies the value, false if the daemon must be restarted. */
  public boolean isLive() {
    return live;
  }

  /** Returns the reason for which a key that is not live cannot be changed now, with the fix. */
  public String restartSentence() {
    return name + " needs a restart: set it in yarn-site.xml and restart the daemon.";
  }

  /** Returns the description, in one sentence; empty if the key is not documented. */
  public String doc() {
    return doc;
  }

  /**
   * Returns the accepted values, such as {@code 0..100000}, {@code off, shadow, on} or {@code any}.
   */
  public String boundsText() {
    return check.boundsText();
  }

  /**
   * Reads a value.
   *
   * @param text trimmed, not null
   * @throws IllegalArgumentException with the refusal, naming the fix, as its message
   */
  T parse(String text) {
    if (text.isEmpty() && !type.mayBeEmpty()) {
      throw new IllegalArgumentException(
          name + " is empty: give it " + type.expected() + " or remove it.");
    }
    T value;
    try {
      value = type.parse(text);
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(
          name
              + "="
              + text
              + " is outside "
              + widest()
              + ": choose a value inside it or remove it.",
          e);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          name + "=" + text + " is not " + type.expected() + ": correct or remove it.", e);
    }
    if (!check.accepts(value)) {
      throw new IllegalArgumentException(name + "=" + text + check.refusal());
    }
    return value;
  }

  String format(Object value) {
    return type.format(cast(value));
  }

  T cast(Object value) {
    return type.cast(value);
  }

  private String widest() {
    if (!boundsText().equals("any")) {
      return boundsText();
    }
    return type == ValueType.INTEGER
        ? Integer.MIN_VALUE + ".." + Integer.MAX_VALUE
        : -Double.MAX_VALUE + ".." + Double.MAX_VALUE;
  }

  @SuppressWarnings("unchecked") // ordered ValueTypes have Comparable classes
  private static <T> ValueValidator<T> range(ValueType<T> type, T min, T max) {
    return ValueValidator.range(
        (Comparable<T>) min, (Comparable<T>) max, type.format(min) + ".." + type.format(max));
  }

  @Override
  public String toString() {
    return name;
  }
}
