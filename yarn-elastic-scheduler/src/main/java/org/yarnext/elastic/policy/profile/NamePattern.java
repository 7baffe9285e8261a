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
package org.yarnext.elastic.policy.profile;

import java.util.Objects;

/**
 * Matches the job names that a profile is for: {@code *} stands for any characters or none, {@code
 * ?} for just one, every other character for itself, in its case. Immutable.
 */
public final class NamePattern {
  private final String pattern;

  /**
   * @param pattern not null
   */
  public NamePattern(String pattern) {
    this.pattern = Objects.requireNonNull(pattern, "pattern");
  }

  /**
   * Returns true if the pattern matches the whole name; takes at most length times length steps.
   */
  public boolean matches(String name) {
    int star = -1;
    int starName = 0;
    int p = 0;
    int n = 0;
    while (n < name.length()) {
      if (p < pattern.length() && pattern.charAt(p) == '*') {
        star = p++;
        starName = n;
      } else if (p < pattern.length() && fits(pattern.charAt(p), name.charAt(n))) {
        p++;
        n++;
      } else if (star >= 0) {
        p = star + 1;
        n = ++starName;
      } else {
        return false;
      }
    }
    while (p < pattern.length() && pattern.charAt(p) == '*') {
      p++;
    }
    return p == pattern.length();
  }

  private static boolean fits(char pattern, char name) {
    return pattern == '?' || pattern == name;
  }

  @Override
  public String toString() {
    return pattern;
  }
}
