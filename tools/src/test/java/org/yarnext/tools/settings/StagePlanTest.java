// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.settings;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.Test;
import org.yarnext.tools.cluster.ClusterDaemon;

public class StagePlanTest {
  private static final ClusterDaemon MANAGER =
      new ClusterDaemon(ClusterDaemon.Kind.RESOURCE_MANAGER, "rm1:8088");

  private static List<ClusterDaemon> cluster(int nodes) {
    List<ClusterDaemon> daemons = new ArrayList<>();
    daemons.add(MANAGER);
    for (int i = 0; i < nodes; i++) {
      daemons.add(new ClusterDaemon(ClusterDaemon.Kind.NODE_MANAGER, "node" + i + ":8042"));
    }
    return daemons;
  }

  private static List<Integer> sizes(StagePlan plan) {
    return plan.stages().stream().map(List::size).collect(Collectors.toList());
  }

  @Test
  public void nodesAreRaisedFirstAndLoweredLast() {
    StagePlan raising = new StagePlan(cluster(400), false, Arrays.asList(5, 25, 100));
    assertEquals(Arrays.asList(20, 80, 300, 1), sizes(raising));
    assertEquals(Collections.singletonList(MANAGER), raising.stages().get(3));
    StagePlan lowering = new StagePlan(cluster(400), true, Arrays.asList(5, 25, 100));
    assertEquals(Arrays.asList(1, 20, 80, 300), sizes(lowering));
    assertEquals("the same nodes", raising.stages().get(0), lowering.stages().get(1));
  }

  @Test
  public void everyDaemonIsChangedOnce() {
    for (int nodes = 0; nodes < 30; nodes++) {
      StagePlan plan = new StagePlan(cluster(nodes), false, Arrays.asList(1, 33, 34, 100));
      List<ClusterDaemon> all =
          plan.stages().stream().flatMap(List::stream).collect(Collectors.toList());
      assertEquals(new HashSet<>(cluster(nodes)), new HashSet<>(all));
      assertEquals(nodes + 1, all.size());
      assertTrue(plan.stages().stream().noneMatch(List::isEmpty));
    }
  }

  @Test
  public void aLargerShareHasTheNodesOfASmallerOne() {
    List<ClusterDaemon> ten = StagePlan.someNodes(cluster(95), 10);
    assertEquals(10, ten.size());
    assertTrue(StagePlan.someNodes(cluster(95), 20).containsAll(ten));
    assertEquals(1, StagePlan.someNodes(cluster(3), 1).size());
    assertEquals(0, StagePlan.someNodes(cluster(0), 100).size());
  }

  @Test
  public void sharesRiseToAllNodes() {
    assertEquals(Arrays.asList(5, 25, 100), StagePlan.percents("5, 25,100"));
    for (String wrong :
        Arrays.asList("", "5", "0,100", "5,5,100", "100,5", "5,101", "-5,100", "5,,100", "x")) {
      assertNull(wrong, StagePlan.percents(wrong));
    }
  }
}
