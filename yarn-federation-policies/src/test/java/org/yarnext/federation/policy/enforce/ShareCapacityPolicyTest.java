// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.enforce;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.pholser.junit.quickcheck.Property;
import com.pholser.junit.quickcheck.When;
import com.pholser.junit.quickcheck.runner.JUnitQuickcheck;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.yarnext.common.decision.Decision;
import org.yarnext.federation.policy.share.fairness.QueueTree;

@RunWith(JUnitQuickcheck.class)
public class ShareCapacityPolicyTest {
  private static final double EXACT = 1e-9;
  private static final long STALE_MS = 1_000;

  /** Siblings a, b and c with 50, 30 and 20 percent. */
  private static CapacityUpdateView.Builder three(double a, double b, double c, double maxOfA) {
    QueueTree.Builder tree = QueueTree.builder();
    for (String name : new String[] {"a", "b", "c"}) {
      tree.add(QueueTree.ROOT, name, 1);
    }
    return CapacityUpdateView.builder(tree.build())
        .queue(1, 50, maxOfA, a)
        .queue(2, 30, 100, b)
        .queue(3, 20, 100, c);
  }

  private static CapacityUpdateView.Builder three() {
    return three(50, 30, 20, 100);
  }

  private static Map<String, Double> shares(double a, double b, double c) {
    Map<String, Double> shares = new HashMap<>();
    shares.put("root.a", a);
    shares.put("root.b", b);
    shares.put("root.c", c);
    return shares;
  }

  private static ShareCapacityPolicy policy(double step, double change, double floor) {
    return new ShareCapacityPolicy(new CapacityUpdateLimits(step, change, floor, STALE_MS));
  }

  @Test
  public void capacitiesAreTheSharesIfAllIsShared() {
    Decision<Map<String, Double>> decision =
        policy(100, 0, 0).decide(three().build(shares(10, 80, 110), 200, 0));
    assertEquals(shares(5, 40, 55), decision.value());
    assertEquals(CapacityUpdateReason.ENFORCE_SHARES, decision.reason());
  }

  @Test
  public void unwantedCapacityIsDividedAsConfigured() {
    Map<String, Double> decided =
        policy(100, 0, 0).decide(three().build(shares(0, 100, 0), 200, 0)).value();
    assertEquals(shares(25, 65, 10), decided);
  }

  @Test
  public void configuredCapacitiesAreScaledToTheirSum() {
    CapacityUpdateView.Builder view =
        three(60, 30, 10, 100).queue(1, 60, 100, 60).queue(2, 50, 100, 30);
    view.queue(3, 10, 100, 10);
    Map<String, Double> decided = policy(100, 0, 0).decide(view.build()).value();
    assertEquals(50, decided.get("root.a"), 1e-2);
    assertEquals(8.333, decided.get("root.c"), 1e-2);
  }

  @Test
  public void capacitiesAreUnchangedWithoutDemand() {
    Decision<Map<String, Double>> decision =
        policy(100, 0, 0).decide(three().build(Collections.emptyMap(), 200, 0));
    assertEquals(CapacityUpdateReason.ENFORCE_UNCHANGED, decision.reason());
    assertTrue(decision.value().isEmpty());
  }

  @Test
  public void floorIsKeptWithoutAnyShare() {
    Map<String, Double> decided =
        policy(100, 0, 0.1).decide(three().build(shares(0, 200, 0), 200, 0)).value();
    assertEquals(shares(5, 93, 2), decided);
  }

  @Test
  public void leastCapacityIsKeptWithoutAFloor() {
    Map<String, Double> decided =
        policy(100, 0, 0).decide(three().build(shares(0, 200, 0), 200, 0)).value();
    assertEquals(shares(0.001, 99.998, 0.001), decided);
    CapacityUpdateView.Builder settled = three(0.001, 99.998, 0.001, 100);
    assertEquals(
        CapacityUpdateReason.ENFORCE_UNCHANGED,
        policy(100, 0, 0).decide(settled.build(shares(0, 200, 0), 200, 0)).reason());
  }

  @Test
  public void queueConfiguredWithoutCapacityMayHaveNone() {
    CapacityUpdateView.Builder view = three().queue(1, 0, 100, 10).queue(2, 80, 100, 60);
    view.queue(3, 20, 100, 30);
    assertEquals(
        shares(0, 99.999, 0.001),
        policy(100, 0, 0).decide(view.build(shares(0, 200, 0), 200, 0)).value());
  }

  @Test
  public void capacityNeverExceedsItsMaximum() {
    Map<String, Double> decided =
        policy(100, 0, 0).decide(three(50, 30, 20, 60).build(shares(200, 0, 0), 200, 0)).value();
    assertEquals(60, decided.get("root.a"), EXACT);
    assertEquals(100, decided.values().stream().mapToDouble(d -> d).sum(), EXACT);
  }

  /** YARN refuses a capacity above its maximum, and with it all changes made at once. */
  @Test
  public void roundingExceedsNoMaximum() {
    Map<String, Double> decided =
        policy(100, 0, 0).decide(three(50, 30, 20, 60).build(shares(190, 10, 0), 200, 0)).value();
    assertEquals("17.948 are rounded off", 17.949, decided.get("root.c"), EXACT);
    assertEquals(60, decided.get("root.a"), EXACT);
  }

