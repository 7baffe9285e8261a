// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.mixed;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.Test;
import org.yarnext.elastic.policy.profile.Profiles;

/** Every system gets the same jobs at the same times. */
public class MixedPlanTest {
  private static final int JOBS = 10;

  private static List<String> described(long seed) {
    return new MixedPlan(JOBS, 1, seed)
        .jobs.stream()
            .map(job -> job.name() + " " + job.arrivalMs + " " + job.factors)
            .collect(Collectors.toList());
  }

  @Test
  public void arrivalsAndRunTimesFollowTheSeed() {
    assertEquals(described(1), described(1));
    assertNotEquals(described(1), described(2));
  }

  @Test
  public void kindsOfJobsArriveInTurn() {
    MixedPlan plan = new MixedPlan(JOBS, 1, 1);
    Set<String> names = plan.jobs.stream().map(MixedPlan.Job::name).collect(Collectors.toSet());
    assertEquals(JOBS, names.size());
    for (MixedJobKind kind : MixedJobKind.values()) {
      int expected = kind == MixedJobKind.SHELL ? 4 : 2;
      assertEquals(expected, plan.jobs.stream().filter(job -> job.kind == kind).count());
    }
    for (int j = 1; j < JOBS; j++) {
      assertTrue(plan.jobs.get(j).arrivalMs > plan.jobs.get(j - 1).arrivalMs);
    }
  }

  @Test
  public void scaledJobHasAtLeastOneTask() {
    for (MixedPlan.Job job : new MixedPlan(JOBS, 0.01, 1).jobs) {
      assertEquals(1, job.factors.size());
    }
    assertEquals(12, new MixedPlan(JOBS, 0.5, 1).jobs.get(1).factors.size());
  }

  @Test
  public void memoryBoundTasksRunLongerThanOpportunisticTasks() {
    for (MixedPlan.Job job : new MixedPlan(JOBS, 1, 1).jobs) {
      if (job.kind == MixedJobKind.MEMORY_MAPREDUCE) {
        for (double factor : job.factors) {
          double ms = factor * MixedPlan.spillingTask().runTimeMs(job.kind.memoryMb);
          assertTrue(ms + " ms", ms > 10_000);
        }
      }
      assertTrue(MixedPlan.shortTezMs(job).stream().allMatch(ms -> ms < 10_000));
    }
  }

  @Test
  public void onlyMemoryBoundTasksHaveProfiles() {
    Profiles profiles = MixedPlan.profiles();
    assertNotNull(profiles.find("memory-mapreduce-2", "MAPREDUCE", "map"));
    assertNotNull(profiles.find("memory-mapreduce-2", "MAPREDUCE", "reduce"));
    assertNotNull(profiles.find("memory-tez-1", "TEZ", "stage-0"));
    assertNull(profiles.find("memory-tez-1", "TEZ", "stage-1"));
    assertNull(profiles.find("short-mapreduce-1", "MAPREDUCE", "map"));
  }
}
