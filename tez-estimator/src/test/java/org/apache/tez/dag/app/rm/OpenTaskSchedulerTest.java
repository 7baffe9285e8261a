// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.apache.tez.dag.app.rm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.tez.dag.app.rm.DagAwareYarnTaskScheduler.AMRMClientAsyncWrapper;
import org.apache.tez.dag.app.rm.DagAwareYarnTaskScheduler.TaskRequest;
import org.junit.Test;

/** Opportunistic containers are requested, matched to tasks and used again. */
public class OpenTaskSchedulerTest extends OpenTaskSchedulerTestBase {
  private static TaskRequest request(String task) {
    return new TaskRequest(task, 3, SIZE, null, null, PRIORITY, "signature", "cookie");
  }

  private List<Object> tasks(List<? extends Collection<TaskRequest>> found) {
    List<Object> tasks = new ArrayList<>();
    found.forEach(requests -> requests.forEach(r -> tasks.add(r.getTask())));
    return tasks;
  }

  private List<Object> matching(ExecutionType type) {
    return tasks(client.getMatchingRequests(PRIORITY, ResourceRequest.ANY, type, SIZE));
  }

  @Test
  public void requestsHaveTheChosenExecutionType() {
    for (String task : new String[] {"a", "b", "c", "d"}) {
      client.addContainerRequest(request(task));
    }
    assertEquals(Arrays.asList("a", "c"), matching(ExecutionType.GUARANTEED));
    assertEquals(Arrays.asList("b", "d"), matching(ExecutionType.OPPORTUNISTIC));
  }

  @Test
  public void reusedContainerMatchesRequestsOfBothTypes() {
    client.addContainerRequest(request("b"));
    client.addContainerRequest(request("a"));
    assertEquals(
        Arrays.asList("a", "b"),
        tasks(client.getMatchingRequests(PRIORITY, ResourceRequest.ANY, SIZE)));
  }

  /** A task that has run in a container, which is idle since. */
  private Container used(String task, ExecutionType type) {
    ask(task, null);
    Container container = container(7, type);
    scheduler.onContainersAllocated(Collections.singletonList(container));
    scheduler.deallocateTask(task, true, null, null);
    assertEquals(Arrays.asList(task, container), assigned);
    assigned.clear();
    return container;
  }

  /** The ResourceManager may make requests of an unmodified application opportunistic. */
  @Test
  public void unrequestedOpportunisticContainerServesAGuaranteedRequest() throws Exception {
    begin();
    ask("a", null);
    Container container = opportunistic(1);
    scheduler.onContainersAllocated(Collections.singletonList(container));
    assertEquals(Arrays.asList("a", container), assigned);
  }

  @Test
  public void opportunisticContainerServesTheRequestOfItsTypeFirst() throws Exception {
    begin();
    ask("a", "h1");
    ask("b", "h2");
    Container first = opportunistic(1);
    Container second = opportunistic(2);
    scheduler.onContainersAllocated(Collections.singletonList(first));
    scheduler.onContainersAllocated(Collections.singletonList(second));
    assertEquals(Arrays.asList("b", first, "a", second), assigned);
  }

  @Test
  public void idleOpportunisticContainerDoesNotServeAGuaranteedTask() throws Exception {
    beginWithReuse();
    Container idle = used("b", ExecutionType.OPPORTUNISTIC);
    guaranteedOnly.add("c");
    ask("c", null);
    assertEquals(Collections.emptyList(), assigned);
    Container guaranteed = container(8, ExecutionType.GUARANTEED);
    scheduler.onContainersAllocated(Collections.singletonList(guaranteed));
    assertEquals(Arrays.asList("c", guaranteed), assigned);
    ask("a", null);
    assertEquals("another may have it", Arrays.asList("c", guaranteed, "a", idle), assigned);
  }

