// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.amrmproxy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.server.federation.policies.FederationPolicyInitializationContext;
import org.apache.hadoop.yarn.server.federation.policies.amrmproxy.FederationAMRMProxyPolicy;
import org.apache.hadoop.yarn.server.federation.policies.exceptions.FederationPolicyInitializationException;
import org.apache.hadoop.yarn.server.federation.policies.manager.UniformBroadcastPolicyManager;
import org.apache.hadoop.yarn.server.federation.policies.manager.WeightedLocalityPolicyManager;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterPolicyConfiguration;
import org.junit.Test;
import org.yarnext.federation.HydraPolicyManager;
import org.yarnext.federation.control.PolicyPublisher;
import org.yarnext.federation.control.PolicyWeights;

/** Policies and parameters published while applications run. */
public class PublishedPolicyTest extends SplitInterceptorTestBase {
  /** Waits until a number of policies were taken over and requests have stopped moving. */
  private void settle(long taken) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
    while (taken("PoliciesAdopted") < taken) {
      assertTrue("not told of it", System.nanoTime() < end);
      SplitHook.of(conf).policies().reload();
      call();
    }
    for (int i = 0; i < 4; i++) {
      call();
    }
  }

  private long taken(String metric) {
    return SplitHook.of(conf).log().metrics().snapshot().get(metric).longValue();
  }

  @Test
  public void publishedPolicyReachesARunningApplication() throws Exception {
    conf.set("yarn.federation.policies.split.policy-interval", "0");
    start();
    call(request("*", 4));
    assertEquals("{a=*=2, b=*=2}", federation.sent.toString());
    publish(weighted(new HydraPolicyManager(), 1, 0).serializeConf());
    call();
    assertEquals("b is told first", "{b=*=0}", federation.sent.toString());
    call();
    assertEquals("it may not have heard yet", "{}", federation.sent.toString());
    call();
    assertEquals("{a=*=0 *=4}", federation.sent.toString());
    call(request("*", 6));
    assertEquals("{a=*=0 *=6}", federation.sent.toString());
    publish(weighted(new HydraPolicyManager(), 0, 1).serializeConf());
    call();
    assertEquals("the home, too", "{a=*=0}", federation.sent.toString());
  }

  @Test
  public void stagedPolicyPrecedesThePublishedPolicy() throws Exception {
    conf.addResource(zooKeeper.conf());
    conf.set("yarn.federation.policies.split.policy-interval", "0");
    conf.set("yarn.federation.policies.split.staging", "true");
    start();
    call(request("*", 4));
    try (PolicyPublisher book = PolicyPublisher.open(conf)) {
      Map<String, Float> all = Collections.singletonMap("a", 1f);
      book.set(
          Collections.singleton("q"), PolicyWeights.of(all, Collections.singletonMap("b", 1f)));
      book.stage(
          Collections.singleton("q"), Collections.singleton("a"), PolicyWeights.of(all, all));
      settle(1);
      call(request("*", 5));
      assertEquals("{a=*=0 *=5}", federation.sent.toString());
      assertCounted(1, "StagedPoliciesAdopted");
      book.rollback(Collections.singleton("q"));
      settle(2);
      call(request("*", 6));
      assertEquals("{b=*=0 *=6}", federation.sent.toString());
      assertCounted(2, "PoliciesAdopted");
      assertCounted(1, "StagedPoliciesAdopted");
    }
  }

  @Test
  public void refusedPolicyChangesNothing() throws Exception {
    conf.set("yarn.federation.policies.split.policy-interval", "0");
    start();
    call(request("b1", 2), request("*", 2));
    publish(weighted(new HydraPolicyManager(), 0, 0).serializeConf());
    publish(
        SubClusterPolicyConfiguration.newInstance("q", "no.such.Manager", ByteBuffer.allocate(0)));
    call();
    assertEquals("{}", federation.sent.toString());
    call(request("b1", 3), request("*", 3));
    assertEquals("{b=*=0 b1=3 *=3}", federation.sent.toString());
  }

  /** A manager of somebody else, which parses its parameters without a limit of depth. */
  public static final class RecursivePolicyManager extends WeightedLocalityPolicyManager {
    @Override
    public FederationAMRMProxyPolicy getAMRMPolicy(
        FederationPolicyInitializationContext context, FederationAMRMProxyPolicy old)
        throws FederationPolicyInitializationException {
      int depth = depth(context.getSubClusterPolicyConfiguration().getParams().duplicate());
      throw new FederationPolicyInitializationException("it has a depth of " + depth);
    }

    private static int depth(ByteBuffer json) {
      return json.hasRemaining() && json.get() == '[' ? 1 + depth(json) : 0;
    }
  }

  @Test
  public void deeplyNestedPolicyChangesNothing() throws Exception {
    conf.set("yarn.federation.policies.split.policy-interval", "0");
    start();
    call(request("*", 4));
    assertEquals("{a=*=2, b=*=2}", federation.sent.toString());
    byte[] deep = new String(new char[200_000]).replace("\0", "[").getBytes(UTF_8);
    for (Class<?> manager :
        new Class<?>[] {RecursivePolicyManager.class, HydraPolicyManager.class}) {
      publish(
          SubClusterPolicyConfiguration.newInstance("q", manager.getName(), ByteBuffer.wrap(deep)));
      call();
      assertEquals(manager.getName(), "{}", federation.sent.toString());
    }
    assertCounted(2, "PoliciesRefused");
    assertCounted(0, "ApplicationFallbacks");
  }

  private void setRelaxation(String relaxation) {
    conf.set("yarn.federation.policies.split.policy-interval", "0");
    conf.set("yarn.federation.policies.split.relaxation", relaxation);
    conf.set("yarn.federation.policies.split.relax-after", "100ms");
  }

  /** Asks of b that wait there for longer than asks do before they move, if they do. */
  private void waitInB() throws Exception {
    federation.roomy = A;
    call(request("b1", 3), request("*", 3));
    long fromNanos = System.nanoTime();
    while (System.nanoTime() - fromNanos < TimeUnit.MILLISECONDS.toNanos(200)) {
      call();
    }
  }

  private long relaxed() {
    return SplitHook.of(conf).log().metrics().snapshot().get("RequestsRelaxed").longValue();
  }

  @Test
  public void publishedParameterAppliesToWaitingRequests() throws Exception {
    setRelaxation("none");
    start();
    waitInB();
    assertEquals("as configured", 0, relaxed());
    publish(with(weighted(new HydraPolicyManager(), 1, 1), "relaxation", "weight"));
    call();
    assertEquals("though the weights are the same", 3, relaxed());
    assertCounted(1, "PoliciesAdopted");
    assertEquals("b is told first", "{b=b1=0 *=0}", federation.sent.toString());
  }

  @Test
  public void policyWithoutTheParameterRestoresTheConfiguredValue() throws Exception {
    setRelaxation("weight");
    beginning = with(weighted(new HydraPolicyManager(), 1, 1), "relaxation", "none");
    start();
    waitInB();
    assertEquals("it began with none", 0, relaxed());
    publish(weighted(new HydraPolicyManager(), 1, 1).serializeConf());
    call();
    assertEquals(3, relaxed());
  }

  @Test
  public void publishedParameterSurvivesARestart() throws Exception {
    setRelaxation("weight");
    beginning = with(weighted(new HydraPolicyManager(), 1, 1), "relaxation", "none");
    start();
    call(request("b1", 3), request("*", 3));
    restart();
    waitInB();
    assertEquals(0, relaxed());
    assertCounted(1, "ApplicationsRecovered");
  }

  @Test
  public void policyWithInvalidParametersChangesNothing() throws Exception {
    setRelaxation("none");
    start();
    call(request("*", 4));
    assertEquals("{a=*=2, b=*=2}", federation.sent.toString());
    publish(with(weighted(new HydraPolicyManager(), 1, 0), "relax-after", "2h"));
    call();
    assertEquals("{}", federation.sent.toString());
    publish(with(weighted(new HydraPolicyManager(), 1, 0), "relaxation", "never"));
    call();
    assertEquals("{}", federation.sent.toString());
    assertCounted(2, "PoliciesRefused");
    assertCounted(0, "ApplicationFallbacks");
  }

  @Test
  public void unknownParameterDoesNotInvalidateItsPolicy() throws Exception {
    setRelaxation("none");
    start();
    call(request("*", 4));
    publish(with(weighted(new HydraPolicyManager(), 1, 0), "relaxes", "2s"));
    call();
    assertEquals("{b=*=0}", federation.sent.toString());
    assertCounted(0, "PoliciesRefused");
  }

  @Test
  public void initialInvalidParametersLeaveTheConfiguredValues() throws Exception {
    setRelaxation("weight");
    beginning = with(weighted(new HydraPolicyManager(), 1, 1), "relaxation", "never");
    start();
    waitInB();
    assertTrue("and maybe again", relaxed() >= 3);
    assertCounted(1, "PoliciesRefused");
    assertCounted(0, "ApplicationFallbacks");
  }

  @Test
  public void publishedPolicyOfAnotherClassTakesOver() throws Exception {
    conf.set("yarn.federation.policies.split.policy-interval", "0");
    start();
    call(request("b1", 2), request("*", 2));
    UniformBroadcastPolicyManager broadcast = new UniformBroadcastPolicyManager();
    broadcast.setQueue("q");
    publish(broadcast.serializeConf());
    call(request("b1", 3), request("*", 3));
    assertEquals("it will state them again", "{}", federation.sent.toString());
    registerAgain();
    federation.granting.put(A, container(1, "a1"));
    AllocateResponse response = call(request("b1", 3), request("*", 3));
    assertEquals("as stock", 1, response.getAllocatedContainers().size());
    assertEquals("{a=b1=3 *=3, b=b1=0 *=0 b1=3 *=3}", federation.sent.toString());
    call(request("b1", 3), request("*", 3));
    assertEquals("{a=b1=3 *=3, b=b1=3 *=3}", federation.sent.toString());
  }
}
