// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.trust;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotSame;
import static org.junit.Assert.assertSame;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.yarn.ams.ApplicationMasterServiceContext;
import org.apache.hadoop.yarn.ams.ApplicationMasterServiceProcessor;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.protocolrecords.FinishApplicationMasterRequest;
import org.apache.hadoop.yarn.api.protocolrecords.FinishApplicationMasterResponse;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterRequest;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterResponse;
import org.apache.hadoop.yarn.api.protocolrecords.impl.pb.AllocateResponsePBImpl;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerUpdateType;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.UpdatedContainer;
import org.apache.hadoop.yarn.server.utils.BuilderUtils;
import org.apache.hadoop.yarn.util.Records;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.yarnext.elastic.rm.ElasticAmsProcessor;
import org.yarnext.elastic.rm.FixedPolicies;
import org.yarnext.elastic.rm.SchedulerTotals;
import org.yarnext.elastic.rm.World;
import org.yarnext.elastic.rm.world.SchedulerKind;

/** The sizes that application masters see of under-sized containers from a real scheduler. */
public class ElasticAmsProcessorTest {
  private final ElasticAmsProcessor processor = new ElasticAmsProcessor();
  private final Stock stock = new Stock();
  private World world;
  private ApplicationAttemptId attempt;
  private Container smaller;
  private Container regular;

  /** Stock's processors: they answer what the test says. */
  static final class Stock implements ApplicationMasterServiceProcessor {
    List<Container> allocated = new ArrayList<>();
    List<Container> previous = new ArrayList<>();
    List<UpdatedContainer> updated = new ArrayList<>();
    AllocateRequest request;
    int finished;

    @Override
    public void init(ApplicationMasterServiceContext c, ApplicationMasterServiceProcessor next) {}

    @Override
    public void registerApplicationMaster(
        ApplicationAttemptId attempt,
        RegisterApplicationMasterRequest request,
        RegisterApplicationMasterResponse response) {
      response.setContainersFromPreviousAttempts(previous);
    }

    @Override
    public void allocate(
        ApplicationAttemptId attempt, AllocateRequest received, AllocateResponse response) {
      request = received;
      response.setAllocatedContainers(allocated);
      response.setContainersFromPreviousAttempts(previous);
      response.setUpdatedContainers(updated);
      response.setAvailableResources(Resource.newInstance(300, 3));
    }

    @Override
    public void finishApplicationMaster(
        ApplicationAttemptId attempt,
        FinishApplicationMasterRequest request,
        FinishApplicationMasterResponse response) {
      finished++;
    }
  }

  @Before
  public void place() throws Exception {
    world = World.ours(SchedulerKind.FAIR, "on", FixedPolicies.HALVE);
    processor.init(world.context, stock);
    world.addNode("10.0.0.1", 2048, 8);
    attempt = world.run(1, "a", "MAPREDUCE");
    world.request(attempt, 20, 1000, 2, 2); // rounded to 1,024
    world.heartbeats(4);
    for (Container c : world.take(attempt)) {
      if (c.getResource().getMemorySize() == 512) {
        smaller = c;
      } else {
        regular = c;
      }
    }
  }

  @After
  public void close() {
    world.close();
  }

  private AllocateResponse allocate() throws Exception {
    AllocateResponse response = Records.newRecord(AllocateResponse.class);
    processor.allocate(attempt, Records.newRecord(AllocateRequest.class), response);
    // As it goes over the wire.
    return new AllocateResponsePBImpl(((AllocateResponsePBImpl) response).getProto());
  }

  private void assertShown(Container shown) throws Exception {
    assertEquals(Resource.newInstance(1024, 2), shown.getResource());
    assertEquals(smaller.getId(), shown.getId());
    assertEquals(smaller.getContainerToken(), shown.getContainerToken());
    assertEquals(smaller.getAllocationTags(), shown.getAllocationTags());
    assertEquals(smaller.getNodeId(), shown.getNodeId());
    assertEquals(smaller.getPriority(), shown.getPriority());
    assertEquals(smaller.getAllocationRequestId(), shown.getAllocationRequestId());
    assertEquals(
        Resource.newInstance(512, 2),
        BuilderUtils.newContainerTokenIdentifier(shown.getContainerToken()).getResource());
  }

