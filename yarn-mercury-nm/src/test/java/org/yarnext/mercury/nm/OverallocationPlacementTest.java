// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.server.api.records.OpportunisticContainersStatus;
import org.apache.hadoop.yarn.server.api.records.impl.pb.OpportunisticContainersStatusPBImpl;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.distributed.NodeQueueLoadMonitor;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.distributed.NodeQueueLoadMonitor.LoadComparator;
import org.junit.After;
import org.junit.Test;
import org.yarnext.common.FeatureMode;
import org.yarnext.mercury.MercuryConfiguration;
import org.yarnext.mercury.nm.overallocation.NodeUsageSnapshot;
import org.yarnext.mercury.nm.overallocation.OverallocationSource;
import org.yarnext.mercury.nm.scheduler.FakeContainer;
import org.yarnext.mercury.nm.scheduler.FakeNode;
import org.yarnext.mercury.nm.scheduler.MercuryEvent;
import org.yarnext.mercury.nm.scheduler.MercurySetup;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.coordinator.CoordinatorPolicy;
import org.yarnext.mercury.policy.coordinator.NodeHeartbeatSnapshot;
import org.yarnext.mercury.policy.coordinator.NodeReport;
import org.yarnext.mercury.policy.overallocation.HostUsage;
import org.yarnext.mercury.policy.overallocation.MeasuredUsage;
import org.yarnext.mercury.policy.overallocation.OverallocationSettings;
import org.yarnext.mercury.policy.placement.ranking.CandidateNode;
import org.yarnext.mercury.policy.placement.ranking.NodeRanking;

/** The order in which placement takes nodes that are full by allocation, by what they use. */
public class OverallocationPlacementTest {
  private static final long MB = 1024;
  private static final int NODES = 4;

  /** Usage of each node's guaranteed container, of its 8 GB, in MB. */
  private static final long[] USED_MB = {7 * MB, MB, 6 * MB, 2 * MB};

  private final List<FakeNode> nodes = new ArrayList<>();

  @After
  public void stop() {
    nodes.forEach(FakeNode::close);
  }

  private static OverallocationSource usage(
      FeatureMode mode, FakeNode node, Map<ContainerId, MeasuredUsage> usage) {
    return new OverallocationSource() {
      @Override
      public FeatureMode mode() {
        return mode;
      }

      @Override
      public OverallocationSettings settings() {
        return new OverallocationSettings(0.8, 0.2, 0.5, 2, 10_000, 5_000, 0.15, 0.1);
      }

      @Override
      public boolean allows(boolean isSigned) {
        return true;
      }

      @Override
      public NodeUsageSnapshot usage() {
        HostUsage host = new HostUsage(16 * MB, 8 * MB, 0.1, node.clock.millis().getAsLong());
        return new NodeUsageSnapshot(usage, host);
      }
    };
  }

  /** Returns the heartbeats of nodes whose guaranteed containers have run for 20 s. */
  private List<OpportunisticContainersStatus> heartbeats(FeatureMode mode) throws Exception {
    Configuration conf = new Configuration(false);
    conf.set("yarn.mercury.mode", "on");
    conf.set("yarn.nodemanager.opportunistic-containers-max-queue-length", "10");
    List<OpportunisticContainersStatus> sent = new ArrayList<>();
    for (long usedMb : USED_MB) {
      FakeNode node = new FakeNode(ResourceVector.of(8 * MB, 8), 10, false);
      nodes.add(node);
      Map<ContainerId, MeasuredUsage> usage = new HashMap<>();
      MercurySetup setup = new MercurySetup();
      setup.usage = usage(mode, node, usage);
      node.on(setup);
      FakeContainer guaranteed = node.arrive(ExecutionType.GUARANTEED, 7 * MB, 4);
      node.arrive(ExecutionType.GUARANTEED, MB, 1);
      node.drain();
      node.pass(20_000);
      long nowMs = node.clock.millis().getAsLong();
      usage.put(guaranteed.getContainerId(), new MeasuredUsage(usedMb, 100, usedMb, 100, nowMs));
      node.send(new MercuryEvent(MercuryEvent.Kind.USAGE));
      node.drain();
      HeartbeatInterceptor heartbeats =
          new HeartbeatInterceptor(
              node.context,
              node.newViews(),
              MercuryConfiguration.read(conf),
              node.guard,
              node.metrics,
              node.runtime,
              event -> {});
      sent.add(heartbeats.report(node.stock.getOpportunisticContainersStatus()));
      assertEquals(0, node.guard.counters().failures());
    }
    return sent;
  }

