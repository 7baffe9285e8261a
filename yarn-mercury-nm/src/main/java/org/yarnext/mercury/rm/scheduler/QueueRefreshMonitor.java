// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.rm.scheduler;

import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.yarn.conf.ConfigurationProvider;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FairScheduler;
import org.yarnext.common.conf.reload.SiteConfigurationReader;
import org.yarnext.common.periodic.DaemonThreadFactory;
import org.yarnext.mercury.application.AttemptRegistry;

/**
 * Reloads {@code yarn-site.xml} after queues were refreshed. YARN does not notify processors of a
 * refresh, but the scheduler has another configuration object after each. Thread-safe.
 */
public final class QueueRefreshMonitor {
  private final RMContext context;
  private final AttemptRegistry masters;
  private final AtomicReference<Object> seen;

  /** Creates a monitor; a refresh before this call counts as seen. */
  public QueueRefreshMonitor(RMContext context, AttemptRegistry masters) {
    this.context = context;
    this.masters = masters;
    seen = new AtomicReference<>(schedulersConfiguration());
  }

  /** Checks whether queues were refreshed. Does not block: the file is read on another thread. */
  public void look() {
    Object now = schedulersConfiguration();
    Object before = seen.get();
    if (now != before && seen.compareAndSet(before, now)) {
      DaemonThreadFactory.start(
          "yarnext-mercury-refresh",
          () -> masters.guard().runInline("mercury.hybrid.refresh", this::read, () -> {}));
    }
  }

  private void read() throws Exception {
    ConfigurationProvider provider = context.getConfigurationProvider();
    masters.refresh(
        SiteConfigurationReader.reload(
            context.getYarnConfiguration(),
            provider == null ? null : provider::getConfigurationInputStream));
  }

  /** Returns the scheduler's configuration object; null for an unknown scheduler. */
  private Object schedulersConfiguration() {
    ResourceScheduler scheduler = context.getScheduler();
    if (scheduler instanceof CapacityScheduler) {
      return ((CapacityScheduler) scheduler).getConfiguration();
    }
    return scheduler instanceof FairScheduler
        ? ((FairScheduler) scheduler).getAllocationConfiguration()
        : null;
  }
}
