// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.attempt;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.junit.After;
import org.junit.Test;
import org.yarnext.elastic.policy.reservation.BoundedReservationPolicy;
import org.yarnext.elastic.policy.timeline.queue.JobOrder;
import org.yarnext.elastic.rm.FixedPolicies;
import org.yarnext.elastic.rm.SchedulerTotals;
import org.yarnext.elastic.rm.SteadyModel;
import org.yarnext.elastic.rm.World;
import org.yarnext.elastic.rm.host.SchedulerRules;
import org.yarnext.elastic.rm.placement.LocalityTest;
import org.yarnext.elastic.rm.sizing.ElasticComponents;
import org.yarnext.elastic.rm.timeline.TimelineEstimator;
import org.yarnext.elastic.rm.world.SchedulerKind;

/** Which attempts the FairScheduler asks in a walk, and what counts as a missed opportunity. */
public class ElasticFairAttemptTest {
  private static final int MAP = 20;
  private static final int WITHOUT_PROFILE = 5;
  private static final String ELSEWHERE = "10.0.0.9";

  private World world;
  private NodeId masters;

  private void start(String localityThreshold) throws Exception {
    Configuration conf = World.configuration(SchedulerKind.FAIR);
    conf.set("yarn.elastic.mode", "on");
    conf.set("yarn.scheduler.fair.locality.threshold.node", localityThreshold);
    conf.set("yarn.scheduler.fair.locality.threshold.rack", localityThreshold);
    world =
        World.withComponents(
            SchedulerKind.FAIR,
            conf,
            configuration ->
                new ElasticComponents(
                    new SchedulerRules(JobOrder.FAIR, 1, true),
                    (job, priority) -> priority == MAP ? new SteadyModel(300_000) : null,
                    new TimelineEstimator(JobOrder.FAIR, nodes -> nodes, 1_000),
                    FixedPolicies.gives(null),
                    new BoundedReservationPolicy(),
                    System::currentTimeMillis));
    world.addBallast();
    masters = world.addNode("10.0.0.50", 2048, 16);
  }

  @After
  public void close() {
    SchedulerTotals.balance(world);
    long failed = world.count("GuardFailures");
    world.close();
    assertEquals(0, failed);
  }

  private Container run(ApplicationAttemptId job, NodeId node, int priority, long mb) {
    world.request(job, priority, mb, 1, 1);
    world.heartbeat(node);
    Container got = world.take(job).get(0);
    assertEquals(node, got.getNodeId());
    return got;
  }

  private int opportunities(ApplicationAttemptId job, int priority) {
    return world
        .attempt(job)
        .getSchedulingOpportunities(
            SchedulerRequestKey.create(LocalityTest.onHost(priority, ELSEWHERE, 1, 1).get(0)));
  }

  /** In stock's order of the jobs, of which none is sorted or asked but the one with room. */
  @Test
  public void jobsInFrontOfTheOneThatIsPlacedMissAnOpportunity() throws Exception {
    start("1.0");
    ApplicationAttemptId front = world.run(1, "a", "MAPREDUCE");
    ApplicationAttemptId placed = world.run(2, "a", "MAPREDUCE");
    ApplicationAttemptId behind = world.run(3, "a", "MAPREDUCE");
    ApplicationAttemptId filler = world.run(4, "a", "MAPREDUCE");
    run(placed, masters, WITHOUT_PROFILE, 256);
    run(behind, masters, WITHOUT_PROFILE, 512);
    NodeId[] nodes = new NodeId[3];
    for (int n = 0; n < nodes.length; n++) {
      nodes[n] = world.addNode("10.0.0." + (n + 1), 3072, 16);
      run(filler, nodes[n], MAP, 2048);
    }
    world.estimate();
    // The first node will have room first, so that neither may reserve the last one.
    world.take(front, LocalityTest.onHost(MAP, ELSEWHERE, 2048, 2));
    world.take(behind, LocalityTest.onHost(MAP, ELSEWHERE, 2048, 2));
    world.heartbeat(nodes[2]);
    final int beforeOfFront = opportunities(front, MAP);
    final int beforeOfBehind = opportunities(behind, MAP);
    world.request(placed, WITHOUT_PROFILE, 1024, 1, 1);
    world.heartbeat(nodes[2]);
    assertEquals(Arrays.asList(1024L), World.sizes(world.take(placed)));
    assertEquals(beforeOfFront + 1, opportunities(front, MAP));
    assertEquals(beforeOfBehind, opportunities(behind, MAP));
  }

