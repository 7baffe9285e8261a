// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm.overallocation;

import java.io.IOException;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.conf.ConfigurationSnapshot;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.common.periodic.PeriodicTask;
import org.yarnext.mercury.MercuryConfiguration;
import org.yarnext.mercury.policy.QueuePermissionPolicy;
import org.yarnext.mercury.policy.overallocation.OverallocationSettings;

/**
 * Measures the usage of one node while over-allocation is not off, and announces each measurement,
 * and each moment at which the host's memory is short.
 */
public final class OverallocationService implements OverallocationSource, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(OverallocationService.class);

  private final MercuryConfiguration configuration;
  private final QueuePermissionPolicy queues;
  private final NodeUsageMonitor monitor;
  private final PeriodicTask task;
  private volatile Runnable listener = () -> {};

  /** Creates a service that has not started. */
  public OverallocationService(Context context, MercuryConfiguration configuration) {
    this.configuration = configuration;
    queues = configuration.overallocationQueues();
    ConfigurationSnapshot now = configuration.live().current();
    monitor =
        new NodeUsageMonitor(
            context,
            new HostUsageReader(),
            System::currentTimeMillis,
            now.get(MercuryConfiguration.OVERALLOCATION_WINDOW).toMillis());
    task =
        new PeriodicTask(
            "yarnext-mercury-usage",
            now.get(MercuryConfiguration.OVERALLOCATION_CHECK_INTERVAL).toMillis(),
            this::measure);
  }

  /** Declares the metrics of the measurements. */
  public void show(FeatureMetrics metrics) {
    task.show(metrics, "UsageMeasurements");
  }

  /** Sets what is called after a measurement; on a thread of this service. */
  public void onMeasured(Runnable newListener) {
    listener = newListener;
  }

  /** Starts measuring unless over-allocation is off; may be called again. */
  public void start() {
    FeatureMode mode = mode();
    if (mode.decides()) {
      task.start();
      LOG.info("Over-allocation is {} on this NodeManager", mode);
    }
  }

  private void measure() throws IOException {
    if (mode().decides() && (monitor.measure() || monitor.isMemoryShort(settings()))) {
      listener.run();
    }
  }

  /** Returns the mode of over-allocation; off unless Mercury's queue is on. */
  @Override
  public FeatureMode mode() {
    ConfigurationSnapshot now = configuration.live().current();
    return now.get(MercuryConfiguration.MODE).acts()
        ? now.get(MercuryConfiguration.OVERALLOCATION_MODE)
        : FeatureMode.OFF;
  }

  @Override
  public OverallocationSettings settings() {
    return configuration.overallocation();
  }

  @Override
  public boolean allows(boolean isSigned) {
    return queues.accepts(isSigned);
  }

  @Override
  public NodeUsageSnapshot usage() {
    return monitor.latest();
  }

  @Override
  public void close() {
    task.close();
  }
}
