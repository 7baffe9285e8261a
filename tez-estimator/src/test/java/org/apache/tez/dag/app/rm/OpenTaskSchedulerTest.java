// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.apache.tez.dag.app.rm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.ApplicationMasterProtocol;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.util.RackResolver;
import org.apache.tez.common.ContainerSignatureMatcher;
import org.apache.tez.common.TezUtils;
import org.apache.tez.dag.api.TezConfiguration;
import org.apache.tez.dag.app.rm.DagAwareYarnTaskScheduler.AMRMClientAsyncWrapper;
import org.apache.tez.dag.app.rm.DagAwareYarnTaskScheduler.TaskRequest;
import org.apache.tez.serviceplugins.api.DagInfo;
import org.apache.tez.serviceplugins.api.TaskSchedulerContext;
import org.junit.BeforeClass;
import org.junit.Test;
import org.mockito.ArgumentCaptor;

/** A request has the execution type that was chosen for its task, from its making to its end. */
public class OpenTaskSchedulerTest {
  private static final Resource SIZE = Resource.newInstance(512, 1);
  private static final Priority PRIORITY = Priority.newInstance(5);

  @BeforeClass
  public static void racks() {
    RackResolver.init(new Configuration());
  }

  private final Set<Object> chosen = new HashSet<>(Arrays.asList("b", "d"));
  private final Set<Object> guaranteedOnly = new HashSet<>();
  private final Set<Container> spent = new HashSet<>();
  private final TaskSchedulerContext context = context();
  private final List<Object> assigned = new ArrayList<>();
  private final List<Object> heldBack = new ArrayList<>(); // a task and a container
  private final List<ContainerId> released = new ArrayList<>();
  private final Set<Object> anywhere = new HashSet<>();
  private final List<Object> stopped = new ArrayList<>();
  private boolean nodesAnswer = true;
  private boolean awaitsEnds = true;
  private long nowMs = 1_000;
  private final OpenTaskScheduler scheduler =
      new OpenTaskScheduler(context) {
        @Override
        protected boolean asksOpportunistic(Object task) {
          return chosen.contains(task);
        }

        @Override
        protected boolean needsGuaranteed(Object task) {
          return guaranteedOnly.contains(task);
        }

        @Override
        protected boolean isOverrun(Container container) {
          return spent.contains(container);
        }

        @Override
        protected boolean isReservedForOther(Object task, ContainerId idle) {
          return heldBack.equals(Arrays.asList(task, idle));
        }

        @Override
        protected void released(ContainerId container) {
          released.add(container);
        }

        @Override
        protected boolean runsAnywhere(Object task) {
          return anywhere.contains(task);
        }

        @Override
        protected boolean asksNodeToStop(Object task, ContainerId container) {
          stopped.add(task);
          stopped.add(container);
          return nodesAnswer;
        }

        @Override
        protected boolean awaitsEnds() {
          return awaitsEnds;
        }

        @Override
        protected long now() {
          return nowMs;
        }

        @Override
        protected ScheduledExecutorService createExecutor() {
          return mock(ScheduledExecutorService.class); // what is put off is never done
        }

        @Override
        protected void assigned(Object task, Container container) {
          assigned.add(task);
          assigned.add(container);
        }
      };
  private final Client client = new Client();

  /** One that a test can ask what the ResourceManager hears. */
  private final class Client extends OpenTaskScheduler.TypedClient {
    Client() {
      scheduler.super();
    }

    List<ContainerId> releases() throws Exception {
      ApplicationMasterProtocol master = mock(ApplicationMasterProtocol.class);
      when(master.allocate(any())).thenReturn(mock(AllocateResponse.class));
      rmClient = master;
      allocate(0);
      ArgumentCaptor<AllocateRequest> heard = ArgumentCaptor.forClass(AllocateRequest.class);
      verify(master).allocate(heard.capture());
      return heard.getValue().getReleaseList();
    }
  }

