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
package org.yarnext.tez.policy.estimate;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * Pattern of DAG names that tells which DAGs are runs of one recurring DAG: those whose names
 * differ in dates, times and other numbers alone. A name with a random id is one that a program
 * made up, for any DAG of its user: such DAGs are runs of one if their vertices have the same
 * names, too. Stateless.
 */
public final class DagNamePattern {
  private static final String HEX = "[0-9a-fA-F]";

  /** Matched before numbers: a number with separators might end within a random id. */
  private static final Pattern RANDOM_ID =
      Pattern.compile(HEX + "{8}(?:-" + HEX + "{4}){3}-" + HEX + "{12}");

  /** Matches a number with the separators of dates, times and versions. */
  private static final Pattern NUMBER = Pattern.compile("\\d+(?:[-_.:/ T]+\\d+)*Z?");

  private static final Pattern ANY_LETTER = Pattern.compile("\\p{L}");

  private DagNamePattern() {}

  /**
   * Returns the name with {@code *} for variable parts, and with a digest of the vertices if it
   * contained a random id; the name itself if hardly more would be left.
   *
   * @param name not null
   * @param vertices the names of the DAG's vertices, in any order
   */
  public static String of(String name, Collection<String> vertices) {
    String named = RANDOM_ID.matcher(name).replaceAll("*");
    String pattern = NUMBER.matcher(named).replaceAll("*");
    if (!named.equals(name)) {
      return pattern + " of " + hash(vertices);
    }
    return ANY_LETTER.matcher(pattern).find() ? pattern : name;
  }

  private static String hash(Collection<String> vertices) {
    String sorted = String.join("\n", new TreeSet<>(vertices));
    return UUID.nameUUIDFromBytes(sorted.getBytes(StandardCharsets.UTF_8)).toString();
  }
}
