// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.share;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import com.pholser.junit.quickcheck.Property;
import com.pholser.junit.quickcheck.When;
import com.pholser.junit.quickcheck.runner.JUnitQuickcheck;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.yarnext.common.decision.Decision;
import org.yarnext.federation.policy.share.fairness.QueueTree;

/** The policies that global fairness is compared with, and the two measures of Figure 5. */
@RunWith(JUnitQuickcheck.class)
public class ComparatorsTest {
  private static final double EXACT = 1e-9;
  private static final List<String> NAMES = Arrays.asList("SA", "SB");

  private final QueueTree.Builder tree = QueueTree.builder();
  private final int a = tree.add(0, "a", 1);
  private final int b = tree.add(0, "b", 4);

  private ShareView view() {
    return ShareView.builder(tree.build(), NAMES, 100, 100)
        .leaf(a, 0, 0, 80)
        .leaf(b, 0, 0, 60)
        .leaf(b, 1, 0, 60)
        .build();
  }

  @Test
  public void uniformQuotasAreThePartOfTheWholeInEachSubCluster() {
    GlobalQueueShares strict = new UniformSharePolicy(false).decide(view()).value();
    assertEquals(20, strict.of(a), EXACT);
    assertEquals("b wants less than its 80 in each", 120, strict.of(b), EXACT);
    GlobalQueueShares lent = new UniformSharePolicy(true).decide(view()).value();
    assertEquals(40, lent.of(a), EXACT);
    assertEquals(120, lent.of(b), EXACT);
  }

  @Test
  public void loadBasedQuotasFollowDemand() {
    GlobalQueueShares strict = new LoadBasedSharePolicy(false).decide(view()).value();
    assertEquals(
        "all of the 40 in SA, cut since b's 80 are there as well", 100 / 3.0, strict.of(a), EXACT);
    assertEquals(60, strict.of(b, 0), EXACT);
    assertEquals(60, strict.of(b, 1), EXACT);
    GlobalQueueShares lent = new LoadBasedSharePolicy(true).decide(view()).value();
    assertEquals(40, lent.of(a), EXACT);
  }

  @Test
  public void centralSchedulerServesTheNeediestFirst() {
    Decision<GlobalQueueShares> decision = new CentralisedSharePolicy(1).decide(view());
    assertEquals(40, decision.value().of(a), EXACT);
    assertEquals(120, decision.value().of(b), EXACT);
    assertEquals("{containers=160}", decision.inputs().toString());
    assertThrows(IllegalArgumentException.class, () -> new CentralisedSharePolicy(0));
  }

  @Test
  public void utilisationAndFairnessErrorAreMeasured() {
    GlobalQueueShares strict = new UniformSharePolicy(false).decide(view()).value();
    assertEquals(0.7, ShareQualityMeasure.utilisation(view(), strict), EXACT);
    assertEquals(
        "a lacks 60 of its 80",
        60 / 200.0,
        ShareQualityMeasure.fairnessError(view(), strict),
        EXACT);
    ShareView nothing = ShareView.builder(tree.build(), NAMES, 0, 0).build();
    GlobalQueueShares none = new GlobalFairnessSharePolicy().decide(nothing).value();
    assertEquals(0, ShareQualityMeasure.utilisation(nothing, none), 0);
    assertEquals(0, ShareQualityMeasure.fairnessError(nothing, none), 0);
  }

  @Property(trials = 500)
  public void noPolicyGivesMoreThanDemandOrCapacity(@When(seed = 11) long seed) {
    ShareView view = RandomShares.small(seed, false);
    for (SharePolicy policy : policies()) {
      GlobalQueueShares shares = policy.decide(view).value();
      for (int s = 0; s < view.subClusters(); s++) {
        assertTrue(shares.of(QueueTree.ROOT, s) <= view.capacity(s) + 1e-6);
        for (int leaf : view.queues().leaves()) {
          assertTrue(shares.of(leaf, s) >= 0);
          assertTrue(shares.of(leaf, s) <= view.demand(leaf, s) + 1e-6);
        }
      }
    }
  }

  /** Figure 5: no policy uses more than global fairness, and one scheduler not less than it. */
  @Property(trials = 500)
  public void globalFairnessUsesAsMuchAsACentralScheduler(@When(seed = 12) long seed) {
    ShareView view = RandomShares.small(seed, false);
    double global =
        ShareQualityMeasure.utilisation(view, new GlobalFairnessSharePolicy().decide(view).value());
    for (SharePolicy policy : policies()) {
      double other = ShareQualityMeasure.utilisation(view, policy.decide(view).value());
      assertTrue(policy.getClass().getSimpleName(), other <= global + 1e-6);
    }
    double central =
        ShareQualityMeasure.utilisation(view, new CentralisedSharePolicy(1).decide(view).value());
    assertEquals(central, global, 1e-6);
  }

  @Test
  public void scarcestResourceIsSelected() {
    Map<String, Double> capacity = new HashMap<>();
    capacity.put("memory-mb", 1000.0);
    capacity.put("vcores", 100.0);
    capacity.put("gpu", 0.0);
    Map<String, Double> demand = new HashMap<>();
    demand.put("memory-mb", 1200.0);
    demand.put("vcores", 120.0);
    demand.put("gpu", 5.0);
    assertEquals(
        ShareReason.RESOURCE_MEMORY, ScarcestResourceSelector.choose(demand, capacity).reason());
    demand.put("vcores", 121.0);
    Decision<String> cores = ScarcestResourceSelector.choose(demand, capacity);
    assertEquals("RESOURCE_SCARCEST{resource=vcores, demandOfCapacity=1.21}", cores.toString());
    assertEquals(
        "memory-mb", ScarcestResourceSelector.choose(new HashMap<>(), new HashMap<>()).value());
  }

  private static SharePolicy[] policies() {
    return new SharePolicy[] {
      new UniformSharePolicy(false),
      new UniformSharePolicy(true),
      new LoadBasedSharePolicy(false),
      new LoadBasedSharePolicy(true),
      new CentralisedSharePolicy(3)
    };
  }
}
