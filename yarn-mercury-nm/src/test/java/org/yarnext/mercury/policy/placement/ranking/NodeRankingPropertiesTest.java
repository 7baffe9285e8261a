// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.placement.ranking;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.pholser.junit.quickcheck.Property;
import com.pholser.junit.quickcheck.When;
import com.pholser.junit.quickcheck.runner.JUnitQuickcheck;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.yarnext.mercury.policy.ResourceVector;

/** A ranking that was changed many times against one that is sorted again. */
@RunWith(JUnitQuickcheck.class)
public class NodeRankingPropertiesTest {
  private static final int TRIALS = 200;
  private static final String[] PARTITIONS = {"", "gpu"};
  private static final String[] RACKS = {"/r0", "/r1", "/r2"};

  /** Nodes of all kinds, and a ranking that follows their changes. */
  private static final class World {
    final Random random;
    final List<RankedNode> nodes = new ArrayList<>();
    NodeRanking ranking;

    World(long seed) {
      random = new Random(seed);
      List<CandidateNode> candidates = new ArrayList<>();
      int racks = 1 + random.nextInt(RACKS.length);
      for (int i = random.nextInt(150); i > 0; i--) {
        CandidateNode node =
            CandidateNode.of(
                    "h" + random.nextInt(100),
                    candidates.size(),
                    RACKS[random.nextInt(racks)],
                    PARTITIONS[random.nextInt(2)])
                .reporting(
                    random.nextInt(60) - 1,
                    random.nextInt(4) == 0 ? random.nextInt(6) - 2 : Integer.MAX_VALUE);
        candidates.add(
            random.nextInt(9) == 0
                ? node
                : node.withTotal(ResourceVector.of(1 + random.nextInt(8), 1 + random.nextInt(4))));
      }
      ranking = NodeRanking.of(candidates, random);
      ranking.inListOrder().forEach(nodes::add);
      // Often a decision needs no order of a version, or only an eighth of the nodes has changed.
      int readEach = 1 + random.nextInt(8);
      int changeOneIn = 4 + random.nextInt(80);
      for (int change = 0; change < 20; change++) {
        change(changeOneIn);
        if (change % readEach == 0) {
          ranking.complete();
        }
      }
    }

    private void change(int oneIn) {
      List<RankedNode> changed = new ArrayList<>();
      for (int i = 0; i < nodes.size(); i++) {
        if (random.nextInt(oneIn) == 0) {
          CandidateNode node = nodes.get(i).node();
          nodes.set(
              i, new RankedNode(node, i, random.nextInt(), random.nextInt(60), random.nextInt(3)));
          changed.add(nodes.get(i));
        }
      }
      NodeRanking before = ranking;
      List<RankedNode> were = new ArrayList<>();
      before.inListOrder().forEach(were::add);
      ranking = ranking.with(changed);
      List<RankedNode> are = new ArrayList<>();
      before.inListOrder().forEach(are::add);
      assertEquals("an old version stays", were, are);
      assertEquals(
          changed.stream().map(RankedNode::index).collect(Collectors.toList()),
          ranking.changedSince(before));
    }

    List<RankedNode> sorted(String partition, String rack, ResourceVector size) {
      return nodes.stream()
          .filter(n -> n.node().partition().equals(partition))
          .filter(n -> rack == null || n.node().rack().equals(rack))
          .filter(n -> n.node().isLargeEnoughFor(size))
          .sorted()
          .collect(Collectors.toList());
    }
  }

  private static List<RankedNode> list(Iterator<RankedNode> nodes) {
    List<RankedNode> list = new ArrayList<>();
    nodes.forEachRemaining(list::add);
    return list;
  }

  @Property(trials = TRIALS, shrink = false)
  public void ordersEqualAFullSort(@When(seed = 41) long seed) {
    World w = new World(seed);
    for (String partition : Arrays.asList("", "gpu", "none")) {
      for (ResourceVector size : Arrays.asList(ResourceVector.NONE, ResourceVector.of(5, 3))) {
        assertEquals(w.sorted(partition, null, size), list(w.ranking.leastLoaded(partition, size)));
        for (String rack : RACKS) {
          assertEquals(
              w.sorted(partition, rack, size), list(w.ranking.leastLoaded(partition, rack, size)));
        }
      }
    }
  }

  @Property(trials = TRIALS, shrink = false)
  public void sumsAndLookUpsEqualThoseOverAllNodes(@When(seed = 42) long seed) {
    World w = new World(seed);
    for (String partition : PARTITIONS) {
      List<RankedNode> all = w.sorted(partition, null, ResourceVector.NONE);
      long room =
          all.stream()
              .filter(n -> n.places() > 0)
              .mapToLong(n -> Math.max(0, 50 - n.loadMs()))
              .sum();
      assertEquals(room, w.ranking.roomMs(partition, 50));
      ResourceVector smallest = w.ranking.smallest(partition);
      assertTrue(all.stream().allMatch(n -> n.node().isLargeEnoughFor(smallest)));
    }
    for (RankedNode node : w.nodes) {
      assertEquals(node, w.ranking.find(node.node().id()));
      assertTrue(w.ranking.atHost(node.node().host()).contains(node));
    }
    ResourceVector capacity =
        w.nodes.stream()
            .filter(n -> n.node().total() != null)
            .map(n -> n.node().total())
            .reduce(ResourceVector.NONE, ResourceVector::plus);
    assertEquals(capacity, w.ranking.capacity());
    for (ResourceVector size : Arrays.asList(ResourceVector.of(8, 4), ResourceVector.of(9, 1))) {
      assertEquals(
          w.nodes.stream().anyMatch(n -> n.node().isLargeEnoughFor(size)),
          w.ranking.hasNodeFor(size));
    }
  }

  /** Counts how often two elements are compared. */
  private static final class Counted implements SummedTree.Element, Comparable<Counted> {
    static long compared;
    final int key;

    Counted(int key) {
      this.key = key;
    }

    @Override
    public long weight() {
      return key;
    }

    @Override
    public ResourceVector largest() {
      return ResourceVector.NONE;
    }

    @Override
    public int compareTo(Counted o) {
      compared++;
      return Integer.compare(key, o.key);
    }

    @Override
    public boolean equals(Object o) {
      return o instanceof Counted && key == ((Counted) o).key;
    }

    @Override
    public int hashCode() {
      return key;
    }
  }

  /** In the worst order, the sorted one. */
  @Test
  public void changeTakesLogarithmicTime() {
    SummedTree<Counted> tree = SummedTree.empty();
    int size = 1 << 14;
    for (int i = 0; i < size; i++) {
      Counted.compared = 0;
      tree = tree.with(new Counted(i));
      assertTrue(Counted.compared + " at " + i, Counted.compared < 2 * 14);
    }
    for (int i = 0; i < size - 1; i++) {
      Counted.compared = 0;
      tree = tree.without(new Counted(i));
      assertTrue(Counted.compared + " at " + i, Counted.compared < 4 * 14);
    }
    assertEquals(1, tree.size());
    assertEquals(size - 1, tree.first(e -> true).weight);
    assertEquals(0, SummedTree.of(Collections.<Counted>emptyList()).size());
  }
}
