// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.yarnext.benchmarks.report.MemoryUse;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.minicluster.cluster.MiniCluster;

/**
 * Samples the ResourceManager's allocated and reserved memory several times a second until it is
 * stopped, and counts the tasks that were under-sized meanwhile.
 */
final class MemoryWatch {

  private static final long POLL_MS = 200;

  private final QueueMetrics root;
  private final double totalMb;
  private final long undersizedBefore = undersizedSoFar();
  private final List<MemoryUse.Sample> samples = new ArrayList<>();
  private final Thread thread = new Thread(this::watch, "watching memory");

  private MemoryWatch(QueueMetrics root, double totalMb) {
    this.root = root;
    this.totalMb = totalMb;
  }

  static MemoryWatch start(MiniCluster cluster) {
    AbstractYarnScheduler<?, ?> scheduler =
        (AbstractYarnScheduler<?, ?>) cluster.resourceManager().getResourceScheduler();
    MemoryWatch watch =
        new MemoryWatch(
            scheduler.getRootQueueMetrics(), scheduler.getClusterResource().getMemorySize());
    watch.thread.setDaemon(true);
    watch.thread.start();
    return watch;
  }

  private void watch() {
    try {
      while (true) {
        samples.add(
            new MemoryUse.Sample(
                System.currentTimeMillis(),
                root.getAllocatedMB() / totalMb,
                root.getReservedMB() / totalMb));
        Thread.sleep(POLL_MS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Stops sampling and returns the samples. */
  MemoryUse stop() throws InterruptedException {
    thread.interrupt();
    thread.join();
    return new MemoryUse(samples);
  }

  /**
   * Returns the number of containers since the start that got less memory than they had requested.
   */
  long undersized() {
    return undersizedSoFar() - undersizedBefore;
  }

  private static long undersizedSoFar() {
    MetricsSource source = DefaultMetricsSystem.instance().getSource("ElasticScheduler");
    Number value =
        source == null ? null : ((FeatureMetrics) source).snapshot().get("ContainersUndersized");
    return value == null ? 0 : value.longValue();
  }
}
