// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm.overallocation;

import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;
import static org.mockito.Mockito.withSettings;

import java.util.Collections;
import java.util.HashSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.nodemanager.ContainerExecutor;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.Container;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerState;
import org.apache.hadoop.yarn.util.ResourceCalculatorPlugin;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.yarnext.mercury.MercuryConfiguration;

/** A node is measured as often as something depends on it, on this host. */
public class OverallocationServiceTest {
  private static final ContainerId ID =
      ContainerId.newContainerId(
          ApplicationAttemptId.newInstance(ApplicationId.newInstance(4_243, 1), 1), 1);

  private static final long SOON_SECONDS = 120;

  /** A little less, since a time is rounded down. */
  private static final long SECOND_MS = 990;

  private final ConcurrentMap<ContainerId, Container> containers = new ConcurrentHashMap<>();
  private final BlockingQueue<Long> announced = new LinkedBlockingQueue<>();
  private OverallocationService service;

  @Before
  public void start() throws Exception {
    start(new Configuration(false));
  }

  private void start(Configuration conf) throws Exception {
    conf.set("yarn.mercury.mode", "on");
    conf.set("yarn.mercury.overallocation.mode", "on");
    conf.set("yarn.mercury.overallocation.check-interval", "50ms");
    conf.setInt(YarnConfiguration.NM_OPPORTUNISTIC_CONTAINERS_MAX_QUEUE_LENGTH, 10);
    Context context = mock(Context.class, withSettings().stubOnly());
    ContainerExecutor executor = mock(ContainerExecutor.class, withSettings().stubOnly());
    when(context.getConf()).thenReturn(conf);
    when(context.getContainers()).thenReturn(containers);
    when(context.getContainerExecutor()).thenReturn(executor);
    service = new OverallocationService(context, MercuryConfiguration.read(conf), new HashSet<>());
    service.onMeasured(() -> announced.add(System.nanoTime()));
    service.start();
  }

  @After
  public void stop() {
    service.close();
  }

  private void addContainer() {
    Container container = mock(Container.class, withSettings().stubOnly());
    when(container.getContainerId()).thenReturn(ID);
    when(container.getContainerState()).thenReturn(ContainerState.RUNNING);
    containers.put(ID, container);
  }

  private long measuredAtMs() {
    return service.usage().host().measuredAtMs();
  }

  /** Waits for the next measurement; returns the time since the one before, in ms. */
  private long nextGapMs() throws InterruptedException {
    return nextGapMs(() -> {});
  }

  private long nextGapMs(Runnable meanwhile) throws InterruptedException {
    long lastMs = measuredAtMs();
    long untilNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(SOON_SECONDS);
    while (measuredAtMs() == lastMs) {
      assertTrue("it is measured no more", System.nanoTime() < untilNanos);
      TimeUnit.MILLISECONDS.sleep(5);
      meanwhile.run();
    }
    return measuredAtMs() - lastMs;
  }

  /** Waits until a measurement follows another so soon; a busy machine may make many late. */
  private void awaitGapBelow(long ms) throws InterruptedException {
    long untilNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(SOON_SECONDS);
    while (nextGapMs() >= ms) {
      assertTrue("each is later than " + ms + " ms", System.nanoTime() < untilNanos);
    }
  }

  private void awaitAnnouncement() throws InterruptedException {
    assertNotNull(announced.poll(SOON_SECONDS, TimeUnit.SECONDS));
  }

  @Test
  public void idleNodeIsSeldomMeasuredAndABusyOneAtOnce() throws Exception {
    awaitAnnouncement();
    long firstMs = measuredAtMs();
    TimeUnit.MILLISECONDS.sleep(2_500);
    long sinceMs = measuredAtMs() - firstMs;
    assertTrue("after " + sinceMs + " ms", sinceMs == 0 || sinceMs >= 2_500);
    addContainer();
    service.wake();
    for (int i = 1; nextGapMs() > 8_000; i++) { // it rests for ten seconds
      assertTrue("never at once", i < 3); // the machine paused
      containers.clear();
      nextGapMs();
      addContainer();
      service.wake();
    }
    assertTrue("once a second", nextGapMs() >= SECOND_MS);
    assertTrue("once a second", nextGapMs() >= SECOND_MS);
  }

  @Test
  public void arrivalsOnABusyNodeAreNoReasonToMeasure() throws Exception {
    addContainer();
    awaitAnnouncement();
    awaitAnnouncement();
    assertTrue("once a second", nextGapMs(service::wake) >= SECOND_MS);
    assertTrue("once a second", nextGapMs(service::wake) >= SECOND_MS);
  }

  @Test
  public void memoryIsWatchedWhileContainersRunBeyondTheAllocation() throws Exception {
    addContainer();
    awaitAnnouncement();
    service.overallocated(Collections.singleton(ID), 1_000);
    awaitGapBelow(500);
    service.overallocated(Collections.emptySet(), 1_000);
    nextGapMs(); // one that had begun
    nextGapMs(); // at once
    assertTrue("once a second", nextGapMs() >= SECOND_MS);
    service.shadowed(true);
    awaitGapBelow(500);
  }

  @Test
  public void memoryIsWatchedAsCloselyIfCpuCannotBeMeasured() throws Exception {
    service.close();
    Configuration conf = new Configuration(false);
    conf.setClass(
        YarnConfiguration.NM_MON_RESOURCE_CALCULATOR,
        HostUsageReaderTest.FailingCalculator.class,
        ResourceCalculatorPlugin.class);
    addContainer();
    announced.clear();
    start(conf);
    for (int i = 0; i < 3; i++) { // it fails from the second one on
      awaitAnnouncement();
    }
    service.overallocated(Collections.singleton(ID), 1_000);
    for (int i = 0; i < 5; i++) {
      nextGapMs();
    }
    awaitGapBelow(300); // failures of ordinary work are 400 ms apart by then
  }

  @Test
  public void stoppedServiceForgetsItsMeasurements() throws Exception {
    awaitAnnouncement();
    assertNotNull(service.usage().host());
    service.close();
    assertNull(service.usage().host());
  }
}
