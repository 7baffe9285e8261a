// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.guard;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes a guard's messages to the daemon's log: each kind of failure once, each trip and recovery
 * once, never a flood.
 *
 * <p>Thread-safe. Exceptions of a logger or of a throwable's own methods are suppressed.
 */
final class GuardLog {
  /**
   * Maximum number of remembered pairs of hook and throwable class; further pairs are not logged.
   */
  static final int MAX_KINDS = 64;

  private static final Logger LOG = LoggerFactory.getLogger(Guard.class);

  private final String feature;
  private final Set<String> seen = ConcurrentHashMap.newKeySet();

  GuardLog(String feature) {
    this.feature = feature;
  }

  /** Logs that feature code threw or missed its deadline, once per hook and class. */
  void failed(String hook, Throwable cause) {
    quietly(
        () -> {
          if (seen.size() < MAX_KINDS && seen.add(hook + " " + cause.getClass().getName())) {
            LOG.warn(
                "Feature {} failed at hook {}; stock behaviour was used. Further failures of this"
                    + " kind are counted and not logged.",
                feature,
                hook,
                cause);
          }
        });
  }

  /** Logs that feature code exceeded the deadline on the caller's thread, once per hook. */
  void slow(String hook, long nanos) {
    quietly(
        () -> {
          if (seen.size() < MAX_KINDS && seen.add(hook + " slow")) {
            LOG.warn(
                "Feature {} took {} ms at hook {}, more than its deadline; its result was used."
                    + " Further slow calls are counted and not logged.",
                feature,
                TimeUnit.NANOSECONDS.toMillis(nanos),
                hook);
          }
        });
  }

  void tripped(String hook, long coolDownNanos) {
    quietly(
        () ->
            LOG.error(
                "Feature {} tripped its guard at hook {}: stock behaviour for at least {} ms.",
                feature,
                hook,
                TimeUnit.NANOSECONDS.toMillis(coolDownNanos)));
  }

  void trippedAgain(String hook, long coolDownNanos) {
    quietly(
        () ->
            LOG.error(
                "Feature {} failed its trial at hook {}: stock behaviour for at least another {}"
                    + " ms.",
                feature,
                hook,
                TimeUnit.NANOSECONDS.toMillis(coolDownNanos)));
  }

  void recovered(String hook) {
    quietly(() -> LOG.info("Feature {} recovered: its trial at hook {} succeeded.", feature, hook));
  }

  private static void quietly(Runnable logging) {
    try {
      logging.run();
    } catch (Throwable t) {
      // Logging must not harm the daemon: out of memory, a broken appender, a throwing
      // getMessage.
    }
  }
}
