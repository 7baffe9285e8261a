// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.demo;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import org.junit.Test;
import org.yarnext.benchmarks.report.RatioTable;

public class MercuryTableTest {

  @Test
  public void eachQuantityOfBothClustersAndItsRatioIsShown() {
    RatioTable table =
        MercuryTable.of(
            Arrays.asList(
                MeasurementSamples.measurements("stock", 2),
                MeasurementSamples.measurements("mercury", 2)));
    RatioTable.Row throughput = table.rows().get(0);
    assertEquals("0.20", throughput.value(0));
    assertEquals("1.00", throughput.ratio());
    assertTrue(
        table.text(),
        table.text().matches("(?s).* stock +mercury +ratio\n.* 0.20 +0.20 +1.00\n.*"));
  }

  @Test
  public void oneClusterHasNoRatio() {
    RatioTable table =
        MercuryTable.of(Collections.singletonList(MeasurementSamples.measurements("stock", 2)));
    assertEquals("", table.rows().get(0).ratio());
    assertTrue(table.text(), table.text().startsWith(String.format("%60s%n", "stock")));
  }

  @Test
  public void percentileOfNoValuesIsNaN() {
    assertTrue(Double.isNaN(MercuryTable.percentile(new double[0], 50)));
  }
}
