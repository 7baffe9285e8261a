// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.periodic;

import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.After;
import org.yarnext.common.guard.ThrowingRunnable;

/** Closes the tasks of a test. */
abstract class PeriodicTaskTestBase {
  static final long HOUR_MS = 3_600_000;
  static final long SOON_SECONDS = 120;

  private final List<PeriodicTask> tasks = new ArrayList<>();

  final PeriodicTask task(long intervalMs, ThrowingRunnable work) {
    PeriodicTask task = new PeriodicTask("test", intervalMs, work);
    tasks.add(task);
    return task;
  }

  @After
  public void close() {
    tasks.forEach(PeriodicTask::close);
  }

  static void await(CountDownLatch latch) throws InterruptedException {
    assertTrue(latch.await(SOON_SECONDS, TimeUnit.SECONDS));
  }
}
