// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.conf;

import java.math.BigInteger;
import java.util.regex.Pattern;

/**
 * Parses numbers strictly: hexadecimal digits, type suffixes (10d), NaN and overflow are rejected.
 *
 * <p>Stateless. Text that is no number throws IllegalArgumentException; a number that does not fit
 * its type throws ArithmeticException, so that the caller can name the bounds.
 */
final class NumberParser {
  private static final Pattern DECIMAL =
      Pattern.compile("[-+]?(\\d+(\\.\\d*)?|\\.\\d+)([eE][-+]?\\d+)?");

  private NumberParser() {}

  static int parseInt(String text) {
    return new BigInteger(text).intValueExact();
  }

  static long parseLong(String text) {
    return new BigInteger(text).longValueExact();
  }

  static double parseDouble(String text) {
    if (!DECIMAL.matcher(text).matches()) {
      throw new IllegalArgumentException(text);
    }
    double number = Double.parseDouble(text);
    if (Double.isInfinite(number)) {
      throw new ArithmeticException(text);
    }
    return number;
  }
}
