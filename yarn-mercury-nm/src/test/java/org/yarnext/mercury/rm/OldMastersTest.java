// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.rm;

import static org.junit.Assert.assertEquals;

import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.thirdparty.protobuf.UnknownFieldSet;
import org.apache.hadoop.util.Time;
import org.apache.hadoop.yarn.api.ApplicationMasterProtocol;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterRequest;
import org.apache.hadoop.yarn.api.protocolrecords.impl.pb.AllocateRequestPBImpl;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.proto.YarnProtos.PriorityProto;
import org.apache.hadoop.yarn.proto.YarnProtos.ResourceProto;
import org.apache.hadoop.yarn.proto.YarnProtos.ResourceRequestProto;
import org.apache.hadoop.yarn.proto.YarnServiceProtos.AllocateRequestProto;
import org.apache.hadoop.yarn.security.AMRMTokenIdentifier;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.junit.After;
import org.junit.Test;
import org.yarnext.mercury.application.AttemptRegistry;

/**
 * Masters built on Hadoop before 2.9, whose asks have no execution type, and masters of later
 * versions, whose asks have more than we know: in the chain of the stock ResourceManager, with our
 * processors in every mode.
 */
public class OldMastersTest {
  private static final long PATIENCE_MS = 120_000;

  private final Configuration conf = EmbeddedResourceManager.configuration();
  private EmbeddedResourceManager rm;

  @After
  public void stop() {
    if (rm != null) {
      AttemptRegistry.forget(rm.getRMContext());
      rm.stop();
    }
    DefaultMetricsSystem.shutdown();
  }

  @Test
  public void oldMastersRunAsGuaranteedInModeOff() throws Exception {
    runs("off", MercuryAmsProcessor.class);
  }

  @Test
  public void oldMastersRunAsGuaranteedInShadowMode() throws Exception {
    runs("shadow", PromotionProcessor.class, MercuryAmsProcessor.class);
  }

  @Test
  public void oldMastersRunAsGuaranteedInModeOn() throws Exception {
    runs("on", PromotionProcessor.class, MercuryAmsProcessor.class);
  }

  @Test
  public void oldMastersRunAsGuaranteedWithPromotionOnly() throws Exception {
    runs("off", PromotionProcessor.class);
  }

  @Test
  public void oldMastersRunAsGuaranteedWithARefusedConfiguration() throws Exception {
    conf.set("yarn.mercury.hybrid.policy", "mostly");
    runs("on", PromotionProcessor.class, MercuryAmsProcessor.class);
  }

  private void runs(String mode, Class<?>... processors) throws Exception {
    List<String> names = new ArrayList<>();
    for (Class<?> processor : processors) {
      names.add(processor.getName());
    }
    conf.setStrings(
        YarnConfiguration.RM_APPLICATION_MASTER_SERVICE_PROCESSORS, names.toArray(new String[0]));
    conf.setBoolean(YarnConfiguration.RM_AUTO_UPDATE_CONTAINERS, true);
    for (String feature : new String[] {"hybrid", "placement", "promotion"}) {
      conf.set("yarn.mercury." + feature + ".mode", mode);
    }
    rm = EmbeddedResourceManager.start(conf);
    NodeId node = rm.register("10.0.0.1", Resource.newInstance(8192, 8));
    ApplicationAttemptId attempt = rm.submit(Collections.emptySet());
    call(
        attempt,
        service ->
            service.registerApplicationMaster(
                RegisterApplicationMasterRequest.newInstance("localhost", 1, "")));
    List<Container> got = new ArrayList<>();
    int responseId = 0;
    long end = Time.monotonicNow() + PATIENCE_MS;
    while (got.size() < 2 && Time.monotonicNow() < end) {
      AllocateRequest request = responseId == 0 ? oldRequest() : emptyRequest(responseId);
      got.addAll(call(attempt, service -> service.allocate(request).getAllocatedContainers()));
      responseId++;
      rm.heartbeat(node, 0);
    }
    assertEquals(2, got.size());
    for (Container c : got) {
      assertEquals(ExecutionType.GUARANTEED, c.getExecutionType());
    }
  }

  /**
   * Returns an old client's request: without execution type, label and request id, and with an
   * unknown field.
   */
  private static AllocateRequest oldRequest() {
    UnknownFieldSet unknown =
        UnknownFieldSet.newBuilder()
            .addField(1000, UnknownFieldSet.Field.newBuilder().addVarint(7).build())
            .build();
    ResourceRequestProto ask =
        ResourceRequestProto.newBuilder()
            .setPriority(PriorityProto.newBuilder().setPriority(1))
            .setResourceName("*")
            .setCapability(ResourceProto.newBuilder().setMemory(1024).setVirtualCores(1))
            .setNumContainers(2)
            .setUnknownFields(unknown)
            .build();
    return new AllocateRequestPBImpl(
        AllocateRequestProto.newBuilder().addAsk(ask).setResponseId(0).setProgress(0).build());
  }

  private static AllocateRequest emptyRequest(int responseId) {
    return new AllocateRequestPBImpl(
        AllocateRequestProto.newBuilder().setResponseId(responseId).setProgress(0).build());
  }

  private interface Call<T> {
    T on(ApplicationMasterProtocol service) throws Exception;
  }

  private <T> T call(ApplicationAttemptId attempt, Call<T> call) throws Exception {
    RMApp app = rm.getRMContext().getRMApps().get(attempt.getApplicationId());
    Token<AMRMTokenIdentifier> token = app.getRMAppAttempt(attempt).getAMRMToken();
    UserGroupInformation master = UserGroupInformation.createRemoteUser(attempt.toString());
    master.addTokenIdentifier(token.decodeIdentifier());
    return master.doAs(
        (PrivilegedExceptionAction<T>) () -> call.on(rm.getApplicationMasterService()));
  }
}
