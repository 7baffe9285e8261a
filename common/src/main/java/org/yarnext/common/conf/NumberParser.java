/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.common.conf;

import java.math.BigInteger;
import java.util.regex.Pattern;

/**
 * Reads numbers strictly: no hexadecimal, no type suffix (10d is no decimal), no NaN, no overflow.
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
