// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.amrmproxy.stock;

import static org.junit.Assert.assertEquals;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.ApplicationMasterProtocol;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterRequest;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.exceptions.ApplicationMasterNotRegisteredException;
import org.apache.hadoop.yarn.server.AMRMClientRelayer;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterId;
import org.apache.hadoop.yarn.util.Records;
import org.junit.Test;
import org.yarnext.federation.amrmproxy.ledger.SplitLedgerAdapter;
import org.yarnext.federation.policy.split.SplitSettings;
import org.yarnext.federation.policy.split.SplitSettings.Relaxation;

/** The requests that YARN's AMRMClientRelayer sends to a ResourceManager after a failover. */
public class RelayerFailoverTest {
  private static final SubClusterId A = SubClusterId.newInstance("a");
  private static final ApplicationId APPLICATION = ApplicationId.newInstance(1, 1);
  private static final Priority PRIORITY = Priority.newInstance(20);
  private static final Resource SIZE = Resource.newInstance(1024, 1);

  private final SplitLedgerAdapter book =
      new SplitLedgerAdapter(new SplitSettings(Relaxation.NONE, 0, 0, 0), host -> null);
  private final List<Integer> received = new ArrayList<>();
  private long id;
  private int granting;
  private int granted;
  private boolean failsOver;
  private final AMRMClientRelayer relayer =
      new AMRMClientRelayer(
          (ApplicationMasterProtocol)
              Proxy.newProxyInstance(
                  getClass().getClassLoader(),
                  new Class<?>[] {ApplicationMasterProtocol.class},
                  (proxy, method, args) ->
                      args[0] instanceof AllocateRequest
                          ? resourceManager((AllocateRequest) args[0])
                          : null),
          APPLICATION,
          "a",
          new Configuration(false));

  private AllocateResponse resourceManager(AllocateRequest request) throws Exception {
    if (failsOver) {
      failsOver = false;
      throw new ApplicationMasterNotRegisteredException("it is new");
    }
    request.getAskList().forEach(each -> received.add(each.getNumContainers()));
    AllocateResponse response = Records.newRecord(AllocateResponse.class);
    List<Container> containers = new ArrayList<>();
    for (; granting > 0; granting--) {
      Container container =
          Container.newInstance(
              ContainerId.newContainerId(
                  ApplicationAttemptId.newInstance(APPLICATION, 1), ++granted),
              NodeId.newInstance("host", 1),
              "host:2",
              SIZE,
              PRIORITY,
              null);
      container.setExecutionType(ExecutionType.GUARANTEED);
      container.setAllocationRequestId(id);
      containers.add(container);
    }
    response.setAllocatedContainers(containers);
    return response;
  }

  /** Requests that the ResourceManager receives in this call. */
  private List<Integer> call(int... counts) throws Exception {
    received.clear();
    List<ResourceRequest> requests = new ArrayList<>();
    for (int count : counts) {
      requests.add(
          ResourceRequest.newBuilder()
              .priority(PRIORITY)
              .resourceName(ResourceRequest.ANY)
              .capability(SIZE)
              .numContainers(count)
              .allocationRequestId(id)
              .build());
    }
    SplitLedgerAdapter.Destinations places =
        new SplitLedgerAdapter.Destinations(
            Collections.singletonMap(A, 1f),
            Collections.emptySet(),
            Collections.emptySet(),
            A,
            null);
    List<ResourceRequest> toSend =
        book.split(requests, places, 1).getOrDefault(A, Collections.emptyList());
    AllocateResponse response =
        relayer.allocate(AllocateRequest.newInstance(0, 0, toSend, null, null));
    book.answered(A, response);
    response.getAllocatedContainers().forEach(each -> book.isWanted(each, A, null, 1));
    return new ArrayList<>(received);
  }

  private void register(long requestId) throws Exception {
    id = requestId;
    relayer.registerApplicationMaster(RegisterApplicationMasterRequest.newInstance("", 0, ""));
  }

  @Test
  public void grantedRequestIsNotRepeatedAfterAFailover() throws Exception {
    register(0);
    granting = 5;
    assertEquals(Arrays.asList(5), call(5));
    call(0);
    failsOver = true;
    assertEquals(Collections.emptyList(), call());
  }

  @Test
  public void remainingRequestIsRepeatedAfterAFailover() throws Exception {
    register(-1);
    granting = 3;
    assertEquals(Arrays.asList(5), call(5));
    call(2);
    failsOver = true;
    assertEquals(Arrays.asList(2), call());
  }
}
