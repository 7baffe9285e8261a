// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.amrmproxy;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.protocolrecords.FinishApplicationMasterRequest;
import org.apache.hadoop.yarn.api.protocolrecords.FinishApplicationMasterResponse;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterRequest;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterResponse;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.NMToken;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.Token;
import org.apache.hadoop.yarn.api.records.UpdatedContainer;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.api.protocolrecords.DistributedSchedulingAllocateRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.DistributedSchedulingAllocateResponse;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterDistributedSchedulingAMResponse;
import org.apache.hadoop.yarn.server.nodemanager.amrmproxy.AMRMProxyApplicationContext;
import org.apache.hadoop.yarn.server.nodemanager.amrmproxy.AbstractRequestInterceptor;
import org.apache.hadoop.yarn.util.Records;
import org.yarnext.mercury.allocation.PlacedApplication;
import org.yarnext.mercury.application.RegistrationRecord;
import org.yarnext.mercury.application.Requests;
import org.yarnext.mercury.policy.ResourceVector;

/**
 * The next interceptor of a chain, with the ResourceManager behind it: keeps the last statement of
 * each ask, grants some at each call, and repeats its last answer to a repeated call without
 * reading it.
 */
final class FakeResourceManager extends AbstractRequestInterceptor {
  /** Kinds of failures of the next call. */
  enum Failure {
    BEFORE_IT_ARRIVES,
    AFTER_IT_ARRIVED,
    REFUSED
  }

  final Map<Integer, Integer> outstanding = new TreeMap<>();

  /** All containers it knows. */
  final Set<ContainerId> known = new HashSet<>();

  final List<DistributedSchedulingAllocateRequest> requests = new ArrayList<>();
  final List<ContainerStatus> completed = new ArrayList<>();

  /** The application's tags that it sends; none without Mercury. */
  Set<String> tags = Collections.emptySet();

  /** Containers of earlier attempts that the next registration returns. */
  List<Container> previous = new ArrayList<>();

  /** Promotions in the next response. */
  final List<UpdatedContainer> updated = new ArrayList<>();

  /** The queue in the next response; null for none. */
  String movedTo;

  /** The application's default node label that it sends. */
  String label;

  /** The node labels of the queue that it sends; null if none. */
  Set<String> accepted;

  /** The size of the smallest node that it sends. */
  ResourceVector smallestNode;

  /** Maximum size of a request that it sends; null if none. */
  Resource most;

  long epoch;
  int maxPerCall = Integer.MAX_VALUE;
  Failure failing;
  private final Set<NodeId> withToken = new HashSet<>();
  private long lastId;
  private int responseId;
  private List<Container> granted = new ArrayList<>();
  private List<NMToken> tokens = new ArrayList<>();
  private List<ContainerStatus> ended = new ArrayList<>();

  /** Does nothing, because it outlives the chains before it. */
  @Override
  public void init(AMRMProxyApplicationContext application) {}

  @Override
  public RegisterDistributedSchedulingAMResponse registerApplicationMasterForDistributedScheduling(
      RegisterApplicationMasterRequest request) {
    outstanding.clear();
    responseId = 0;
    RegisterApplicationMasterResponse register =
        Records.newRecord(RegisterApplicationMasterResponse.class);
    register.setQueue("default");
    register.setMaximumResourceCapability(most);
    RegistrationRecord.add(tags, "root.default", label, accepted, smallestNode, register);
    RegisterDistributedSchedulingAMResponse response =
        Records.newRecord(RegisterDistributedSchedulingAMResponse.class);
    register.setContainersFromPreviousAttempts(previous);
    response.setRegisterResponse(register);
    response.setMinContainerResource(Requests.SIZE);
    response.setMaxContainerResource(Requests.SIZE);
    response.setContainerTokenExpiryInterval(600_000);
    response.setContainerIdStart(epoch << 40);
    response.setNodesForScheduling(PlacedApplication.nodes(3));
    return response;
  }

