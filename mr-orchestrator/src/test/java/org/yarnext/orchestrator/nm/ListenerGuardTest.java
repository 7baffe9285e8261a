// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerEvent;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerEventType;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerImpl;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerState;
import org.junit.Test;
import org.yarnext.common.guard.Guard;
import org.yarnext.common.guard.GuardState;

/** A tripped guard and a slow kernel delay no container. */
public class ListenerGuardTest extends ContainerListenerTestBase {
  private final CountDownLatch heals = new CountDownLatch(1);
  private Thread trial;

  /**
   * Trips the guard until {@link #heal}: the call that tries whether it works goes on until then.
   */
  private void trip() throws InterruptedException {
    Guard guard = node.orchestrator().guard();
    for (int i = 0; i < 5; i++) {
      guard.recordFailure("test", new IllegalStateException());
    }
    CountDownLatch tries = new CountDownLatch(1);
    trial =
        new Thread(
            () -> {
              while (tries.getCount() > 0) {
                guard.runInline(
                    "test",
                    () -> {
                      tries.countDown();
                      heals.await();
                    },
                    Thread::yield);
              }
            });
    trial.setDaemon(true);
    trial.start();
    assertTrue("the cool-down ends", tries.await(60, TimeUnit.SECONDS));
  }

  private void heal() throws InterruptedException {
    heals.countDown();
    trial.join(60_000);
    assertEquals(GuardState.HEALTHY, node.orchestrator().guard().state());
  }

  /** The machine may pause during the trial, and a late answer would trip the guard again. */
  private void startWithShortCoolDown() throws Exception {
    node.hadoop.set("yarn.mr-orchestrator.guard.cool-down", "100ms");
    node.hadoop.set("yarn.mr-orchestrator.guard.deadline", "1m");
    node.start();
  }

  private double shareOfAll() throws IOException {
    return Double.parseDouble(
        node.kernel.read(
            node.kernel.mount("cpu").resolve(SteeredNode.PARENT).resolve("cpu.shares")));
  }

  @Test
  public void containerStartedWithTrippedGuardRunsOutsideWithItsShare() throws Exception {
    startWithShortCoolDown();
    ContainerImpl inside = container(2, ExecutionType.GUARANTEED);
    go(inside, ContainerState.SCHEDULED, ContainerEventType.INIT_CONTAINER);
    go(inside, ContainerState.RUNNING, ContainerEventType.CONTAINER_LAUNCHED);
    assertEquals(1024, shareOfAll(), 0);
    ContainerImpl outside = container(3, ExecutionType.GUARANTEED);
    token(outside, ExecutionType.GUARANTEED, 8, 1024);
    trip();
    listener.preTransition(
        outside,
        ContainerState.NEW,
        new ContainerEvent(outside.getContainerId(), ContainerEventType.INIT_CONTAINER));
    send(outside, ContainerState.RUNNING, ContainerEventType.CONTAINER_LAUNCHED);
    assertEquals("not in a group", 1, outside.getLaunchContext().getCommands().size());
    node.orchestrator().processPending();
    assertEquals(1, watched());
    heal();
    takeUp(2);
    assertEquals("1 core to 8 and the NodeManager's", 1024 / 9.0, shareOfAll(), 1);
    send(outside, ContainerState.DONE, ContainerEventType.CONTAINER_RESOURCES_CLEANEDUP);
    takeUp(1);
    assertEquals(1024, shareOfAll(), 0);
  }

  /** Events that come while the guard is tripped count once it is healthy. */
  private void takeUp(int watched) {
    node.orchestrator().processPending();
    assertEquals(watched, watched());
  }

  @Test
  public void containerQueuedBeforeARestartIsPlacedLikeANewContainer() throws Exception {
    ContainerImpl c = recovered(2, false);
    go(c, ContainerState.SCHEDULED, ContainerEventType.INIT_CONTAINER);
    assertEquals("1024", share(c));
    assertEquals(2, c.getLaunchContext().getCommands().size());
    assertEquals(0, watched());
    go(c, ContainerState.RUNNING, ContainerEventType.CONTAINER_LAUNCHED);
    assertEquals("it starts now", 0, elapsedMinutes(c), 1);
  }

