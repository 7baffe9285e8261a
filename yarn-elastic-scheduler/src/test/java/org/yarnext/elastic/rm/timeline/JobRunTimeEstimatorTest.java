// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.timeline;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.junit.Test;
import org.yarnext.elastic.rm.HalvingModel;
import org.yarnext.elastic.rm.job.JobDescriptor;
import org.yarnext.elastic.rm.profile.ProfileResolver;
import org.yarnext.elastic.rm.world.UnclaimedProfiles;

public class JobRunTimeEstimatorTest {
  private static final JobDescriptor JOB =
      new JobDescriptor(ApplicationId.newInstance(1, 1), "job", "MAPREDUCE", null, null);

  private final ProfileResolver models =
      UnclaimedProfiles.resolver(
          (job, priority) -> priority == 20 ? new HalvingModel() : null, () -> 0);

  @Test
  public void runTimesAreKeptPerPriorityAndSize() {
    JobRunTimeEstimator times = new JobRunTimeEstimator(models, JOB.id(), JOB);
    assertTrue(times.jobIsKnown());
    assertEquals(1_000, times.runMs(20, 1024, 1024));
    assertEquals(1_500, times.runMs(20, 1024, 768));
    assertEquals("with a quarter more than is of use", 1_500, times.runMs(20, 1280, 768));
    assertEquals(1_000, times.runMs(20, 1280, 1280));
    assertEquals(ClusterSnapshot.UNKNOWN, times.runMs(10, 1280, 1280));
    assertEquals(1_000, times.runMs(20, 1280, 1280));
    assertEquals(1_500, times.longestMs(20));
    assertEquals(0, times.longestMs(10));
  }

  /** The default label of a job's queue may change while the job runs. */
  @Test
  public void requestWithALabelIsNotTakenForOneWithout() {
    JobRunTimeEstimator times = new JobRunTimeEstimator(models, JOB.id(), JOB);
    assertEquals(1_000, times.request(20, 1024, 1, false).stockMs());
    assertEquals(ClusterSnapshot.UNKNOWN, times.request(20, 1024, 1, true).stockMs());
    assertEquals(1_000, times.request(20, 1024, 1, false).stockMs());
  }

  @Test
  public void unknownJobHasNoRunTimes() {
    JobRunTimeEstimator times = new JobRunTimeEstimator(models, JOB.id(), null);
    assertFalse(times.jobIsKnown());
    assertEquals(ClusterSnapshot.UNKNOWN, times.runMs(20, 1024, 1024));
    assertEquals(0, times.longestMs(20));
  }
}
