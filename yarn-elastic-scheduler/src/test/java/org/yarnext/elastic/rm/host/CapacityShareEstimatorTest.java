// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.host;

import static org.junit.Assert.assertEquals;
import static org.mockito.Mockito.clearInvocations;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceUsage;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CSQueue;
import org.junit.Test;
import org.yarnext.elastic.policy.timeline.queue.JobOrder;
import org.yarnext.elastic.policy.timeline.queue.QueueShare;

/** Queues root.a of half the cluster, and root.b.c and root.b.d of a quarter each. */
public class CapacityShareEstimatorTest {
  private final CSQueue root = queue(null, "root", 1);
  private final CSQueue a = queue(root, "root.a", 0.5f);
  private final CSQueue b = queue(root, "root.b", 0.5f);
  private final CSQueue c = queue(b, "root.b.c", 0.25f);
  private final CSQueue d = queue(b, "root.b.d", 0.25f);

  private static CSQueue queue(CSQueue parent, String path, float capacity) {
    CSQueue queue = mock(CSQueue.class);
    List<CSQueue> children = new ArrayList<>();
    ResourceUsage usage = new ResourceUsage();
    when(queue.getParent()).thenReturn(parent);
    when(queue.getQueuePath()).thenReturn(path);
    when(queue.getAbsoluteCapacity()).thenReturn(capacity);
    when(queue.getChildQueues()).thenReturn(children);
    when(queue.getQueueResourceUsage()).thenReturn(usage);
    if (parent != null) {
      parent.getChildQueues().add(queue);
    }
    return queue;
  }

  private static void request(CSQueue leaf) {
    for (CSQueue queue = leaf; queue != null; queue = queue.getParent()) {
      queue.getQueueResourceUsage().incPending("", Resource.newInstance(1024, 1));
    }
  }

  private static void assertShare(double share, CSQueue leaf) {
    assertEquals(share, new CapacityShareEstimator().of(leaf).share(), 1e-5);
  }

  @Test
  public void shareIsTheCapacityIfAllQueuesHaveDemand() {
    request(a);
    request(c);
    request(d);
    assertShare(0.5, a);
    assertShare(0.25, c);
    assertShare(0.25, d);
  }

  @Test
  public void unusedCapacityOfAQueueGoesToItsSiblings() {
    request(a);
    request(c);
    assertShare(0.5, a);
    assertShare(0.5, c);
    assertShare(0.25, d);
  }

  @Test
  public void unusedCapacityOfAParentGoesToItsSiblings() {
    request(c);
    request(d);
    assertShare(0.5, c);
    assertShare(0.5, a);
  }

  @Test
  public void onlyQueueWithDemandHasTheWholeCluster() {
    request(c);
    assertShare(1, c);
  }

  /** There may be a queue for each of thousands of users. */
  @Test
  public void sharesOfAllLeavesReadTheDemandOfEachQueueOnce() {
    request(c);
    request(d);
    clearInvocations(a, b, c, d);
    CapacityShareEstimator shares = new CapacityShareEstimator();
    assertEquals(0.5, shares.of(c).share(), 1e-5);
    assertEquals(0.5, shares.of(d).share(), 1e-5);
    assertEquals(0.5, shares.of(a).share(), 1e-5);
    for (CSQueue each : Arrays.asList(a, b, c, d)) {
      verify(each).getQueueResourceUsage();
    }
  }

  @Test
  public void queueWithoutCapacityHasAlmostNoShare() {
    CSQueue none = queue(root, "root.none", 0);
    request(none);
    assertShare(0, none);
    QueueShare share = new CapacityShareEstimator().of(none);
    assertEquals("root.none", share.name());
    assertEquals(JobOrder.FIFO, share.order());
  }
}
