// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.simulation;

import static org.junit.Assert.assertTrue;

import org.junit.Test;

/** How much sooner jobs end with which policies, over seeded traces of YARN-ME's section 6. */
public class ElasticSimulationTest {
  private static final double PLENTY = 1e6;
  private static final double ORDINARY = 200;

  private static ContenderComparison crowded(double penalty, double diskMbPerSecond) {
    return new ContenderComparison(
        new TraceFamily(true, 30, 10_000, 40, 300), 25, penalty, diskMbPerSecond, 0, 2);
  }

  private static void assertAtMost(
      double maxRatio, ContenderComparison contest, Contender contender, Contender than) {
    double ratio = contest.ratio(contender, than);
    assertTrue(contender + " to " + than + ": " + ratio, ratio <= maxRatio);
  }

  @Test
  public void elasticReservationsBeatStockReservationsByAThird() {
    ContenderComparison contest = crowded(3, PLENTY);
    assertAtMost(0.67, contest, Contender.ELASTIC_RESERVING, Contender.STOCK_RESERVING);
    assertAtMost(0.4, crowded(1.5, PLENTY), Contender.ELASTIC_RESERVING, Contender.STOCK_RESERVING);
  }

  @Test
  public void boundedReservationsBeatStockWithAndWithoutReservations() {
    ContenderComparison contest = crowded(3, PLENTY);
    assertAtMost(0.6, contest, Contender.ELASTIC_BOUNDED, Contender.STOCK_RESERVING);
    assertAtMost(0.85, contest, Contender.ELASTIC_BOUNDED, Contender.STOCK_WITHOUT);
    assertAtMost(1.0, contest, Contender.ELASTIC_BOUNDED, Contender.ELASTIC_RESERVING);
  }

  @Test
  public void leastOccupancyBeatsShortestFirstWithoutElasticity() {
    ContenderComparison contest = crowded(3, PLENTY);
    assertAtMost(1.0, contest, Contender.OCCUPANCY_BOUNDED, Contender.SRTF);
    assertAtMost(0.9, contest, Contender.OCCUPANCY_BOUNDED, Contender.ELASTIC_BOUNDED);
  }

  @Test
  public void elasticityPaysOffWithOrdinaryDisks() {
    ContenderComparison contest = crowded(3, ORDINARY);
    assertAtMost(0.85, contest, Contender.OCCUPANCY_BOUNDED, Contender.STOCK_WITHOUT);
    assertAtMost(1.0, contest, Contender.OCCUPANCY_BOUNDED, Contender.ELASTIC_BOUNDED);
  }

  @Test
  public void elasticityPaysOffWithRunTimesWrongByHalf() {
    TraceFamily family = new TraceFamily(true, 30, 10_000, 40, 300);
    ContenderComparison contest = new ContenderComparison(family, 25, 3, ORDINARY, 0.5, 2);
    assertAtMost(0.9, contest, Contender.ELASTIC_BOUNDED, Contender.STOCK_WITHOUT);
    assertAtMost(0.85, contest, Contender.OCCUPANCY_BOUNDED, Contender.STOCK_WITHOUT);
  }

  @Test
  public void onlyUncheckedJobEndsAreWorseThanStockOnALightLoad() {
    ContenderComparison light =
        new ContenderComparison(new TraceFamily(true, 60, 10_000, 12, 300), 50, 3, PLENTY, 0, 3);
    for (Contender contender : Contender.values()) {
      if (contender.elastic != null && contender != Contender.UNCHECKED) {
        assertAtMost(1.0, light, contender, Contender.STOCK_RESERVING);
      }
    }
    assertAtMost(1.0, light, Contender.ELASTIC_BOUNDED, Contender.STOCK_WITHOUT);
    assertAtMost(1.0, light, Contender.OCCUPANCY_BOUNDED, Contender.STOCK_WITHOUT);
    assertTrue(light.ratio(Contender.UNCHECKED, Contender.STOCK_WITHOUT) > 1.2);
  }
}
