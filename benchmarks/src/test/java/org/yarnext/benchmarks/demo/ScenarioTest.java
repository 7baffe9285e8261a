// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.demo;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertTrue;

import org.junit.Test;

public class ScenarioTest {

  @Test
  public void workFollowsTheSeed() {
    Scenario one = Scenario.of(7);
    Scenario two = Scenario.of(7);
    assertEquals(one.guaranteedArrivalsMs, two.guaranteedArrivalsMs);
    assertEquals(one.jobs.get(3).taskSeconds, two.jobs.get(3).taskSeconds);
    assertEquals(one.jobs.get(3).arrivalMs, two.jobs.get(3).arrivalMs);
    assertNotEquals(one.jobs.get(3).taskSeconds, Scenario.of(8).jobs.get(3).taskSeconds);
  }

  @Test
  public void tasksAreShortAndJobsArriveInSequence() {
    Scenario scenario = Scenario.of(1);
    long before = -1;
    for (Scenario.Job job : scenario.jobs) {
      assertTrue(job.arrivalMs > before);
      before = job.arrivalMs;
      assertTrue(job.taskSeconds.stream().allMatch(s -> s >= 0.2 && s <= 2));
    }
    assertTrue(scenario.opportunisticTasks() >= 6 * 45);
  }
}
