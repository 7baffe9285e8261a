// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.amrmproxy.stock;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.UnknownFieldSet;
import org.apache.hadoop.yarn.api.ApplicationMasterProtocol;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.protocolrecords.FinishApplicationMasterRequest;
import org.apache.hadoop.yarn.api.protocolrecords.FinishApplicationMasterResponse;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterRequest;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterResponse;
import org.apache.hadoop.yarn.api.protocolrecords.impl.pb.AllocateRequestPBImpl;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.proto.YarnProtos.ExecutionTypeRequestProto;
import org.apache.hadoop.yarn.proto.YarnProtos.PriorityProto;
import org.apache.hadoop.yarn.proto.YarnProtos.ResourceProto;
import org.apache.hadoop.yarn.proto.YarnProtos.ResourceRequestProto;
import org.apache.hadoop.yarn.proto.YarnServiceProtos.AllocateRequestProto;
import org.apache.hadoop.yarn.server.federation.policies.dao.WeightedPolicyInfo;
import org.apache.hadoop.yarn.server.federation.store.impl.MemoryFederationStateStore;
import org.apache.hadoop.yarn.server.federation.store.records.SetSubClusterPolicyConfigurationRequest;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterId;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterIdInfo;
import org.apache.hadoop.yarn.server.federation.utils.FederationStateStoreFacade;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.apache.hadoop.yarn.server.nodemanager.amrmproxy.AMRMProxyApplicationContext;
import org.apache.hadoop.yarn.server.nodemanager.amrmproxy.FederationInterceptor;
import org.apache.hadoop.yarn.util.Records;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.yarnext.federation.HydraPolicyManager;
import org.yarnext.federation.SubClusterRecords;
import org.yarnext.federation.amrmproxy.SplitInterceptor;

/** Calls of masters of any Hadoop version pass through YARN's own interceptor in every mode. */
@RunWith(Parameterized.class)
public class ClientVersionsTest {
  private static final SubClusterId HOME = SubClusterId.newInstance("a");
  private static final UnknownFieldSet LATER =
      UnknownFieldSet.newBuilder()
          .addField(
              900,
              UnknownFieldSet.Field.newBuilder()
                  .addLengthDelimited(ByteString.copyFromUtf8("later"))
                  .build())
          .build();

  @Parameterized.Parameters(name = "{0}")
  public static List<String> modes() {
    return Arrays.asList("off", "shadow", "on");
  }

  private final String mode;
  private final BlockingQueue<AllocateRequest> sent = new LinkedBlockingQueue<>();
  private final Map<String, ResourceRequest> arrived = new TreeMap<>();
  private final SplitInterceptor interceptor = new SplitInterceptor();
  private int calls;

  public ClientVersionsTest(String mode) {
    this.mode = mode;
  }

  /** Keeps what it is asked. */
  private final class HomeResourceManager implements ApplicationMasterProtocol {
    @Override
    public RegisterApplicationMasterResponse registerApplicationMaster(
        RegisterApplicationMasterRequest request) {
      RegisterApplicationMasterResponse response =
          Records.newRecord(RegisterApplicationMasterResponse.class);
      response.setQueue("q");
      return response;
    }

    @Override
    public AllocateResponse allocate(AllocateRequest request) {
      sent.add(request);
      AllocateResponse response = Records.newRecord(AllocateResponse.class);
      response.setAvailableResources(Resource.newInstance(1 << 20, 100));
      return response;
    }

    @Override
    public FinishApplicationMasterResponse finishApplicationMaster(
        FinishApplicationMasterRequest request) {
      return FinishApplicationMasterResponse.newInstance(true);
    }
  }

  @Before
  public void register() throws Exception {
    Configuration conf = new Configuration();
    conf.set("yarn.federation.cache-ttl.secs", "0");
    conf.setLong(YarnConfiguration.FEDERATION_AMRMPROXY_HB_MAX_WAIT_MS, 1);
    conf.set(YarnConfiguration.RM_CLUSTER_ID, HOME.getId());
    conf.set("yarn.federation.policies.split.mode", mode);
    MemoryFederationStateStore store = new MemoryFederationStateStore();
    store.init(conf);
    FederationStateStoreFacade facade = FederationStateStoreFacade.getInstance(conf);
    facade.reinitialize(store, conf);
    SubClusterRecords.register(store, HOME);
    WeightedPolicyInfo weights = new WeightedPolicyInfo();
    weights.setRouterPolicyWeights(Collections.singletonMap(new SubClusterIdInfo(HOME), 1f));
    weights.setAMRMPolicyWeights(Collections.singletonMap(new SubClusterIdInfo(HOME), 1f));
    HydraPolicyManager manager = new HydraPolicyManager();
    manager.setQueue("q");
    manager.setWeightedPolicyInfo(weights);
    store.setPolicyConfiguration(
        SetSubClusterPolicyConfigurationRequest.newInstance(manager.serializeConf()));

    AMRMProxyApplicationContext context = mock(AMRMProxyApplicationContext.class);
    when(context.getConf()).thenReturn(conf);
    when(context.getNMContext()).thenReturn(mock(Context.class));
    when(context.getUser()).thenReturn("anna");
    when(context.getApplicationAttemptId())
        .thenReturn(ApplicationAttemptId.newInstance(ApplicationId.newInstance(1, 1), 1));
    interceptor.setNextInterceptor(
        new FederationInterceptor() {
          @Override
          protected <T> T createHomeRMProxy(
              AMRMProxyApplicationContext application,
              Class<T> protocol,
              UserGroupInformation user) {
            return protocol.cast(new HomeResourceManager());
          }
        });
    interceptor.init(context);
    interceptor.registerApplicationMaster(
        RegisterApplicationMasterRequest.newInstance("h", 1, "http://h"));
  }

