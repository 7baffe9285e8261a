// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.rm.scheduler;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoInteractions;
import static org.mockito.Mockito.when;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.event.Dispatcher;
import org.apache.hadoop.yarn.event.EventHandler;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppEventType;
import org.junit.Test;
import org.mockito.ArgumentCaptor;
import org.yarnext.common.guard.Guard;
import org.yarnext.common.guard.GuardSettings;

public class AttemptEndMonitorTest {
  private final RMContext context = mock(RMContext.class);
  private final Dispatcher dispatcher = mock(Dispatcher.class);
  private final ConcurrentMap<ApplicationId, RMApp> apps = new ConcurrentHashMap<>();

  private static ApplicationAttemptId attempt(int app) {
    return ApplicationAttemptId.newInstance(ApplicationId.newInstance(1, app), 1);
  }

  /** The dispatcher's thread must not ask each of thousands of applications at the end of one. */
  @Test
  public void onlyTheApplicationThatEndedIsAsked() {
    when(context.getDispatcher()).thenReturn(dispatcher);
    when(context.getRMApps()).thenReturn(apps);
    List<Predicate<ApplicationAttemptId>> ended = new ArrayList<>();
    new AttemptEndMonitor(context, ended::add)
        .followEvents(new Guard("test", GuardSettings.defaults(), System::nanoTime));
    @SuppressWarnings("unchecked")
    ArgumentCaptor<EventHandler<RMAppEvent>> handler = ArgumentCaptor.forClass(EventHandler.class);
    verify(dispatcher).register(eq(RMAppEventType.class), handler.capture());
    RMApp other = mock(RMApp.class);
    apps.put(attempt(2).getApplicationId(), other);
    ApplicationId app = attempt(1).getApplicationId();
    handler.getValue().handle(new RMAppEvent(app, RMAppEventType.START));
    handler.getValue().handle(new RMAppEvent(app, RMAppEventType.ATTEMPT_KILLED));
    assertEquals("a start is no end", 1, ended.size());
    assertTrue("unknown by now", ended.get(0).test(attempt(1)));
    assertFalse(ended.get(0).test(attempt(2)));
    verifyNoInteractions(other);
  }

  /** After a failover thousands of masters register at once, and each asks for a sweep. */
  @Test
  public void allAreAskedOnceInTenSecondsOnly() {
    when(context.getRMApps()).thenReturn(apps);
    AtomicLong nowMs = new AtomicLong(-5);
    List<Predicate<ApplicationAttemptId>> sweeps = new ArrayList<>();
    AttemptEndMonitor monitor = new AttemptEndMonitor(context, sweeps::add, nowMs::get);
    for (int i = 0; i < 1_000; i++) {
      monitor.sweep();
    }
    assertEquals("the first at once", 1, sweeps.size());
    assertTrue("unknown by now", sweeps.get(0).test(attempt(1)));
    nowMs.addAndGet(9_999);
    monitor.sweep();
    assertEquals(1, sweeps.size());
    nowMs.incrementAndGet();
    monitor.sweep();
    assertEquals(2, sweeps.size());
  }
}
