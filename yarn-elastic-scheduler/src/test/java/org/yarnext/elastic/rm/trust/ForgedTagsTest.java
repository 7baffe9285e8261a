// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.trust;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.protocolrecords.impl.pb.AllocateRequestPBImpl;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ExecutionTypeRequest;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceSizing;
import org.apache.hadoop.yarn.api.records.SchedulingRequest;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.utils.BuilderUtils;
import org.apache.hadoop.yarn.util.Records;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.yarnext.elastic.UndersizedTag;
import org.yarnext.elastic.rm.ElasticAmsProcessor;
import org.yarnext.elastic.rm.FixedPolicies;
import org.yarnext.elastic.rm.World;
import org.yarnext.elastic.rm.world.SchedulerKind;

/** Allocation tags that an application writes itself in the pack's name are not believed. */
public class ForgedTagsTest {
  private static final Set<String> FORGED =
      new HashSet<>(
          Arrays.asList("mine", UndersizedTag.of(8192), "yarnext.mercury.run-ms=1", "yarnext.x"));

  private static final Set<String> MINE = Collections.singleton("mine");

  private World world;
  private ApplicationAttemptId job;
  private NodeId node;

  @Before
  public void make() throws Exception {
    Configuration conf = World.configuration(SchedulerKind.CAPACITY);
    conf.set("yarn.elastic.mode", "on");
    conf.set(YarnConfiguration.RM_PLACEMENT_CONSTRAINTS_HANDLER, "scheduler");
    world = World.ours(SchedulerKind.CAPACITY, conf, FixedPolicies.HALVE, false);
    node = world.addNode("10.0.0.1", 4096, 8);
    job = world.run(1, "a", "SPARK");
  }

  @After
  public void close() {
    world.close();
  }

  private static SchedulingRequest request(Set<String> tags) {
    return SchedulingRequest.newInstance(
        7,
        Priority.newInstance(20),
        ExecutionTypeRequest.newInstance(),
        tags,
        ResourceSizing.newInstance(1, Resource.newInstance(1024, 1)),
        null);
  }

  private void assertOnlyItsOwn(RMContainer container) throws Exception {
    assertEquals(MINE, container.getAllocationTags());
    assertEquals(-1, UndersizedTag.requestedMb(container.getAllocationTags()));
  }

  @Test
  public void schedulerRemovesForgedTagsFromSchedulingRequests() throws Exception {
    world.requestByConstraint(job, 20, 1024, 1, FORGED);
    world.heartbeats(2);
    List<Container> got = world.take(job);
    assertEquals(Arrays.asList(1024L), World.sizes(got));
    assertOnlyItsOwn(world.scheduler.getRMContainer(got.get(0).getId()));
    assertEquals(
        MINE,
        BuilderUtils.newContainerTokenIdentifier(got.get(0).getContainerToken())
            .getAllcationTags());
  }

  @Test
  public void schedulerRemovesForgedTagsFromConstraintPlacement() throws Exception {
    assertTrue(
        world.scheduler.attemptAllocationOnNode(
            world.attempt(job), request(FORGED), world.scheduler.getSchedulerNode(node)));
    List<Container> got = world.take(job);
    assertEquals(Arrays.asList(1024L), World.sizes(got));
    assertOnlyItsOwn(world.scheduler.getRMContainer(got.get(0).getId()));
  }

  @Test
  public void processorRemovesForgedTagsBeforeTheNextProcessor() throws Exception {
    AllocateRequest sent = Records.newRecord(AllocateRequest.class);
    sent.setSchedulingRequests(Arrays.asList(request(FORGED), request(MINE), request(null)));
    AllocateRequest received = new AllocateRequestPBImpl(((AllocateRequestPBImpl) sent).getProto());
    ElasticAmsProcessorTest.Stock next = new ElasticAmsProcessorTest.Stock();
    ElasticAmsProcessor processor = new ElasticAmsProcessor();
    processor.init(world.context, next);
    processor.allocate(job, received, Records.newRecord(AllocateResponse.class));
    AllocateRequest passed =
        new AllocateRequestPBImpl(((AllocateRequestPBImpl) next.request).getProto());
    assertEquals(3, passed.getSchedulingRequests().size());
    assertEquals(MINE, passed.getSchedulingRequests().get(0).getAllocationTags());
    assertEquals(MINE, passed.getSchedulingRequests().get(1).getAllocationTags());
  }
}
