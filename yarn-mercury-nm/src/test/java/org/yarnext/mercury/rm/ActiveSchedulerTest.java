/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.mercury.rm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertSame;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;
import static org.mockito.Mockito.withSettings;

import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.service.Service;
import org.apache.hadoop.service.ServiceStateChangeListener;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Queue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CSQueue;
import org.junit.Test;
import org.mockito.ArgumentCaptor;
import org.yarnext.mercury.master.Requests;

public class ActiveSchedulerTest {
  private final AtomicInteger ran = new AtomicInteger();

  @Test
  public void theActionRunsWhenTheSchedulerHasStopped() {
    ResourceScheduler scheduler =
        mock(ResourceScheduler.class, withSettings().extraInterfaces(Service.class));
    ActiveScheduler.whenStopped(scheduler, ran::incrementAndGet);
    ArgumentCaptor<ServiceStateChangeListener> listener =
        ArgumentCaptor.forClass(ServiceStateChangeListener.class);
    verify((Service) scheduler).registerServiceListener(listener.capture());
    Service changed = mock(Service.class);
    listener.getValue().stateChanged(changed);
    assertEquals("started, for example", 0, ran.get());
    when(changed.isInState(Service.STATE.STOPPED)).thenReturn(true);
    listener.getValue().stateChanged(changed);
    assertEquals(1, ran.get());
  }

  @Test
  public void aSchedulerThatIsNoServiceNeverStops() {
    ActiveScheduler.whenStopped(mock(ResourceScheduler.class), ran::incrementAndGet);
    assertEquals(0, ran.get());
  }

  @Test
  public void onlyTheCurrentAttemptIsCurrent() {
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
  public void aQueueIsNamedByItsPath() {
    AbstractYarnScheduler<?, ?> scheduler = mock(AbstractYarnScheduler.class);
    RMContext context = mock(RMContext.class);
    when(context.getScheduler()).thenReturn(scheduler);
    assertEquals("a", ActiveScheduler.queuePath(context, Requests.ATTEMPT, "a"));
    SchedulerApplicationAttempt known = mock(SchedulerApplicationAttempt.class);
    when(known.getApplicationAttemptId()).thenReturn(Requests.ATTEMPT);
    when(scheduler.getApplicationAttempt(Requests.ATTEMPT)).thenAnswer(call -> known);
    assertEquals("in no queue", "a", ActiveScheduler.queuePath(context, Requests.ATTEMPT, "a"));
    Queue fair = mock(Queue.class);
    when(fair.getQueueName()).thenReturn("root.b.a");
    when(known.getQueue()).thenReturn(fair);
    assertEquals("root.b.a", ActiveScheduler.queuePath(context, Requests.ATTEMPT, "a"));
    CSQueue capacity = mock(CSQueue.class);
    when(capacity.getQueueName()).thenReturn("a");
    when(capacity.getQueuePath()).thenReturn("root.c.a");
    when(known.getQueue()).thenReturn(capacity);
    assertEquals("root.c.a", ActiveScheduler.queuePath(context, Requests.ATTEMPT, "a"));
  }
}
