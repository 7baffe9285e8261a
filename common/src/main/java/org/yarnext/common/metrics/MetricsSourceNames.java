// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
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
  private static final int MAX_TRIES = 100;
  private static final Set<String> USED_NAMES = new HashSet<>();

  private MetricsSourceNames() {}

  /**
   * Reserves the first free name that the attempt accepts.
   *
   * @return null if none was accepted
   */
  static synchronized String take(String base, Predicate<String> attempt) {
    for (int i = 0; i < MAX_TRIES; i++) {
      String name = i == 0 ? base : base + "-" + i;
      if (!USED_NAMES.contains(name) && attempt.test(name)) {
        USED_NAMES.add(name);
        return name;
      }
    }
    return null;
  }

  static synchronized void free(String name) {
    USED_NAMES.remove(name);
  }
}
