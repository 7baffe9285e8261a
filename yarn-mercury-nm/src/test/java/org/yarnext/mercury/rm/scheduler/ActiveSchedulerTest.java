// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.rm.scheduler;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertSame;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerState;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Queue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CSQueue;
import org.junit.Test;
import org.yarnext.mercury.application.Requests;

public class ActiveSchedulerTest {
  @Test
  public void onlyTheCurrentAttemptIsFound() {
    AbstractYarnScheduler<?, ?> scheduler = mock(AbstractYarnScheduler.class);
    RMContext context = mock(RMContext.class);
    when(context.getScheduler()).thenReturn(scheduler);
    assertNull("unknown", ActiveScheduler.current(context, Requests.ATTEMPT));
    SchedulerApplicationAttempt known = mock(SchedulerApplicationAttempt.class);
    when(known.getApplicationAttemptId()).thenReturn(Requests.ATTEMPT);
    ApplicationAttemptId earlier =
        ApplicationAttemptId.newInstance(Requests.ATTEMPT.getApplicationId(), 0);
    for (ApplicationAttemptId asked : new ApplicationAttemptId[] {Requests.ATTEMPT, earlier}) {
      // Stock answers with the application's current one, whichever it is asked for.
      when(scheduler.getApplicationAttempt(asked)).thenAnswer(call -> known);
    }
    assertSame(known, ActiveScheduler.current(context, Requests.ATTEMPT));
    assertNull(ActiveScheduler.current(context, earlier));
  }

  @Test
  public void queueIsNamedByItsPath() {
    AbstractYarnScheduler<?, ?> scheduler = mock(AbstractYarnScheduler.class);
    RMContext context = mock(RMContext.class);
    when(context.getScheduler()).thenReturn(scheduler);
    assertNull(ActiveScheduler.queue(context, Requests.ATTEMPT));
    SchedulerApplicationAttempt known = mock(SchedulerApplicationAttempt.class);
    when(known.getApplicationAttemptId()).thenReturn(Requests.ATTEMPT);
    when(scheduler.getApplicationAttempt(Requests.ATTEMPT)).thenAnswer(call -> known);
    assertNull("in no queue", ActiveScheduler.queue(context, Requests.ATTEMPT));
    Queue fair = mock(Queue.class);
    when(fair.getQueueName()).thenReturn("root.b.a");
    when(known.getQueue()).thenReturn(fair);
    assertSame(fair, ActiveScheduler.queue(context, Requests.ATTEMPT));
    assertEquals("root.b.a", ActiveScheduler.path(fair));
    CSQueue capacity = mock(CSQueue.class);
    when(capacity.getQueueName()).thenReturn("a");
    when(capacity.getQueuePath()).thenReturn("root.c.a");
    assertEquals("root.c.a", ActiveScheduler.path(capacity));
  }

  @Test
  public void runningContainersExcludeTheMaster() {
    SchedulerApplicationAttempt known = mock(SchedulerApplicationAttempt.class);
    RMContext context = contextOf(known);
    ConcurrentMap<ApplicationId, RMApp> apps = new ConcurrentHashMap<>();
    when(context.getRMApps()).thenReturn(apps);
    List<RMContainer> live =
        Arrays.asList(
            container(1, RMContainerState.RUNNING),
            container(2, RMContainerState.ALLOCATED),
            container(3, RMContainerState.ACQUIRED),
            container(4, RMContainerState.RUNNING));
    when(known.getLiveContainers()).thenReturn(live);
    assertEquals(
        "its master runs elsewhere",
        Arrays.asList(live.get(0).getContainer(), live.get(3).getContainer()),
        ActiveScheduler.running(context, Requests.ATTEMPT));
    RMAppAttempt attempt = mock(RMAppAttempt.class);
    Container master = live.get(0).getContainer();
    when(attempt.getMasterContainer()).thenReturn(master);
    RMApp app = mock(RMApp.class);
    when(app.getRMAppAttempt(Requests.ATTEMPT)).thenReturn(attempt);
    apps.put(Requests.ATTEMPT.getApplicationId(), app);
    assertEquals(
        Collections.singletonList(live.get(3).getContainer()),
        ActiveScheduler.running(context, Requests.ATTEMPT));
  }

  private static RMContainer container(long id, RMContainerState state) {
    Container c = Requests.container(id, 1, ExecutionType.OPPORTUNISTIC);
    RMContainer container = mock(RMContainer.class);
    when(container.getContainerId()).thenReturn(c.getId());
    when(container.getContainer()).thenReturn(c);
    when(container.getState()).thenReturn(state);
    return container;
  }

  private static RMContext contextOf(SchedulerApplicationAttempt known) {
    when(known.getApplicationAttemptId()).thenReturn(Requests.ATTEMPT);
    AbstractYarnScheduler<?, ?> scheduler = mock(AbstractYarnScheduler.class);
    when(scheduler.getApplicationAttempt(Requests.ATTEMPT)).thenAnswer(call -> known);
    RMContext context = mock(RMContext.class);
    when(context.getScheduler()).thenReturn(scheduler);
    when(context.getYarnConfiguration()).thenReturn(new Configuration(false));
    return context;
  }
}
