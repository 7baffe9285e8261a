// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm.scheduler;

import static java.util.Arrays.asList;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerSchedulerEvent;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerSchedulerEventType;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.yarnext.mercury.policy.ResourceVector;

/** The decisions that shadow explains; {@link RandomWorldTest} checks that it changes nothing. */
public class ShadowSchedulerTest {
  private final MercurySetup setup = new MercurySetup();
  private FakeNode node;

  @Before
  public void setUp() {
    node = new FakeNode(ResourceVector.of(4096, 4), 100, false).shadow(setup);
  }

  @After
  public void tearDown() {
    node.close();
  }

  private List<String> explained() {
    List<String> codes = new ArrayList<>();
    node.metrics.ring().recent(100).forEach(e -> codes.add(e.reason().code()));
    Collections.reverse(codes);
    return codes;
  }

  @Test
  public void shadowModeExplainsStartsAndLeavesThemToStock() {
    FakeContainer running = node.opportunistic(4096);
    FakeContainer waiting = node.opportunistic(1024);
    assertEquals(asList("QUEUE_ACCEPTED", "QUEUE_ACCEPTED"), explained());
    assertEquals(1, node.stock.getNumQueuedOpportunisticContainers());
    assertEquals(1, node.metrics.held());
    node.finish(running);
    assertEquals("START_IN_ORDER", explained().get(2));
    assertEquals(1, waiting.launches);
    assertEquals(0, node.metrics.held());
    node.metrics.ring().recent(100).forEach(e -> assertTrue(!e.applied()));
  }

  @Test
  public void shadowModeExplainsTheVictimsItWouldChoose() {
    FakeContainer running = node.opportunistic(4096);
    node.guaranteed(1024);
    assertEquals("RECLAIM_LEAST_WORK_LOST", explained().get(1));
    assertEquals(
        "stock's own words",
        asList("Container Killed to make room for Guaranteed Container."),
        running.schedulerKills);
    assertEquals(0, node.metrics.victims.value());
  }

  @Test
  public void promotedRunningContainerIsNotAVictim() {
    FakeContainer promoted = node.opportunistic(4096);
    promoted.update(ExecutionType.GUARANTEED);
    node.drain();
    node.guaranteed(1024);
    assertEquals("nothing to stop", asList("QUEUE_ACCEPTED"), explained());
  }

  @Test
  public void demotedRunningContainerMayBeAVictim() {
    FakeContainer demoted = node.guaranteed(4096);
    demoted.update(ExecutionType.OPPORTUNISTIC);
    node.drain();
    node.guaranteed(1024);
    assertEquals(asList("RECLAIM_LEAST_WORK_LOST"), explained());
  }

  @Test
  public void containerAwaitingItsRelaunchIsQueuedInTheMirrorToo() {
    FakeContainer again = node.opportunistic(3072);
    FakeContainer small = node.opportunistic(1024);
    FakeContainer first = node.opportunistic(3072);
    FakeContainer second = node.opportunistic(512);
    node.pass(1_000);
    again.reInitialize();
    node.drain();
    node.finish(small);
    assertEquals(1, first.launches);
    assertEquals(1, second.launches);
    assertEquals(1, again.launches);
    assertEquals(1, node.stock.getNumQueuedOpportunisticContainers());
    assertEquals(1, node.metrics.held());
  }

  @Test
  public void runTimeOfARecoveredRunningContainerIsUnknown() {
    FakeContainer before = node.unresumed(1024);
    setup.recovered.running.add(before.getContainerId());
    node.send(new ContainerSchedulerEvent(before, ContainerSchedulerEventType.SCHEDULE_CONTAINER));
    node.drain();
    assertEquals(1, before.launches);
    node.pass(3_000);
    node.finish(before);
    assertEquals(0, node.estimates.applications());
    FakeContainer since = node.opportunistic(1024);
    node.finish(since);
    assertEquals(1, node.estimates.applications());
  }

  @Test
  public void sheddingIsExplainedOnlyAtLimits() {
    node.opportunistic(4096);
    FakeContainer waiting = node.opportunistic(1024);
    node.limits(-1, 0);
    node.drain();
    assertEquals("SHED_WAIT_LIMIT", explained().get(2));
    assertTrue("stock knows no wait limit", waiting.waits());
    node.tick();
    node.drain();
    assertEquals(3, explained().size());
  }

  @Test
  public void failureIsCountedAndTheMirrorIsRebuilt() {
    node.close();
    boolean[] fails = {true};
    setup.order =
        (a, b) -> {
          if (fails[0]) {
            throw new IllegalStateException("as the test wants it");
          }
          return 0;
        };
    node = new FakeNode(ResourceVector.of(4096, 4), 100, false).shadow(setup);
    FakeContainer running = node.opportunistic(4096);
    assertEquals(1, running.launches);
    assertTrue(node.guard.counters().failures() > 0);
    fails[0] = false;
    node.opportunistic(1024);
    assertEquals(1, node.metrics.held());
  }
}
