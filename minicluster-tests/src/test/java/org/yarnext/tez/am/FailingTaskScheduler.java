// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.am;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.tez.common.TezUtils;
import org.apache.tez.serviceplugins.api.TaskSchedulerContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hooks {@code tez.am.yarn.scheduler.class} for tests: ours with a clock that fails two times in
 * three once a task has a container, so that what Tez calls fails at ever other places while
 * containers are in queues. Says as it ends how often each hook did.
 */
public final class FailingTaskScheduler extends EstimatingTaskScheduler {
  private static final Logger LOG = LoggerFactory.getLogger(FailingTaskScheduler.class);
  private static final int FAILING = 3;

  private static volatile boolean failing;

  /** Context of this process, which is one Application Master. */
  private static EstimatorContext parts;

  public FailingTaskScheduler(TaskSchedulerContext context) throws IOException {
    super(context, parts(TezUtils.createConfFromUserPayload(context.getInitialUserPayload())));
  }

  static synchronized EstimatorContext parts(Configuration conf) {
    if (parts == null) {
      AtomicLong asked = new AtomicLong();
      parts =
          new EstimatorContext(
              conf,
              () -> {
                if (failing && asked.incrementAndGet() % FAILING != 0) {
                  throw new IllegalStateException("a clock that fails");
                }
                return System.nanoTime() / 1_000_000;
              });
    }
    return parts;
  }

  @Override
  protected void assigned(Object task, Container container) {
    failing = true;
    super.assigned(task, container);
  }

  @Override
  public void shutdown() throws Exception {
    super.shutdown();
    parts
        .guard
        .counters()
        .perHook()
        .forEach(
            (hook, counters) -> LOG.info("Hook {} failed {} times", hook, counters.failures()));
  }
}
