// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.records;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.UnknownFieldSet;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.ExecutionTypeRequest;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.impl.pb.ResourceRequestPBImpl;
import org.apache.hadoop.yarn.proto.YarnProtos.ExecutionTypeRequestProto;
import org.apache.hadoop.yarn.proto.YarnProtos.PriorityProto;
import org.apache.hadoop.yarn.proto.YarnProtos.ResourceProto;
import org.apache.hadoop.yarn.proto.YarnProtos.ResourceRequestProto;
import org.junit.Test;

public class ResourceRequestDefaultsTest {
  /** A request as a client of Hadoop 2.7 sends it. */
  private static ResourceRequestProto.Builder old() {
    return ResourceRequestProto.newBuilder()
        .setPriority(PriorityProto.newBuilder().setPriority(20))
        .setResourceName("*")
        .setCapability(ResourceProto.newBuilder().setMemory(1024).setVirtualCores(1))
        .setNumContainers(3);
  }

  @Test
  public void missingExecutionTypeIsGuaranteed() {
    ResourceRequest request = new ResourceRequestPBImpl(old().build());
    assertNull(request.getExecutionTypeRequest());
    ResourceRequestDefaults.fill(Collections.singleton(request));
    assertEquals(ExecutionTypeRequest.newInstance(), request.getExecutionTypeRequest());
    assertEquals(3, request.getNumContainers());
    assertEquals(1024, request.getCapability().getMemorySize());
    assertNull(request.getNodeLabelExpression());
  }

  @Test
  public void unknownExecutionTypeIsGuaranteed() {
    UnknownFieldSet later =
        UnknownFieldSet.newBuilder()
            .addField(1, UnknownFieldSet.Field.newBuilder().addVarint(7).build())
            .build();
    ResourceRequest request =
        new ResourceRequestPBImpl(
            old()
                .setExecutionTypeRequest(
                    ExecutionTypeRequestProto.newBuilder()
                        .setUnknownFields(later)
                        .setEnforceExecutionType(true))
                .build());
    ResourceRequestDefaults.fill(Collections.singleton(request));
    assertEquals(ExecutionType.GUARANTEED, request.getExecutionTypeRequest().getExecutionType());
    assertTrue(request.getExecutionTypeRequest().getEnforceExecutionType());
  }

  @Test
  public void presentFieldsAreKept() {
    UnknownFieldSet unknown =
        UnknownFieldSet.newBuilder()
            .addField(
                900,
                UnknownFieldSet.Field.newBuilder()
                    .addLengthDelimited(ByteString.copyFromUtf8("later"))
                    .build())
            .build();
    ResourceRequest request = new ResourceRequestPBImpl(old().setUnknownFields(unknown).build());
    ResourceRequest opportunistic = new ResourceRequestPBImpl(old().build());
    opportunistic.setExecutionTypeRequest(
        ExecutionTypeRequest.newInstance(ExecutionType.OPPORTUNISTIC, true));
    ResourceRequestDefaults.fill(Arrays.asList(request, null, opportunistic));
    assertEquals(unknown, ((ResourceRequestPBImpl) request).getProto().getUnknownFields());
    assertFalse(request.getExecutionTypeRequest().getEnforceExecutionType());
    assertEquals(
        ExecutionTypeRequest.newInstance(ExecutionType.OPPORTUNISTIC, true),
        opportunistic.getExecutionTypeRequest());
  }

  @Test
  public void missingListIsAllowed() {
    ResourceRequestDefaults.fill(null);
  }
}
