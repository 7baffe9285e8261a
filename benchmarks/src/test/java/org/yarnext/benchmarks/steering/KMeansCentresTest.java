// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.steering;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;

import java.util.Arrays;
import org.junit.Test;

public class KMeansCentresTest {
  private final KMeansCentres centres =
      new KMeansCentres(
          Arrays.asList(new double[] {0, 0}, new double[] {10, 0}, new double[] {0, 1e-3}));

  @Test
  public void pointBelongsToTheNearestCentre() {
    assertEquals(0, centres.nearest(new double[] {4.9, -1}));
    assertEquals(1, centres.nearest(new double[] {5.1, -1}));
    assertEquals(2, centres.nearest(new double[] {0, 0.9}));
  }

  @Test
  public void firstOfSeveralNearestCentresCounts() {
    assertEquals(0, centres.nearest(new double[] {5, 0}));
  }

  @Test
  public void centresAreReadBackFromTheirText() {
    KMeansCentres again = KMeansCentres.parse(centres.toString());
    assertEquals(3, again.size());
    assertEquals(centres.toString(), again.toString());
    assertEquals(2, again.nearest(new double[] {0, 0.9}));
  }

  @Test
  public void movedCentreLeavesTheOthers() {
    KMeansCentres moved = centres.with(1, new double[] {100, 100});
    assertEquals(1, moved.nearest(new double[] {90, 90}));
    assertEquals("what it was made from stays", 1, centres.nearest(new double[] {9, 1}));
    assertEquals(0, moved.nearest(new double[] {9, -1}));
  }

  @Test
  public void writtenPointIsReadBack() {
    double[] point = {1.5, -2e-9, 0};
    assertArrayEquals(point, KMeansCentres.point(KMeansCentres.line(point)), 0);
  }
}
