// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.host;

import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.yarnext.common.periodic.PeriodicTask;

/** The ResourceManager as the host of elastic placement. Thread-safe. */
final class DaemonHost implements ElasticHost {
  /** Time of the wall clock at 0 of {@link #nanoTime}, as seen when the daemon started, in ms. */
  private final long originMs = System.currentTimeMillis() - System.nanoTime() / 1_000_000;

  private final WallTimeTranslator wallTimes = new WallTimeTranslator();

  @Override
  public long nowMs() {
    return System.currentTimeMillis();
  }

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public long monotonicMs() {
    return originMs + nanoTime() / 1_000_000;
  }

  @Override
  public long monotonicMs(long wallMs) {
    long before = monotonicMs();
    long wallNowMs = nowMs();
    long now = monotonicMs();
    if (now - before < ROUNDING_MS) { // after a pause between, the clocks cannot be compared
      wallTimes.notice(wallNowMs, now);
    }
    return wallTimes.monotonicMs(wallMs, now);
  }

  @Override
  public long startedMs(RMContainer container) {
    return monotonicMs(container.getCreationTime());
  }

  @Override
  public Rounds repeat(String name, Runnable work, long intervalMs) {
    PeriodicTask task = new PeriodicTask(name, intervalMs, work::run).start(0);
    return new Rounds() {
      @Override
      public void once(Runnable early, long delayNanos) {
        task.onceAfterNanos(delayNanos, early::run);
      }

      @Override
      public long ageMs() {
        return task.ageMs();
      }

      @Override
      public long failures() {
        return task.failures();
      }

      @Override
      public void end() {
        task.close();
      }
    };
  }

  @Override
  public ProfileSource profiles() {
    return null;
  }
}
