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
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerUpdateType;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.UpdatedContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerState;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Queue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.util.Records;
import org.junit.Before;
import org.junit.Test;
import org.yarnext.mercury.master.Requests;
import org.yarnext.mercury.policy.asks.PromotionPolicy;

/** Which promotions are under way: each is asked for once, until it is answered or lost. */
public class PromotionsTest {
  private final AbstractYarnScheduler<?, ?> scheduler = mock(AbstractYarnScheduler.class);
  private final SchedulerApplicationAttempt application = mock(SchedulerApplicationAttempt.class);
  private final Container first = Requests.container(1, 1, ExecutionType.OPPORTUNISTIC);
  private final Container second = Requests.container(2, 1, ExecutionType.OPPORTUNISTIC);
  private final Promotions promotions =
      new Promotions(new PromotionPolicy(1, 0, 0), scheduler, () -> 1_000);

  @Before
  public void aQueueWithRoomForAll() {
    QueueMetrics metrics = mock(QueueMetrics.class);
    when(metrics.getAvailableMB()).thenReturn(8192L);
    when(metrics.getAvailableVirtualCores()).thenReturn(8);
    Queue queue = mock(Queue.class);
    when(queue.getMetrics()).thenReturn(metrics);
    when(scheduler.getRootQueueMetrics()).thenReturn(metrics);
    SchedulerNode node = mock(SchedulerNode.class);
    when(node.getUnallocatedResource()).thenReturn(Resource.newInstance(8192, 8));
    doReturn(node).when(scheduler).getNode(first.getNodeId());
    when(application.getQueue()).thenReturn(queue);
    when(application.getHeadroom()).thenReturn(Resource.newInstance(0, 0));
    List<RMContainer> live = Arrays.asList(running(first), running(second));
    when(application.getLiveContainers()).thenReturn(live);
  }

  private static RMContainer running(Container c) {
    RMContainer running = mock(RMContainer.class);
    when(running.getContainerId()).thenReturn(c.getId());
    when(running.getContainer()).thenReturn(c);
    when(running.getExecutionType()).thenReturn(ExecutionType.OPPORTUNISTIC);
    when(running.getState()).thenReturn(RMContainerState.RUNNING);
    return running;
  }

  /** One call's asks, by container. */
  private List<String> ask() {
    AllocateRequest request =
        AllocateRequest.newInstance(0, 0, new ArrayList<>(), new ArrayList<>(), null);
    promotions.ask(promotions.decide(application, null).value(), request);
    List<String> asked = new ArrayList<>();
    request.getUpdateRequests().forEach(u -> asked.add(u.getContainerId().toString()));
    return asked;
  }

  @Test
  public void eachIsAskedForOnce() {
    assertEquals(Collections.singletonList(first.getId().toString()), ask());
    assertEquals(Collections.singletonList(second.getId().toString()), ask());
    assertEquals(Collections.emptyList(), ask());
  }

  @Test
  public void whatNobodyAnswersIsAskedForAgain() {
    ask();
    ask();
    promotions.unanswered();
    assertEquals(
        "of the call that failed", Collections.singletonList(second.getId().toString()), ask());
    assertEquals(Collections.emptyList(), ask());
    promotions.unanswered();
    assertEquals("that call asked for nothing", Collections.emptyList(), ask());
  }

  @Test
  public void theApplicationHearsOfItsOwnUpdatesOnly() {
    ask();
    AllocateResponse response = Records.newRecord(AllocateResponse.class);
    List<UpdatedContainer> updated = new ArrayList<>();
    for (Container c : Arrays.asList(first, second)) {
      updated.add(UpdatedContainer.newInstance(ContainerUpdateType.PROMOTE_EXECUTION_TYPE, c));
    }
    response.setUpdatedContainers(updated);
    assertEquals(Collections.singletonList(first), promotions.takeAnswers(response));
    assertEquals(1, response.getUpdatedContainers().size());
    assertEquals(second, response.getUpdatedContainers().get(0).getContainer());
  }
}
