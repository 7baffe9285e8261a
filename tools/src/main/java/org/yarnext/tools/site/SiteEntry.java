// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.site;

/** A property of a configuration file, with its position in the text. Immutable. */
public final class SiteEntry {
  private final String name;
  private final String value;
  private final boolean isFinal;
  private final int start;
  private final int end;
  private final int valueStart;
  private final int valueEnd;

  SiteEntry(
      String name,
      String value,
      boolean isFinal,
      int start,
      int end,
      int valueStart,
      int valueEnd) {
    this.name = name;
    this.value = value;
    this.isFinal = isFinal;
    this.start = start;
    this.end = end;
    this.valueStart = valueStart;
    this.valueEnd = valueEnd;
  }

  public String name() {
    return name;
  }

  /** Returns the value without variables expanded; null if the property has none. */
  public String value() {
    return value;
  }

  public boolean isFinal() {
    return isFinal;
  }

  /** Returns the offset of the property element, in characters. */
  int start() {
    return start;
  }

  int end() {
    return end;
  }

  /** Returns whether the property has a value element, which can be replaced in the text. */
  public boolean isEditable() {
    return valueStart >= 0;
  }

  /** Returns the offset of the value element, its tag included, in characters. */
  int valueStart() {
    return valueStart;
  }

  int valueEnd() {
    return valueEnd;
  }
}
