// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.daemons;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.Test;

public class GrowthDetectorTest {
  private static List<Double> samples(int many, IntToDoubleFunction quantity) {
    return IntStream.range(0, many)
        .mapToObj(i -> quantity.applyAsDouble(i))
        .collect(Collectors.toList());
  }

  private static boolean grows(int many, IntToDoubleFunction quantity) {
    return GrowthDetector.grows(samples(many, quantity), 0, 5);
  }

  @Test
  public void leakGrowsInEachPart() {
    assertTrue("2 a round", grows(12, i -> 266 + 2 * i + i % 2));
    assertFalse("within the noise", grows(12, i -> 266 + i + i % 2));
  }

  @Test
  public void poolThatFillsIsNoLeak() {
    assertFalse("from the start", grows(12, i -> 266 + Math.min(24, 4 * i)));
    assertFalse("in the middle", grows(12, i -> i < 6 ? 266 : 286));
    assertFalse("at the end", grows(12, i -> i < 10 ? 266 : 286));
  }

  @Test
  public void fewSamplesTellNothing() {
    assertFalse(grows(GrowthDetector.MIN_SAMPLES - 1, i -> 100 * i));
    assertTrue(grows(GrowthDetector.MIN_SAMPLES, i -> 100 * i));
    assertEquals(100, GrowthDetector.early(samples(2, i -> 100)), 0);
    assertEquals(100, GrowthDetector.late(samples(1, i -> 100)), 0);
  }

  @Test
  public void growthMayBeAShare() {
    List<Double> heap = samples(12, i -> 100 + 3 * i);
    assertTrue(GrowthDetector.grows(heap, 0.05, 2));
    assertFalse(GrowthDetector.grows(heap, 0.05, 5));
  }
}
