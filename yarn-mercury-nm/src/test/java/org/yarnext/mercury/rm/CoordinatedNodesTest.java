/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.mercury.rm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotSame;
import static org.junit.Assert.assertSame;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.util.Time;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.server.api.protocolrecords.RemoteNode;
import org.junit.Test;
import org.yarnext.mercury.allocation.PlacedApplication;
import org.yarnext.mercury.master.Requests;
import org.yarnext.mercury.policy.coordinator.NodeReport;
import org.yarnext.mercury.policy.placement.CandidateNode;

public class CoordinatedNodesTest {
  private final RankedCluster cluster = new RankedCluster(3);
  private final CoordinatedNodes nodes = cluster.nodes;

  private static Container on(RemoteNode node) {
    return on(node, 7);
  }

  private static Container on(RemoteNode node, int id) {
    return Container.newInstance(
        ContainerId.newContainerId(Requests.ATTEMPT, id),
        node.getNodeId(),
        "",
        Requests.SIZE,
        Priority.newInstance(1),
        null);
  }

  private CandidateNode candidate(RemoteNode node) {
    return nodes.candidates(Collections.singleton(node)).get(0);
  }

  @Test
  public void candidatesHaveTheOrderInWhichNodesAreGiven() {
    cluster.round(Collections.emptySet(), 10, 20, 30);
    List<RemoteNode> list = cluster.list();
    nodes.placed(on(list.get(1)), 500);
    List<RemoteNode> others = Arrays.asList(list.get(2), list.get(1));
    for (List<RemoteNode> given : Arrays.asList(list, others)) {
      List<CandidateNode> candidates = nodes.candidates(given);
      assertEquals(given.size(), candidates.size());
      for (int i = 0; i < given.size(); i++) {
        assertEquals(given.get(i).getNodeId().toString(), candidates.get(i).id());
        int at = list.indexOf(given.get(i));
        assertEquals(10 + 10 * at + (at == 1 ? 500 : 0), candidates.get(i).waitMs());
      }
    }
  }

  private int places(RemoteNode node) {
    return candidate(node).places();
  }

  /** A round in which the first node tells of its queue. */
  private RemoteNode tells(int length, int capacity, String... arrived) {
    String id = NodeId.newInstance(PlacedApplication.host(0), 8041).toString();
    long now = Time.monotonicNow();
    cluster.waits.reported(
        Collections.singleton(new NodeReport(id, 10, length, capacity, now)),
        new HashSet<>(Arrays.asList(arrived)),
        now);
    nodes.ranked();
    return cluster.list().get(0);
  }

  @Test
  public void aNodeTakesWhatItsQueueHasPlacesForLessWhatIsToCome() {
    RemoteNode node = tells(3, 5);
    assertEquals(2, places(node));
    for (int i = 1; i <= 3; i++) {
      nodes.placed(on(node, i), 1);
      assertEquals(Math.max(0, 2 - i), places(node));
    }
    nodes.takenBack(on(node, 1));
    nodes.takenBack(on(node, 2));
    assertEquals(1, places(node));
    assertEquals(0, places(tells(4, 5)));
    assertEquals("the last has come", 1, places(tells(4, 5, on(node, 3).getId().toString())));
    assertEquals("guaranteed ones wait, too", 0, places(tells(7, 5)));
    assertEquals("some may start at once", 5 + 8, places(tells(0, 5)));
  }

  @Test
  public void aCandidateIsMadeOnceARoundUnlessSomethingWasPlacedOnIt() {
    cluster.round(Collections.emptySet(), 10.4, 20, 30);
    Map<String, RemoteNode> byHost = nodes.byHost();
    List<RemoteNode> list = cluster.list();
    RemoteNode first = list.get(0);
    CandidateNode candidate = candidate(first);
    assertEquals(10, candidate.waitMs());
    assertEquals(first.getNodeId().toString(), candidate.id());
    assertSame(candidate, candidate(first));
    nodes.placed(on(first), 500);
    assertEquals("at once", 510, candidate(first).waitMs());
    assertSame("its text is not made again", candidate.id(), candidate(first).id());
    assertEquals(20, candidate(list.get(1)).waitMs());
    nodes.takenBack(on(first));
    assertEquals(10, candidate(first).waitMs());
    assertSame("the same until the next round", byHost, nodes.byHost());
  }

