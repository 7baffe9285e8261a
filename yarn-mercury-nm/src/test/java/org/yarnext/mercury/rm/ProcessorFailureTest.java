// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.rm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;
import static org.mockito.Mockito.mock;
import static org.yarnext.mercury.application.Requests.any;
import static org.yarnext.mercury.application.Requests.opportunistic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.metrics.OpportunisticSchedulerMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.RMContextImpl;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.apache.hadoop.yarn.util.Records;
import org.junit.Test;

/** Failures: calls that throw, applications that are given up, calls that are refused. */
public class ProcessorFailureTest extends MercuryAmsProcessorTestBase {
  @Test
  public void failedPlacementLeavesAllRequestsToStockInTheSameCall() throws Exception {
    start("only-Q");
    heartbeats();
    conf.set("yarn.mercury.placement.mode", "on");
    ResourceScheduler scheduler = rm.getResourceScheduler();
    ((RMContextImpl) rm.getRMContext()).setScheduler(mock(ResourceScheduler.class));
    AllocateResponse response = Records.newRecord(AllocateResponse.class);
    try {
      processor.allocate(
          attempt,
          AllocateRequest.newInstance(
              0,
              0,
              new ArrayList<>(Arrays.asList(any(1, 4), opportunistic(any(2, 1)))),
              null,
              null),
          response);
    } finally {
      ((RMContextImpl) rm.getRMContext()).setScheduler(scheduler);
    }
    assertTrue(response.getAllocatedContainers().isEmpty());
    int outstanding = stock.outstanding.values().stream().mapToInt(n -> n).sum();
    assertEquals(stock.outstanding.toString(), 5, outstanding);
    assertEquals("each with stock or here", 5, outstanding(call()));
  }

  @Test
  public void givingUpWithdrawsOpportunisticRequestsFromStock() throws Exception {
    start("only-Q");
    call(any(1, 4), opportunistic(any(2, 3)));
    assertEquals(map("q1", 4, "q2", 3), stock.outstanding);
    // Stock takes it, the record cannot go on with it.
    releases.add(null);
    call(any(9, 1));
    releases.clear();
    assertEquals(map("g1", 4, "g9", 1, "q2", 3), stock.outstanding);
    heartbeats();
    ResourceRequest ask = any(1, 2);
    assertTrue(call(ask).isEmpty());
    assertEquals("passes as it is", Collections.singletonList(ask), stock.last);
  }

  @Test
  public void malformedRequestsDoNotAffectOtherAttempts() throws Exception {
    conf.set("yarn.mercury.quota.default", "max=3");
    conf.set("yarn.mercury.guard.failures-to-trip", "1");
    start("50%-Q");
    for (int i = 0; i < 5; i++) {
      call(any(9, -1));
      releases.add(null);
      ApplicationAttemptId own = attempt;
      attempt = rm.submit(tags);
      register();
      call(any(9, 1));
      attempt = own;
      releases.clear();
    }
    assertEquals("whose record failed", 5L, counted("MercuryHybrid", "AttemptsGivenUp"));
    stock.outstanding.clear();
    call(any(1, 4), opportunistic(any(2, 500)));
    assertEquals(map("g1", 2, "q2", 3), stock.outstanding);
  }

  @Test
  public void quotaStillBoundsOpportunisticRequestsAfterGivingUp() throws Exception {
    conf.set("yarn.mercury.quota.default", "max=3");
    start("only-G");
    call(opportunistic(any(2, 500)));
    releases.add(null);
    call(any(9, 1));
    releases.clear();
    assertEquals(1L, counted("MercuryHybrid", "AttemptsGivenUp"));
    assertEquals(map("g9", 1, "q2", 3), stock.outstanding);
    for (int i = 1; i <= 2; i++) {
      stock.granted.add(container(1000 + i, 2, nodes.get(0)));
    }
    stock.outstanding.put("q2", 1);
    send(null);
    call(opportunistic(any(2, 700)));
    assertEquals(map("g9", 1, "q2", 1), stock.outstanding);
  }

