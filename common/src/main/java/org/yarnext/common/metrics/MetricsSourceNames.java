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

import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Chooses the name under which a metrics source registers when several daemons share one JVM, as in
 * MiniYARNCluster: {@code Mercury}, {@code Mercury-1}, {@code Mercury-2}.
 *
 * <p>Hadoop has such a scheme too, but does not tell a source which name it got, so the source
 * could not unregister. Thread-safe.
 */
final class MetricsSourceNames {
  private static final int MOST_TRIES = 100;
  private static final Set<String> TAKEN = new HashSet<>();

  private MetricsSourceNames() {}

  /**
   * Reserves the first free name that the attempt accepts.
   *
   * @return null if none was accepted
   */
  static synchronized String take(String base, Predicate<String> attempt) {
    for (int i = 0; i < MOST_TRIES; i++) {
      String name = i == 0 ? base : base + "-" + i;
      if (!TAKEN.contains(name) && attempt.test(name)) {
        TAKEN.add(name);
        return name;
      }
    }
    return null;
  }

  static synchronized void free(String name) {
    TAKEN.remove(name);
  }
}
