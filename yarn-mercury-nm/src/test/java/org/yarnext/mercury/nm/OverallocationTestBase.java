// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm;

import static org.junit.Assert.assertEquals;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerSchedulerEvent;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerSchedulerEventType;
import org.junit.After;
import org.junit.Before;
import org.yarnext.common.FeatureMode;
import org.yarnext.mercury.nm.overallocation.NodeUsageSnapshot;
import org.yarnext.mercury.nm.overallocation.OverallocationSource;
import org.yarnext.mercury.nm.scheduler.FakeContainer;
import org.yarnext.mercury.nm.scheduler.FakeNode;
import org.yarnext.mercury.nm.scheduler.MercuryEvent;
import org.yarnext.mercury.nm.scheduler.MercurySetup;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.overallocation.HostUsage;
import org.yarnext.mercury.policy.overallocation.MeasuredUsage;
import org.yarnext.mercury.policy.overallocation.MemorySnapshot;
import org.yarnext.mercury.policy.overallocation.NodePressure;
import org.yarnext.mercury.policy.overallocation.OverallocationSettings;

/** A node whose measurements tests make up, in front of the stock ContainerScheduler. */
abstract class OverallocationTestBase {
  static final long MB = 1024;
  static final ResourceVector NODE = ResourceVector.of(8 * MB, 8);

  FeatureMode mode = FeatureMode.ON;
  boolean isByQueue;
  long availableMb = 16 * MB;

  /** Memory available a quarter of a second before the last measurement, in MB. */
  long beforeMb;

  MemorySnapshot limit = new MemorySnapshot(16 * MB, 16 * MB);
  double cpuShare = 0.1;
  NodePressure pressure = NodePressure.UNKNOWN;

  /** Time since the last measurement of the host, in ms. */
  long hostAgeMs;

  Set<ContainerId> told = Collections.emptySet();
  long toldStopMs;
  final Map<ContainerId, MeasuredUsage> usage = new HashMap<>();
  final Map<ContainerId, Long> heldMb = new HashMap<>();
  final MercurySetup setup = new MercurySetup();
  FakeNode node;

  @Before
  public void startNode() {
    setup.usage =
        new OverallocationSource() {
          @Override
          public FeatureMode mode() {
            return mode;
          }

          @Override
          public OverallocationSettings settings() {
            return new OverallocationSettings(0.8, 0.2, 0.5, 2, 10_000, 5_000, 0.15, 0.1)
                .withPressure(0.1, 0.2, 0.8);
          }

          @Override
          public boolean allows(boolean isSigned) {
            return isSigned || !isByQueue;
          }

          @Override
          public NodeUsageSnapshot usage() {
            HostUsage host =
                new HostUsage(
                    new MemorySnapshot(16 * MB, availableMb),
                    Collections.singletonList(limit),
                    cpuShare,
                    pressure,
                    now() - hostAgeMs);
            HostUsage before =
                new HostUsage(
                    new MemorySnapshot(16 * MB, beforeMb),
                    Collections.singletonList(limit),
                    cpuShare,
                    pressure,
                    host.measuredAtMs() - 250);
            return new NodeUsageSnapshot(usage, host.after(before)).holding(heldMb);
          }

          @Override
          public void overallocated(Set<ContainerId> now, long stopMs) {
            told = now;
            toldStopMs = stopMs;
          }
        };
    node = new FakeNode(NODE, 100, false).on(setup);
  }

  @After
  public void stopNode() {
    node.close();
  }

  long now() {
    return node.clock.millis().getAsLong();
  }

  void use(FakeContainer c, long memoryMb) {
    usage.put(c.getContainerId(), new MeasuredUsage(memoryMb, 100, memoryMb, 100, now()));
  }

  FakeContainer guaranteed(long memoryMb, int vcores) {
    FakeContainer c = node.arrive(ExecutionType.GUARANTEED, memoryMb, vcores);
    node.drain();
    return c;
  }

  void measured() {
    node.send(new MercuryEvent(MercuryEvent.Kind.USAGE));
    node.drain();
  }

  /** The wait of a heartbeat sent now. */
  int reportedMs() {
    return node.metrics.waitAt(now(), Collections.emptyList()).totalMsAsInt();
  }

  FakeContainer recovered(long memoryMb) {
    FakeContainer c = node.unresumed(memoryMb);
    setup.recovered.running.add(c.getContainerId());
    node.pass(1_000);
    return c;
  }

  void resume(FakeContainer... containers) {
    for (FakeContainer c : containers) {
      node.send(new ContainerSchedulerEvent(c, ContainerSchedulerEventType.SCHEDULE_CONTAINER));
    }
    node.drain();
  }

  /** The node is full of one guaranteed container that uses an eighth of it. */
  FakeContainer full() {
    FakeContainer guaranteed = guaranteed(8 * MB, 4);
    node.pass(20_000);
    use(guaranteed, MB);
    return guaranteed;
  }

  FakeContainer waiting(long memoryMb) {
    FakeContainer c = node.opportunistic(memoryMb);
    assertEquals(0, c.launches);
    return c;
  }
}
