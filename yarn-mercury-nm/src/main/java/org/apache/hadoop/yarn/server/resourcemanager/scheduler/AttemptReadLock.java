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
package org.apache.hadoop.yarn.server.resourcemanager.scheduler;

import java.util.concurrent.locks.Lock;

/**
 * Reaches {@code SchedulerApplicationAttempt.readLock}, which is protected: while it is held, no
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