  @Test
  public void aNewRoundIsSeenAtOnce() {
    cluster.round(Collections.emptySet(), 10, 20, 30);
    RemoteNode first = cluster.list().get(0);
    nodes.placed(on(first), 500);
    cluster.round(Collections.singleton(on(first).getId().toString()), 400, 20, 30);
    List<RemoteNode> list = cluster.list();
    assertNotSame(first, list.get(2));
    assertEquals(first.getNodeId(), list.get(2).getNodeId());
    assertEquals(400, candidate(list.get(2)).waitMs());
    assertEquals("by a list of the last round", 400, candidate(first).waitMs());
    cluster.waits.clear();
    nodes.ranked();
    assertEquals(Collections.emptyList(), cluster.list());
    assertEquals(CandidateNode.UNKNOWN_WAIT, candidate(list.get(2)).waitMs());
  }

  /** A list that is made while something is placed would else tell less than is to come. */
  @Test
  public void noPlacementIsLostWhileAListIsMade() throws Exception {
    RankedCluster large = new RankedCluster(2_000);
    double[] waitsMs = new double[2_000];
    Arrays.fill(waitsMs, 1, waitsMs.length, 10_000); // so that the first is first to be read
    large.round(Collections.emptySet(), waitsMs);
    RemoteNode first = large.list().get(0);
    Random random = new Random(1);
    ExecutorService other = Executors.newSingleThreadExecutor();
    try {
      long listNs = 0;
      for (int i = 1; i <= 150; i++) {
        large.reported(Collections.emptySet(), waitsMs);
        long startNs = System.nanoTime();
        Future<Long> listed =
            other.submit(
                () -> {
                  large.nodes.ranked();
                  return System.nanoTime();
                });
        // At another moment of its making each time.
        while (System.nanoTime() - startNs < listNs * (0.8 + 0.25 * random.nextDouble())) {
          Thread.yield();
        }
        large.nodes.placed(on(first, i), 1);
        listNs = listed.get(10, TimeUnit.SECONDS) - startNs;
        assertEquals(i, large.nodes.candidates(large.list()).get(0).waitMs());
      }
    } finally {
      other.shutdownNow();
    }
  }

  /** It takes milliseconds, each round anew. */
  @Test(timeout = 20_000)
  public void nobodyWaitsWhileAListIsMade() throws Exception {
    cluster.round(Collections.emptySet(), 10, 20, 30);
    Map<String, RemoteNode> byHost = nodes.byHost();
    List<RemoteNode> list = cluster.list();
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    cluster.whileListed =
        () -> {
          begun.countDown();
          try {
            end.await();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        };
    cluster.reported(Collections.emptySet(), 100, 200, 300);
    ExecutorService coordinator = Executors.newSingleThreadExecutor();
    try {
      Future<?> listed = coordinator.submit(nodes::ranked);
      begun.await();
      assertSame(byHost, nodes.byHost());
      nodes.placed(on(list.get(0)), 500);
      assertEquals(510, candidate(list.get(0)).waitMs());
      end.countDown();
      listed.get();
      RemoteNode first = cluster.list().get(0);
      assertEquals(list.get(0).getNodeId(), first.getNodeId());
      assertEquals("what was placed meanwhile counts", 600, candidate(first).waitMs());
    } finally {
      coordinator.shutdownNow();
    }
  }

  /** As when the coordinator is taken out. */
  @Test(timeout = 20_000)
  public void anOldListIsOfNoUse() throws Exception {
    RankedCluster once = new RankedCluster(2, 1_000);
    once.round(Collections.emptySet(), 10, 20);
    assertEquals(2, once.list().size());
    while (!once.list().isEmpty()) {
      Thread.sleep(20);
    }
  }

  /** All calls of all applications ask for all nodes. */
  @Test
  public void itWaitsForNobodyWhoChangesTheWaits() throws Exception {
    cluster.round(Collections.emptySet(), 10, 20, 30);
    RemoteNode first = cluster.list().get(0);
    nodes.placed(on(first), 500);
    ExecutorService other = Executors.newSingleThreadExecutor();
    try {
      synchronized (cluster.waits) {
        assertEquals(510, other.submit(() -> candidate(first)).get(10, TimeUnit.SECONDS).waitMs());
      }
    } finally {
      other.shutdownNow();
    }
  }
}
