// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.util.Collections;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.yarnext.orchestrator.nm.cgroup.FakeKernel.Layout;
import org.yarnext.orchestrator.nm.tasks.ContainerEntitlement;
import org.yarnext.orchestrator.nm.tasks.NodeCapacity;
import org.yarnext.orchestrator.nm.tasks.TaskContainer;

/** When the containers of a node are measured. */
public class SampleIntervalTest {
  private static final String CONTAINER = "c1";

  @Rule public final SteeredNode node = new SteeredNode(Layout.VERSION_2);
  private NodeOrchestrator orchestrator;

  @Before
  public void open() throws Exception {
    node.hadoop.set("yarn.mr-orchestrator.sample-interval", "500ms");
    orchestrator = node.start();
  }

  private static TaskContainer container() {
    return TaskContainer.outside(
        CONTAINER, "application_1_0001", new ContainerEntitlement(true, 1, 1024));
  }

  /** Starts, and calls a function at each sample. */
  private void start(Runnable onSample) {
    orchestrator.updateNode(
        null,
        () -> {
          onSample.run();
          return Collections.singleton(CONTAINER);
        },
        () -> new NodeCapacity(4_000, 4L << 30, 4_000));
    orchestrator.start();
  }

  @Test
  public void missedSamplesAreNotMadeUpFor() throws Exception {
    long severalIntervals = TimeUnit.MILLISECONDS.toNanos(1_800);
    BlockingQueue<Long> samples = new LinkedBlockingQueue<>();
    AtomicBoolean hasStoodStill = new AtomicBoolean();
    orchestrator.manager().placed(container());
    start(
        () -> {
          if (hasStoodStill.compareAndSet(false, true)) {
            LockSupport.parkNanos(severalIntervals);
          }
          samples.add(System.nanoTime());
        });
    long late = samples.poll(60, TimeUnit.SECONDS);
    long next = samples.poll(60, TimeUnit.SECONDS);
    long passedMs = TimeUnit.NANOSECONDS.toMillis(next - late);
    assertTrue(passedMs + " ms later", passedMs >= 400);
  }

  @Test
  public void nodeWithoutContainersIsSampledAgainWithItsFirst() throws Exception {
    BlockingQueue<Boolean> idle = new LinkedBlockingQueue<>();
    start(() -> idle.add(orchestrator.manager().isIdle()));
    assertEquals(true, idle.poll(60, TimeUnit.SECONDS));
    assertNull("it rests", idle.poll(1_500, TimeUnit.MILLISECONDS));
    orchestrator.enqueue(manager -> manager.placed(container()));
    assertEquals(false, idle.poll(30, TimeUnit.SECONDS));
    assertEquals("by itself", false, idle.poll(30, TimeUnit.SECONDS));
  }
}
