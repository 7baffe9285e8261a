// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.metrics;

import java.util.regex.Pattern;

/** Makes names for metrics that both JMX and Prometheus accept. Stateless. */
final class MetricNames {
  private static final Pattern UPPER_CAMEL = Pattern.compile("[A-Z][A-Za-z0-9]*");
  private static final Pattern FORBIDDEN = Pattern.compile("[^A-Za-z0-9_]");

  private MetricNames() {}

  /**
   * Returns the name if it is UpperCamelCase.
   *
   * @throws IllegalArgumentException if it is not
   */
  static String checked(String name) {
    if (!UPPER_CAMEL.matcher(name).matches()) {
      throw new IllegalArgumentException(name + " is not UpperCamelCase");
    }
    return name;
  }

  /** Replaces every character other than letters, digits and underscores by an underscore. */
  static String plain(String text) {
    return FORBIDDEN.matcher(text).replaceAll("_");
  }
}
