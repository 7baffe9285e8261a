// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm.scheduler;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerSchedulerEvent;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerSchedulerEventType;
import org.junit.After;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.estimate.RunTimeHint;
import org.yarnext.mercury.policy.queue.QueueOrder;

/** A node with Mercury before the stock ContainerScheduler. */
abstract class MercurySchedulerTestBase {
  static final ResourceVector NODE = ResourceVector.of(4096, 4);
  final MercurySetup setup = new MercurySetup();
  FakeNode node;

  @After
  public void tearDown() {
    if (node != null) {
      node.close();
    }
  }

  FakeNode on() {
    node = new FakeNode(NODE, 100, false).on(setup);
    return node;
  }

  List<FakeContainer> opportunistic(int count, long memoryMb) {
    List<FakeContainer> some = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      some.add(node.opportunistic(memoryMb));
    }
    return some;
  }

  static void assertLaunched(FakeContainer... containers) {
    for (FakeContainer c : containers) {
      assertEquals(c.toString(), 1, c.launches);
    }
  }

  static void assertWaits(FakeContainer... containers) {
    for (FakeContainer c : containers) {
      assertTrue(c.toString(), c.waits());
    }
  }

  static String killOf(FakeContainer c) {
    assertEquals(c.toString(), 1, c.schedulerKills.size());
    return c.schedulerKills.get(0);
  }

  static Set<String> runs(long ms) {
    return Collections.singleton(RunTimeHint.tag(ms));
  }

  static Set<String> none() {
    return FakeContainer.noTags();
  }

  static String id(FakeContainer c) {
    return c.getContainerId().toString();
  }

  // ---- recovery -------------------------------------------------------------------------------

  FakeContainer recovered(long memoryMb) {
    FakeContainer c = node.unresumed(memoryMb);
    node.send(new ContainerSchedulerEvent(c, ContainerSchedulerEventType.SCHEDULE_CONTAINER));
    return c;
  }

  // ---- failure --------------------------------------------------------------------------------

  static QueueOrder failing(boolean[] fails) {
    return (a, b) -> {
      if (fails[0]) {
        throw new IllegalStateException("as the test wants it");
      }
      return 0;
    };
  }
}