  /** Its request is too small for a reservation. */
  private void assertAskedAtAFullNode(int times) {
    ApplicationAttemptId job = world.run(1, "a", "MAPREDUCE");
    ApplicationAttemptId other = world.run(2, "a", "MAPREDUCE");
    NodeId node = world.addNode("10.0.0.1", 2048, 16);
    Container running = run(other, node, WITHOUT_PROFILE, 2048);
    world.estimate();
    world.take(job, LocalityTest.onHost(WITHOUT_PROFILE, ELSEWHERE, 256, 1));
    world.heartbeat(node);
    world.heartbeat(node);
    assertEquals(times, opportunities(job, WITHOUT_PROFILE));
    world.complete(running.getId());
    world.heartbeat(node);
    world.heartbeat(node);
    world.heartbeat(node);
    assertEquals(Arrays.asList(256L), World.sizes(world.take(job)));
  }

  @Test
  public void jobWithoutAProfileIsNotAskedWhereItHasNoUse() throws Exception {
    start("-1.0");
    assertAskedAtAFullNode(0);
  }

  /** Stock counts what it misses, and lets it leave its host sooner or later. */
  @Test
  public void jobWithoutAProfileIsAskedIfItAwaitsItsHost() throws Exception {
    start("1.0");
    assertAskedAtAFullNode(2);
  }

  private void requestElsewhere(ApplicationAttemptId job) {
    List<ResourceRequest> requests = LocalityTest.onHost(WITHOUT_PROFILE, ELSEWHERE, 512, 1);
    requests.subList(1, 3).forEach(request -> request.setRelaxLocality(false));
    world.take(job, requests);
  }

  /** The first job in stock's order has room, but waits for another host for ever. */
  @Test
  public void jobBehindOneThatOnlyWantsAnotherHostIsPlaced() throws Exception {
    start("-1.0");
    ApplicationAttemptId front = world.run(1, "a", "MAPREDUCE");
    ApplicationAttemptId behind = world.run(2, "a", "MAPREDUCE");
    run(behind, masters, WITHOUT_PROFILE, 256);
    requestElsewhere(front);
    world.request(behind, WITHOUT_PROFILE, 512, 1, 1);
    world.heartbeat(world.addNode("10.0.0.1", 512, 16));
    assertEquals(Arrays.asList(512L), World.sizes(world.take(behind)));
    assertTrue(world.take(front).isEmpty());
  }

  /** The walk is not repeated, since the other queue uses the node. */
  @Test
  public void jobBehindItIsPlacedThoughAnotherQueueWaits() throws Exception {
    start("-1.0");
    ApplicationAttemptId front = world.run(1, "a", "MAPREDUCE");
    ApplicationAttemptId behind = world.run(2, "a", "MAPREDUCE");
    final ApplicationAttemptId other = world.run(3, "b", "MAPREDUCE");
    run(behind, masters, WITHOUT_PROFILE, 256);
    run(other, masters, WITHOUT_PROFILE, 1024);
    requestElsewhere(front);
    world.request(behind, WITHOUT_PROFILE, 512, 1, 1);
    world.request(other, WITHOUT_PROFILE, 512, 1, 10);
    for (int n = 1; n <= 3; n++) {
      world.heartbeat(world.addNode("10.0.0." + n, 512, 16));
    }
    assertEquals(Arrays.asList(512L), World.sizes(world.take(behind)));
    assertEquals(Arrays.asList(512L, 512L), World.sizes(world.take(other)));
  }

  /** Among many jobs, what is known of each is kept until shares are updated. */
  @Test
  public void firstOfManyWaitingJobsIsPlacedFirst() throws Exception {
    start("-1.0");
    world.addNode("10.0.0.51", 40 * 256, 64);
    List<ApplicationAttemptId> jobs = new ArrayList<>();
    for (int number = 1; number <= 40; number++) {
      jobs.add(world.run(number, "a", "MAPREDUCE"));
    }
    NodeId node = world.addNode("10.0.0.1", 512, 16);
    Container running = run(jobs.get(39), node, WITHOUT_PROFILE, 512);
    for (ApplicationAttemptId job : jobs) {
      world.request(job, WITHOUT_PROFILE, 256, 1, 1);
    }
    world.estimate();
    world.heartbeat(node);
    world.heartbeat(node);
    world.complete(running.getId());
    world.heartbeat(node);
    world.heartbeat(node);
    for (int n = 0; n < jobs.size(); n++) {
      assertEquals("job " + n, n < 2 ? 1 : 0, world.take(jobs.get(n)).size());
    }
  }
}
