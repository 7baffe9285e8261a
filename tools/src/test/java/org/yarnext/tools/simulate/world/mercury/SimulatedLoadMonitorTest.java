// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.mercury;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertSame;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.Test;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.tools.simulate.engine.ProgressListener;
import org.yarnext.tools.simulate.workload.ClusterTopology;
import org.yarnext.tools.simulate.world.SimulationSettings;
import org.yarnext.tools.simulate.world.SmallWorkloads;
import org.yarnext.tools.simulate.world.mercury.load.NodeLoadOrder;
import org.yarnext.tools.simulate.world.mercury.load.SimulatedLoadMonitor;

/** Checks the monitor against NodeQueueLoadMonitor and QueueLimitCalculator of 3.4.2. */
public class SimulatedLoadMonitorTest {
  private final MercurySettings model =
      new MercurySettings(
          SimulationSettings.DEFAULT
              .with("yarn.resourcemanager.opportunistic-container-allocation.nodes-used", "2")
              .with("yarn.nodemanager.opportunistic-containers-max-queue-length", "10"));
  private final List<SimulatedHost> hosts = new ArrayList<>();
  private final int[] lengths = {3, 0, 9, 1};

  /** How many of a node's four slots are taken. */
  private final int[] taken = {0, 0, 0, 0};

  private static final ResourceVector TASK = ResourceVector.of(250, 1);

  /** Host that reports a given queue length. */
  private final class Told extends StockHost {
    Told(int index, double reports) {
      super(
          index,
          ClusterTopology.of(4, 1_000, 4, 0).nodes().get(index),
          SimulatedLoadMonitorTest.this.simulation,
          reports);
    }

    @Override
    int queued() {
      return lengths[index()];
    }

    @Override
    ResourceVector queuedSize() {
      int tasks = lengths[index()] + taken[index()];
      return ResourceVector.of(tasks * TASK.memoryMb(), tasks * TASK.vcores());
    }
  }

  private final MercurySimulation simulation =
      new MercurySimulation(
          SmallWorkloads.workload(SmallWorkloads.job(1, 0, 1, 100, 1, null)),
          ClusterTopology.of(4, 1_000, 4, 0),
          model,
          MercuryWorld.Kind.STOCK_CENTRAL,
          1,
          ProgressListener.NONE);

  private SimulatedLoadMonitor<SimulatedHost> monitor(NodeLoadOrder order) {
    for (int i = 0; i < lengths.length; i++) {
      hosts.add(new Told(i, 1));
    }
    return new SimulatedLoadMonitor<>(model.load, hosts, order, new Random(1));
  }

  private void report(SimulatedLoadMonitor<SimulatedHost> monitor, int... which) {
    for (int i : which) {
      hosts.get(i).heartbeat();
      monitor.onHeartbeat(hosts.get(i));
    }
  }

  private static List<Integer> indices(List<SimulatedHost> hosts) {
    List<Integer> indices = new ArrayList<>();
    hosts.forEach(host -> indices.add(host.index()));
    return indices;
  }

  @Test
  public void shortestQueuesAreListedAndCachedForASecond() {
    SimulatedLoadMonitor<SimulatedHost> monitor = monitor(NodeLoadOrder.QUEUE_LENGTH);
    report(monitor, 0, 1, 2, 3);
    assertEquals(Collections.emptyList(), monitor.leastLoaded(0));
    monitor.sort();
    List<SimulatedHost> listed = monitor.leastLoaded(1_000);
    assertEquals(Arrays.asList(1, 3), indices(listed));
    lengths[0] = 0;
    lengths[1] = 5;
    report(monitor, 0, 1);
    monitor.sort();
    assertSame(listed, monitor.leastLoaded(2_000));
    assertEquals(Arrays.asList(0, 3), indices(monitor.leastLoaded(2_001)));
  }

  @Test
  public void newestReportComesFirstAmongEqualsAndSilentNodesAreUnknown() {
    SimulatedLoadMonitor<SimulatedHost> monitor = monitor(NodeLoadOrder.QUEUE_LENGTH);
    lengths[2] = 0;
    report(monitor, 1, 2);
    monitor.sort();
    assertEquals(Arrays.asList(2, 1), indices(monitor.leastLoaded(0)));
    report(monitor, 1);
    monitor.sort();
    assertEquals(Arrays.asList(1, 2), indices(monitor.leastLoaded(5_000)));
  }

