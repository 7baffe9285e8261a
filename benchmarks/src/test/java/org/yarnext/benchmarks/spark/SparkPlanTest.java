// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.spark;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.Test;

/** Every system gets the same applications at the same times. */
public class SparkPlanTest {
  private static final int JOBS = 8;

  /** YARN's limit on the length of a tag. */
  private static final int MAX_TAG = 100;

  private static List<String> described(long seed) {
    return new SparkPlan(JOBS, seed)
        .jobs.stream()
            .map(job -> job.name() + " " + job.arrivalMs + " " + job.factor + " " + job.seed)
            .collect(Collectors.toList());
  }

  @Test
  public void arrivalsSizesAndDataFollowTheSeed() {
    assertEquals(described(1), described(1));
    assertNotEquals(described(1), described(2));
  }

  @Test
  public void kindsArriveInTurn() {
    SparkPlan plan = new SparkPlan(JOBS, 1);
    Set<String> names = plan.jobs.stream().map(SparkPlan.Job::name).collect(Collectors.toSet());
    assertEquals(JOBS, names.size());
    for (SparkJobKind kind : SparkJobKind.values()) {
      int expected = kind == SparkJobKind.QUERY ? 4 : 2;
      assertEquals(expected, plan.jobs.stream().filter(job -> job.kind == kind).count());
      assertEquals(expected, names.stream().filter(kind::includes).count());
    }
    for (int j = 1; j < JOBS; j++) {
      assertTrue(plan.jobs.get(j).arrivalMs > plan.jobs.get(j - 1).arrivalMs);
    }
    assertEquals(3, new SparkPlan(3, 1).jobs.stream().map(job -> job.kind).distinct().count());
  }

  @Test
  public void executorIsExpectedToDoAQuarterOfItsJob() {
    assertEquals((8 * 5_000 + 8 * 4_000) / 4, SparkJobKind.SHUFFLE.executorMs(1));
    assertEquals((6 * 1_500 + 4 * 750) / 4, SparkJobKind.QUERY.executorMs(0.5));
  }

  @Test
  public void tagsNameThePolicyAndTheProfileOfLargeExecutors() {
    SparkPlan.Job shuffle = new SparkPlan.Job(SparkJobKind.SHUFFLE, 1, 0, 1, 0);
    assertEquals(
        "yarnext.mercury.policy=beyond(2),yarnext.elastic.executor=step;priority=0;ideal=1408;"
            + "ms=18000;undersized=1.3;output=0",
        SparkJobs.tags(shuffle));
    SparkPlan.Job query = new SparkPlan.Job(SparkJobKind.QUERY, 1, 0, 1, 0);
    assertEquals("yarnext.mercury.policy=beyond(2)", SparkJobs.tags(query));
    for (SparkPlan.Job job : new SparkPlan(100, 1).jobs) {
      for (String tag : SparkJobs.tags(job).split(",")) {
        assertTrue(tag, tag.length() <= MAX_TAG);
      }
    }
  }
}
