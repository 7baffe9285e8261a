// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm.scheduler;

import static org.junit.Assert.assertEquals;

import java.util.Arrays;
import java.util.Collections;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerSchedulerEvent;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerSchedulerEventType;
import org.junit.Test;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.estimate.RunTimeHint;

/** Containers that a restarted NodeManager recovers. */
public class RecoveredContainerTest extends MercurySchedulerTestBase {
  @Test
  public void recoveredRunningContainerResumesWithoutRequestingRoom() {
    on();
    FakeContainer c = recovered(3072);
    setup.recovered.running.add(c.getContainerId());
    node.drain();
    assertLaunched(c);
    assertEquals("counted once", ResourceVector.of(3072, 3), node.used());
    assertEquals(1, node.metrics.recoveredRunning.value());
    assertEquals("it did not queue", 0, node.metrics.arrived.value());
    // It is a candidate and its end is noticed like that of any other.
    FakeContainer guaranteed = node.guaranteed(4096);
    assertEquals(1, node.metrics.victims.value());
    node.die(c);
    assertLaunched(guaranteed);
  }

  @Test
  public void runTimeOfARecoveredRunningContainerIsUnknown() {
    on();
    FakeContainer before = recovered(3072);
    before.environment.put(RunTimeHint.ENVIRONMENT_VARIABLE, "600000");
    setup.recovered.running.add(before.getContainerId());
    node.drain();
    node.pass(3_000);
    node.finish(before);
    assertEquals(Collections.emptyList(), before.diagnostics);
    assertEquals(0, node.estimates.applications());
    FakeContainer since = node.opportunistic(1024);
    node.pass(3_000);
    node.finish(since);
    assertEquals(1, since.diagnostics.size());
    assertEquals(1, node.estimates.applications());
  }

  @Test
  public void runTimeOfARelaunchedRecoveredContainerIsKnown() {
    on();
    FakeContainer again = recovered(3072);
    setup.recovered.running.add(again.getContainerId());
    node.drain();
    node.pass(1_000);
    again.reInitialize();
    node.drain();
    node.pass(3_000);
    node.finish(again);
    assertEquals(Collections.singletonList("\nyarnext.mercury: ran 3000 ms\n"), again.diagnostics);
  }

  @Test
  public void recoveredContainerBeingKilledCountsAsFreed() {
    on();
    FakeContainer ending = recovered(2048);
    FakeContainer other = recovered(2048);
    setup.recovered.running.addAll(Arrays.asList(ending.getContainerId(), other.getContainerId()));
    setup.recovered.killed.add(ending.getContainerId());
    node.drain();
    FakeContainer guaranteed = node.guaranteed(2048);
    assertEquals("its victim is on its way out already", 0, node.metrics.victims.value());
    assertWaits(guaranteed);
    node.die(ending);
    assertLaunched(guaranteed, other);
  }

  @Test
  public void noVictimIsChosenBeforeAllRunningContainersAreResumed() {
    on();
    FakeContainer first = node.unresumed(2048);
    FakeContainer second = node.unresumed(2048);
    setup.recovered.running.addAll(Arrays.asList(first.getContainerId(), second.getContainerId()));
    FakeContainer guaranteed = node.guaranteed(2048);
    node.send(new ContainerSchedulerEvent(first, ContainerSchedulerEventType.SCHEDULE_CONTAINER));
    node.drain();
    assertWaits(guaranteed);
    assertEquals(0, node.stock.getNumQueuedGuaranteedContainers());
    assertEquals(0, node.metrics.victims.value());
    node.send(new ContainerSchedulerEvent(second, ContainerSchedulerEventType.SCHEDULE_CONTAINER));
    node.drain();
    assertEquals(1, node.metrics.victims.value());
    node.die(first.isMarkedForKilling() ? first : second);
    assertLaunched(guaranteed);
  }

  @Test
  public void runningContainerThatEndsUnresumedBlocksNoOther() {
    on();
    FakeContainer ended = node.unresumed(4096);
    setup.recovered.running.add(ended.getContainerId());
    FakeContainer guaranteed = node.guaranteed(4096);
    assertWaits(guaranteed);
    node.finish(ended);
    assertLaunched(guaranteed);
  }

  /** Why {@code resume} exists; if this fails, stock was mended and it can go. */
  @Test
  public void stockDoesNotResumeARecoveredRunningContainer() {
    node = new FakeNode(NODE, 100, false);
    FakeContainer c = recovered(3072);
    node.drain();
    assertEquals(0, c.launches);
  }
}