  @Test
  public void changePerStepIsBounded() {
    Map<String, Double> decided =
        policy(10, 0, 0).decide(three().build(shares(0, 200, 0), 200, 0)).value();
    assertEquals(40, decided.get("root.b"), 2e-3);
    assertTrue(decided.toString(), decided.get("root.a") < 50 && decided.get("root.a") > 40);
  }

  @Test
  public void smallChangesAreNotMade() {
    CapacityUpdateView view = three().build(shares(104, 58, 38), 200, 0);
    assertTrue(policy(100, 2.1, 0).decide(view).value().isEmpty());
    assertEquals(3, policy(100, 1.9, 0).decide(view).value().size());
  }

  @Test
  public void staleSharesRestoreTheConfiguredCapacities() {
    CapacityUpdateView.Builder moved = three(10, 80, 10, 100);
    Decision<Map<String, Double>> fresh =
        policy(100, 0, 0).decide(moved.build(shares(20, 160, 20), 200, STALE_MS));
    assertEquals(CapacityUpdateReason.ENFORCE_UNCHANGED, fresh.reason());
    Decision<Map<String, Double>> stale =
        policy(100, 0, 0).decide(moved.build(shares(20, 160, 20), 200, STALE_MS + 1));
    assertEquals(CapacityUpdateReason.ENFORCE_STATIC, stale.reason());
    assertEquals(shares(50, 30, 20), stale.value());
    assertEquals(
        CapacityUpdateReason.ENFORCE_STATIC, policy(100, 0, 0).decide(moved.build()).reason());
  }

  @Test
  public void configuredCapacitiesAreRestoredExactly() {
    CapacityUpdateView stale = three(50.4, 30, 19.6, 100).build(shares(1, 1, 1), 200, STALE_MS + 1);
    Decision<Map<String, Double>> decision = policy(10, 1, 0.05).decide(stale);
    assertEquals(CapacityUpdateReason.ENFORCE_STATIC, decision.reason());
    assertEquals(shares(50, 30, 20), decision.value());
  }

  /** The configured capacities may not sum to 100. */
  @Test
  public void roundedCapacitiesAreNotSetRepeatedly() {
    for (double change : new double[] {0, 1}) {
      CapacityUpdateView.Builder view = three().queue(1, 10, 100, 50).queue(2, 10, 100, 30);
      view.queue(3, 10, 100, 20);
      Map<String, Double> first = policy(100, change, 0).decide(view.build()).value();
      assertEquals(100.0 / 3, first.get("root.b"), 2e-3);
      view.queue(1, 10, 100, first.get("root.a").floatValue());
      view.queue(2, 10, 100, first.get("root.b").floatValue());
      view.queue(3, 10, 100, first.get("root.c").floatValue());
      assertEquals(
          CapacityUpdateReason.ENFORCE_UNCHANGED,
          policy(100, change, 0).decide(view.build()).reason());
    }
  }

  @Test
  public void parentHasTheSharesOfItsChildren() {
    QueueTree.Builder tree = QueueTree.builder();
    int t = tree.add(QueueTree.ROOT, "t", 1);
    tree.add(QueueTree.ROOT, "u", 1);
    tree.add(t, "x", 1);
    tree.add(t, "y", 1);
    Map<String, Double> shares = new HashMap<>();
    shares.put("root.t.x", 60.0);
    shares.put("root.t.y", 20.0);
    shares.put("root.u", 20.0);
    Map<String, Double> decided =
        policy(100, 0, 0)
            .decide(
                CapacityUpdateView.builder(tree.build())
                    .queue(1, 50, 100, 50)
                    .queue(2, 50, 100, 50)
                    .queue(3, 50, 100, 50)
                    .queue(4, 50, 100, 50)
                    .build(shares, 100, 0))
            .value();
    assertEquals(80, decided.get("root.t"), EXACT);
    assertEquals(75, decided.get("root.t.x"), EXACT);
  }

  /** Siblings sum to 100, within maxima, by bounded steps, and arrive. */
  @Property(trials = 300)
  public void stepsAreValidConfigurationsAndConverge(@When(seed = 1) long seed) {
    Random random = new Random(seed);
    double capacity = 1 + random.nextInt(1_000);
    Map<String, Double> shares =
        shares(
            random.nextDouble() * capacity,
            random.nextDouble() * capacity,
            random.nextInt(2) * random.nextDouble() * capacity);
    double step = 1 + random.nextInt(60);
    double maxOfA = 50 + random.nextInt(51);
    ShareCapacityPolicy policy = policy(step, 0.01, random.nextDouble() / 2);
    double a = 50;
    double b = 30;
    double c = 20;
    boolean arrived = false;
    for (int i = 0; i < 200 && !arrived; i++) {
      CapacityUpdateView view = three(a, b, c, maxOfA).build(shares, capacity, 0);
      Map<String, Double> decided = policy.decide(view).value();
      arrived = decided.isEmpty();
      if (!arrived) {
        assertEquals(100, decided.values().stream().mapToDouble(each -> each).sum(), 1e-6);
        assertEquals(a, decided.get("root.a"), step + 0.01);
        assertEquals(b, decided.get("root.b"), step + 0.01);
        a = decided.get("root.a");
        b = decided.get("root.b");
        c = decided.get("root.c");
        assertTrue(decided.toString(), a > 0 && b > 0 && c > 0 && a <= maxOfA + 0.01);
      }
    }
    assertTrue("arrived", arrived);
  }
}
