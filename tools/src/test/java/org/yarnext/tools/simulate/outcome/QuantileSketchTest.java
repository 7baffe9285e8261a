// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.outcome;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.junit.Test;

public class QuantileSketchTest {
  @Test
  public void quantilesAreWithinTheirBound() {
    Random random = new Random(5);
    double[] values = random.doubles(10_000, 1, 5e6).toArray();
    QuantileSketch spread = new QuantileSketch();
    for (double v : values) {
      spread.add(v);
    }
    Arrays.sort(values);
    for (double share : new double[] {0.01, 0.25, 0.5, 0.95, 1}) {
      double exact = values[(int) Math.ceil(share * values.length) - 1];
      assertEquals(share + "", exact, spread.quantile(share), 0.026 * exact);
    }
    assertEquals(values[0], spread.min(), 0);
    assertEquals(values[9_999], spread.max(), 0);
    assertEquals(Arrays.stream(values).average().orElse(0), spread.mean(), 1e-3);
  }

  @Test
  public void zerosAreZeros() {
    QuantileSketch spread = new QuantileSketch();
    spread.add(0);
    spread.add(0);
    spread.add(100);
    assertEquals(0, spread.quantile(0.5), 0);
    assertEquals(100, spread.quantile(1), 2.6);
    assertEquals(3, spread.count());
  }

  @Test
  public void emptySketchIsZeroEverywhere() {
    QuantileSketch spread = new QuantileSketch();
    assertEquals(0, spread.mean() + spread.min() + spread.max() + spread.quantile(0.5), 0);
  }

  @Test
  public void hugeValuesStayInBounds() {
    QuantileSketch spread = new QuantileSketch();
    spread.add(1e30);
    assertTrue(spread.quantile(0.5) <= 1e30);
    assertEquals(1e30, spread.max(), 0);
  }
}
