// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.share;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.pholser.junit.quickcheck.Property;
import com.pholser.junit.quickcheck.When;
import com.pholser.junit.quickcheck.runner.JUnitQuickcheck;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.yarnext.common.decision.Decision;
import org.yarnext.federation.policy.share.fairness.HierarchicalWaterFilling;
import org.yarnext.federation.policy.share.fairness.QueueTree;

/** Properties of global fairness over random hierarchies, clusters and demands. */
@RunWith(JUnitQuickcheck.class)
public class GlobalFairnessSharePolicyPropertiesTest {
  private static final int TRIALS = 2000;
  private static final double CLOSE = 1e-5;

  private final GlobalFairnessSharePolicy policy = new GlobalFairnessSharePolicy();

  @Property(trials = TRIALS)
  public void sharesNeverExceedDemandOrCapacity(
      @When(seed = 1) long seed, @When(seed = 2) boolean large) {
    ShareView view = any(seed, large);
    GlobalQueueShares shares = policy.decide(view).value();
    double rounding = 1e-9 * Math.max(1, view.capacity());
    for (int s = 0; s < view.subClusters(); s++) {
      assertTrue(shares.of(QueueTree.ROOT, s) <= view.capacity(s) + rounding);
      for (int q = 0; q < view.queues().size(); q++) {
        assertTrue(shares.of(q, s) >= 0);
        assertTrue(shares.of(q, s) <= view.demand(q, s) + rounding);
      }
    }
  }

  @Property(trials = TRIALS)
  public void noSubClusterIdlesWhileThereIsDemand(
      @When(seed = 3) long seed, @When(seed = 4) boolean large) {
    ShareView view = any(seed, large);
    GlobalQueueShares shares = policy.decide(view).value();
    for (int s = 0; s < view.subClusters(); s++) {
      assertEquals(
          Math.min(view.capacity(s), view.demand(QueueTree.ROOT, s)),
          shares.of(QueueTree.ROOT, s),
          1e-7 * Math.max(1, view.capacity()));
    }
  }

  /** Weights: nobody has something that a sibling lacks that is worse off for its weight. */
  @Property(trials = TRIALS)
  public void noQueueEnviesASibling(@When(seed = 5) long seed, @When(seed = 6) boolean large) {
    ShareView view = any(seed, large);
    QueueTree queues = view.queues();
    GlobalQueueShares shares = policy.decide(view).value();
    double close = 1e-6 * Math.max(1, view.capacity());
    for (int parent = 0; parent < queues.size(); parent++) {
      for (int poor : queues.children(parent)) {
        for (int rich : queues.children(parent)) {
          boolean better =
              shares.of(rich) / queues.weight(rich)
                  > shares.of(poor) / queues.weight(poor) + close / queues.weight(poor);
          for (int s = 0; better && s < view.subClusters(); s++) {
            boolean lacks = view.demand(poor, s) > shares.of(poor, s) + close;
            assertTrue(
                queues.path(poor) + " envies " + queues.path(rich),
                !lacks || shares.of(rich, s) <= close);
          }
        }
      }
    }
  }

  @Property(trials = TRIALS)
  public void flatHierarchyMatchesTheLinearProgram(@When(seed = 7) long seed) {
    ShareView view = RandomShares.small(seed, true);
    assertFairest(view, policy.decide(view).value(), QueueTree.ROOT, view.subClusters());
  }

  /** The root divides the cluster, and every other queue its own amount. */
  @Property(trials = TRIALS)
  public void sharesOfEveryQueueMatchTheLinearProgram(@When(seed = 8) long seed) {
    ShareView view = RandomShares.small(seed, false);
    GlobalQueueShares shares = policy.decide(view).value();
    for (int q = 0; q < view.queues().size(); q++) {
      assertFairest(view, shares, q, view.subClusters());
    }
  }

  /** Whether they can be placed a linear program says. */
  @Property(trials = TRIALS)
  public void sharesAreIdealWhereverTheyCanBePlaced(@When(seed = 9) long seed) {
    ShareView view = RandomShares.small(seed, false);
    Decision<GlobalQueueShares> decision = policy.decide(view);
    QueueTree queues = view.queues();
    double[] ideal =
        HierarchicalWaterFilling.divide(
            queues, HierarchicalWaterFilling.weights(queues), view.totalDemand(), view.usable());
    double all = ideal[QueueTree.ROOT];
    boolean placeable = all <= 0 || FairnessOracle.placeable(view, ideal) > all - CLOSE;
    assertEquals(placeable, decision.reason() != ShareReason.SHARES_BOUND_BY_LOCALITY);
    for (int q = 0; placeable && q < ideal.length; q++) {
      assertEquals(queues.path(q), ideal[q], decision.value().of(q), CLOSE);
    }
  }

  @Test
  public void someIdealSharesCanBePlacedAndSomeCannot() {
    int bound = 0;
    for (long seed = 0; seed < 200; seed++) {
      ShareView view = RandomShares.small(seed, false);
      bound += policy.decide(view).reason() == ShareReason.SHARES_BOUND_BY_LOCALITY ? 1 : 0;
    }
    assertTrue(bound + " of 200", bound > 20 && bound < 180);
  }

  private static void assertFairest(
      ShareView view, GlobalQueueShares shares, int parent, int width) {
    int[] children = view.queues().children(parent);
    double[] weight = new double[children.length];
    double[][] want = new double[children.length][width];
    double[] room = new double[width];
    for (int s = 0; s < width; s++) {
      room[s] = parent == QueueTree.ROOT ? view.capacity(s) : shares.of(parent, s);
      for (int i = 0; i < children.length; i++) {
        weight[i] = view.queues().weight(children[i]);
        want[i][s] = view.demand(children[i], s);
      }
    }
    double[] fairest = new FairnessOracle(weight, want, room).totals();
    for (int i = 0; i < children.length; i++) {
      assertEquals(view.queues().path(children[i]), fairest[i], shares.of(children[i]), CLOSE);
    }
  }

  private static ShareView any(long seed, boolean large) {
    return large
        ? RandomShares.large(seed, 60, 6, 1 + (int) (seed & 3), 0.5 + (seed & 7) / 3.0)
        : RandomShares.small(seed, false);
  }
}
