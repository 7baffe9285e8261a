// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.metrics;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import org.yarnext.common.decision.DecisionReason;

/**
 * Counts decisions by reason and by whether they were applied, under at most 256 names.
 *
 * <p>Thread-safe. Reasons beyond the bound are counted together as {@code OTHER}.
 */
final class DecisionCounters {
  static final int MAX_NAMES = 256;
  private static final String OTHER = "OTHER";

  private final Map<String, EventCounter> applied = new ConcurrentHashMap<>();
  private final Map<String, EventCounter> shadow = new ConcurrentHashMap<>();

  void count(DecisionReason reason, boolean wasApplied) {
    Map<String, EventCounter> counters = wasApplied ? applied : shadow;
    EventCounter counter = counters.get(reason.code());
    if (counter == null) {
      boolean room = applied.size() + shadow.size() < MAX_NAMES - 2;
      counter = counters.computeIfAbsent(room ? reason.code() : OTHER, code -> new EventCounter());
    }
    counter.increment();
  }

  /** Passes every metric's name and value to the reader. */
  void forEach(BiConsumer<String, Long> reader) {
    applied.forEach((code, count) -> reader.accept(name(code, "applied"), count.value()));
    shadow.forEach((code, count) -> reader.accept(name(code, "shadow"), count.value()));
  }

  private static String name(String code, String suffix) {
    return "Decision_" + MetricNames.plain(code) + "_" + suffix;
  }
}