  @Override
  public DistributedSchedulingAllocateResponse allocateForDistributedScheduling(
      DistributedSchedulingAllocateRequest request) throws YarnException, IOException {
    Failure failure = failing;
    failing = null;
    requests.add(request);
    if (failure == Failure.BEFORE_IT_ARRIVES) {
      throw new IOException("no connection");
    }
    if (failure == Failure.REFUSED) {
      throw new YarnException("refused");
    }
    int id = request.getAllocateRequest().getResponseId();
    if (id == responseId) {
      take(request);
      responseId++;
    } else {
      assertEquals("the last call again", responseId, id + 1);
    }
    if (failure == Failure.AFTER_IT_ARRIVED) {
      throw new IOException("connection lost");
    }
    return answer();
  }

  private void take(DistributedSchedulingAllocateRequest request) {
    for (ResourceRequest ask : request.getAllocateRequest().getAskList()) {
      assertFalse("these are placed elsewhere", Requests.isOpportunistic(ask));
      if (ResourceRequest.isAnyLocation(ask.getResourceName())) {
        outstanding.put(ask.getPriority().getPriority(), ask.getNumContainers());
      }
    }
    for (Container c : request.getAllocatedContainers()) {
      assertTrue("used twice: " + c.getId(), known.add(c.getId()));
    }
    granted = new ArrayList<>();
    tokens = new ArrayList<>();
    outstanding.replaceAll(
        (priority, count) -> {
          int left = count;
          while (left > 0 && granted.size() < maxPerCall) {
            grant(priority);
            left--;
          }
          return left;
        });
    ended = new ArrayList<>(completed);
    completed.clear();
  }

  private void grant(int priority) {
    Container c = Requests.container(++lastId, priority, ExecutionType.GUARANTEED);
    known.add(c.getId());
    granted.add(c);
    if (withToken.add(c.getNodeId())) {
      Token token = Token.newInstance(new byte[0], "NMToken", new byte[0], "node");
      tokens.add(NMToken.newInstance(c.getNodeId(), token));
    }
  }

  private DistributedSchedulingAllocateResponse answer() {
    AllocateResponse allocate = Requests.response(granted);
    allocate.setResponseId(responseId);
    allocate.setNMTokens(new ArrayList<>(tokens));
    allocate.setCompletedContainersStatuses(new ArrayList<>(ended));
    allocate.setUpdatedContainers(new ArrayList<>(updated));
    updated.clear();
    if (movedTo != null) {
      RegistrationRecord.addQueue(movedTo, label, accepted, smallestNode, allocate);
      movedTo = null;
    }
    DistributedSchedulingAllocateResponse response =
        Records.newRecord(DistributedSchedulingAllocateResponse.class);
    response.setAllocateResponse(allocate);
    response.setNodesForScheduling(PlacedApplication.nodes(3));
    return response;
  }

  int outstanding() {
    return outstanding.values().stream().mapToInt(n -> n).sum();
  }

  /** The requests of the last call. */
  AllocateRequest last() {
    return requests.get(requests.size() - 1).getAllocateRequest();
  }

  @Override
  public RegisterApplicationMasterResponse registerApplicationMaster(
      RegisterApplicationMasterRequest request) {
    RegisterApplicationMasterResponse register =
        Records.newRecord(RegisterApplicationMasterResponse.class);
    register.setQueue("default");
    RegistrationRecord.add(tags, "root.default", label, accepted, smallestNode, register);
    return register;
  }

  @Override
  public AllocateResponse allocate(AllocateRequest request) throws YarnException, IOException {
    DistributedSchedulingAllocateRequest distributed =
        Records.newRecord(DistributedSchedulingAllocateRequest.class);
    distributed.setAllocateRequest(request);
    return allocateForDistributedScheduling(distributed).getAllocateResponse();
  }

  @Override
  public FinishApplicationMasterResponse finishApplicationMaster(
      FinishApplicationMasterRequest request) {
    return FinishApplicationMasterResponse.newInstance(true);
  }
}
