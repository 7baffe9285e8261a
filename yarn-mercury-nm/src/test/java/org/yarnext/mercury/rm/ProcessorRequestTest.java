// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.rm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;
import static org.yarnext.mercury.application.Requests.any;
import static org.yarnext.mercury.application.Requests.opportunistic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import org.apache.hadoop.thirdparty.protobuf.UnknownFieldSet;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.ExecutionTypeRequest;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.ResourceSizing;
import org.apache.hadoop.yarn.api.records.SchedulingRequest;
import org.apache.hadoop.yarn.api.records.impl.pb.ResourceRequestPBImpl;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ContainerUpdates;
import org.apache.hadoop.yarn.server.scheduler.OpportunisticContainerContext;
import org.apache.hadoop.yarn.util.Records;
import org.junit.Test;
import org.yarnext.mercury.application.Requests;
import org.yarnext.mercury.policy.estimate.RunTimeHint;
import org.yarnext.mercury.policy.placement.ranking.NodeRanking;
import org.yarnext.mercury.rm.scheduler.ActiveScheduler;

/** Requests that are cancelled, unusual or served by stock meanwhile. */
public class ProcessorRequestTest extends MercuryAmsProcessorTestBase {
  /** Stock's own book of what is outstanding keeps them for ever. */
  @Test
  public void requestsCancelledAtStockAreForgotten() throws Exception {
    conf.set("yarn.mercury.placement.mode", "off");
    start("only-G");
    OpportunisticContainerContext book = new OpportunisticContainerContext();
    ActiveScheduler.current(rm.getRMContext(), attempt).setOpportunisticContainerContext(book);
    stock.book = book;
    ResourceRequest[] asks = new ResourceRequest[100];
    for (int count = 1; count >= 0; count--) {
      for (int i = 0; i < asks.length; i++) {
        asks[i] = opportunistic(any(2, count));
        asks[i].setAllocationRequestId(i);
      }
      call(asks);
      assertEquals(count * asks.length, book.getOutstandingOpReqs().size());
    }
  }

  /** A container's token has its allocation tags, which nodes take for the scheduler's word. */
  @Test
  public void reservedAllocationTagsOfAMasterAreRemovedInEachMode() throws Exception {
    for (String mode : new String[] {"off", "shadow", "on"}) {
      conf.set("yarn.mercury.hybrid.mode", mode);
      conf.set("yarn.mercury.placement.mode", "off");
      nodes.clear();
      start("50%-Q");
      AllocateRequest request = Records.newRecord(AllocateRequest.class);
      request.setSchedulingRequests(
          Collections.singletonList(
              SchedulingRequest.newInstance(
                  1,
                  Priority.newInstance(1),
                  ExecutionTypeRequest.newInstance(),
                  new HashSet<>(Arrays.asList("mine", RunTimeHint.CLAIMS_ACCEPTED)),
                  ResourceSizing.newInstance(1, Requests.SIZE),
                  null)));
      processor.allocate(attempt, request, Records.newRecord(AllocateResponse.class));
      assertEquals(
          mode, Collections.singleton("mine"), stock.lastConstrained.get(0).getAllocationTags());
      stop();
    }
  }

  /** A later version may have such fields. */
  @Test
  public void unknownFieldsPassInEachMode() throws Exception {
    UnknownFieldSet unknown =
        UnknownFieldSet.newBuilder()
            .addField(1000, UnknownFieldSet.Field.newBuilder().addVarint(7).build())
            .build();
    for (String mode : new String[] {"shadow", "on"}) {
      conf.set("yarn.mercury.hybrid.mode", mode);
      conf.set("yarn.mercury.placement.mode", "off");
      nodes.clear();
      start("50%-Q");
      for (ResourceRequest ask : new ResourceRequest[] {any(1, 4), opportunistic(any(2, 4))}) {
        call(
            new ResourceRequestPBImpl(
                ((ResourceRequestPBImpl) ask)
                    .getProto().toBuilder().setUnknownFields(unknown).build()));
        assertFalse(stock.last.isEmpty());
        for (ResourceRequest sent : stock.last) {
          assertEquals(mode, unknown, ((ResourceRequestPBImpl) sent).getProto().getUnknownFields());
        }
      }
      stop();
    }
  }

