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
package org.yarnext.orchestrator.nm.cgroup.kernel;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** Parses the few forms in which the kernel writes numbers. Stateless. */
public final class KernelTextParser {
  /** No limit; larger than every amount of memory or time. */
  public static final long UNLIMITED = Long.MAX_VALUE;

  /** Version 1 shows no limit as the largest number of whole pages. */
  private static final long NO_LIMIT_OF_VERSION_1 = 1L << 62;

  private KernelTextParser() {}

  /**
   * One number.
   *
   * @throws IOException if the text is none
   */
  public static long number(String text) throws IOException {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new IOException("the kernel's '" + text + "' is not a number", e);
    }
  }

  /** One number, or {@code max}, {@code -1} or version 1's largest for {@link #UNLIMITED}. */
  public static long limit(String text) throws IOException {
    if (text.equals("max")) {
      return UNLIMITED;
    }
    long value = number(text);
    return value < 0 || value >= NO_LIMIT_OF_VERSION_1 ? UNLIMITED : value;
  }

  /** Lines of a name and a number each; lines of another form are left out. */
  public static Map<String, Long> table(String text) {
    Map<String, Long> table = new HashMap<>();
    for (String line : text.split("\n")) {
      String[] words = line.trim().split("\\s+");
      if (words.length == 2) {
        try {
          table.put(words[0], Long.parseLong(words[1]));
        } catch (NumberFormatException e) {
          continue;
        }
      }
    }
    return table;
  }

  /**
   * A number of such a table.
   *
   * @throws IOException if it is not there
   */
  public static long of(Map<String, Long> table, String name) throws IOException {
    Long value = table.get(name);
    if (value == null) {
      throw new IOException("the kernel does not tell " + name);
    }
    return value;
  }

  /**
   * How long, in microseconds, some process waited for the resource, from a pressure file.
   *
   * @throws IOException if the text is not that of such a file
   */
  public static long waitedMicros(String text) throws IOException {
    for (String line : text.split("\n")) {
      int total = line.lastIndexOf("total=");
      if (line.startsWith("some ") && total > 0) {
        return number(line.substring(total + "total=".length()).trim());
      }
    }
    throw new IOException("the kernel's '" + text + "' is no pressure");
  }
}