  @Test
  public void newIdleOpportunisticContainerDoesNotServeAGuaranteedTask() throws Exception {
    AMRMClientAsyncWrapper wrapper = beginWithReuse(true);
    Container idle = opportunistic(7);
    Container other = opportunistic(8);
    scheduler.onContainersAllocated(Arrays.asList(idle, other));
    ask("a", null);
    assertEquals("another may have one", "a", assigned.get(0));
    final Container left = assigned.get(1) == idle ? other : idle;
    assigned.clear();
    guaranteedOnly.add("c");
    ask("c", null);
    assertEquals(Collections.emptyList(), assigned);
    verify(context, never()).taskAllocated(eq("c"), any(), any());
    verify(wrapper).releaseAssignedContainer(left.getId());
    Container guaranteed = container(9, ExecutionType.GUARANTEED);
    scheduler.onContainersAllocated(Collections.singletonList(guaranteed));
    assertEquals(Arrays.asList("c", guaranteed), assigned);
  }

  @Test
  public void containerOfAnotherPriorityDoesNotServeAGuaranteedTask() throws Exception {
    AMRMClientAsyncWrapper wrapper = beginWithReuse(true);
    guaranteedOnly.add("c");
    Priority later = Priority.newInstance(8);
    ask("c", null, later);
    Container container = opportunistic(7);
    scheduler.onContainersAllocated(Collections.singletonList(container));
    assertEquals(Collections.emptyList(), assigned);
    verify(wrapper).releaseAssignedContainer(container.getId());
    assertEquals(
        "it still waits",
        Arrays.asList("c"),
        tasks(client.getMatchingRequests(later, ResourceRequest.ANY, SIZE)));
  }

  /** The ResourceManager made its request opportunistic, and would do so again. */
  @Test
  public void opportunisticContainerGrantedToAGuaranteedTaskServesIt() throws Exception {
    AMRMClientAsyncWrapper wrapper = beginWithReuse(true);
    guaranteedOnly.add("c");
    ask("c", null);
    Container container = opportunistic(7);
    scheduler.onContainersAllocated(Collections.singletonList(container));
    assertEquals(Arrays.asList("c", container), assigned);
    verify(wrapper, never()).releaseAssignedContainer(any());
  }

  @Test
  public void freedOpportunisticContainerDoesNotServeAGuaranteedTask() throws Exception {
    beginWithReuse();
    ask("b", null);
    scheduler.onContainersAllocated(Collections.singletonList(opportunistic(7)));
    guaranteedOnly.add("c");
    ask("c", null);
    assigned.clear();
    scheduler.deallocateTask("b", true, null, null);
    assertEquals(Collections.emptyList(), assigned);
  }

  @Test
  public void spentOpportunisticContainerServesNoTask() throws Exception {
    beginWithReuse();
    Container idle = used("b", ExecutionType.OPPORTUNISTIC);
    spent.add(idle);
    ask("d", null);
    ask("a", null);
    assertEquals(Collections.emptyList(), assigned);
    spent.clear();
    ask("e", null);
    assertEquals(Arrays.asList("e", idle), assigned);
  }

  @Test
  public void taskGetsNoContainerItIsHeldBackFrom() throws Exception {
    beginWithReuse();
    for (ExecutionType type : ExecutionType.values()) {
      Container idle = used(type == ExecutionType.GUARANTEED ? "a" : "b", type);
      heldBack.addAll(Arrays.asList("c", idle.getId()));
      ask("c", null);
      assertEquals(Collections.emptyList(), assigned);
      heldBack.clear();
      ask("e", null);
      assertEquals(Arrays.asList("e", idle), assigned);
      scheduler.deallocateTask("c", false, null, null);
      scheduler.deallocateTask("e", false, null, null); // which gives the container back
      assigned.clear();
    }
  }

  @Test
  public void idleContainerServesATaskOfAnotherNodeThatRunsAnywhere() throws Exception {
    beginWithReuse();
    Container idle = used("a", ExecutionType.GUARANTEED);
    ask("e", "elsewhere");
    assertEquals(Collections.emptyList(), assigned);
    scheduler.deallocateTask("e", false, null, null);
    anywhere.add("f");
    ask("f", "elsewhere");
    assertEquals(Arrays.asList("f", idle), assigned);
  }