  /** Stock's allocator fails at two sizes of one priority, which its scheduler accepts. */
  @Test
  public void repeatedStockFailuresRestoreTheRequestsOfTheMaster() throws Exception {
    start("only-Q");
    call(any(1, 4));
    ResourceRequest other = sized(any(1, 3), 512, 1);
    stock.failure = new NullPointerException("as CentralizedOpportunisticContainerAllocator does");
    for (int i = 0; i < AttemptRequestHandler.FAILURES_TO_GIVE_UP; i++) {
      assertEquals(0L, counted("MercuryHybrid", "AttemptsGivenUp"));
      assertThrows(NullPointerException.class, () -> call(other));
    }
    stock.failure = null;
    call();
    assertEquals("as YARN keeps it", map("g1", 3), stock.outstanding);
    assertEquals(1L, counted("MercuryHybrid", "AttemptsGivenUp"));
  }

  @Test
  public void refusedCallLeavesNoRequest() throws Exception {
    start("50%-Q");
    call(any(1, 4));
    stock.refuses = true;
    assertThrows(YarnException.class, () -> call(any(3, 1_000_000)));
    stock.refuses = false;
    call();
    assertEquals(map("g1", 2, "q1", 2), stock.outstanding);
  }

  @Test
  public void containersPlacedInAFailedCallAreReleasedAtOnce() throws Exception {
    start("only-Q");
    heartbeats();
    call(any(1, 1));
    OpportunisticSchedulerMetrics metrics = OpportunisticSchedulerMetrics.getMetrics();
    final int allocated = metrics.getAllocatedContainers();
    final double waitMs = waitMs(0) + waitMs(1) + waitMs(2);
    for (RuntimeException failure : Arrays.asList(null, new IllegalStateException("broken"))) {
      stock.refuses = failure == null;
      stock.failure = failure;
      assertThrows(Exception.class, () -> call(any(1, 5), any(3, 2)));
      assertEquals("only the first one lives", 1, live().size());
      assertEquals(allocated, metrics.getAllocatedContainers());
      assertEquals("nor waits", waitMs, waitMs(0) + waitMs(1) + waitMs(2), 1e-6);
    }
    stock.refuses = false;
    stock.failure = null;
    assertEquals(14L, counted("MercuryPlacement", "ContainersUndelivered"));
    assertEquals("what stock failed at is asked again", 7, call().size());
    assertEquals(8, live().size());
    for (RMContainer c : live()) {
      assertTrue("the application knows it", got.contains(c.getContainerId()));
    }
  }

  @Test
  public void containersKnownToTheMasterSurviveAFailedCall() throws Exception {
    start("only-Q");
    heartbeats();
    call(any(1, 1));
    stock.refuses = true;
    // The record cannot go on with it, so that nothing is placed here any more.
    releases.add(null);
    assertThrows(YarnException.class, () -> call(any(9, 1)));
    assertEquals(1, live().size());
  }

  @Test
  public void refusedRequestsAreNotPlacedLater() throws Exception {
    conf.setInt(YarnConfiguration.OPP_CONTAINER_MAX_ALLOCATIONS_PER_AM_HEARTBEAT, 2);
    start("only-Q");
    heartbeats();
    stock.refuses = true;
    assertThrows(YarnException.class, () -> call(any(3, 5)));
    stock.refuses = false;
    assertTrue("the master has not asked again", call().isEmpty());
  }

  @Test
  public void completionOfAWithdrawnContainerIsNotReported() throws Exception {
    start("only-Q");
    heartbeats();
    final ContainerId known = call(any(1, 1)).get(0).getId();
    stock.refuses = true;
    assertThrows(Exception.class, () -> call(any(1, 1)));
    stock.refuses = false;
    // The scheduler counts up.
    ContainerId unheard = ContainerId.newContainerId(attempt, known.getContainerId() + 1);
    for (ContainerId id : Arrays.asList(known, unheard)) {
      stock.completed.add(ContainerStatus.newInstance(id, ContainerState.COMPLETE, "", -100));
    }
    List<ContainerStatus> told = send(null).getCompletedContainersStatuses();
    assertEquals(1, told.size());
    assertEquals(known, told.get(0).getContainerId());
  }

  @Test
  public void reregistrationRequestsEverythingAnew() throws Exception {
    start("50%-Q");
    heartbeats();
    call(any(1, 4));
    stock.outstanding.clear();
    register();
    call(any(1, 2));
    assertEquals(2, stock.outstanding.getOrDefault("g1", 0) + got.size() - 2);
  }
}
