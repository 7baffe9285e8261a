// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.simulation;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import com.pholser.junit.quickcheck.Property;
import com.pholser.junit.quickcheck.When;
import com.pholser.junit.quickcheck.runner.JUnitQuickcheck;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.Test;
import org.junit.runner.RunWith;

@RunWith(JUnitQuickcheck.class)
public class DiskBudgetTest {
  private static final int TRIALS = 200;

  @Test
  public void takenBandwidthReturnsWhenTheTaskEnds() {
    DiskBudget budget = new DiskBudget(100, 50);
    budget.take("a", "c1", 20);
    budget.take("a", "c2", 12.5);
    budget.take("b", "c3", 5);
    assertEquals(17.5, budget.freeMbPerSecond("a"), 0);
    assertEquals(45, budget.freeMbPerSecond("b"), 0);
    budget.giveBack("c1");
    assertEquals(37.5, budget.freeMbPerSecond("a"), 0);
  }

  @Test
  public void overcommittedNodeHasNoFreeBandwidth() {
    DiskBudget budget = new DiskBudget(100, 50);
    budget.take("a", "c1", 40);
    budget.take("a", "c2", 40);
    assertEquals(0, budget.freeMbPerSecond("a"), 0);
    budget.giveBack("c1");
    assertEquals(10, budget.freeMbPerSecond("a"), 0);
  }

  @Test
  public void unknownContainersAndInvalidNeedsChangeNothing() {
    DiskBudget budget = new DiskBudget(100, 50);
    budget.giveBack("never taken");
    budget.take("a", "c1", Double.NaN);
    budget.take("a", "c2", -7);
    assertEquals(50, budget.freeMbPerSecond("a"), 0);
    budget.take("a", "c3", Double.POSITIVE_INFINITY);
    budget.take("a", "c4", Double.MAX_VALUE);
    assertEquals(0, budget.freeMbPerSecond("a"), 0);
    budget.giveBack("c3");
    budget.giveBack("c4");
    assertEquals(50, budget.freeMbPerSecond("a"), 0);
  }

  @Test
  public void tasksOfARemovedNodeAreForgotten() {
    DiskBudget budget = new DiskBudget(100, 50);
    budget.take("a", "c1", 20);
    budget.take("b", "c2", 20);
    budget.nodeRemoved("a");
    assertEquals(50, budget.freeMbPerSecond("a"), 0);
    budget.giveBack("c1");
    assertEquals(50, budget.freeMbPerSecond("a"), 0);
    assertEquals(30, budget.freeMbPerSecond("b"), 0);
  }

  @Test
  public void invalidBudgetIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> new DiskBudget(-1, 50));
    assertThrows(IllegalArgumentException.class, () -> new DiskBudget(Double.NaN, 50));
    assertThrows(IllegalArgumentException.class, () -> new DiskBudget(1, 101));
    assertThrows(IllegalArgumentException.class, () -> new DiskBudget(1, -1));
  }

  @Property(trials = TRIALS, shrink = false)
  public void budgetBalancesAfterAnySequence(@When(seed = 1) long seed) {
    Random random = new Random(seed);
    DiskBudget budget = new DiskBudget(100, 100);
    Map<String, String> running = new HashMap<>();
    for (int i = 0; i < 200; i++) {
      String container = "c" + random.nextInt(20);
      String node = "n" + random.nextInt(3);
      switch (random.nextInt(8)) {
        case 0:
          budget.nodeRemoved(node);
          running.values().removeIf(node::equals);
          break;
        case 1:
        case 2:
        case 3:
          budget.giveBack(container);
          running.remove(container);
          break;
        default:
          budget.take(node, container, 60 * random.nextDouble());
          running.put(container, node);
      }
      for (int n = 0; n < 3; n++) {
        double free = budget.freeMbPerSecond("n" + n);
        assertTrue(free >= 0);
        assertEquals(!running.containsValue("n" + n), free == 100);
      }
    }
    for (int c = 0; c < 20; c++) {
      budget.giveBack("c" + c);
    }
    for (int n = 0; n < 3; n++) {
      assertEquals(100, budget.freeMbPerSecond("n" + n), 0);
    }
  }
}