  private static TaskSchedulerContext context() {
    TaskSchedulerContext context = mock(TaskSchedulerContext.class);
    ContainerSignatureMatcher matcher = mock(ContainerSignatureMatcher.class);
    when(matcher.isSuperSet("signature", "signature")).thenReturn(true);
    when(context.getContainerSignatureMatcher()).thenReturn(matcher);
    when(context.getAMState()).thenReturn(TaskSchedulerContext.AMState.RUNNING_APP);
    return context;
  }

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
  public void requestsAreOfTheTypeThatWasChosen() {
    for (String task : new String[] {"a", "b", "c", "d"}) {
      client.addContainerRequest(request(task));
    }
    assertEquals(Arrays.asList("a", "c"), matching(ExecutionType.GUARANTEED));
    assertEquals(Arrays.asList("b", "d"), matching(ExecutionType.OPPORTUNISTIC));
  }

  @Test
  public void forAContainerThatIsUsedAgainRequestsOfBothTypesAreFound() {
    client.addContainerRequest(request("b"));
    client.addContainerRequest(request("a"));
    assertEquals(
        Arrays.asList("a", "b"),
        tasks(client.getMatchingRequests(PRIORITY, ResourceRequest.ANY, SIZE)));
  }

  private static Container opportunistic(int id) {
    return container(id, ExecutionType.OPPORTUNISTIC);
  }

  private static Container container(int id, ExecutionType type) {
    ApplicationAttemptId of = ApplicationAttemptId.newInstance(ApplicationId.newInstance(1, 1), 1);
    Container container = mock(Container.class);
    when(container.getId()).thenReturn(ContainerId.newContainerId(of, id));
    when(container.getNodeId()).thenReturn(NodeId.newInstance("h1", 1));
    when(container.getResource()).thenReturn(SIZE);
    when(container.getPriority()).thenReturn(PRIORITY);
    when(container.getExecutionType()).thenReturn(type);
    return container;
  }

  private void begin() throws Exception {
    begin(false, false);
    scheduler.initialize();
  }

  private void begin(boolean reuse, boolean reuseNew) throws Exception {
    Configuration conf = new Configuration(false);
    conf.setBoolean(TezConfiguration.TEZ_AM_CONTAINER_REUSE_ENABLED, reuse);
    conf.setBoolean(TezConfiguration.TEZ_AM_CONTAINER_REUSE_NEW_CONTAINERS_ENABLED, reuseNew);
    when(context.getInitialUserPayload()).thenReturn(TezUtils.createUserPayloadFromConf(conf));
    DagInfo dag = mock(DagInfo.class);
    when(dag.getTotalVertices()).thenReturn(1);
    when(dag.getVertexDescendants(0)).thenReturn(new BitSet());
    when(context.getCurrentDagInfo()).thenReturn(dag);
  }

  /** With containers used again, and without a ResourceManager. */
  private void beginWithReuse() throws Exception {
    beginWithReuse(false);
  }

