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
package org.yarnext.federation.policy.split;

import java.util.Objects;

/**
 * One line of an allocate call: how many containers are outstanding at a host, in a rack or
 * anywhere. As in YARN the count replaces the one sent before, and 0 cancels. Immutable.
 */
public final class Ask {
  /** YARN's name for anywhere. */
  public static final String ANY = "*";

  private final AskKey key;
  private final String name;
  private final int count;
  private final boolean relaxed;
  private final Object source;

  private Ask(AskKey key, String name, int count, boolean relaxed, Object source) {
    this.key = Objects.requireNonNull(key, "key");
    this.name = Objects.requireNonNull(name, "name");
    this.count = count;
    this.relaxed = relaxed;
    this.source = source;
  }

  /**
   * @param name a host, a rack or {@link #ANY}
   * @param count 0 or more
   * @param relaxed false if containers may only be where finer lines say, YARN's relaxLocality
   * @throws IllegalArgumentException if the count is negative
   */
  public static Ask of(AskKey key, String name, int count, boolean relaxed) {
    if (count < 0) {
      throw new IllegalArgumentException(count + " containers asked at " + name);
    }
    return new Ask(key, name, count, relaxed, null);
  }

  /**
   * The same, read from something that says just this; asks that are passed on as they came keep
   * it, so that it can be passed on instead.
   */
  public Ask from(Object newSource) {
    return new Ask(key, name, count, relaxed, newSource);
  }

  /** The same with another count, 0 or more, and no source. */
  Ask counting(int newCount) {
    return new Ask(key, name, newCount, relaxed, null);
  }

  /** What it was read from; null if nothing says just this. */
  public Object source() {
    return source;
  }

  public AskKey key() {
    return key;
  }

  public String name() {
    return name;
  }

  public int count() {
    return count;
  }

  public boolean relaxed() {
    return relaxed;
  }

  public boolean isAny() {
    return name.equals(ANY);
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof Ask
        && ((Ask) o).key.equals(key)
        && ((Ask) o).name.equals(name)
        && ((Ask) o).count == count
        && ((Ask) o).relaxed == relaxed;
  }

  @Override
  public int hashCode() {
    return Objects.hash(key, name, count, relaxed);
  }

  @Override
  public String toString() {
    return key + " " + name + "=" + count + (relaxed ? "" : "!");
  }
}
