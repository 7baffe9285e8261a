// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.profile;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads the fields of one profile and collects their problems. Not thread-safe.
 *
 * <p>An invalid field reads as its lower bound, so that reading continues and finds other problems;
 * the values may be used only if {@link #problems} is empty.
 */
final class ProfileFields {
  private static final int LONGEST_NUMBER = 40;

  private final Map<String, String> values;
  private final boolean fromTag;
  private final Set<String> known = new LinkedHashSet<>();
  private final List<String> problems = new ArrayList<>();

  /**
   * Creates the fields of an entry.
   *
   * @param values by name; the names are those of tags if {@code fromTag}
   */
  ProfileFields(Map<String, String> values, boolean fromTag) {
    this.values = values;
    this.fromTag = fromTag;
  }

  /** Reads a required field. */
  double number(ProfileField field) {
    String text = lookUp(field);
    if (text == null) {
      problems.add("field " + nameOf(field) + " is missing: give it a number " + within(field));
      return field.min;
    }
    return parse(field, text);
  }

  /** Reads a field with a default. */
  double number(ProfileField field, double dflt) {
    String text = lookUp(field);
    return text == null ? dflt : parse(field, text);
  }

  /** Reads a share, written as a decimal and kept as the float that frameworks compute with. */
  float share(ProfileField field, float dflt) {
    String text = lookUp(field);
    return text == null ? dflt : (float) parse(field, text);
  }

  /** Reads a required field that may also be {@code unlimited}, which gives infinity. */
  double numberOrUnlimited(ProfileField field) {
    return "unlimited".equals(values.get(nameOf(field))) ? unlimited(field) : number(field);
  }

  private double unlimited(ProfileField field) {
    known.add(nameOf(field));
    return Double.POSITIVE_INFINITY;
  }

  /** Reads a required text that must not be empty. */
  String text(String name) {
    known.add(name);
    String text = values.get(name);
    if (text == null || text.isEmpty()) {
      problems.add("field " + name + " is missing: add it");
      return "";
    }
    return text;
  }

  private String lookUp(ProfileField field) {
    known.add(nameOf(field));
    return values.get(nameOf(field));
  }

  private String nameOf(ProfileField field) {
    return fromTag ? field.tagName : field.name;
  }

  private double parse(ProfileField field, String text) {
    BigDecimal number;
    try {
      number = new BigDecimal(text.length() > LONGEST_NUMBER ? "too long" : text);
    } catch (NumberFormatException e) {
      problems.add(
          "field " + nameOf(field) + "=" + text + " is not a number: give it one " + within(field));
      return field.min;
    }
    double value = number.doubleValue();
    if (!(value >= field.min && value <= field.max)) {
      problems.add(
          "field "
              + nameOf(field)
              + "="
              + text
              + " is outside "
              + field.bounds()
              + ": choose a value inside it");
      return field.min;
    }
    if (field.whole && value != Math.rint(value)) {
      problems.add("field " + nameOf(field) + "=" + text + " is not a whole number: round it");
      return field.min;
    }
    return value;
  }

  private static String within(ProfileField field) {
    return "within " + field.bounds();
  }

  /** Adds a problem found elsewhere, such as two fields that contradict each other. */
  void refuse(String problem) {
    problems.add(problem);
  }

  /** Returns true if there is no problem so far. */
  boolean isRight() {
    return problems.isEmpty();
  }

  /** Adds a problem for each field that was not read; call it after all fields have been read. */
  void refuseUnknown() {
    for (String name : values.keySet()) {
      if (!known.contains(name)) {
        problems.add("field " + name + " is unknown: remove it or use one of " + known);
      }
    }
  }

  /** Returns the problems, one clause each, without the full stop. */
  List<String> problems() {
    return problems;
  }
}
