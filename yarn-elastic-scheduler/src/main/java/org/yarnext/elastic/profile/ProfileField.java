// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.profile;

/**
 * Declaration of one field of a profile: its name in a file, its shorter name in a tag, and its
 * bounds.
 */
final class ProfileField {
  final String name;
  final String tagName;
  final double min;
  final double max;
  final boolean whole;

  private ProfileField(String name, String tagName, double min, double max, boolean whole) {
    this.name = name;
    this.tagName = tagName;
    this.min = min;
    this.max = max;
    this.whole = whole;
  }

  /** Declares a whole number from min to max, both included and exact as doubles. */
  static ProfileField whole(String name, String tagName, long min, long max) {
    return new ProfileField(name, tagName, min, max, true);
  }

  /** Declares a number from min to max, both included. */
  static ProfileField decimal(String name, String tagName, double min, double max) {
    return new ProfileField(name, tagName, min, max, false);
  }

  String bounds() {
    return whole ? (long) min + ".." + (long) max : min + ".." + max;
  }
}
