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
package org.yarnext.common.metrics;

import java.util.regex.Pattern;

/** Makes names for metrics, so that JMX and Prometheus both take them. Stateless. */
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
