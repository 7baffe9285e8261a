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
package org.yarnext.tez.policy;

import java.util.regex.Pattern;

/**
 * Decides which DAGs are runs of one recurring DAG: those whose names differ in dates, times, other
 * numbers or random ids alone. Stateless.
 */
public final class DagPattern {
  private static final String HEX = "[0-9a-fA-F]";

  /** A UUID, or a number with what divides the parts of dates, times and versions. */
  private static final Pattern VARYING =
      Pattern.compile(
          HEX + "{8}(?:-" + HEX + "{4}){3}-" + HEX + "{12}" + "|\\d+(?:[-_.:/ T]+\\d+)*Z?");

  private static final Pattern ANY_LETTER = Pattern.compile("\\p{L}");

  private DagPattern() {}

  /**
   * The name with {@code *} for what varies; the name itself if hardly more would be left.
   *
   * @param name not null
   */
  public static String of(String name) {
    String pattern = VARYING.matcher(name).replaceAll("*");
    return ANY_LETTER.matcher(pattern).find() ? pattern : name;
  }
}
