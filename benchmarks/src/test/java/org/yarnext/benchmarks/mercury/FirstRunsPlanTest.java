// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.mercury;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.Test;
import org.yarnext.benchmarks.experiment.BenchSystem;
import org.yarnext.mercury.policy.estimate.RecurringJobKey;

/** Every system gets the same jobs; only for later runs are they runs of the same jobs. */
public class FirstRunsPlanTest {
  private static final int JOBS = 6;

  private static List<String> described(long seed) {
    return new FirstRunsPlan(JOBS, seed)
        .jobs().stream()
            .map(job -> job.name + " " + job.arrivalMs + " " + job.mapsMs)
            .collect(Collectors.toList());
  }

  /** Returns the jobs as Mercury tells them apart. */
  private static Set<RecurringJobKey> recurring(BenchSystem system) {
    return new FirstRunsPlan(JOBS, 1)
        .jobs().stream()
            .map(job -> RecurringJobKey.of("u", "q", "MAPREDUCE", job.applicationName(system)))
            .collect(Collectors.toSet());
  }

  @Test
  public void mapsFollowTheSeed() {
    assertEquals(described(1), described(1));
    assertNotEquals(described(1), described(2));
    assertThrows(IllegalArgumentException.class, () -> new FirstRunsPlan(11, 1));
  }

  @Test
  public void onlyLaterRunsHaveTheNamesOfEarlierOnes() {
    assertEquals(2, recurring(BenchSystem.HYBRID_LATER_RUNS).size());
    for (BenchSystem system : BenchSystem.values()) {
      if (system != BenchSystem.HYBRID_LATER_RUNS) {
        assertEquals(JOBS, recurring(system).size());
      }
    }
  }

  /** The threshold of the policy is 10 s, the start included. */
  @Test
  public void mapsAreClearlyShortOrLongOnAverage() {
    for (FirstRunsPlan.Job job : new FirstRunsPlan(JOBS, 1).jobs()) {
      double mean = job.mapsMs.stream().mapToInt(ms -> ms).average().orElse(0);
      assertTrue(job.name + " " + mean, job.isShort ? mean < 6_000 : mean > 10_000);
    }
  }
}
