// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.yarn.server.resourcemanager.scheduler;

import java.util.concurrent.locks.Lock;

/**
 * Gives access to the protected {@code SchedulerApplicationAttempt.readLock}: while it is held, no
 * scheduler thread allocates to the application, so that its requests and its containers can be
 * read together. Checked on Hadoop 3.4.0 to 3.4.2.
 */
public final class AttemptReadLock {
  private AttemptReadLock() {}

  /** Returns the lock of an application attempt; never null. */
  public static Lock of(SchedulerApplicationAttempt attempt) {
    return attempt.readLock;
  }
}
