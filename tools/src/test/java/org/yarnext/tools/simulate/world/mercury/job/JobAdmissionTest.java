// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.mercury.job;

import static org.junit.Assert.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.Test;
import org.yarnext.tools.simulate.workload.SimJob;
import org.yarnext.tools.simulate.world.SmallWorkloads;

public class JobAdmissionTest {
  private final List<Integer> admitted = new ArrayList<>();
  private final JobAdmission admission =
      new JobAdmission(queue -> queue.equals("few") ? 1 : 0, job -> admitted.add(job.id()));

  private static SimJob job(int id, String queue) {
    return new SimJob(
        id,
        "j",
        "TEZ",
        "ann",
        queue,
        0,
        Collections.singletonList(SmallWorkloads.stage("s", 1, 1, 100, 1, null)));
  }

  @Test
  public void boundedQueueAdmitsTheNextJobAsAnotherEnds() {
    SimJob first = job(1, "few");
    admission.arrived(first);
    admission.arrived(job(2, "few"));
    admission.arrived(job(3, "few"));
    assertEquals(Collections.singletonList(1), admitted);
    admission.ended(first);
    assertEquals(Arrays.asList(1, 2), admitted);
  }

  @Test
  public void unboundedQueueAdmitsAllJobs() {
    admission.arrived(job(1, "few"));
    admission.arrived(job(2, "few"));
    admission.arrived(job(3, "many"));
    admission.arrived(job(4, "many"));
    assertEquals(Arrays.asList(1, 3, 4), admitted);
  }
}
