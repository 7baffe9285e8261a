// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.workload.synthetic;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.Test;
import org.yarnext.tools.simulate.workload.SimJob;
import org.yarnext.tools.simulate.workload.SimTask;
import org.yarnext.tools.simulate.workload.Workload;
import org.yarnext.tools.simulate.workload.synthetic.GridmixWorkload.JobClass;

public class GridmixWorkloadTest {
  private static final List<JobClass> TWO =
      Arrays.asList(new JobClass("short", 0.8, 2_000), new JobClass("long", 0.2, 50_000));

  private static String describe(Workload workload) {
    StringBuilder text = new StringBuilder();
    for (SimJob job : workload.jobs()) {
      text.append(job.id()).append(job.name()).append(job.queue()).append(job.submitMs());
      job.stages().get(0).tasks().forEach(task -> text.append(',').append(task.durationMs()));
    }
    return text.toString();
  }

  @Test
  public void classesHaveTheirSharesAndRunTimesAroundTheirMean() {
    Workload workload = GridmixWorkload.of(2_000, 20, 4_096, TWO).make(3);
    long shortOnes = workload.jobs().stream().filter(job -> job.name().equals("short")).count();
    assertEquals(0.8, shortOnes / 2_000.0, 0.03);
    for (JobClass of : TWO) {
      long[] ms =
          workload.jobs().stream()
              .filter(job -> job.name().equals(of.name))
              .flatMap(job -> job.stages().get(0).tasks().stream())
              .mapToLong(SimTask::durationMs)
              .sorted()
              .toArray();
      assertEquals(of.meanMs / 2, ms[0]);
      assertEquals(of.meanMs * 3 / 2, ms[ms.length - 1]);
      assertEquals(of.meanMs, Arrays.stream(ms).average().orElse(0), 0.02 * of.meanMs);
    }
    assertEquals(40_000, workload.tasks());
    assertTrue(workload.jobs().stream().allMatch(job -> job.submitMs() == 0));
  }

  @Test
  public void jobsFollowTheSeed() {
    GridmixWorkload jobs = GridmixWorkload.of(20, 5, 4_096, TWO).every(1_000);
    assertEquals(describe(jobs.make(1)), describe(jobs.make(1)));
    assertNotEquals(describe(jobs.make(1)), describe(jobs.make(2)));
  }

  @Test
  public void jobsOfTwoQueuesAreIndependent() {
    GridmixWorkload first = GridmixWorkload.of(100, 3, 4_096, TWO).in("a").every(10_000);
    GridmixWorkload second = GridmixWorkload.of(50, 3, 4_096, TWO).in("b");
    Workload both = first.with(second, 9);
    assertEquals(150, both.jobs().size());
    long inA =
        both.jobs().stream()
            .filter(job -> job.queue().equals("a"))
            .mapToLong(SimJob::submitMs)
            .max()
            .orElse(0);
    assertEquals(1_000_000, inA, 60_000);
    Workload alone = first.make(9);
    for (SimJob job : alone.jobs()) {
      assertTrue(
          both.jobs().stream()
              .anyMatch(
                  other ->
                      other.queue().equals("a")
                          && other.id() == job.id()
                          && other.submitMs() == job.submitMs()
                          && other.name().equals(job.name())));
    }
  }

  @Test
  public void sharesMustSumToOne() {
    assertThrows(
        IllegalArgumentException.class,
        () ->
            GridmixWorkload.of(
                1, 1, 1, Collections.singletonList(new JobClass("half", 0.5, 1_000))));
  }
}
