// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.Container;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerState;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerSchedulerEvent;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerSchedulerEventType;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.yarnext.common.periodic.PeriodicTask;
import org.yarnext.mercury.application.Requests;
import org.yarnext.mercury.nm.scheduler.RecoveredContainerSnapshot;

public class RecoveryDelayHandlerTest {
  private static final ContainerId ID = ContainerId.newContainerId(Requests.ATTEMPT, 1);
  private static final long LONG_MS = 600_000;

  private final Context context = mock(Context.class);
  private final Container queued = mock(Container.class);
  private final RecoveredContainerSnapshot recovered = new RecoveredContainerSnapshot();
  private final PeriodicTask ticker = new PeriodicTask("test", LONG_MS, () -> {}).start();
  private final List<ContainerSchedulerEvent> told = new ArrayList<>();
  private final BlockingQueue<ContainerSchedulerEvent> later = new LinkedBlockingQueue<>();
  private final ContainerSchedulerEvent completed =
      new ContainerSchedulerEvent(null, ContainerSchedulerEventType.RECOVERY_COMPLETED);

  @Before
  public void oneWasQueued() {
    recovered.queued.add(ID);
    when(context.getContainers())
        .thenReturn(new ConcurrentSkipListMap<>(Collections.singletonMap(ID, queued)));
    when(queued.getContainerState()).thenReturn(ContainerState.NEW);
  }

  @After
  public void stop() {
    ticker.close();
  }

  private RecoveryDelayHandler hold(long maxMs) {
    return new RecoveryDelayHandler(told::add, context, recovered, ticker, later::add, maxMs);
  }

  @Test
  public void schedulerIsNotifiedOnceAllContainersAreInitialized() throws Exception {
    RecoveryDelayHandler hold = hold(LONG_MS);
    hold.handle(completed);
    assertTrue(told.isEmpty());
    assertEquals("again later", completed, later.poll(120, TimeUnit.SECONDS));
    when(queued.getContainerState()).thenReturn(ContainerState.SCHEDULED);
    hold.handle(completed);
    assertEquals(Collections.singletonList(completed), told);
    assertNull("once", later.poll(100, TimeUnit.MILLISECONDS));
  }

  @Test
  public void uninitializedContainerDelaysRecoveryForALimitedTime() {
    hold(0).handle(completed);
    assertEquals(Collections.singletonList(completed), told);
  }

  @Test
  public void otherEventsPass() {
    ContainerSchedulerEvent other =
        new ContainerSchedulerEvent(queued, ContainerSchedulerEventType.SCHEDULE_CONTAINER);
    hold(LONG_MS).handle(other);
    assertEquals(Collections.singletonList(other), told);
  }

  @Test
  public void stoppingNodeIsNotifiedAtOnce() {
    ticker.close();
    hold(LONG_MS).handle(completed);
    assertEquals(Collections.singletonList(completed), told);
  }
}
