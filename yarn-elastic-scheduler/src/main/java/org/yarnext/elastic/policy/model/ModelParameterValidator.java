// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.model;

/** Validates parameters of models; refusals name the value and its bounds. */
public final class ModelParameterValidator {
  private ModelParameterValidator() {}

  /**
   * Refuses a wrong value.
   *
   * @throws IllegalArgumentException if it is not right
   */
  public static void that(boolean right, String name, Object value, String must) {
    if (!right) {
      throw new IllegalArgumentException(name + " is " + value + " and must be " + must);
    }
  }

  /**
   * Refuses a value that is not above 0 or not finite.
   *
   * @throws IllegalArgumentException if so
   */
  public static void positive(String name, double value) {
    that(value > 0 && isFinite(value), name, value, "above 0 and finite");
  }

  static boolean isFinite(double value) {
    return !Double.isNaN(value) && !Double.isInfinite(value);
  }
}
