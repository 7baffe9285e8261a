// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.rm;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.Assert.assertEquals;

import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.yarn.server.federation.policies.manager.UniformBroadcastPolicyManager;
import org.apache.hadoop.yarn.server.federation.store.impl.MemoryFederationStateStore;
import org.apache.hadoop.yarn.server.federation.store.records.GetSubClusterPolicyConfigurationRequest;
import org.apache.hadoop.yarn.server.federation.store.records.SetSubClusterPolicyConfigurationRequest;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterPolicyConfiguration;
import org.apache.hadoop.yarn.server.federation.utils.FederationStateStoreFacade;
import org.junit.Test;
import org.yarnext.federation.HydraPolicyManager;
import org.yarnext.federation.SubClusterRecords;
import org.yarnext.federation.control.PolicyParameters;
import org.yarnext.federation.control.PolicyPublisher;
import org.yarnext.federation.control.PolicyWeights;

/** Rules of shares that are published, staged and taken back. */
public class ShareRulesTest extends ShareEnforcerTestBase {
  private void publish(PolicyPublisher book, boolean staged, String... parameters)
      throws Exception {
    Map<String, String> values = new HashMap<>();
    for (String each : parameters) {
      values.put(each.split("=")[0], each.split("=")[1]);
    }
    Map<String, Float> all = Collections.singletonMap("x", 1f);
    PolicyWeights policy = PolicyWeights.of(all, all).with(PolicyParameters.of(values));
    if (staged) {
      book.stage(Collections.singleton("root"), Collections.singleton("x"), policy);
    } else {
      book.set(Collections.singleton("root"), policy);
    }
  }

  private void subCluster() throws Exception {
    MemoryFederationStateStore states = new MemoryFederationStateStore();
    states.init(conf);
    FederationStateStoreFacade.getInstance(conf).reinitialize(states, conf);
    SubClusterRecords.register(states, "x");
  }

  @Test
  public void publishedRulesApplyFromTheNextRound() throws Exception {
    subCluster();
    ShareEnforcer enforcer = enforcer();
    try (PolicyPublisher book = PolicyPublisher.open(conf)) {
      publish(book, false, "share.max-step=5");
      grant(10, 30, 60);
      enforcer.editSchedule();
      assertEquals(35, capacity("root.a"), EXACT);
      publish(book, true, "share.max-step=100", "share.floor=0.5");
      enforcer.editSchedule();
      assertEquals(
          "half of what is configured, and half of the share", 25, capacity("root.a"), EXACT);
      book.rollback(Collections.singleton("root"));
      enforcer.editSchedule();
      assertEquals("as published", 20, capacity("root.a"), EXACT);
      publish(book, false, "share.pause=1h");
      enforcer.editSchedule();
      assertEquals("as configured but for the pause", 20, capacity("root.a"), EXACT);
      book.rollback(Collections.singleton("root"));
      enforcer.editSchedule();
      assertEquals(15, capacity("root.a"), EXACT);
    }
  }

  @Test
  public void rulesStagedOverAForeignPolicyAreRolledBack() throws Exception {
    subCluster();
    ShareEnforcer enforcer = enforcer();
    putInForce(UniformBroadcastPolicyManager.class, new byte[0]);
    try (PolicyPublisher book = PolicyPublisher.open(conf)) {
      publish(book, true, "share.max-step=5");
      grant(10, 30, 60);
      enforcer.editSchedule();
      assertEquals(35, capacity("root.a"), EXACT);
      book.rollback(Collections.singleton("root"));
      enforcer.editSchedule();
      assertEquals("as configured", 10, capacity("root.a"), EXACT);
    }
  }

  @Test
  public void refusedRulesChangeNothing() throws Exception {
    subCluster();
    ShareEnforcer enforcer = enforcer();
    try (PolicyPublisher book = PolicyPublisher.open(conf)) {
      publish(book, false, "share.max-step=5");
      byte[] good = inForce();
      byte[] bad = new String(good, ISO_8859_1).replace("\"5\"", "\"x\"").getBytes(ISO_8859_1);
      assertEquals(good.length, bad.length);
      putInForce(bad);
      grant(10, 30, 60);
      enforcer.editSchedule();
      assertEquals("as configured", 10, capacity("root.a"), EXACT);
      putInForce(good);
      grant(40, 30, 30);
      enforcer.editSchedule();
      assertEquals(15, capacity("root.a"), EXACT);
      putInForce(bad);
      enforcer.editSchedule();
      assertEquals("those that held", 20, capacity("root.a"), EXACT);
    }
  }

  private byte[] inForce() throws Exception {
    ByteBuffer parameters =
        FederationStateStoreFacade.getInstance(conf)
            .getStateStore()
            .getPolicyConfiguration(GetSubClusterPolicyConfigurationRequest.newInstance("root"))
            .getPolicyConfiguration()
            .getParams();
    byte[] bytes = new byte[parameters.remaining()];
    parameters.duplicate().get(bytes);
    return bytes;
  }

  /** Puts a policy in force by YARN's own call. */
  private void putInForce(byte[] parameters) throws Exception {
    putInForce(HydraPolicyManager.class, parameters);
  }

  private void putInForce(Class<?> manager, byte[] parameters) throws Exception {
    FederationStateStoreFacade.getInstance(conf)
        .getStateStore()
        .setPolicyConfiguration(
            SetSubClusterPolicyConfigurationRequest.newInstance(
                SubClusterPolicyConfiguration.newInstance(
                    "root", manager.getName(), ByteBuffer.wrap(parameters))));
  }

  @Test
  public void foreignPolicyRemovesTheEarlierRules() throws Exception {
    subCluster();
    ShareEnforcer enforcer = enforcer();
    try (PolicyPublisher book = PolicyPublisher.open(conf)) {
      publish(book, false, "share.max-step=5");
      grant(10, 30, 60);
      enforcer.editSchedule();
      assertEquals(35, capacity("root.a"), EXACT);
      putInForce(new byte[0]);
      enforcer.editSchedule();
      assertEquals("as configured", 10, capacity("root.a"), EXACT);
    }
  }

  /** The command dies, or the state store fails, after the publication was counted. */
  @Test
  public void rulesOfAFailedPublicationDoNotApply() throws Exception {
    subCluster();
    ShareEnforcer enforcer = enforcer();
    try (PolicyPublisher book = PolicyPublisher.open(conf)) {
      publish(book, false, "share.max-step=5");
      byte[] before = inForce();
      publish(book, false, "share.max-step=20");
      putInForce(before);
      grant(10, 30, 60);
      enforcer.editSchedule();
      assertEquals(35, capacity("root.a"), EXACT);
    }
  }
}
