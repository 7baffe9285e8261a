// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.application;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterResponse;
import org.apache.hadoop.yarn.api.protocolrecords.impl.pb.AllocateResponsePBImpl;
import org.apache.hadoop.yarn.api.protocolrecords.impl.pb.RegisterApplicationMasterResponsePBImpl;
import org.apache.hadoop.yarn.api.records.NMToken;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Token;
import org.apache.hadoop.yarn.util.Records;
import org.junit.Test;
import org.yarnext.mercury.policy.ResourceVector;

public class RegistrationRecordTest {
  private static final String POLICY = "yarnext.mercury.policy=hybrid-gq(10s/80%)";

  private final Set<String> labels = new HashSet<>(Arrays.asList("gpu", "fast"));

  private final RegisterApplicationMasterResponse response =
      Records.newRecord(RegisterApplicationMasterResponse.class);

  /** Returns the response as the other daemon reads it. */
  private static RegisterApplicationMasterResponse sent(RegisterApplicationMasterResponse r) {
    return new RegisterApplicationMasterResponsePBImpl(
        ((RegisterApplicationMasterResponsePBImpl) r).getProto());
  }

  @Test
  public void recordIsReadBackAndHiddenFromTheMaster() {
    response.setResourceProfiles(Collections.singletonMap("large", Requests.SIZE));
    response.setQueue("adhoc");
    RegistrationRecord.add(
        Arrays.asList("mr", POLICY, "Yarnext.Mercury.Other=1"),
        "root.Users.adhoc",
        "gpu",
        labels,
        ResourceVector.of(16_384, 8),
        response);
    RegisterApplicationMasterResponse received = sent(response);
    Set<String> expected = new HashSet<>(Arrays.asList(POLICY, "Yarnext.Mercury.Other=1"));
    RegistrationRecord taken = RegistrationRecord.take(received);
    assertEquals(expected, taken.tags());
    assertEquals("root.Users.adhoc", taken.queue());
    assertEquals("gpu", taken.defaultLabel());
    assertEquals(labels, taken.acceptedLabels());
    assertEquals(ResourceVector.of(16_384, 8), taken.smallestNode());
    assertEquals("adhoc", received.getQueue());
    assertEquals(
        Collections.singletonMap("large", Requests.SIZE), sent(received).getResourceProfiles());
    RegistrationRecord again = RegistrationRecord.take(received);
    assertTrue("only once", again.tags().isEmpty());
    assertEquals("as stock says", "adhoc", again.queue());
    assertNull(again.defaultLabel());
    assertNull(again.acceptedLabels());
    assertNull(again.smallestNode());
  }

  @Test
  public void moveIsReadBackAndHiddenFromTheMaster() {
    AllocateResponse answer = Records.newRecord(AllocateResponse.class);
    NMToken others =
        NMToken.newInstance(
            NodeId.newInstance("host", 1), Token.newInstance(new byte[0], "k", new byte[0], "s"));
    answer.setNMTokens(Collections.singletonList(others));
    assertNull("as a rule", RegistrationRecord.takeQueue(sent(answer)));
    RegistrationRecord.addQueue("root.a b", "gpu", labels, ResourceVector.of(16_384, 8), answer);
    AllocateResponse received = sent(answer);
    RegistrationRecord moved = RegistrationRecord.takeQueue(received);
    assertEquals("root.a b", moved.queue());
    assertEquals("gpu", moved.defaultLabel());
    assertEquals(labels, moved.acceptedLabels());
    assertEquals(ResourceVector.of(16_384, 8), moved.smallestNode());
    assertEquals(Collections.singletonList(others), sent(received).getNMTokens());
    assertNull("only once", RegistrationRecord.takeQueue(received));
  }

  private static AllocateResponse sent(AllocateResponse r) {
    return new AllocateResponsePBImpl(((AllocateResponsePBImpl) r).getProto());
  }

  @Test
  public void tagsCannotOverrideTheQueue() {
    response.setQueue("root.a");
    RegistrationRecord.add(
        Arrays.asList("yarnext.mercury/queue=root.b", "yarnext.mercury.queue=root.b"),
        "root.a",
        null,
        null,
        null,
        response);
    assertEquals("root.a", RegistrationRecord.take(sent(response)).queue());
  }

  @Test
  public void responseWithoutARecordIsStock() {
    RegisterApplicationMasterResponsePBImpl answer =
        (RegisterApplicationMasterResponsePBImpl) response;
    answer.setQueue("root.default");
    RegistrationRecord.add(
        Arrays.asList("mr", "mercury"), "root.default", null, null, null, answer);
    assertFalse(answer.getProto().hasResourceProfiles());
    assertTrue(RegistrationRecord.take(sent(answer)).tags().isEmpty());
  }

  @Test
  public void emptyDefaultLabelIsSent() {
    response.setQueue("root.a");
    List<String> tags = Arrays.asList("yarnext.mercury/label=x");
    RegistrationRecord.add(tags, "root.a", "", Collections.emptySet(), null, response);
    RegisterApplicationMasterResponse received = sent(response);
    RegistrationRecord taken = RegistrationRecord.take(received);
    assertEquals("", taken.defaultLabel());
    assertFalse("no label at all", taken.acceptedLabels().contains("gpu"));
    assertTrue(received.getResourceProfiles().isEmpty());
  }
}
