// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.attempt;

import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.PendingAsk;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.yarnext.elastic.rm.FixedPolicies;
import org.yarnext.elastic.rm.World;
import org.yarnext.elastic.rm.job.FinishOrder;
import org.yarnext.elastic.rm.world.SchedulerKind;

public class ElasticAttemptTest {
  private static final int REQUESTS = 500;

  private final SchedulerApplicationAttempt attempt = mock(SchedulerApplicationAttempt.class);
  private final Map<SchedulerRequestKey, PendingAsk> waiting = new LinkedHashMap<>();
  private World world;
  private ElasticAttempt elastic;
  private int reads;

  @Before
  public void start() throws Exception {
    world = World.ours(SchedulerKind.CAPACITY, "on", FixedPolicies.HALVE);
    when(attempt.getSchedulerKeys()).thenReturn(waiting.keySet());
    when(attempt.getPendingAsk(any(SchedulerRequestKey.class), anyString()))
        .thenAnswer(
            call -> {
              reads++;
              return waiting.get(call.<SchedulerRequestKey>getArgument(0));
            });
    elastic =
        new ElasticAttempt(
            world.module().sizer(),
            null,
            attempt,
            Collections.emptyMap(),
            null,
            () -> FinishOrder.NONE);
  }

  @After
  public void close() {
    world.close();
  }

  private static ResourceRequest request(int priority, long mb) {
    return ResourceRequest.newInstance(
        Priority.newInstance(priority), ResourceRequest.ANY, Resource.newInstance(mb, 1), 1);
  }

  private void waits(int priority, long mb) {
    waiting.put(
        SchedulerRequestKey.create(request(priority, mb)),
        new PendingAsk(Resource.newInstance(mb, 1), 1));
  }

  private boolean isSmaller(List<ResourceRequest> stated) {
    elastic.requestsChanging(stated, Collections.emptyList());
    return elastic.takeSmallerRequest();
  }

  /** The scheduler waits for the attempt's lock meanwhile. */
  @Test
  public void waitingRequestsAreReadOnceHoweverManyAreStated() {
    List<ResourceRequest> stated = new ArrayList<>();
    for (int i = 1; i < REQUESTS; i++) {
      waits(i, 2_048);
      stated.add(request(i, 1_024));
    }
    waits(REQUESTS, 1_024);
    assertFalse("one of that size waits", isSmaller(stated));
    assertTrue(reads + " reads", reads <= REQUESTS);
    assertTrue(isSmaller(Collections.singletonList(request(1, 512))));
  }

  @Test
  public void requestOfAnAttemptThatWaitsForTooManySizesCountsAsSmaller() {
    for (int i = 1; i <= REQUESTS; i++) {
      waits(i, 10_000 - i);
    }
    assertTrue(isSmaller(Collections.singletonList(request(1, 10_000 - REQUESTS))));
  }
}
