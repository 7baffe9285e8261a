// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.report;

import static org.junit.Assert.assertEquals;

import java.util.Collections;
import org.junit.Test;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.metrics.FeatureMetrics;

public class FeatureMetricsReaderTest {

  @Test
  public void countsOfAllDaemonsAreSummed() {
    FeatureMetrics one = metrics();
    FeatureMetrics two = metrics();
    one.counter("ContainersStarted", "doc").add(2);
    two.counter("ContainersStarted", "doc").add(3);
    assertEquals(5, FeatureMetricsReader.sum("Mercury", "ContainersStarted", "Unknown"), 0);
    one.unregister();
    two.unregister();
    assertEquals(0, FeatureMetricsReader.sum("Mercury", "ContainersStarted"), 0);
  }

  private static FeatureMetrics metrics() {
    FeatureMetrics metrics = new FeatureMetrics("Mercury", "made up", () -> FeatureMode.ON);
    metrics.register();
    return metrics;
  }

  @Test
  public void featureThatRefusedItsConfigurationIsNamed() {
    FeatureMetrics refused = FeatureMetrics.refused("ElasticHeap", "made up");
    assertEquals(Collections.singletonList("ElasticHeap"), FeatureMetricsReader.refused());
    refused.unregister();
    assertEquals(Collections.emptyList(), FeatureMetricsReader.refused());
  }
}
