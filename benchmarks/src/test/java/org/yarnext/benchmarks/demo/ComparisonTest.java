// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.demo;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import org.junit.Test;

public class ComparisonTest {

  @Test
  public void eachQuantityOfBothClustersAndItsRatioIsShown() {
    Comparison comparison =
        new Comparison(
            Arrays.asList(Samples.measurements("stock", 2), Samples.measurements("mercury", 2)));
    Comparison.Row throughput = comparison.rows.get(0);
    assertEquals("0.20", throughput.value(0));
    assertEquals("1.00", throughput.ratio());
    assertTrue(
        comparison.text(),
        comparison.text().matches("(?s).* stock +mercury +ratio\n.* 0.20 +0.20 +1.00\n.*"));
  }

  @Test
  public void oneClusterHasNoRatio() {
    Comparison comparison =
        new Comparison(Collections.singletonList(Samples.measurements("stock", 2)));
    assertEquals("", comparison.rows.get(0).ratio());
    assertTrue(comparison.text(), comparison.text().startsWith(String.format("%54s%n", "stock")));
  }

  @Test
  public void percentileOfNoValuesIsNaN() {
    assertTrue(Double.isNaN(Comparison.percentile(new double[0], 50)));
  }
}
