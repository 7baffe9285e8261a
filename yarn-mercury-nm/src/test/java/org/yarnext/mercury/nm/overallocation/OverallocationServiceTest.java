// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm.overallocation;

import static org.junit.Assert.assertEquals;
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

  /** Returns how often the host is measured within a time. */
  private int measurements(long ms) throws InterruptedException {
    return measurements(ms, () -> {});
  }

  private int measurements(long ms, Runnable meanwhile) throws InterruptedException {
    int count = 0;
    long lastMs = service.usage().host().measuredAtMs();
    long endNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ms);
    while (System.nanoTime() < endNanos) {
      TimeUnit.MILLISECONDS.sleep(5);
      meanwhile.run();
      long nowMs = service.usage().host().measuredAtMs();
      count += nowMs == lastMs ? 0 : 1;
      lastMs = nowMs;
    }
    return count;
  }

  @Test
  public void idleNodeIsSeldomMeasuredAndABusyOneAtOnce() throws Exception {
    announced.poll(30, TimeUnit.SECONDS);
    assertEquals(0, measurements(2_500));
    addContainer();
    service.wake();
    long first = announced.poll(30, TimeUnit.SECONDS);
    long second = announced.poll(30, TimeUnit.SECONDS);
    assertTrue(second - first >= TimeUnit.MILLISECONDS.toNanos(990));
    assertTrue("once a second", measurements(1_500) <= 2);
  }

  @Test
  public void arrivalsOnABusyNodeAreNoReasonToMeasure() throws Exception {
    addContainer();
    announced.poll(30, TimeUnit.SECONDS);
    announced.poll(30, TimeUnit.SECONDS);
    assertTrue("once a second", measurements(2_500, service::wake) <= 3);
  }

  @Test
  public void memoryIsWatchedWhileContainersRunBeyondTheAllocation() throws Exception {
    addContainer();
    announced.poll(30, TimeUnit.SECONDS);
    service.overallocated(Collections.singleton(ID), 1_000);
    assertTrue(measurements(2_000) > 4);
    service.overallocated(Collections.emptySet(), 1_000);
    TimeUnit.MILLISECONDS.sleep(500);
    assertTrue(measurements(1_500) <= 2);
    service.shadowed(true);
    assertTrue(measurements(2_000) > 4);
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
      announced.poll(30, TimeUnit.SECONDS);
    }
    service.overallocated(Collections.singleton(ID), 1_000);
    assertTrue("more often than every 400 ms", measurements(4_000) > 20);
  }

  @Test
  public void stoppedServiceForgetsItsMeasurements() throws Exception {
    announced.poll(30, TimeUnit.SECONDS);
    assertNotNull(service.usage().host());
    service.close();
    assertNull(service.usage().host());
  }
}
