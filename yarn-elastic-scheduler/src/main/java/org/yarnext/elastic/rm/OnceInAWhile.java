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
package org.yarnext.elastic.rm;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Says for each thing at most once a minute that it is due. Bounded; thread-safe. */
final class OnceInAWhile {
  static final long WHILE_MS = 60_000;
  private static final int MOST_KNOWN = 10_000;

  private final Map<Object, Long> lastMs = new ConcurrentHashMap<>();

  /**
   * Whether it is due now; it is not for a while if so, unless many others were meanwhile.
   *
   * @param thing with an equals of its own; must not change
   */
  boolean due(Object thing, long nowMs) {
    if (lastMs.size() >= MOST_KNOWN) {
      lastMs.clear();
    }
    Long last = lastMs.get(thing);
    if (last != null && nowMs - last < WHILE_MS) {
      return false;
    }
    lastMs.put(thing, nowMs);
    return true;
  }
}
