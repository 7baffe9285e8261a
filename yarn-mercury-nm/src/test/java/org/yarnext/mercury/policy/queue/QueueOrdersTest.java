// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.queue;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertTrue;

import org.junit.Test;
import org.yarnext.mercury.policy.ContainerView;
import org.yarnext.mercury.policy.ContainerViews;
import org.yarnext.mercury.policy.JobKey;

public class QueueOrdersTest {
  private static ContainerView of(long cluster, int app, int priority, long runMs) {
    return ContainerViews.waiting("c", JobKey.of(cluster, app), priority, 1, 1, runMs, 0);
  }

  @Test
  public void jobSubmissionComparesClusterThenSequenceThenPriority() {
    QueueOrder order = new JobSubmissionOrder();
    assertTrue(order.compare(of(1, 9, 9, 0), of(2, 1, 0, 0)) < 0);
    assertTrue(order.compare(of(1, 1, 9, 0), of(1, 2, 0, 0)) < 0);
    assertTrue(order.compare(of(1, 2, 0, 0), of(1, 1, 9, 0)) > 0);
    assertTrue("the smaller number first", order.compare(of(1, 1, 1, 0), of(1, 1, 2, 0)) < 0);
    assertEquals("arrival decides", 0, order.compare(of(1, 1, 1, 5), of(1, 1, 1, 9)));
  }

  @Test
  public void fifoComparesByArrivalOnly() {
    assertEquals(0, new FifoOrder().compare(of(1, 1, 1, 1), of(2, 2, 2, 2)));
  }

  @Test
  public void shortestFirstComparesEstimates() {
    QueueOrder order = new ShortestFirstOrder();
    assertTrue(order.compare(of(9, 9, 9, 1), of(1, 1, 1, 2)) < 0);
    assertEquals(0, order.compare(of(9, 9, 9, 1), of(1, 1, 1, 1)));
  }

  @Test
  public void jobKeysHaveValueEquality() {
    assertEquals(JobKey.of(1, 2), JobKey.of(1, 2));
    assertEquals(JobKey.of(1, 2).hashCode(), JobKey.of(1, 2).hashCode());
    assertNotEquals(JobKey.of(1, 2), JobKey.of(2, 1));
    assertEquals("1_2", JobKey.of(1, 2).toString());
  }
}