  private void assertTheResourceManagersOwnIsAsItWas() {
    Container own = world.scheduler.getRMContainer(smaller.getId()).getContainer();
    assertSame(smaller, own);
    assertEquals(Resource.newInstance(512, 2), own.getResource());
    SchedulerTotals.balance(world);
  }

  @Test
  public void smallerContainerIsShownInItsRequestedSize() throws Exception {
    stock.allocated.addAll(Arrays.asList(regular, smaller));
    List<Container> shown = allocate().getAllocatedContainers();
    assertEquals(regular, shown.get(0));
    assertShown(shown.get(1));
    assertEquals(2, shown.size());
    assertTheResourceManagersOwnIsAsItWas();
  }

  @Test
  public void regularContainersAreNotCopied() throws Exception {
    stock.allocated.addAll(Arrays.asList(regular, smaller));
    AllocateResponse response = Records.newRecord(AllocateResponse.class);
    processor.allocate(attempt, Records.newRecord(AllocateRequest.class), response);
    assertSame(regular, response.getAllocatedContainers().get(0));
    assertNotSame(smaller, response.getAllocatedContainers().get(1));
  }

  @Test
  public void containersOfPreviousAttemptsAreShownInRequestedSize() throws Exception {
    stock.previous.add(smaller);
    assertShown(allocate().getContainersFromPreviousAttempts().get(0));
    RegisterApplicationMasterResponse response =
        Records.newRecord(RegisterApplicationMasterResponse.class);
    processor.registerApplicationMaster(
        attempt, Records.newRecord(RegisterApplicationMasterRequest.class), response);
    assertEquals(1, response.getContainersFromPreviousAttempts().size());
    assertShown(response.getContainersFromPreviousAttempts().get(0));
    assertTheResourceManagersOwnIsAsItWas();
  }

  @Test
  public void sizeOfAContainerWithoutTagsIsLookedUp() throws Exception {
    Container untagged =
        Container.newInstance(
            smaller.getId(),
            smaller.getNodeId(),
            smaller.getNodeHttpAddress(),
            smaller.getResource(),
            smaller.getPriority(),
            smaller.getContainerToken());
    stock.previous.add(untagged);
    Container shown = allocate().getContainersFromPreviousAttempts().get(0);
    assertEquals(1024, shown.getResource().getMemorySize());
  }

  @Test
  public void promotedContainerKeepsItsShownSizeAndResizedDoesNot() throws Exception {
    smaller.setVersion(1);
    for (ContainerUpdateType type :
        new ContainerUpdateType[] {
          ContainerUpdateType.DEMOTE_EXECUTION_TYPE, ContainerUpdateType.DECREASE_RESOURCE
        }) {
      stock.updated.add(UpdatedContainer.newInstance(type, smaller));
    }
    List<UpdatedContainer> shown = allocate().getUpdatedContainers();
    assertEquals(ContainerUpdateType.DEMOTE_EXECUTION_TYPE, shown.get(0).getUpdateType());
    assertShown(shown.get(0).getContainer());
    assertEquals(512, shown.get(1).getContainer().getResource().getMemorySize());
  }

  @Test
  public void containerResizedBeforeIsShownInItsRealSize() throws Exception {
    smaller.setVersion(1);
    stock.previous.add(smaller);
    assertEquals(
        512, allocate().getContainersFromPreviousAttempts().get(0).getResource().getMemorySize());
  }

  @Test
  public void headroomIsNotChanged() throws Exception {
    stock.allocated.add(smaller);
    assertEquals(Resource.newInstance(300, 3), allocate().getAvailableResources());
  }

  @Test
  public void failureLeavesTheStockResponse() throws Exception {
    Container foreign = mock(Container.class); // no protocol buffer, so it cannot be copied
    when(foreign.getAllocationTags()).thenReturn(smaller.getAllocationTags());
    when(foreign.getResource()).thenReturn(smaller.getResource());
    stock.allocated.add(foreign);
    AllocateResponse response = Records.newRecord(AllocateResponse.class);
    processor.allocate(attempt, Records.newRecord(AllocateRequest.class), response);
    assertSame(stock.allocated.get(0), response.getAllocatedContainers().get(0));
  }

  @Test
  public void finishIsPassedOn() throws Exception {
    processor.finishApplicationMaster(attempt, null, null);
    assertEquals(1, stock.finished);
    assertEquals(Collections.emptyList(), allocate().getAllocatedContainers());
  }
}
