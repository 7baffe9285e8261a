// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.experiment;

import org.yarnext.minicluster.cluster.ClusterSettings;

/** Sizes nodes for as many concurrent tasks as the option {@code --slots} says. Stateless. */
public final class SlotNodes {

  private static final int TASK_MB = 512;

  /** Memory for the Application Masters, so that they take no slots. */
  private static final int MASTERS_MB = 256;

  private static final int VCORES = 16;

  private SlotNodes() {}

  /** Sizes nodes with extra memory for Application Masters. */
  public static ClusterSettings withMasters(ClusterSettings settings, BenchOptions options) {
    return settings.nodeSize(options.slots * TASK_MB + MASTERS_MB, VCORES);
  }

  /** Sizes nodes without extra memory, so that Application Masters take slots. */
  public static ClusterSettings withoutMasters(ClusterSettings settings, BenchOptions options) {
    return settings.nodeSize(options.slots * TASK_MB, VCORES);
  }
}