  private static NodeId id(int i) {
    return NodeId.newInstance("node" + i, 1);
  }

  /** Returns the nodes in the order of stock's list by wait. */
  private static List<NodeId> inStocksOrder(List<OpportunisticContainersStatus> heartbeats) {
    /** Sorts when told. */
    class Monitor extends NodeQueueLoadMonitor {
      Monitor() {
        super(3_600_000, LoadComparator.QUEUE_WAIT_TIME, 2);
      }

      List<NodeId> sorted() {
        updateSortedNodes();
        return selectNodes();
      }
    }

    Monitor monitor = new Monitor();
    try {
      for (int i = 0; i < heartbeats.size(); i++) {
        RMNode node = mock(RMNode.class);
        when(node.getNodeID()).thenReturn(id(i));
        when(node.getState()).thenReturn(NodeState.RUNNING);
        when(node.getOpportunisticContainersStatus()).thenReturn(heartbeats.get(i));
        when(node.getNodeLabels()).thenReturn(Collections.emptySet());
        monitor.updateNode(node);
      }
      return monitor.sorted();
    } finally {
      monitor.stop();
    }
  }

  /** Returns the reports that Mercury's coordinator takes from two heartbeats of each node. */
  private static CoordinatorPolicy.Round round(List<OpportunisticContainersStatus> heartbeats)
      throws Exception {
    CoordinatorPolicy policy =
        new CoordinatorPolicy(
            MercuryConfiguration.readOnResourceManager(new Configuration(false)).coordinator());
    CoordinatorPolicy.Round round = null;
    for (int beat = 0; beat < 2; beat++) {
      List<NodeHeartbeatSnapshot> seen = new ArrayList<>();
      for (int i = 0; i < heartbeats.size(); i++) {
        OpportunisticContainersStatus s = heartbeats.get(i);
        seen.add(
            new NodeHeartbeatSnapshot(
                id(i).toString(),
                new Object(),
                s.getEstimatedQueueWaitTime(),
                s.getWaitQueueLength(),
                s.getOpportQueueCapacity()));
      }
      round = policy.round(seen, 1_000 * beat).value();
    }
    return round;
  }

  @Test
  public void nodesThatUseLittleAreTakenFirst() throws Exception {
    List<OpportunisticContainersStatus> heartbeats = heartbeats(FeatureMode.ON);
    List<NodeId> order = inStocksOrder(heartbeats);
    assertEquals(NODES, order.size());
    assertTrue(order.toString(), order.subList(0, 2).containsAll(Arrays.asList(id(1), id(3))));

    CoordinatorPolicy.Round round = round(heartbeats);
    assertEquals(NODES, round.fresh().size());
    List<CandidateNode> candidates = new ArrayList<>();
    for (NodeReport report : round.fresh()) {
      candidates.add(
          CandidateNode.of(report.node().split(":")[0], 1, null, null)
              .withWaitMs((long) report.waitMs()));
    }
    List<CandidateNode> ranked = NodeRanking.of(candidates, new Random(1)).leastLoadedFirst();
    assertEquals(0, ranked.get(0).waitMs());
    assertEquals(0, ranked.get(1).waitMs());
    assertTrue(Arrays.asList("node1", "node3").contains(ranked.get(0).host()));
    assertTrue(Arrays.asList("node1", "node3").contains(ranked.get(1).host()));
    assertEquals(20_000, ranked.get(2).waitMs());
  }

  @Test
  public void onlyTheWaitDiffersFromMercurysOwnReport() throws Exception {
    List<OpportunisticContainersStatus> off = heartbeats(FeatureMode.OFF);
    List<OpportunisticContainersStatus> shadow = heartbeats(FeatureMode.SHADOW);
    List<OpportunisticContainersStatus> on = heartbeats(FeatureMode.ON);
    for (int i = 0; i < NODES; i++) {
      assertEquals(20_000, off.get(i).getEstimatedQueueWaitTime());
      assertEquals(sent(off.get(i)), sent(shadow.get(i)));
      on.get(i).setEstimatedQueueWaitTime(20_000);
      assertEquals(sent(off.get(i)), sent(on.get(i)));
    }
  }

  private static Object sent(OpportunisticContainersStatus status) {
    return ((OpportunisticContainersStatusPBImpl) status).getProto();
  }
}
