// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.server.api.records.OpportunisticContainersStatus;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.yarnext.mercury.MercuryConfiguration;
import org.yarnext.mercury.nm.scheduler.ContainerViewFactory;
import org.yarnext.mercury.nm.scheduler.FakeContainer;
import org.yarnext.mercury.nm.scheduler.FakeNode;
import org.yarnext.mercury.nm.scheduler.MercurySetup;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.estimate.RunTimeHint;

/** The wait that a heartbeat carries while containers that it names are localised. */
public class HeartbeatInterceptorTest {
  private static final int RUN_MS = 10_000;

  private final FakeNode node = new FakeNode(ResourceVector.of(4096, 4), 10, false);
  private HeartbeatInterceptor heartbeats;

  @Before
  public void start() throws Exception {
    node.on(new MercurySetup());
    Configuration conf = new Configuration(false);
    conf.set("yarn.mercury.mode", "on");
    conf.set("yarn.nodemanager.opportunistic-containers-max-queue-length", "10");
    heartbeats =
        new HeartbeatInterceptor(
            node.context,
            node.newViews(),
            MercuryConfiguration.read(conf),
            node.guard,
            node.metrics,
            node.runtime,
            event -> {});
  }

  @After
  public void close() {
    node.close();
  }

  private void halfOfTheNodeIsGuaranteed() {
    node.arrive(ExecutionType.GUARANTEED, 2048, 2);
    node.drain();
  }

  private int reportedMs() {
    return heartbeats
        .report(OpportunisticContainersStatus.newInstance())
        .getEstimatedQueueWaitTime();
  }

  private FakeContainer localizing(ExecutionType type) {
    FakeContainer c = node.create(type, 1024, 1, 1, 0, FakeContainer.noTags());
    c.localizing();
    return c;
  }

  @Test
  public void containerThatStartsAtOnceAddsNoWait() {
    halfOfTheNodeIsGuaranteed();
    assertEquals(0, reportedMs());
    localizing(ExecutionType.OPPORTUNISTIC);
    assertEquals(0, reportedMs());
    assertEquals(0, node.guard.counters().failures());
  }

  @Test
  public void localizingContainersWithoutRoomAddToTheWait() {
    halfOfTheNodeIsGuaranteed();
    localizing(ExecutionType.OPPORTUNISTIC);
    localizing(ExecutionType.OPPORTUNISTIC);
    assertEquals("two fill the node", RUN_MS, reportedMs());
    FakeContainer third = localizing(ExecutionType.OPPORTUNISTIC);
    localizing(ExecutionType.OPPORTUNISTIC);
    assertEquals("the others wait for them", 2 * RUN_MS, reportedMs());
    third.sendKillEvent(-1, "");
    assertEquals("one will not come", 3 * RUN_MS / 2, reportedMs());
  }

  /** The launch context must not be read while other threads store it, or launch from it. */
  @Test
  public void launchContextOfALocalizingContainerIsNotRead() {
    halfOfTheNodeIsGuaranteed();
    localizing(ExecutionType.OPPORTUNISTIC);
    FakeContainer c = localizing(ExecutionType.OPPORTUNISTIC);
    c.environment.put(RunTimeHint.ENVIRONMENT_VARIABLE, "600000");
    assertEquals(RUN_MS, reportedMs());
    assertEquals(0, c.launchContextsGiven);
  }

  @Test
  public void localizingGuaranteedContainersAreNotCounted() {
    halfOfTheNodeIsGuaranteed();
    for (int i = 0; i < 4; i++) {
      localizing(ExecutionType.GUARANTEED);
    }
    assertEquals(0, reportedMs());
  }

  @Test
  public void localizingContainersCountBeforeTheFirstEvent() {
    for (int i = 0; i < 4; i++) {
      localizing(ExecutionType.OPPORTUNISTIC);
    }
    assertEquals("they fill the node", RUN_MS, reportedMs());
    for (int i = 0; i < 4; i++) {
      localizing(ExecutionType.OPPORTUNISTIC);
    }
    assertEquals("four more wait", 2 * RUN_MS, reportedMs());
    assertEquals(0, node.guard.counters().failures());
  }

  @Test
  public void resizedIdleNodeIsObserved() {
    for (int i = 0; i < 4; i++) {
      localizing(ExecutionType.OPPORTUNISTIC);
    }
    ContainerViewFactory containers = node.newViews();
    assertFalse(node.metrics.isDue(containers.total()));
    node.resize(ResourceVector.of(2048, 2));
    assertTrue(node.metrics.isDue(containers.total()));
    node.tick();
    node.drain();
    assertEquals("half of them wait", 2 * RUN_MS, reportedMs());
    assertFalse(node.metrics.isDue(containers.total()));
  }
}
