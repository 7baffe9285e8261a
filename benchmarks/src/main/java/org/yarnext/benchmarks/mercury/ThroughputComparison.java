// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.mercury;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.yarnext.benchmarks.experiment.BenchSystem;

/**
 * Short-task comparison that also reports each system's ratio to stock's distributed placement.
 * Adds a ratio to stock's distributed placement.
 */
public final class ThroughputComparison extends ShortTasksComparison {

  @Override
  public Map<String, UnaryOperator<String>> baselines() {
    Map<String, UnaryOperator<String>> baselines = new LinkedHashMap<>(super.baselines());
    baselines.put("to distr.", label -> BenchSystem.STOCK_DISTRIBUTED.label);
    return baselines;
  }
}
