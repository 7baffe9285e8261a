// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.sizing;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertTrue;
import static org.mockito.Mockito.mock;

import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.junit.Test;
import org.yarnext.common.decision.Decision;
import org.yarnext.elastic.rm.FixedPolicies;

public class PlacementContextTest {
  private final SchedulerApplicationAttempt one = mock(SchedulerApplicationAttempt.class);
  private final SchedulerApplicationAttempt other = mock(SchedulerApplicationAttempt.class);
  private final SchedulerNode node = mock(SchedulerNode.class);

  @Test
  public void contextAppliesOnlyToThePlacedAttempt() {
    try (PlacementContext placing = PlacementContext.begin(one, node, true)) {
      assertSame(placing, PlacementContext.of(one));
      assertNull(PlacementContext.of(other));
    }
    assertNull(PlacementContext.of(one));
  }

  @Test
  public void contextIsNotVisibleToOtherThreads() throws Exception {
    AtomicReference<PlacementContext> seen = new AtomicReference<>();
    try (PlacementContext placing = PlacementContext.begin(one, node, true)) {
      assertNotNull(placing);
      Thread thread = new Thread(() -> seen.set(PlacementContext.of(one)));
      thread.start();
      thread.join();
    }
    assertNull(seen.get());
  }

  private static SchedulerRequestKey key(int priority) {
    return SchedulerRequestKey.create(
        ResourceRequest.newInstance(
            Priority.newInstance(priority), ResourceRequest.ANY, Resource.newInstance(1, 1), 1));
  }

  @Test
  public void decisionForEachRequestIsKept() {
    try (PlacementContext placing = PlacementContext.begin(one, node, true)) {
      assertNull(placing.latest());
      assertNull(placing.grant(key(20)));
      placing.examine(key(20));
      assertNull(placing.grant(key(20)));
      PlacementContext.Grant map = placing.decided(key(20), Resource.newInstance(1024, 1), null);
      assertSame(map, placing.grant(key(20)));
      placing.examine(key(10));
      assertEquals(key(10), placing.latest());
      assertNull(placing.grant(key(10)));
      assertSame(map, placing.grant(key(20)));
      PlacementContext.Grant reducer =
          placing.decided(key(10), Resource.newInstance(2048, 1), null);
      placing.examine(key(20));
      assertEquals(key(20), placing.latest());
      assertSame(map, placing.grant(key(20)));
      assertSame(reducer, placing.grant(key(10)));
    }
  }

  @Test
  public void grantIsRecognizedByItsSize() {
    try (PlacementContext placing = PlacementContext.begin(one, node, true)) {
      placing.decided(
          key(20), Resource.newInstance(1024, 1), Decision.of(512L, FixedPolicies.Why.HALVED));
      placing.decided(key(10), Resource.newInstance(1024, 1), null);
      assertTrue(placing.isGranted(key(20), Resource.newInstance(512, 1)));
      assertFalse(placing.isGranted(key(20), Resource.newInstance(1024, 1)));
      assertFalse(placing.isGranted(key(10), Resource.newInstance(1024, 1)));
      assertFalse(placing.isGranted(null, Resource.newInstance(512, 1)));
    }
  }

  @Test
  public void outerContextReturnsAfterAnInnerContext() {
    try (PlacementContext outer = PlacementContext.begin(one, node, true)) {
      try (PlacementContext inner = PlacementContext.begin(other, node, true)) {
        assertSame(inner, PlacementContext.of(other));
      }
      assertSame(outer, PlacementContext.of(one));
    }
  }
}
