// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.placement;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.security.ContainerTokenIdentifier;
import org.apache.hadoop.yarn.server.utils.BuilderUtils;
import org.junit.Test;
import org.yarnext.elastic.UndersizedTag;
import org.yarnext.elastic.policy.PromptPolicy;
import org.yarnext.elastic.rm.FixedPolicies;
import org.yarnext.elastic.rm.SchedulerTotals;
import org.yarnext.elastic.rm.World;
import org.yarnext.elastic.rm.job.ElasticAttemptView;
import org.yarnext.elastic.rm.world.SchedulerKind;

/** Requests that do not fit are placed smaller, with tokens and tags of both sizes. */
public class ElasticSchedulerTest extends ElasticSchedulerTestBase {
  public ElasticSchedulerTest(SchedulerKind kind) {
    super(kind);
  }

  @Test
  public void requestThatDoesNotFitIsPlacedSmaller() throws Exception {
    on(FixedPolicies.HALVE);
    ApplicationAttemptId app = tightNode();
    world.request(app, MAP, 1024, 1, 1);
    world.heartbeats(3);
    SchedulerTotals.balance(world);
    List<Container> got = world.take(app);
    assertEquals(Collections.singletonList(512L), World.sizes(got));
    assertEquals(1, got.get(0).getResource().getVirtualCores());
    SchedulerTotals.balance(world);
    world.complete(got.get(0).getId());
    SchedulerTotals.balance(world);
    world.finish(app);
    assertNothingIsLeft();
  }

  @Test
  public void requestThatFitsIsPlacedInItsRegularSize() throws Exception {
    on(FixedPolicies.HALVE);
    world.addNode("10.0.0.1", 4096, 8);
    ApplicationAttemptId app = world.run(1, "a", "MAPREDUCE");
    world.request(app, MAP, 1024, 1, 4);
    world.heartbeats(6);
    SchedulerTotals.balance(world);
    assertEquals(Arrays.asList(512L, 1024L, 1024L, 1024L), World.sizes(world.take(app)));
  }

  @Test
  public void tokenCarriesTheGrantedSizeAndTheTagTheRequestedSize() throws Exception {
    on(FixedPolicies.HALVE);
    ApplicationAttemptId app = tightNode();
    world.request(app, MAP, 1024, 1, 1);
    world.heartbeats(3);
    Container got = world.take(app).get(0);
    ContainerTokenIdentifier token =
        BuilderUtils.newContainerTokenIdentifier(got.getContainerToken());
    assertEquals(512, token.getResource().getMemorySize());
    assertEquals(1024, UndersizedTag.requestedMb(token.getAllcationTags()));
    assertEquals(1024, UndersizedTag.requestedMb(got.getAllocationTags()));
  }

  @Test
  public void tagCarriesTheRequestedSizeBeforeRounding() throws Exception {
    List<Long> stated = new ArrayList<>();
    on(
        new PromptPolicy(
            request -> {
              stated.add(request.statedMb());
              return FixedPolicies.HALVE.decide(request);
            }));
    ApplicationAttemptId app = tightNode();
    world.request(app, MAP, 1000, 1, 1);
    world.heartbeats(3);
    Container got = world.take(app).get(0);
    assertEquals(512, got.getResource().getMemorySize());
    assertEquals(1000, UndersizedTag.requestedMb(got.getAllocationTags()));
    assertEquals(1000L, (long) stated.get(0));
    SchedulerTotals.balance(world);
    world.complete(got.getId());
    world.finish(app);
    assertNothingIsLeft();
  }

  @Test
  public void masterContainerIsNeverSmaller() throws Exception {
    on(FixedPolicies.HALVE);
    tightNode();
    ApplicationAttemptId second = world.submit(2, "b", "MAPREDUCE", false);
    world.request(second, 0, 1024, 1, 1);
    world.heartbeats(4);
    assertEquals("[]", world.attempt(second).getLiveContainers().toString());
    assertEquals(0, world.count("Decision_HALVED_applied"));
    SchedulerTotals.balance(world);
  }

  @Test
  public void failedMapIsRequestedAgainInFullSize() throws Exception {
    on(FixedPolicies.HALVE);
    ApplicationAttemptId app = tightNode();
    world.request(app, 5, 1024, 1, 1);
    world.heartbeats(3);
    assertEquals(1, world.attempt(app).getLiveContainers().size());
    SchedulerTotals.balance(world);
  }

  @Test
  public void priorityFiveIsShrunkInOtherFrameworks() throws Exception {
    on(FixedPolicies.HALVE);
    world.addNode("10.0.0.1", 1024, 8);
    ApplicationAttemptId app = world.run(1, "a", "TEZ");
    world.request(app, 5, 1024, 1, 1);
    world.heartbeats(3);
    assertEquals(Collections.singletonList(512L), World.sizes(world.take(app)));
  }

  @Test
  public void attemptThatCannotBeWrappedIsStock() throws Exception {
    on(FixedPolicies.HALVE);
    world.tags(World.unreadableTags());
    ApplicationAttemptId app = tightNode();
    assertEquals(1, world.count("GuardFailures"));
    assertNull(ElasticAttemptView.job(world.attempt(app)));
    world.request(app, MAP, 768, 1, 1);
    world.heartbeats(3);
    assertEquals(Collections.singletonList(768L), World.sizes(world.take(app)));
    world.finish(app);
    assertNothingIsLeft();
  }
}
