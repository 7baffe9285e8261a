// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.steering.cpu;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.pholser.junit.quickcheck.Property;
import com.pholser.junit.quickcheck.When;
import com.pholser.junit.quickcheck.generator.InRange;
import com.pholser.junit.quickcheck.runner.JUnitQuickcheck;
import java.util.Arrays;
import java.util.Random;
import org.junit.Test;
import org.junit.runner.RunWith;

@RunWith(JUnitQuickcheck.class)
public class CpuShareModelTest {
  private static double[] of(double... values) {
    return values;
  }

  @Test
  public void cpuIsDividedAsComputedByHand() {
    // All want more than there is: in proportion.
    assertArrayEquals(of(0.5, 1.5), CpuShareModel.divide(2, of(1, 3), of(4, 4)), 1e-12);
    // One thread each of four on two cores.
    assertArrayEquals(
        of(0.5, 0.5, 0.5, 0.5), CpuShareModel.divide(2, of(9, 9, 9, 9), of(1, 1, 1, 1)), 1e-12);
    // The second can use one core only, and the first has what it leaves.
    assertArrayEquals(of(1, 1), CpuShareModel.divide(2, of(1, 3), of(4, 1)), 1e-12);
    // Of three cores the third uses a half; 2.5 are divided 1 to 4, of which one uses 1.5.
    assertArrayEquals(
        of(1, 1.5, 0.5), CpuShareModel.divide(3, of(1, 4, 1), of(2, 1.5, 0.5)), 1e-12);
    // One that waits gets nothing, and no more is given than can be used.
    assertArrayEquals(of(0, 1), CpuShareModel.divide(4, of(8, 1), of(0, 1)), 1e-12);
    assertArrayEquals(of(0, 0), CpuShareModel.divide(4, of(8, 1), of(0, 0)), 1e-12);
    assertArrayEquals(of(), CpuShareModel.divide(4, of(), of()), 0);
  }

  @Property(trials = 500)
  public void usableCpuIsFullyDividedInProportionToWeight(
      @When(seed = 1) @InRange(minLong = 0, maxLong = 1L << 40) long seed) {
    Random random = new Random(seed);
    int count = 1 + random.nextInt(12);
    double cores = 1 + random.nextInt(8);
    double[] weights = random.doubles(count, 1, 4_000).toArray();
    double[] max = random.ints(count, 0, 5).asDoubleStream().toArray();
    double[] given = CpuShareModel.divide(cores, weights, max);
    assertEquals(Math.min(cores, Arrays.stream(max).sum()), Arrays.stream(given).sum(), 1e-9);
    for (int i = 0; i < count; i++) {
      assertTrue(given[i] >= 0 && given[i] <= max[i] + 1e-9);
      for (int j = 0; j < count; j++) {
        // One that could use more has no less for its weight than anybody else.
        boolean wantsMore = given[i] < max[i] - 1e-9;
        assertTrue(!wantsMore || given[i] / weights[i] >= given[j] / weights[j] - 1e-9);
      }
    }
  }
}