  @Test
  public void idleGuaranteedContainerServesBothTypes() throws Exception {
    beginWithReuse();
    Container idle = used("a", ExecutionType.GUARANTEED);
    ask("b", null);
    assertEquals(Arrays.asList("b", idle), assigned);
    scheduler.deallocateTask("b", true, null, null);
    guaranteedOnly.add("c");
    ask("c", null);
    assertEquals(Arrays.asList("b", idle, "c", idle), assigned);
  }

  @Test
  public void affinityToAnOpportunisticContainerFallsBackToItsHost() throws Exception {
    beginWithReuse();
    Container idle = used("b", ExecutionType.OPPORTUNISTIC);
    guaranteedOnly.add("c");
    scheduler.allocateTask("c", SIZE, idle.getId(), PRIORITY, "signature", "cookie");
    assertEquals(Collections.emptyList(), assigned);
    assertEquals(
        "but its host is",
        Arrays.asList("c"),
        tasks(client.getMatchingRequests(PRIORITY, "h1", ExecutionType.GUARANTEED, SIZE)));
    scheduler.allocateTask("a", SIZE, idle.getId(), PRIORITY, "signature", "cookie");
    assertEquals(Arrays.asList("a", idle), assigned);
  }

  @Test
  public void removedRequestRemovesItsOpportunisticCounterpart() {
    TaskRequest guaranteed = request("a");
    TaskRequest opportunistic = request("b");
    client.addContainerRequest(guaranteed);
    client.addContainerRequest(opportunistic);
    chosen.clear(); // what is chosen by then does not matter
    client.removeContainerRequest(opportunistic);
    assertTrue(matching(ExecutionType.OPPORTUNISTIC).isEmpty());
    client.removeContainerRequest(guaranteed);
    assertTrue(matching(ExecutionType.GUARANTEED).isEmpty());
  }

  @Test
  public void opportunisticRequestMayBecomeGuaranteed() {
    TaskRequest own = request("b");
    client.addContainerRequest(own);
    client.addContainerRequest(request("d"));
    client.askGuaranteed(Arrays.asList("a", "b"));
    assertEquals(Arrays.asList("b"), matching(ExecutionType.GUARANTEED));
    assertEquals(Arrays.asList("d"), matching(ExecutionType.OPPORTUNISTIC));
    client.askGuaranteed(Arrays.asList("b"));
    client.removeContainerRequest(own);
    assertTrue(matching(ExecutionType.GUARANTEED).isEmpty());
  }

  @Test
  public void taskAllocationIsObservedAndPassedOn() {
    Container container = container(7, ExecutionType.GUARANTEED);
    scheduler.getContext().taskAllocated("a", "cookie", container);
    assertEquals(Arrays.asList("a", container), assigned);
    verify(context).taskAllocated("a", "cookie", container);
  }

  @Test
  public void contextAnswersAndThrowsAsStock() {
    when(context.isSession()).thenReturn(true);
    assertTrue(scheduler.getContext().isSession());
    IllegalStateException thrown = new IllegalStateException();
    when(context.getProgress()).thenThrow(thrown);
    assertSame(
        thrown,
        assertThrows(IllegalStateException.class, () -> scheduler.getContext().getProgress()));
  }

  @Test
  public void opportunisticRequestCopiesAllOtherFields() {
    String[] hosts = {"h1", "h2"};
    TaskRequest own =
        new TaskRequest("b", 3, SIZE, hosts, null, PRIORITY, "signature", "cookie", null);
    client.addContainerRequest(own);
    TaskRequest found =
        client
            .getMatchingRequests(PRIORITY, "h1", ExecutionType.OPPORTUNISTIC, SIZE)
            .get(0)
            .iterator()
            .next();
    assertEquals(own.getNodes(), found.getNodes());
    assertEquals(own.getVertexIndex(), found.getVertexIndex());
    assertSame(own.getCookie(), found.getCookie());
    assertSame(own.getContainerSignature(), found.getContainerSignature());
    assertEquals(own.getRelaxLocality(), found.getRelaxLocality());
  }
}
