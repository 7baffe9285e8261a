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
package org.yarnext.elastic.rm;

import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The ResourceManager as host. Thread-safe. */
final class DaemonHost implements ElasticHost {
  private static final Logger LOG = LoggerFactory.getLogger(DaemonHost.class);

  @Override
  public long nowMs() {
    return System.currentTimeMillis();
  }

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public long startedMs(RMContainer container) {
    return container.getCreationTime();
  }

  @Override
  public Rounds repeat(String name, Runnable work, long intervalMs) {
    ScheduledExecutorService thread =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread t = new Thread(task, name);
              t.setDaemon(true);
              return t;
            });
    return new ThreadRounds(
        thread, thread.scheduleWithFixedDelay(work, 0, intervalMs, TimeUnit.MILLISECONDS));
  }

  /** Rounds on a thread of their own. */
  private static final class ThreadRounds implements Rounds {
    private final ScheduledExecutorService thread;
    private final ScheduledFuture<?> rounds;
    private volatile ScheduledFuture<?> between;

    ThreadRounds(ScheduledExecutorService thread, ScheduledFuture<?> rounds) {
      this.thread = thread;
      this.rounds = rounds;
    }

    @Override
    public void once(Runnable work, long delayNanos) {
      try {
        between = thread.schedule(work, delayNanos, TimeUnit.NANOSECONDS);
      } catch (RejectedExecutionException e) {
        LOG.debug("The rounds have ended", e);
      }
    }

    @Override
    public void end() {
      rounds.cancel(true);
      ScheduledFuture<?> planned = between;
      if (planned != null) {
        planned.cancel(true);
      }
      thread.shutdownNow();
    }
  }

  @Override
  public ProfileSource profiles() {
    return null;
  }
}
