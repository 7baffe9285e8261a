// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.mercury;

import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.yarnext.benchmarks.experiment.BenchOptions;
import org.yarnext.minicluster.cluster.ClusterSettings;

/**
 * Compares short tasks while some nodes report only a part of their queue wait. Placement chooses
 * among half of the nodes.
 */
public final class UnderReportingComparison extends ShortTasksComparison {

  /** Limits the nodes to choose from: with all of them, their reports would not matter. */
  @Override
  public ClusterSettings cluster(ClusterSettings settings, BenchOptions options) {
    return super.cluster(settings, options)
        .set(
            YarnConfiguration.OPP_CONTAINER_ALLOCATION_NODES_NUMBER_USED,
            Integer.toString(Math.max(1, options.nodes / 2)));
  }
}
