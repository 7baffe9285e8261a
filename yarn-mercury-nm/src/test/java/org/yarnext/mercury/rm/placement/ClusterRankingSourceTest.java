// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.rm.placement;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import org.apache.hadoop.util.Time;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.junit.Test;
import org.yarnext.mercury.allocation.PlacedApplication;
import org.yarnext.mercury.allocation.RankingSource;
import org.yarnext.mercury.application.Requests;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.coordinator.NodeReport;
import org.yarnext.mercury.policy.placement.ranking.RankedNode;

public class ClusterRankingSourceTest {
  private static final Set<ContainerId> NONE = Collections.emptySet();

  private final RankedCluster cluster = new RankedCluster(3);

  private static String id(int node) {
    return PlacedApplication.host(node) + ":8041";
  }

  private static Container on(int node, int id) {
    return Container.newInstance(
        ContainerId.newContainerId(Requests.ATTEMPT, id),
        NodeId.fromString(id(node)),
        "",
        Requests.SIZE,
        Priority.newInstance(1),
        null);
  }

  private RankedNode node(int number) {
    return cluster.ranking().find(id(number));
  }

  @Test
  public void nodesByHostAreLeastLoadedFirst() {
    cluster.round(NONE, 30, 20, 10);
    cluster.source.placedByStock(on(2, 7), 500);
    assertEquals(
        Arrays.asList(
            PlacedApplication.host(1), PlacedApplication.host(0), PlacedApplication.host(2)),
        new ArrayList<>(cluster.source.byHost().keySet()));
  }

  /** A round in which the first node tells of its queue. */
  private RankedNode tells(int length, int capacity, ContainerId... arrived) {
    cluster.round(
        new HashSet<>(Arrays.asList(arrived)),
        Collections.singletonList(
            new NodeReport(id(0), 10, length, capacity, Time.monotonicNow())));
    return node(0);
  }

  @Test
  public void nodeAcceptsItsFreeQueuePlacesLessPendingContainers() {
    assertEquals(2, tells(3, 5).places());
    for (int i = 1; i <= 3; i++) {
      cluster.source.placedByStock(on(0, i), 1);
      assertEquals(2 - i, node(0).places());
    }
    cluster.source.undelivered(on(0, 1));
    cluster.source.undelivered(on(0, 2));
    assertEquals(1, node(0).places());
    assertEquals(0, tells(4, 5).places());
    assertEquals("the last has come", 1, tells(4, 5, on(0, 3).getId()).places());
    assertTrue("guaranteed ones wait, too", tells(7, 5).places() < 0);
    assertEquals("some may start at once", 5 + 8, tells(0, 5).places());
  }

  @Test
  public void nodeIsReplacedOnlyIfItChanged() {
    cluster.round(NONE, 10, 20, 30);
    Object remote = RankingSource.node(node(1).node());
    cluster.round(NONE, 30, 20.4, 10);
    assertSame(remote, RankingSource.node(node(1).node()));
    assertEquals(20, node(1).loadMs());
    assertEquals("/rack", node(1).node().rack());
    assertEquals(ResourceVector.of(8192, 8), node(1).node().total());
  }

  @Test
  public void containerCostsItsShareOfTheMeanNode() {
    assertEquals("no node known", 1, cluster.source.costMs(8_000L, Requests.SIZE));
    cluster.round(NONE, 10, 20, 30);
    assertEquals(2_000, cluster.source.costMs(8_000L, Resource.newInstance(2048, 1)));
    assertEquals(8_000, cluster.source.costMs(8_000L, Resource.newInstance(99_999, 1)));
    assertEquals("not known", 1_250, cluster.source.costMs(null, Resource.newInstance(1024, 1)));
  }

  @Test
  public void nodeMustBeLargeEnoughForTheRoundedContainer() {
    assertTrue("no node known", cluster.source.hasNodeFor(ResourceVector.of(99_999, 1)));
    cluster.round(NONE, 10, 20, 30);
    assertTrue(cluster.source.hasNodeFor(ResourceVector.of(8192, 8)));
    assertTrue(cluster.source.hasNodeFor(ResourceVector.of(7169, 8)));
    assertFalse(cluster.source.hasNodeFor(ResourceVector.of(8193, 1)));
    assertFalse(cluster.source.hasNodeFor(ResourceVector.of(1, 9)));
  }
}
