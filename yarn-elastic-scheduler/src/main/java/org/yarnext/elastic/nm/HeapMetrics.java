// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.nm;

import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.explain.DecisionLog;
import org.yarnext.common.guard.Guard;
import org.yarnext.common.metrics.EventCounter;
import org.yarnext.common.metrics.FeatureMetrics;

/** Metrics and decision log of the heaps of under-sized containers. Thread-safe. */
final class HeapMetrics implements AutoCloseable {
  /**
   * Shrunk and unchanged containers add up to the started ones; re-initialised ones start again.
   */
  final EventCounter shrunk;

  final EventCounter left;
  final EventCounter shrunkBefore;
  final EventCounter ended;
  final EventCounter outOfMemory;

  private final DecisionLog log;

  HeapMetrics(Supplier<FeatureMode> mode, Guard guard) {
    FeatureMetrics metrics =
        new FeatureMetrics("ElasticHeap", "Heaps of under-sized containers on this node", mode);
    shrunk = metrics.counter("HeapsShrunk", "Under-sized containers given a smaller heap");
    left = metrics.counter("HeapsUnchanged", "Under-sized containers with an unchanged heap");
    shrunkBefore =
        metrics.counter(
            "HeapsAlreadyShrunk",
            "Under-sized containers whose heap was already smaller, as after a" + " restart");
    ended = metrics.counter("UndersizedEnded", "Under-sized containers that ran and ended");
    outOfMemory =
        metrics.counter("UndersizedOutOfMemory", "Under-sized containers that ended out of memory");
    metrics.attach(guard);
    log = new DecisionLog(metrics, mode, "NodeManager", "ElasticHeapDecisions");
  }

  void register(Configuration conf) {
    log.register(conf);
  }

  /**
   * Counts and logs a decision.
   *
   * @param applied whether the container is under-sized; otherwise the decision is hypothetical
   */
  void explain(long timeMs, String container, Decision<?> decision, boolean applied) {
    log.metrics().count(decision.reason(), applied);
    log.ring().record(timeMs, container, applied, decision);
  }

  DecisionLog log() {
    return log;
  }

  @Override
  public void close() {
    log.close();
  }
}
