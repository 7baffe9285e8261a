// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common;

import java.util.Locale;

/**
 * Mode of a feature: its policy is not called, is called and only counted, or is called and
 * applied.
 *
 * <p>Thread-safe, as every enum.
 */
public enum FeatureMode {
  /** Stock behaviour: the policy is never called. */
  OFF,
  /**
   * The policy is called; its decisions are counted and logged, but stock behaviour stays in
   * effect.
   */
  SHADOW,
  /** The policy is called and its decisions are applied. */
  ON;

  /** Returns whether the policy is called: true for {@link #SHADOW} and {@link #ON}. */
  public boolean decides() {
    return this != OFF;
  }

  /** Returns whether decisions are applied: true for {@link #ON} only. */
  public boolean acts() {
    return this == ON;
  }

  /** Returns the value as written in configuration: {@code off}, {@code shadow} or {@code on}. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Reads a mode, ignoring case and surrounding white space.
   *
   * @param text not null
   * @return never null
   * @throws IllegalArgumentException if the text is none of off, shadow, on
   */
  public static FeatureMode parse(String text) {
    for (FeatureMode mode : values()) {
      if (mode.name().equalsIgnoreCase(text.trim())) {
        return mode;
      }
    }
    throw new IllegalArgumentException("'" + text + "' is not one of off, shadow, on");
  }
}
