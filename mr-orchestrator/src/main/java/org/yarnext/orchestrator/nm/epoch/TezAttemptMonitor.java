// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.epoch;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.guard.Guard;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.common.periodic.PeriodicTask;
import org.yarnext.orchestrator.nm.tasks.TezAttemptLogs;

/**
 * Determines at intervals which attempt each Tez container runs, from its logs. It has its own
 * thread, which starts with the first such container, so that nothing else waits for a disk that
 * does not respond; earlier results then expire soon. Unreadable logs count as unknown.
 */
public final class TezAttemptMonitor implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TezAttemptMonitor.class);

  private final NodeTaskManager manager;
  private final Guard guard;
  private final LongSupplier wallClockMs;
  private final PeriodicTask checks;
  private boolean warned;

  /**
   * @param intervalMs interval at which the logs are read, in ms
   */
  public TezAttemptMonitor(
      NodeTaskManager manager, Guard guard, LongSupplier wallClockMs, long intervalMs) {
    this.manager = manager;
    this.guard = guard;
    this.wallClockMs = wallClockMs;
    checks = new PeriodicTask("yarnext-mr-orchestrator-logs", intervalMs, this::look);
  }

  /** Declares the metrics of the periodic checks. */
  public void show(FeatureMetrics metrics) {
    checks.show(metrics, "LogReads");
  }

  /** Follows a container by its log directory, if it may run several tasks one after another. */
  public void follow(String container, Path logDirectory) {
    if (manager.setLogDirectory(container, logDirectory)) {
      checks.start();
    }
  }

  /**
   * Ends the checks without waiting for one that runs: it changes nothing, and may hang on a disk.
   */
  @Override
  public void close() {
    checks.close(0);
  }

  /** Reads the logs of all containers that may run several tasks; does not throw. */
  public void look() {
    // Not timed: a slow disk is no fault of the control loop.
    try {
      manager.logs().forEach(this::look);
    } catch (RuntimeException | LinkageError e) {
      guard.recordFailure("orchestrator.logs", e);
    }
  }

  private void look(String container, TezAttemptLogs logs) {
    long nowMs = wallClockMs.getAsLong();
    TezAttemptLogs.RunningAttempt seen = TezAttemptLogs.RunningAttempt.NOTHING;
    try {
      seen = logs.look(nowMs);
    } catch (IOException e) {
      if (!warned) {
        warned = true;
        LOG.info(
            "The tasks of {} are unknown, because its logs cannot be read. This is"
                + " logged once.",
            container,
            e);
      }
    }
    long nowNanos = System.nanoTime();
    long begunNanos = nowNanos - TimeUnit.MILLISECONDS.toNanos(nowMs - seen.begunMs());
    manager.recordAttempt(container, seen.attempt(), begunNanos, nowNanos);
  }
}
