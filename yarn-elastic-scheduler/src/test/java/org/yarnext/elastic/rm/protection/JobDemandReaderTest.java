// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.protection;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.junit.Test;
import org.yarnext.elastic.policy.protection.JobDemandView;
import org.yarnext.elastic.rm.timeline.ClusterSnapshot;

/** Jobs that request few sizes, and many. */
public class JobDemandReaderTest {
  private static final ApplicationId JOB = ApplicationId.newInstance(1, 1);
  private static final NodeId NODE = NodeId.newInstance("10.0.0.1", 1);

  private final JobDemandReader reader = new JobDemandReader(JOB);
  private long containers;

  private static ClusterSnapshot.Waiting request(long mb, int count) {
    return new ClusterSnapshot.Waiting(
        JOB, 20, mb, 1, count, new ClusterSnapshot.ExpectedRunTimes(1_000, 0, 1_000, true));
  }

  /** Reads a snapshot with one new task. */
  private JobDemandView addRunning(long mb) {
    ContainerId id =
        ContainerId.newContainerId(ApplicationAttemptId.newInstance(JOB, 1), ++containers);
    reader.addRunning(
        new ClusterSnapshot.Task(
            id,
            NODE,
            mb,
            1,
            false,
            new ClusterSnapshot.TaskRun(1_000, 2_000, false, false),
            request(mb, 1)),
        1_000);
    return reader.read(null);
  }

  @Test
  public void startedTasksOfFewSizesStayCounted() {
    addRunning(512);
    addRunning(1_024);
    assertEquals(3, addRunning(1_024).started());
  }

  @Test
  public void sizesThatDoNotComeBackAreForgotten() {
    for (int mb = 1; mb <= 10_000; mb++) {
      JobDemandView view = addRunning(mb);
      assertTrue(view.has(20, mb, 1));
      assertTrue(view.isReliable());
      assertTrue("" + mb, view.groups().size() <= JobDemandView.MAX_GROUPS);
    }
  }

  @Test
  public void sizeThatComesBackIsReadAgain() {
    addRunning(10_000);
    JobDemandView view = null;
    for (int mb = 1; mb <= JobDemandView.MAX_GROUPS; mb++) {
      view = addRunning(mb);
    }
    assertFalse(view.has(20, 10_000, 1));
    reader.addWaiting(request(10_000, 2));
    assertTrue(reader.read(null).has(20, 10_000, 1));
  }

  @Test
  public void jobWithTooManySizesAtATimeIsReadInPartAndNotReliedOn() {
    for (int mb = 1; mb <= JobDemandView.MAX_GROUPS + 1; mb++) {
      reader.addWaiting(request(mb, 1));
    }
    JobDemandView many = reader.read(null);
    assertEquals(JobDemandView.MAX_GROUPS, many.groups().size());
    assertFalse(many.isReliable());
    reader.addWaiting(request(1, 1));
    assertTrue(reader.read(null).isReliable());
  }

  /** An application may request any number of containers with each allocation id. */
  @Test
  public void requestsForMoreContainersThanCanBeCountedCountAsMany() {
    addRunning(512);
    reader.addWaiting(request(512, Integer.MAX_VALUE));
    reader.addWaiting(request(512, Integer.MAX_VALUE));
    assertEquals(1, reader.read(null).started());
  }
}