  @Test
  public void requestsMoveFromStockToTheCoordinatorAndAreServedOnce() throws Exception {
    start("50%-Q");
    assertTrue(call(any(1, 4), opportunistic(any(2, 3))).isEmpty());
    assertEquals(map("g1", 2, "q1", 2, "q2", 3), stock.outstanding);
    heartbeats();
    stock.refuses = true;
    assertThrows(YarnException.class, () -> call());
    stock.refuses = false;
    assertEquals(5, call().size());
    assertEquals("taken back", map("g1", 2), stock.outstanding);
    assertTrue(call().isEmpty());
  }

  @Test
  public void requestsCancelledDuringTheHandoverAreCancelledAtStock() throws Exception {
    start("only-Q");
    call(any(1, 4));
    assertEquals(map("q1", 4), stock.outstanding);
    heartbeats();
    assertTrue(call(any(1, 0)).isEmpty());
    assertEquals(map(), stock.outstanding);
  }

  /** The sum of the nodes' waits; -1 unless all are known. */
  private long waitOfAllMs() {
    NodeRanking known = ranking();
    return known.size() < nodes.size()
        ? -1
        : nodes.stream().mapToLong(node -> known.find(node.toString()).loadMs()).sum();
  }

  /** Places containers; returns by how much they lengthen the waits that placement sees. */
  private long placeMs(int count) throws Exception {
    heartbeats();
    long before = waitOfAllMs();
    assertEquals(count, call(any(1, count)).size());
    return waitOfAllMs() - before;
  }

  /** Else the waits of nodes would be those of containers that nobody starts. */
  @Test
  public void containersOfAUserWhoStartedNoneCountLess() throws Exception {
    start("only-Q");
    heartbeats();
    long idleMs = waitOfAllMs();
    long firstMs = placeMs(30);
    rm.kill(attempt);
    await("the end of their load", () -> waitOfAllMs() == idleMs);
    attempt = rm.submit(tags, type);
    register();
    long secondMs = placeMs(30);
    assertTrue(secondMs + " after " + firstMs, secondMs < firstMs / 4);
  }

  /** They may start and end between two rounds of the coordinator. */
  @Test
  public void containersCountMoreOnceEarlierOnesHaveRun() throws Exception {
    start("only-Q");
    heartbeats();
    long idleMs = waitOfAllMs();
    long firstMs = placeMs(30);
    for (int i = 0; i < nodes.size(); i++) {
      NodeId node = nodes.get(i);
      List<ContainerStatus> ended = new ArrayList<>();
      for (RMContainer c : live()) {
        if (c.getAllocatedNode().equals(node)) {
          ended.add(
              ContainerStatus.newInstance(c.getContainerId(), ContainerState.COMPLETE, "", 0));
        }
      }
      rm.heartbeat(node, 1 + i * 60_000, ended);
    }
    await("the end of their load", () -> waitOfAllMs() == idleMs);
    long secondMs = placeMs(30);
    assertTrue(secondMs + " after " + firstMs, secondMs > 1.5 * firstMs);
  }

  @Test
  public void earlierBlacklistApplies() throws Exception {
    start("only-Q");
    rm.getResourceScheduler()
        .allocate(
            attempt,
            Collections.emptyList(),
            null,
            Collections.emptyList(),
            Collections.singletonList("10.0.0.1"),
            Collections.emptyList(),
            new ContainerUpdates());
    heartbeats();
    for (Container c : call(any(1, 3))) {
      assertTrue(c.getNodeId().toString(), !c.getNodeId().getHost().equals("10.0.0.1"));
    }
    assertEquals(3, got.size());
  }
}