  /** YARN's own shutdown throws while asks of several priorities without an id are outstanding. */
  @After
  public void cancelAllAndShutdown() throws Exception {
    call(request(0, "*", 0), request(10, "*", 0), request(20, "*", 0));
    interceptor.shutdown();
  }

  /** A request as a client of Hadoop 2.7 sends it. */
  private static ResourceRequestProto.Builder request(int priority, String name, int count) {
    return ResourceRequestProto.newBuilder()
        .setPriority(PriorityProto.newBuilder().setPriority(priority))
        .setResourceName(name)
        .setCapability(ResourceProto.newBuilder().setMemory(1024).setVirtualCores(1))
        .setNumContainers(count)
        .setRelaxLocality(true);
  }

  private void call(ResourceRequestProto.Builder... requests) throws Exception {
    AllocateRequestProto.Builder request =
        AllocateRequestProto.newBuilder().setResponseId(calls++).setProgress(0.1f);
    for (ResourceRequestProto.Builder resourceRequest : requests) {
      request.addAsk(resourceRequest);
    }
    call(new AllocateRequestPBImpl(request.build()));
  }

  /** The interceptor sends on another thread. */
  private void call(AllocateRequest request) throws Exception {
    arrived.clear();
    interceptor.allocate(request);
    AllocateRequest onward = sent.poll(60, TimeUnit.SECONDS);
    assertNotNull("nothing was sent on", onward);
    for (ResourceRequest resourceRequest : onward.getAskList()) {
      arrived.put(
          resourceRequest.getPriority() + " " + resourceRequest.getResourceName(), resourceRequest);
    }
  }

  private void assertArrived(int priority, String name, int count) {
    ResourceRequest resourceRequest = arrived.get(priority + " " + name);
    assertEquals(
        arrived.toString(),
        count,
        resourceRequest == null ? -1 : resourceRequest.getNumContainers());
    assertEquals(Resource.newInstance(1024, 1), resourceRequest.getCapability());
    assertEquals(
        ExecutionType.GUARANTEED, resourceRequest.getExecutionTypeRequest().getExecutionType());
    assertNull(resourceRequest.getNodeLabelExpression());
  }

  @Test
  public void requestsWithoutAnExecutionTypeArriveAsGuaranteed() throws Exception {
    call(
        request(20, "h1", 1),
        request(20, "/default-rack", 1),
        request(20, "*", 3),
        request(10, "*", 2));
    assertArrived(20, "h1", 1);
    assertArrived(20, "/default-rack", 1);
    assertArrived(20, "*", 3);
    assertArrived(10, "*", 2);
    call(request(20, "*", 1));
    assertArrived(20, "*", 1);
  }

  @Test
  public void cancelledAndRepeatedRequestsArrive() throws Exception {
    call(request(20, "*", 3).setAllocationRequestId(0));
    call(request(20, "*", 0).setAllocationRequestId(0));
    assertArrived(20, "*", 0);
    call(request(20, "*", 5).setAllocationRequestId(0));
    assertArrived(20, "*", 5);
    call(request(20, "*", 7).setAllocationRequestId(0));
    assertArrived(20, "*", 7);
  }

  @Test
  public void unknownExecutionTypeArrivesAsGuaranteed() throws Exception {
    UnknownFieldSet type =
        UnknownFieldSet.newBuilder()
            .addField(1, UnknownFieldSet.Field.newBuilder().addVarint(7).build())
            .build();
    call(
        request(20, "*", 3)
            .setExecutionTypeRequest(
                ExecutionTypeRequestProto.newBuilder().setUnknownFields(type)));
    assertArrived(20, "*", 3);
  }

  @Test
  public void unknownFieldsAreHarmless() throws Exception {
    call(
        request(20, "*", 3)
            .setUnknownFields(LATER)
            .setPriority(PriorityProto.newBuilder().setPriority(20).setUnknownFields(LATER))
            .setCapability(
                ResourceProto.newBuilder()
                    .setMemory(1024)
                    .setVirtualCores(1)
                    .setUnknownFields(LATER))
            .setExecutionTypeRequest(
                ExecutionTypeRequestProto.newBuilder().setUnknownFields(LATER)));
    assertArrived(20, "*", 3);
    call(request(20, "*", 2));
    assertArrived(20, "*", 2);
  }

  @Test
  public void requestOfAnotherRecordTypeArrivesWithTheOthers() throws Exception {
    ResourceRequest now = ResourceRequest.newBuilder().build();
    now.setNumContainers(4);
    now.setCapability(Resource.newInstance(1024, 1));
    AllocateRequest request =
        new AllocateRequestPBImpl(
            AllocateRequestProto.newBuilder()
                .setResponseId(calls++)
                .addAsk(request(20, "*", 3))
                .build());
    List<ResourceRequest> requests = new ArrayList<>(request.getAskList());
    requests.add(now);
    request.setAskList(requests);
    call(request);
    assertArrived(20, "*", 3);
    assertArrived(0, "*", 4);
  }
}