  @Test
  public void eventsDuringATripAreProcessedOnceTheGuardIsHealthy() throws Exception {
    startWithShortCoolDown();
    ContainerImpl updated = container(2, ExecutionType.OPPORTUNISTIC);
    ContainerImpl ends = container(3, ExecutionType.GUARANTEED);
    for (ContainerImpl each : new ContainerImpl[] {updated, ends}) {
      go(each, ContainerState.SCHEDULED, ContainerEventType.INIT_CONTAINER);
      go(each, ContainerState.RUNNING, ContainerEventType.CONTAINER_LAUNCHED);
    }
    trip();
    token(updated, ExecutionType.GUARANTEED, 2, 2048);
    send(updated, ContainerState.RUNNING, ContainerEventType.UPDATE_CONTAINER_TOKEN);
    send(ends, ContainerState.DONE, ContainerEventType.KILL_CONTAINER);
    heal();
    takeUp(1);
    assertEquals("2048", share(updated));
  }

  @Test
  public void eventsDoNotWaitForTheKernel() throws Exception {
    ContainerImpl c = container(2, ExecutionType.GUARANTEED);
    go(c, ContainerState.SCHEDULED, ContainerEventType.INIT_CONTAINER);
    Thread dispatcher =
        new Thread(
            () -> {
              send(c, ContainerState.RUNNING, ContainerEventType.CONTAINER_LAUNCHED);
              send(c, ContainerState.RUNNING, ContainerEventType.UPDATE_CONTAINER_TOKEN);
              send(c, ContainerState.DONE, ContainerEventType.CONTAINER_RESOURCES_CLEANEDUP);
            });
    // A thread that writes to the kernel holds this lock.
    synchronized (node.orchestrator().manager()) {
      dispatcher.start();
      dispatcher.join(30_000);
      assertFalse(dispatcher.isAlive());
      assertTrue(node.orchestrator().cgroups().has(name(c)));
    }
    node.orchestrator().processPending();
    assertFalse("in the order in which it was told", node.orchestrator().cgroups().has(name(c)));
    assertEquals(0, watched());
  }

  @Test
  public void containerStartsWithoutACgroupThatIsCreatedTooLate() throws Exception {
    node.hadoop.set("yarn.mr-orchestrator.guard.deadline", "100ms");
    node.start();
    ContainerImpl c = container(2, ExecutionType.GUARANTEED);
    CountDownLatch hangs = new CountDownLatch(1);
    CountDownLatch goesOn = new CountDownLatch(1);
    CountDownLatch isMade = new CountDownLatch(1);
    Path group =
        node.kernel.mount("cpu").resolve(SteeredNode.PARENT).resolve(c.getContainerId().toString());
    node.kernel.beforeChange =
        () -> {
          hangs.countDown();
          awaitUninterrupted(goesOn);
          if (node.kernel.exists(group)) {
            isMade.countDown();
          }
        };
    Thread dispatcher =
        new Thread(
            () ->
                listener.preTransition(
                    c,
                    ContainerState.NEW,
                    new ContainerEvent(c.getContainerId(), ContainerEventType.INIT_CONTAINER)));
    dispatcher.start();
    try {
      assertTrue(hangs.await(60, TimeUnit.SECONDS));
      dispatcher.join(30_000);
      assertFalse(dispatcher.isAlive());
    } finally {
      goesOn.countDown();
    }
    assertEquals(Collections.singletonList(MAP), c.getLaunchContext().getCommands());
    assertEquals(1, node.orchestrator().guard().counters().timeouts());
    assertTrue("it is made at last", isMade.await(60, TimeUnit.SECONDS));
    for (long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        node.kernel.exists(group) && System.nanoTime() < end; ) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
    }
    assertFalse("and nobody needs it", node.kernel.exists(group));
  }

  /** Waits without reacting to interrupts, as a call to the kernel does. */
  private static void awaitUninterrupted(CountDownLatch latch) {
    boolean interrupted = false;
    while (latch.getCount() > 0) {
      try {
        latch.await();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Sends an event and does not wait for it. */
  private void send(ContainerImpl c, ContainerState to, ContainerEventType type) {
    listener.postTransition(
        c, ContainerState.RUNNING, to, new ContainerEvent(c.getContainerId(), type));
  }
}
