// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.job;

import static org.junit.Assert.assertEquals;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.util.Collections;
import java.util.List;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;
import org.yarnext.elastic.policy.timeline.queue.JobOrder;
import org.yarnext.elastic.rm.FixedPolicies;
import org.yarnext.elastic.rm.World;
import org.yarnext.elastic.rm.host.SchedulerRules;
import org.yarnext.elastic.rm.timeline.ClusterReader;
import org.yarnext.elastic.rm.timeline.ClusterSnapshot;
import org.yarnext.elastic.rm.world.SchedulerKind;
import org.yarnext.elastic.rm.world.UnclaimedProfiles;

/** Tests that what a master is handed over in an answer does not count as waiting after it. */
@RunWith(Parameterized.class)
public class WaitingContainerCounterTest {
  private static final int MAP = 20;
  private static final SchedulerRequestKey KEY =
      SchedulerRequestKey.create(
          ResourceRequest.newInstance(Priority.newInstance(MAP), "*", null, 1));

  private final SchedulerKind kind;
  private World world;
  private NodeId node;
  private ApplicationAttemptId job;

  public WaitingContainerCounterTest(SchedulerKind kind) {
    this.kind = kind;
  }

  @Parameters(name = "{0}")
  public static Object[] kinds() {
    return SchedulerKind.values();
  }

  /** Two of the job's three tasks have room, and half of the third. */
  @Before
  public void twoOfThreeTasksAreGranted() throws Exception {
    world = World.ours(kind, "on", FixedPolicies.gives(null));
    world.addBallast();
    world.addNode("10.0.0.50", 256, 1);
    job = world.run(1, "a", "MAPREDUCE");
    node = world.addNode("10.0.0.1", 2 * 1024 + 512, 16);
    world.request(job, MAP, 1024, 1, 3);
    world.heartbeat(node);
    world.heartbeat(node);
    assertWaiting(1);
  }

  @After
  public void close() {
    world.close();
  }

  private void assertWaiting(int expected) {
    assertEquals(expected, ElasticAttemptView.of(world.attempt(job)).waiting(KEY));
  }

  @Test
  public void deliveredContainersDoNotCountAsWaiting() {
    List<Container> got = world.take(job, World.requests(MAP, 1024, 1, 3));
    assertEquals(2, got.size());
    assertEquals("in stock", 3, world.attempt(job).getOutstandingAsksCount(KEY));
    assertWaiting(1);
    world.take(job);
    assertWaiting(1);
    world.request(job, MAP, 1024, 1, 1);
    assertWaiting(1);
    world.request(job, MAP, 1024, 1, 5);
    assertWaiting(5);
  }

  @Test
  public void callWithoutRequestsKeepsTheWaitingCount() {
    assertEquals(2, world.take(job).size());
    assertWaiting(1);
  }

  @Test
  public void waitingCountIsNeverNegative() {
    world.take(job, World.requests(MAP, 1024, 1, 1));
    assertWaiting(0);
    world.take(job, World.requests(MAP, 1024, 1, 0));
    assertWaiting(0);
  }

  /** A task more would be released as soon as the master hears of it. */
  @Test
  public void containersThatDoNotWaitAreNotPlacedSmaller() throws Exception {
    world.close();
    world = World.ours(kind, "on", FixedPolicies.HALVE);
    world.addBallast();
    world.addNode("10.0.0.50", 256, 1);
    job = world.run(1, "a", "MAPREDUCE");
    node = world.addNode("10.0.0.1", 1024 + 512, 16);
    world.request(job, MAP, 1024, 1, 1);
    world.heartbeat(node);
    assertEquals(1, world.take(job, World.requests(MAP, 1024, 1, 1)).size());
    world.heartbeat(node);
    assertEquals(Collections.emptyList(), world.take(job));
    world.request(job, MAP, 1024, 1, 1);
    world.heartbeat(node);
    List<Container> got = world.take(job);
    assertEquals(Collections.singletonList(512L), World.sizes(got));
  }

  /** A master may state each request with an id of its own, and never again. */
  @Test
  public void requestsThatNoLongerWaitAreForgotten() {
    SchedulerApplicationAttempt attempt = mock(SchedulerApplicationAttempt.class);
    RMContainer granted = mock(RMContainer.class);
    when(attempt.getSchedulerKeys()).thenReturn(Collections.singleton(KEY));
    when(attempt.getOutstandingAsksCount(any(SchedulerRequestKey.class))).thenReturn(5);
    WaitingContainerCounter counter = new WaitingContainerCounter(attempt);
    for (int id = 0; id <= 100; id++) {
      ResourceRequest request =
          ResourceRequest.newInstance(Priority.newInstance(MAP + id), "*", null, 1);
      when(granted.getAllocatedSchedulerKey()).thenReturn(SchedulerRequestKey.create(request));
      counter.stated(Collections.singletonList(request), Collections.singletonList(granted));
    }
    assertEquals("still waits", 4, counter.count(KEY));
    ResourceRequest satisfied =
        ResourceRequest.newInstance(Priority.newInstance(MAP + 1), "*", null, 1);
    assertEquals("forgotten", 5, counter.count(SchedulerRequestKey.create(satisfied)));
  }

  @Test
  public void timelineCountsOnlyWaitingContainers() {
    world.take(job, World.requests(MAP, 1024, 1, 3));
    assertEquals(
        1,
        new ClusterReader(
                world.scheduler,
                UnclaimedProfiles.resolver((j, p) -> null, () -> 0),
                new SchedulerRules(JobOrder.FAIR, 1, true),
                () -> 0,
                container -> 0)
            .read().waiting().stream()
                .filter(group -> group.priority() == MAP)
                .mapToInt(ClusterSnapshot.Waiting::count)
                .sum());
  }
}
