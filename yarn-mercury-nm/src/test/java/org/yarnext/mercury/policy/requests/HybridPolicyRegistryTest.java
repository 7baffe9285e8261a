// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.requests;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import org.junit.Test;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.queue.QueueSettings;
import org.yarnext.mercury.policy.RequestReason;

public class HybridPolicyRegistryTest {
  private final HybridPolicyRegistry choice =
      new HybridPolicyRegistry(
          HybridPolicy.ONLY_GUARANTEED,
          QueueSettings.parse(
              "root.a: only-Q; root.a.b:hybrid-GQ(10s, 80%);leaf:50%-Q", HybridPolicy::parse));

  private void assertChoice(String policy, RequestReason reason, Decision<HybridPolicy> actual) {
    assertEquals(policy, actual.value().toString());
    assertEquals(reason, actual.reason());
  }

  @Test
  public void tagPrecedesTheQueueAndTheQueueTheDefault() {
    assertChoice(
        "hybrid-GQ(10s, 80%)",
        RequestReason.POLICY_BY_TAG,
        choice.choose(Arrays.asList("x", "yarnext.mercury.policy=hybrid-gq(10s/80%)"), "root.a"));
    assertChoice(
        "only-Q", RequestReason.POLICY_BY_QUEUE, choice.choose(Collections.emptySet(), "root.a"));
    assertChoice(
        "only-G", RequestReason.POLICY_BY_DEFAULT, choice.choose(Collections.emptySet(), "root.z"));
  }

  @Test
  public void applicationTypePrecedesTheQueueAndFollowsTheTag() {
    String type = HybridPolicyRegistry.TYPE_PREFIX + "SPARK";
    Decision<HybridPolicy> d = choice.choose(Collections.singleton(type), "root.a");
    assertChoice("only-G", RequestReason.POLICY_BY_TYPE, d);
    assertEquals("SPARK", d.inputs().get("type"));
    assertChoice(
        "50%-Q",
        RequestReason.POLICY_BY_TAG,
        choice.choose(Arrays.asList(type, "yarnext.mercury.policy=50%-Q"), "root.a"));
    assertChoice(
        "only-G",
        RequestReason.POLICY_BY_TYPE,
        choice.choose(Arrays.asList(type, "yarnext.mercury.policy=fast"), "root.a"));
  }

  @Test
  public void invalidTagIsReportedAndIgnored() {
    Decision<HybridPolicy> d =
        choice.choose(Collections.singleton("yarnext.mercury.policy=fast"), "root.a");
    assertChoice("only-Q", RequestReason.POLICY_TAG_INVALID, d);
    assertEquals("fast", d.inputs().get("tag"));
  }

  @Test
  public void queueInheritsTheSettingOfItsParentOrItsName() {
    QueueSettings<Integer> q = QueueSettings.parse("root.a:1;root.a.b:2;leaf:3;", Integer::valueOf);
    assertEquals(1, (int) q.get("root.a.c.d"));
    assertEquals(2, (int) q.get("root.a.b.c"));
    assertEquals(3, (int) q.get("root.x.leaf"));
    assertEquals(3, (int) q.get("leaf"));
    assertNull(q.get("root"));
    assertNull(q.get("a"));
  }

  @Test
  public void invalidSettingIsRefusedWithItsQueueAndPart() {
    assertMessage("\"only-Q\"", "only-Q");
    assertMessage("\":only-Q\"", ":only-Q");
    assertMessage("Queue a: \"never\"", "a:never");
    assertMessage("Queue a is set twice", "a:only-Q;a:only-G");
  }

  private static void assertMessage(String part, String text) {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class, () -> QueueSettings.parse(text, HybridPolicy::parse));
    assertTrue(e.getMessage(), e.getMessage().contains(part));
  }
}
