// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.share;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import org.junit.Test;
import org.yarnext.common.decision.Decision;
import org.yarnext.federation.policy.share.fairness.QueueTree;

/** Examples of global fairness whose answer is worked out by hand. */
public class GlobalFairnessSharePolicyTest {
  private static final double EXACT = 1e-9;

  private final GlobalFairnessSharePolicy policy = new GlobalFairnessSharePolicy();
  private final QueueTree.Builder tree = QueueTree.builder();

  private ShareView.Builder twoOf(double a, double b) {
    return ShareView.builder(tree.build(), Arrays.asList("SA", "SB"), a, b);
  }

  /** The example of section 4.2: 20 % of the cluster as 30 % of one half and 10 % of the other. */
  @Test
  public void sharesMatchThePapersExample() {
    int q1 = tree.add(0, "q1", 1);
    int others = tree.add(0, "others", 4);
    ShareView view =
        twoOf(100, 100)
            .leaf(q1, 0, 0, 30)
            .leaf(q1, 1, 0, 10)
            .leaf(others, 0, 0, 70)
            .leaf(others, 1, 0, 1000)
            .build();
    Decision<GlobalQueueShares> decision = policy.decide(view);
    assertEquals(ShareReason.SHARES_IDEAL, decision.reason());
    assertEquals(30, decision.value().of(q1, 0), EXACT);
    assertEquals(10, decision.value().of(q1, 1), EXACT);
    assertEquals(160, decision.value().of(others), EXACT);
  }

  @Test
  public void unusedShareOfASiblingIsLentByWeight() {
    int idle = tree.add(0, "idle", 5);
    int a = tree.add(0, "a", 1);
    int b = tree.add(0, "b", 3);
    ShareView view =
        twoOf(40, 40)
            .leaf(idle, 0, 0, 8)
            .leaf(a, 0, 0, 99)
            .leaf(a, 1, 0, 99)
            .leaf(b, 1, 0, 99)
            .build();
    GlobalQueueShares shares = policy.decide(view).value();
    assertEquals(8, shares.of(idle), EXACT);
    assertEquals("b could have 54 by weight but is in SB alone", 40, shares.of(b), EXACT);
    assertEquals(32, shares.of(a), EXACT);
    assertEquals(0, shares.of(a, 1), EXACT);
  }

  @Test
  public void queueWithDemandElsewhereLeavesTheFullSubCluster() {
    int p1 = tree.add(0, "p1", 1);
    int p2 = tree.add(0, "p2", 1);
    int a = tree.add(p1, "a", 1);
    int b = tree.add(p1, "b", 1);
    int c = tree.add(p2, "c", 1);
    ShareView view = twoOf(10, 100).leaf(a, 0, 0, 10).leaf(b, 1, 0, 100).leaf(c, 0, 0, 10).build();
    Decision<GlobalQueueShares> decision = policy.decide(view);
    assertEquals(ShareReason.SHARES_BOUND_BY_LOCALITY, decision.reason());
    assertEquals(10, decision.value().of(c), EXACT);
    assertEquals(0, decision.value().of(a), EXACT);
    assertEquals(100, decision.value().of(b), EXACT);
  }

  @Test
  public void runningContainersKeepTheirPlaceWithinTheShare() {
    int a = tree.add(0, "a", 1);
    int b = tree.add(0, "b", 1);
    ShareView view =
        twoOf(50, 50)
            .leaf(a, 0, 40, 100)
            .leaf(a, 1, 10, 100)
            .leaf(b, 0, 10, 100)
            .leaf(b, 1, 40, 100)
            .build();
    GlobalQueueShares shares = policy.decide(view).value();
    assertEquals(40, shares.of(a, 0), EXACT);
    assertEquals(10, shares.of(a, 1), EXACT);
    assertEquals(40, shares.of(b, 1), EXACT);
  }

  @Test
  public void sharesFollowTheHierarchyNotTheNumberOfLeaves() {
    int one = tree.add(0, "one", 1);
    int many = tree.add(0, "many", 1);
    int[] leaves = new int[9];
    for (int i = 0; i < leaves.length; i++) {
      leaves[i] = tree.add(many, "l" + i, 1);
    }
    ShareView.Builder view = twoOf(90, 90).leaf(one, 0, 0, 500).leaf(one, 1, 0, 500);
    for (int leaf : leaves) {
      view.leaf(leaf, 0, 0, 500).leaf(leaf, 1, 0, 500);
    }
    GlobalQueueShares shares = policy.decide(view.build()).value();
    assertEquals(90, shares.of(one), EXACT);
    assertEquals(10, shares.of(leaves[4]), EXACT);
  }

  @Test
  public void metDemandAndMissingDemandHaveTheirReasons() {
    int a = tree.add(0, "a", 1);
    assertEquals(
        ShareReason.SHARES_ALL_MET, policy.decide(twoOf(10, 10).leaf(a, 0, 1, 2).build()).reason());
    assertEquals(ShareReason.SHARES_NO_DEMAND, policy.decide(twoOf(10, 10).build()).reason());
    assertEquals(
        ShareReason.SHARES_NO_DEMAND, policy.decide(twoOf(0, 0).leaf(a, 0, 1, 2).build()).reason());
    ShareView none = ShareView.builder(tree.build(), Collections.emptyList()).build();
    assertEquals(0, policy.decide(none).value().of(a), 0);
  }

  @Test
  public void rootWithoutChildrenIsALeaf() {
    ShareView view = twoOf(10, 10).leaf(QueueTree.ROOT, 1, 0, 50).build();
    assertEquals(10, policy.decide(view).value().of(QueueTree.ROOT, 1), EXACT);
  }

  @Test
  public void decisionCarriesItsNumbers() {
    int a = tree.add(0, "a", 1);
    Decision<GlobalQueueShares> decision = policy.decide(twoOf(10, 30).leaf(a, 0, 5, 20).build());
    assertEquals(
        "SHARES_IDEAL{queues=2, subClusters=2, capacity=40.0, demand=25.0, usable=10.0,"
            + " misplaced=0.0}",
        decision.toString());
  }

  @Test
  public void invalidInputIsRefused() {
    int a = tree.add(0, "a", 1);
    assertThrows(IllegalArgumentException.class, () -> tree.add(0, "a", 1));
    assertThrows(IllegalArgumentException.class, () -> tree.add(0, "b", 0));
    assertThrows(IllegalArgumentException.class, () -> tree.add(0, "b", Double.NaN));
    assertThrows(IllegalArgumentException.class, () -> tree.add(7, "b", 1));
    assertThrows(IllegalArgumentException.class, () -> tree.add(0, "b.c", 1));
    assertThrows(IllegalArgumentException.class, () -> twoOf(-1, 0));
    assertThrows(IllegalArgumentException.class, () -> twoOf(1, 1).leaf(0, 0, 1, 1));
    assertThrows(IllegalArgumentException.class, () -> twoOf(1, 1).leaf(a, 0, Double.NaN, 1));
    assertThrows(
        IllegalArgumentException.class,
        () -> ShareView.builder(tree.build(), Arrays.asList("x", "x"), 1, 1));
    assertTrue(tree.build().isLeaf(a));
  }
}