  /**
   * The same.
   *
   * @param reuseNew whether new containers that nobody waits for are held idle
   */
  private AMRMClientAsyncWrapper beginWithReuse(boolean reuseNew) throws Exception {
    begin(true, reuseNew);
    return OfflineScheduler.start(scheduler, client);
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

  private void ask(String task, String host) {
    ask(task, host, PRIORITY);
  }

  private void ask(String task, String host, Priority priority) {
    String[] hosts = host == null ? null : new String[] {host};
    scheduler.allocateTask(task, SIZE, hosts, null, priority, "signature", "cookie");
  }

  /** As when the ResourceManager made requests of an unmodified application opportunistic. */
  @Test
  public void anOpportunisticContainerThatNobodyAskedForServesAGuaranteedRequest()
      throws Exception {
    begin();
    ask("a", null);
    Container container = opportunistic(1);
    scheduler.onContainersAllocated(Collections.singletonList(container));
    assertEquals(Arrays.asList("a", container), assigned);
  }

  @Test
  public void anOpportunisticContainerServesTheRequestOfItsTypeFirst() throws Exception {
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
  public void anIdleOpportunisticContainerIsNotForATaskThatNeedsAGuaranteedOne() throws Exception {
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
  public void anIdleOneThatIsNewIsNotForSuchATaskEither() throws Exception {
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
  public void aNewOneThatCameForOthersIsNotForSuchATaskEither() throws Exception {
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

  /** As when the ResourceManager made its request opportunistic, and would do so again. */
  @Test
  public void aNewOneThatCameForSuchATaskServesIt() throws Exception {
    AMRMClientAsyncWrapper wrapper = beginWithReuse(true);
    guaranteedOnly.add("c");
    ask("c", null);
    Container container = opportunistic(7);
    scheduler.onContainersAllocated(Collections.singletonList(container));
    assertEquals(Arrays.asList("c", container), assigned);
    verify(wrapper, never()).releaseAssignedContainer(any());
  }

  @Test
  public void anOpportunisticContainerThatBecomesFreeIsNotForSuchATaskEither() throws Exception {
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
  public void anOpportunisticContainerThatIsSpentServesNoTask() throws Exception {
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
  public void aTaskGetsNoUsedContainerThatItIsHeldBackFrom() throws Exception {
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
  public void anIdleContainerServesATaskOfAnotherNodeThatRunsAnywhere() throws Exception {
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
  public void whatIsGivenBackIsTold() {
    ContainerId id = opportunistic(7).getId();
    client.releaseAssignedContainer(id);
    assertEquals(Collections.singletonList(id), released);
  }

  /** A task in a container that is given back. */
  private ContainerId givenBack() throws Exception {
    ContainerId id = givesBack(scheduler::giveBack);
    assertEquals(Arrays.asList("b", id), stopped);
    assertEquals(Collections.singletonList(id), released);
    return id;
  }

  /** A task in a container that is preempted, as the context of a master does. */
  private ContainerId givesBack(Consumer<ContainerId> preemption) throws Exception {
    beginWithReuse();
    doAnswer(call -> scheduler.deallocateContainer(call.getArgument(0)))
        .when(context)
        .preemptContainer(any());
    ask("b", null);
    Container container = opportunistic(7);
    scheduler.onContainersAllocated(Collections.singletonList(container));
    preemption.accept(container.getId());
    return container.getId();
  }

  @Test
  public void whatStockPreemptsIsStoppedByItsNodeToo() throws Exception {
    ContainerId id = givesBack(scheduler.getContext()::preemptContainer);
    assertEquals(Arrays.asList("b", id), stopped);
    assertEquals(Collections.emptyList(), client.releases());
    stoppedByItsNode(id);
    nowMs += 60_000;
    assertEquals(Collections.emptyList(), client.releases());
  }

  @Test
  public void whereNothingIsOpportunisticWhatStockPreemptsIsReleasedAtOnce() throws Exception {
    awaitsEnds = false;
    ContainerId id = givesBack(scheduler.getContext()::preemptContainer);
    assertEquals(Collections.emptyList(), stopped);
    assertEquals(Collections.singletonList(id), client.releases());
  }

  private void stoppedByItsNode(ContainerId id) {
    scheduler.onContainersCompleted(
        Collections.singletonList(
            ContainerStatus.newInstance(id, ContainerState.COMPLETE, "stopped", -105)));
  }

  @Test
  public void whatIsGivenBackIsStoppedByItsNodeAndNotReleased() throws Exception {
    ContainerId id = givenBack();
    assertEquals(Collections.emptyList(), client.releases());
    stoppedByItsNode(id);
    nowMs += 60_000;
    assertEquals(Collections.emptyList(), client.releases());
  }

  @Test
  public void whatDoesNotEndIsReleasedAfterAll() throws Exception {
    ContainerId id = givenBack();
    nowMs += 10_000;
    assertEquals(Collections.singletonList(id), client.releases());
    assertEquals("once", Collections.emptyList(), client.releases());
  }

  @Test
  public void whatItsNodeIsNotAskedToStopIsReleasedAtOnce() throws Exception {
    nodesAnswer = false;
    ContainerId id = givenBack();
    assertEquals(Collections.singletonList(id), client.releases());
  }

  @Test
  public void whatEndedBeforeItIsGivenBackIsNotReleased() throws Exception {
    ContainerId id = givenBack();
    client.releases();
    stoppedByItsNode(id);
    scheduler.giveBack(id);
    nowMs += 60_000;
    assertEquals(Collections.emptyList(), client.releases());
    assertEquals("its node is asked once", Arrays.asList("b", id), stopped);
  }

  @Test
  public void whatStockReleasesIsReleasedAtOnce() throws Exception {
    client.releaseAssignedContainer(opportunistic(7).getId());
    assertEquals(Collections.singletonList(opportunistic(7).getId()), client.releases());
    assertEquals(Collections.emptyList(), stopped);
  }

  /** One that had a task, as Tez releases it; Tez asks its node to stop it, too. */
  private ContainerId releasedAfterUse() throws Exception {
    beginWithReuse();
    ask("a", null);
    Container container = container(7, ExecutionType.GUARANTEED);
    scheduler.onContainersAllocated(Collections.singletonList(container));
    scheduler.deallocateTask("a", false, null, null);
    verify(context).containerBeingReleased(container.getId());
    assertEquals(Collections.singletonList(container.getId()), released);
    return container.getId();
  }

  @Test
  public void whatHadATaskIsReleasedOnlyIfItsNodeDoesNotReportItsEnd() throws Exception {
    ContainerId id = releasedAfterUse();
    assertEquals(Collections.emptyList(), client.releases());
    nowMs += 10_000;
    assertEquals(Collections.singletonList(id), client.releases());
  }

  @Test
  public void whatHadATaskAndHasEndedIsNotReleased() throws Exception {
    ContainerId id = releasedAfterUse();
    stoppedByItsNode(id);
    nowMs += 60_000;
    assertEquals(Collections.emptyList(), client.releases());
  }

  /** As when it has timed out, or its node is lost: Tez asks nodes itself where it wants to. */
  @Test
  public void ofWhatTezItselfGivesBackTheNodeIsNotAskedHere() throws Exception {
    beginWithReuse();
    ask("a", null);
    Container container = container(7, ExecutionType.GUARANTEED);
    scheduler.onContainersAllocated(Collections.singletonList(container));
    scheduler.deallocateContainer(container.getId());
    assertEquals(Collections.emptyList(), stopped);
    assertEquals(Collections.emptyList(), client.releases());
    nowMs += 10_000;
    assertEquals(Collections.singletonList(container.getId()), client.releases());
  }

  @Test
  public void whereNothingIsOpportunisticItIsReleasedAtOnce() throws Exception {
    awaitsEnds = false;
    ContainerId id = releasedAfterUse();
    assertEquals(Collections.singletonList(id), client.releases());
  }

  @Test
  public void anIdleGuaranteedContainerServesEither() throws Exception {
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
  public void anOpportunisticContainerThatIsAskedForByNameIsNotForSuchATaskEither()
      throws Exception {
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
  public void theSchedulersOwnRequestTakesItsOtherOneOut() {
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
  public void whatWasAskedForOpportunisticMayBeAskedForGuaranteedInItsPlace() {
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
  public void whatATaskIsGivenIsToldAndPassedOn() {
    Container container = container(7, ExecutionType.GUARANTEED);
    scheduler.getContext().taskAllocated("a", "cookie", container);
    assertEquals(Arrays.asList("a", container), assigned);
    verify(context).taskAllocated("a", "cookie", container);
  }

  @Test
  public void theContextAnswersAndThrowsAsItDid() {
    when(context.isSession()).thenReturn(true);
    assertTrue(scheduler.getContext().isSession());
    IllegalStateException thrown = new IllegalStateException();
    when(context.getProgress()).thenThrow(thrown);
    assertSame(
        thrown,
        assertThrows(IllegalStateException.class, () -> scheduler.getContext().getProgress()));
  }

  @Test
  public void anOpportunisticRequestIsInAllElseTheSame() {
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
