// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.experiment;

import org.yarnext.minicluster.cluster.ClusterSettings;

/** Nodes on which so many tasks fit at once as the option {@code --slots} says. Stateless. */
public final class SlotNodes {

  private static final int TASK_MB = 512;

  /** Room for the Application Masters, so that they take no task's place. */
  private static final int MASTERS_MB = 256;

  private static final int VCORES = 16;

  private SlotNodes() {}

  /** With room for the masters besides. */
  public static ClusterSettings withMasters(ClusterSettings settings, BenchOptions options) {
    return settings.nodeSize(options.slots * TASK_MB + MASTERS_MB, VCORES);
  }

  /** Where masters take the place of tasks. */
  public static ClusterSettings withoutMasters(ClusterSettings settings, BenchOptions options) {
    return settings.nodeSize(options.slots * TASK_MB, VCORES);
  }
}