  @Test
  public void placementLengthensAQueueUntilTheNextReport() {
    SimulatedLoadMonitor<SimulatedHost> monitor = monitor(NodeLoadOrder.QUEUE_LENGTH);
    lengths[1] = 9;
    lengths[3] = 9;
    lengths[0] = 10;
    report(monitor, 0, 1, 2, 3);
    monitor.sort();
    // The full one is not listed; of the two listed each takes one more.
    assertEquals(Arrays.asList(3, 2), indices(monitor.leastLoaded(0)));
    SimulatedHost first = monitor.selectAny(TASK);
    SimulatedHost second = monitor.selectAny(TASK);
    assertEquals(5, first.index() + second.index());
    assertNull(monitor.selectAny(TASK));
    report(monitor, 3);
    assertEquals(3, monitor.selectAny(TASK).index());
  }

  @Test
  public void freestNodeComesFirstAmongEqualQueuesWithResources() {
    Arrays.fill(lengths, 0);
    taken[0] = 4;
    taken[1] = 1;
    taken[2] = 2;
    taken[3] = 3;
    SimulatedLoadMonitor<SimulatedHost> monitor =
        monitor(NodeLoadOrder.QUEUE_LENGTH_THEN_RESOURCES);
    report(monitor, 1, 2, 3, 0);
    monitor.sort();
    assertEquals(Arrays.asList(1, 2), indices(monitor.leastLoaded(0)));
    // By length alone the newest reports come first, though one of them is full.
    SimulatedLoadMonitor<SimulatedHost> alone =
        new SimulatedLoadMonitor<>(model.load, hosts, NodeLoadOrder.QUEUE_LENGTH, new Random(1));
    report(alone, 1, 2, 3, 0);
    alone.sort();
    assertEquals(Arrays.asList(0, 3), indices(alone.leastLoaded(0)));
  }

  @Test
  public void placementTakesRoomBeforeItLengthensTheQueue() {
    Arrays.fill(lengths, 9);
    taken[0] = 3;
    SimulatedLoadMonitor<SimulatedHost> monitor =
        monitor(NodeLoadOrder.QUEUE_LENGTH_THEN_RESOURCES);
    lengths[0] = 0;
    report(monitor, 0);
    monitor.sort();
    // One has room, ten may wait.
    for (int i = 0; i < 11; i++) {
      assertEquals(0, monitor.selectAny(TASK).index());
    }
    assertNull(monitor.selectAny(TASK));
    report(monitor, 0);
    assertNull("fits no node", monitor.selectAny(ResourceVector.of(1_001, 1)));
    assertEquals(0, monitor.selectAny(TASK).index());
  }

  @Test
  public void lengthLimitIsMeanPlusDeviationWithinItsBounds() {
    SimulatedLoadMonitor<SimulatedHost> monitor = monitor(NodeLoadOrder.QUEUE_LENGTH);
    assertEquals("before any report", 5, monitor.lengthLimit());
    // Mean 3 (of 3.25), squares 0 + 9 + 36 + 4 = 49, deviation 3.5, rounded to 4.
    report(monitor, 0, 1, 2, 3);
    monitor.sort();
    assertEquals(7, monitor.lengthLimit());
    Arrays.fill(lengths, 1);
    report(monitor, 0, 1, 2, 3);
    monitor.sort();
    assertEquals(5, monitor.lengthLimit());
  }

  @Test
  public void stragglerReportsAShareOfItsQueue() {
    SimulatedHost straggler = new Told(2, 0.5);
    straggler.heartbeat();
    assertEquals(4, straggler.reportedLength());
  }

  @Test
  public void waitTimeOrderDoesNotLimitPlacementsOnANode() {
    SimulatedLoadMonitor<SimulatedHost> monitor = monitor(NodeLoadOrder.QUEUE_WAIT_TIME);
    report(monitor, 0, 1);
    monitor.sort();
    for (int i = 0; i < 50; i++) {
      assertEquals(0, monitor.selectAny(TASK).index() / 2);
    }
  }
}
