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
package org.yarnext.mercury.nm;

import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** A daemon thread for what Mercury does at its own time on a node. Thread-safe. */
final class Ticker {
  private final ScheduledExecutorService executor;

  /**
   * @param name of its thread
   */
  Ticker(String name) {
    executor =
        Executors.newSingleThreadScheduledExecutor(
            r -> {
              Thread t = new Thread(r, name);
              t.setDaemon(true);
              return t;
            });
  }

  /**
   * @param tick may not throw, or it is never called again
   * @param everyMs between the end of one call and the next, in ms
   */
  void each(long everyMs, Runnable tick) {
    ScheduledFuture<?> unused =
        executor.scheduleWithFixedDelay(tick, everyMs, everyMs, TimeUnit.MILLISECONDS);
  }

  /**
   * @param inMs after how long, in ms
   * @return false if it has been stopped, and does nothing more
   */
  boolean once(long inMs, Runnable step) {
    try {
      ScheduledFuture<?> unused = executor.schedule(step, inMs, TimeUnit.MILLISECONDS);
      return true;
    } catch (RejectedExecutionException stopped) {
      return false;
    }
  }

  /** What is under way is interrupted, what is not yet is dropped. */
  void stop() {
    executor.shutdownNow();
  }
}
