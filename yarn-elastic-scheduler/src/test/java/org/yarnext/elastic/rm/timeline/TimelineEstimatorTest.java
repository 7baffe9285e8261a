// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.timeline;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.util.Collections;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.junit.Test;
import org.yarnext.elastic.policy.timeline.queue.JobOrder;

public class TimelineEstimatorTest {
  private static final ApplicationId JOB = ApplicationId.newInstance(1, 1);
  private static final long NOW = 1_000_000;

  private final TimelineEstimator estimator =
      new TimelineEstimator(JobOrder.FAIR, nodes -> 0, 20_000);

  /** A node with room for one task, of which so many wait. */
  private JobEndEstimates estimate(int tasks, long runMs, long longestMs) {
    return estimate(1_000, tasks, runMs, longestMs);
  }

  private JobEndEstimates estimate(long mb, int tasks, long runMs, long longestMs) {
    ClusterSnapshot.ExpectedRunTimes runTimes =
        new ClusterSnapshot.ExpectedRunTimes(runMs, longestMs, runMs, true);
    return estimator.estimate(
        new ClusterSnapshot(
            Collections.singletonList(
                new ClusterSnapshot.Node(NodeId.newInstance("a", 1), "", 1_000, 8, null, 0, 0)),
            Collections.emptyList(),
            Collections.singletonList(
                new ClusterSnapshot.Waiting(JOB, 20, mb, 1, tasks, runTimes))),
        NOW);
  }

  @Test
  public void layoutReachesAQuarterBeyondTheLongestSmallerTask() {
    JobEndEstimates ends = estimate(1_000, 60_000, 600_000);
    assertTrue(ends.estimates().isExtrapolated());
    assertEquals("at 0, 60, ... 720 s", 13, ends.estimates().blocks());
    assertEquals(NOW + 60_000_000, ends.endMs(JOB), 60_000);
  }

  @Test
  public void layoutReachesAtLeastHalfAMinuteFurther() {
    assertEquals("at 0, 1, ... 32 s", 33, estimate(1_000, 1_000, 2_000).estimates().blocks());
  }

  @Test
  public void tasksThatRequestNoMemoryAreLimitedByVcores() {
    assertEquals("eight at a time", NOW + 120_000, estimate(0, 16, 60_000, 600_000).endMs(JOB));
  }

  @Test
  public void nearEndsAreNotExtrapolated() {
    JobEndEstimates ends = estimate(12, 60_000, 600_000);
    assertEquals(NOW + 720_000, ends.endMs(JOB));
    assertFalse(ends.estimates().isExtrapolated());
  }
}
